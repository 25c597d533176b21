"""A rubric that is tuned keeps what the tuning does not concern."""

from pathlib import Path

import pytest

from bridge.errors import InputError
from bridge.rubrics.tuning.proposal import Effort
from bridge.workflows.rubrics.sources import find
from bridge.workflows.rubrics.tuning import Request, apply, tune_thresholds
from bridge.workflows.settings import load
from bridge.workflows.workspace import find as workspace
from tests.unit.rubrics.tuning.planted import TEXT, planted


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path, mark: bytes, end: bytes) -> None:
    path = tmp_path / "page.yaml"
    before = mark + "# é😀\n".encode().replace(b"\n", end) + TEXT.encode().replace(b"\n", end)
    path.write_bytes(before)
    home = workspace(None, environment={}, current=tmp_path)
    loaded = find(str(path), load(home.config, {}), home)
    cases, rows = planted(0, 120)
    tuned = tune_thresholds(Request(loaded, cases, rows, effort=Effort(iterations=2, candidates=4, resamples=100)))
    apply(tuned, str(path))
    after = path.read_bytes()
    differ = [one for one, other in zip(before.split(b"\n"), after.split(b"\n"), strict=True) if one != other]
    assert len(differ) == 1 + len(tuned.proposal.changes)
    assert after.startswith(mark + "# é😀".encode() + end)


def test_a_rubric_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.yaml"
    path.write_text(TEXT)
    home = workspace(None, environment={}, current=tmp_path)
    loaded = find(str(path), load(home.config, {}), home)
    cases, rows = planted(0, 120)
    tuned = tune_thresholds(Request(loaded, cases, rows, effort=Effort(iterations=2, candidates=4, resamples=100)))
    path.write_text(TEXT + "# more\n")
    with pytest.raises(InputError, match="was changed while it was tuned"):
        apply(tuned, str(path))
    assert path.read_text() == TEXT + "# more\n"
