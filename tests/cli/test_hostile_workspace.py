"""Workspaces made by somebody hostile: each is a clear error in bounded time, and nothing comes of it."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bridge.receipts.package import layout
from bridge.workflows.attest import action_of, attest_action, open_signer
from bridge.workflows.workspace import Workspace
from tests.cli.conftest import Run
from tests.cli.shell import AT, Shell

Harm = Callable[[Workspace], None]


@pytest.fixture
def workspace(shell: Shell) -> Workspace:
    found = Workspace(shell.folder)
    with open_signer(found, at=AT) as signer:
        attest_action(action_of(action="x", at=AT), signer)
    found.trust.write_text('{"schema": "bridge.trust.v1", "roots": []}')
    found.trust.chmod(0o600)
    return found


def text(content: str) -> Harm:
    def do(workspace: Workspace) -> None:
        workspace.trust.write_text(content)

    return do


def link(workspace: Workspace) -> None:
    shutil.move(workspace.trust, workspace.folder / "elsewhere.json")
    workspace.trust.symlink_to(workspace.folder / "elsewhere.json")


def pipe(workspace: Workspace) -> None:
    workspace.trust.unlink()
    os.mkfifo(workspace.trust, 0o600)


def folder(workspace: Workspace) -> None:
    workspace.trust.unlink()
    workspace.trust.mkdir(mode=0o700)


ROOT = '{"public_key": "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "as": "human://alice"'
TRUST: dict[str, Harm] = {
    "a link": link,
    "a pipe": pipe,
    "a folder": folder,
    "a member twice": text('{"schema": "bridge.trust.v1", "roots": [], "roots": []}'),
    "two identities": text('{"schema": "bridge.trust.v1", "roots": [' + ROOT + ', "as": "human://bob"}]}'),
    "every person": text('{"schema": "bridge.trust.v1", "roots": [' + ROOT.replace("alice", "*") + "}]}"),
    "a huge number": text('{"version": 1e999, "roots": []}'),
    "great depth": text("[" * 100_000),
    "a member of tomorrow": text('{"schema": "bridge.trust.v1", "roots": [' + ROOT + ', "only": "mondays"}]}'),
    "half a character": text('{"schema": "bridge.trust.v1", "roots": [' + ROOT + ', "label": "\\ud800"}]}'),
}


@pytest.mark.parametrize("name", TRUST)
def test_a_list_of_trust(rbridge: Run, workspace: Workspace, name: str) -> None:
    TRUST[name](workspace)
    for words in (("facts", "--store"), ("trust", "list"), ("verify", "--all")):
        done = rbridge(*words)
        assert done.complaint
        assert done.out == ""


def key_file(workspace: Workspace) -> Path:
    (path,) = workspace.keys.glob("key_*.json")
    return path


def changed(**members: object) -> Harm:
    def do(workspace: Workspace) -> None:
        path = key_file(workspace)
        path.write_text(json.dumps(json.loads(path.read_text()) | members))

    return do


def key_link(workspace: Workspace) -> None:
    path = key_file(workspace)
    shutil.move(path, workspace.folder / "key.json")
    path.symlink_to(workspace.folder / "key.json")


def key_pipe(workspace: Workspace) -> None:
    path = key_file(workspace)
    path.unlink()
    os.mkfifo(path, 0o600)


def key_twice(workspace: Workspace) -> None:
    path = key_file(workspace)
    path.write_text(path.read_text().replace("{", '{"public_key": [],', 1))


def key_copied(workspace: Workspace) -> None:
    path = key_file(workspace)
    shutil.copy2(path, path.with_name("key_00000000000000aa.json"))


KEYS: dict[str, Harm] = {
    "a link": key_link,
    "a pipe": key_pipe,
    "a member twice": key_twice,
    "the same under another label": key_copied,
    "another public half": changed(public_key=[1] + [0] * 31),
    "a number that is none": changed(public_key=[256] * 32),
    "another algorithm": changed(algorithm="rsa"),
    "another label": changed(id="key_00000000000000aa"),
    "readable by others": lambda workspace: key_file(workspace).chmod(0o644),
}


@pytest.mark.parametrize("name", KEYS)
def test_a_key(rbridge: Run, workspace: Workspace, name: str) -> None:
    KEYS[name](workspace)
    for words in (("facts", "--store"), ("verify", "--all")):
        done = rbridge(*words)
        assert done.complaint
        assert done.out == ""


ROW = "INSERT INTO sessions VALUES ({})"
HEAD = "'art_" + "0" * 32 + "'"
SESSIONS = {
    "a folder elsewhere": f"'../../x', NULL, 'agent://x', 'key_x', '{AT}', {HEAD}, NULL, NULL, NULL",
    "bytes for text": f"'ssn_00000000000000aa', X'00ff', 'a', 'k', X'ff', {HEAD}, NULL, NULL, NULL",
    "numbers for text": f"'ssn_00000000000000aa', NULL, 5, 6, 7, {HEAD}, NULL, 8, 9",
    "no head": f"'ssn_00000000000000aa', NULL, 'agent://x', 'key_x', '{AT}', 'x', NULL, NULL, NULL",
    "a head that is not here": f"'ssn_00000000000000aa', NULL, 'agent://x', 'key_x', '{AT}', {HEAD}, NULL, NULL, NULL",
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session(rbridge: Run, workspace: Workspace, shell: Shell, name: str) -> None:
    with closing(sqlite3.connect(workspace.store, isolation_level=None)) as database:
        database.execute(ROW.format(SESSIONS[name]))
    assert rbridge("attest", "action", "--action", "y", "--at", AT).complaint
    assert rbridge("session", "close", "--out", "out", "--at", AT).complaint
    assert not list(shell.folder.rglob(f"*{layout.SUFFIX}"))


def store_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def store_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


STORES: dict[str, Callable[[Path], object]] = {
    "a pipe": store_pipe,
    "a folder": store_folder,
    "nothing": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("receipts"),
    "a folder in place of its log": lambda path: path.with_name("store.sqlite3-wal").mkdir(),
}


@pytest.mark.parametrize("name", STORES)
def test_a_store(rbridge: Run, workspace: Workspace, name: str) -> None:
    STORES[name](workspace.store)
    for words in (("facts", "--store"), ("verify", "--all"), ("attest", "action", "--action", "y", "--at", AT)):
        done = rbridge(*words)
        assert done.complaint
        assert done.out == ""
