"""The workspace: found the same way by every command, and never somebody else's."""

import os
from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.workflows.workspace import Workspace, find


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a workspace, and one below it without."""
    (tmp_path / "project" / ".bridge").mkdir(parents=True)
    (tmp_path / "project" / "src" / "deep").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    return tmp_path / "project"


def test_the_nearest_ancestor_with_a_workspace(project: Path) -> None:
    for current in (project, project / "src", project / "src" / "deep"):
        assert find(None, environment={}, current=current) == Workspace(project.resolve())
    (project / "src" / ".bridge").mkdir()
    assert find(None, environment={}, current=project / "src" / "deep").root == (project / "src").resolve()


def test_without_one_it_is_the_current_folder(project: Path) -> None:
    found = find(None, environment={}, current=project.parent / "other")
    assert found == Workspace((project.parent / "other").resolve())
    assert not found.exists


def test_a_file_of_that_name_is_no_workspace(project: Path) -> None:
    (project / "src" / ".bridge").write_text("")
    assert find(None, environment={}, current=project / "src").root == project.resolve()


def test_the_option_then_the_environment_then_the_search(project: Path) -> None:
    other = project.parent / "other"
    environment = {"BRIDGE_WORKSPACE": str(other)}
    assert find(str(project), environment=environment, current=other).root == project.resolve()
    assert find(None, environment=environment, current=project).root == other.resolve()
    assert find(None, environment={"BRIDGE_WORKSPACE": ""}, current=project).root == project.resolve()


@pytest.mark.parametrize("named", ["", "missing", "file", "x" * 5000, "a\0b"])
def test_a_named_folder_must_be_there(project: Path, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    (project / "file").write_text("")
    with pytest.raises(InputError):
        find(named, environment={}, current=project)


def test_symbolic_links_are_resolved(project: Path) -> None:
    (project.parent / "link").symlink_to(project)
    assert find(str(project.parent / "link"), environment={}, current=project).root == project.resolve()
    assert find(None, environment={}, current=project.parent / "link" / "src").root == project.resolve()


def test_making_it_once_and_private(project: Path) -> None:
    made = Workspace(project.parent / "other")
    assert made.create() is True
    assert made.create() is False
    assert made.folder.stat().st_mode & 0o777 == 0o700
    assert (made.store.parent, made.keys.parent, made.config.parent) == (made.folder,) * 3


def test_where_it_cannot_be_made_that_is_an_error(project: Path) -> None:
    (project / "file").write_text("")
    with pytest.raises(InputError, match="cannot make"):
        Workspace(project / "file").create()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
class TestAnotherOwner:
    """A ``.bridge`` that somebody else planted is refused, however it was found."""

    @pytest.fixture(autouse=True)
    def planted(self, project: Path) -> None:
        try:
            os.chown(project / ".bridge", 12345, 12345)
        except OSError:
            pytest.skip("this file system keeps its owners")

    def test_by_search(self, project: Path) -> None:
        with pytest.raises(InputError, match="another user") as refused:
            find(None, environment={}, current=project / "src")
        assert "--workspace" in str(refused.value.help)

    def test_by_name(self, project: Path) -> None:
        for named, environment in ((str(project), {}), (None, {"BRIDGE_WORKSPACE": str(project)})):
            with pytest.raises(InputError, match="another user"):
                find(named, environment=environment, current=project.parent)

    def test_through_a_link(self, project: Path) -> None:
        other = project.parent / "other"
        (other / ".bridge").symlink_to(project / ".bridge")
        with pytest.raises(InputError, match="another user"):
            find(str(other), environment={}, current=other)
