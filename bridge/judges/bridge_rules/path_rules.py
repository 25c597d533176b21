"""The rules behind ``path_outside_workspace`` that look at the members of a call; those on commands are apart.

All are silent where no root is known.
"""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.commands import folder_of
from bridge.judges.bridge_rules.members import Held
from bridge.judges.bridge_rules.named_paths import named_paths
from bridge.judges.bridge_rules.paths import Root, why_outside
from bridge.judges.bridge_rules.rule import Finding, Rule

_NO_FILES: Final = frozenset(("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "-", ""))
_PATCH: Final = pattern(
    r"\*\*\* Begin Patch|^(?:---|\+\+\+|diff --git|rename to|\*\*\* (?:Add|Update|Delete) File:) ", re.MULTILINE
)
_HEADER: Final = pattern(
    r"^(?:\*\*\* (?:Add File|Update File|Delete File|Move to): (?P<named>.+)"
    r"|(?:---|\+\+\+) (?:[ab]/)?(?P<unified>[^\t\n]+)"
    r"|(?:rename|copy) (?:from|to) (?P<moved>.+))$",
    re.MULTILINE,
)


def _named(case: Case) -> Iterator[Finding]:
    root = case.root
    if root is None:
        return
    base = _base(case, root)
    seen: dict[tuple[str, bool], str | None] = dict.fromkeys((path, is_base) for path in _NO_FILES for is_base in _BOTH)
    for path, name, where in named_paths(case):
        known = (path, name in _FOLDERS)
        if known not in seen:
            seen[known] = why_outside(path, root, base=None if name in _FOLDERS else base)
        why = seen[known]
        if why is not None:
            yield Finding("path-outside", why, path[:_LONGEST], where)


_LONGEST: Final = 400
_BOTH: Final = (False, True)
_FOLDERS: Final = frozenset(("cwd", "workdir", "chdir", "pwd"))


def _base(case: Case, root: Root) -> str | None:
    folder = folder_of(case.call)
    if folder is None or why_outside(folder, root) is not None:
        return None
    return folder if folder[:1] in ("/", "\\") or folder[1:2] == ":" else f"{root.text}/{folder}"


def _patched(case: Case) -> Iterator[Finding]:
    root = case.root
    if root is None:
        return
    may = not case.call.purpose.isdisjoint(("patch", "diff", "apply"))
    texts = [text for one in case.call.objects for text in _patches(one, may_be_any=may)]
    if isinstance(case.call.input, str):
        texts.append(case.call.input)
    for text in texts:
        for path in patched_paths(text):
            why = why_outside(path, root)
            if why is not None:
                yield Finding("patch-outside", why, path[:_LONGEST], "$.input")


def _patches(one: Held, *, may_be_any: bool) -> Iterator[str]:
    for key in one.members if may_be_any else one.under(_PATCHES):
        value = one.members[key]
        if isinstance(value, str):
            yield value


_PATCHES: Final = frozenset(("patch", "diff", "patches"))


def patched_paths(text: str) -> Iterator[str]:
    """The files that a patch names in its headers; none of a text that is no patch."""
    if _PATCH.search(text) is None:
        return
    for match in _HEADER.finditer(text):
        path = (match["named"] or match["unified"] or match["moved"] or "").strip().strip('"')
        if path not in _NO_FILES:
            yield path


_ROOT: Final = {"workspace_root": "/home/dev/acme"}

RULES: Final[tuple[Rule[Case], ...]] = (
    Rule(
        "path-outside",
        "A path that the call names leads out of the workspace: under a name such as `path`, `file_path`, `filename`, "
        "`cwd`, `destination` or `output`, in any spelling of that name. What a search leaves out, what is put into a "
        "file, a route of a service and a place in a store are no paths. Names are the same in either case where "
        "Windows and macOS keep them.",
        yes=(
            {**_ROOT, "tool": "Read", "input": {"file_path": "/etc/passwd"}},
            {**_ROOT, "tool": "Read", "input": {"filePath": "src/../../other/x"}},
            {**_ROOT, "tool": "Bash", "input": {"command": "ls", "workdir": "/etc"}},
            {**_ROOT, "tool": "Read", "input": {"path": "~/.ssh/id_rsa"}},
            {**_ROOT, "tool": "Read", "input": {"path": "..%2f..%2fetc/passwd"}},
            {**_ROOT, "tool": "Read", "input": {"path": "\uff0fetc\uff0fpasswd"}},
            {**_ROOT, "tool": "fetch", "input": {"url": "file:///etc/passwd"}},
            {**_ROOT, "tool": "Read", "input": {"path": "a.txt\u0000b"}},
            {**_ROOT, "tool": "write_files", "input": {"files": {"../x.py": "print(1)"}}},
            {"workspace_root": "C:\\work\\acme", "tool": "Read", "input": {"path": "\\\\server\\share\\x"}},
        ),
        no=(
            {**_ROOT, "tool": "Read", "input": {"file_path": "/home/dev/acme/src/../main.rs"}},
            {**_ROOT, "tool": "Read", "input": {"file_path": "~/acme/main.rs"}},
            {**_ROOT, "tool": "Write", "input": {"file_path": "notes.md", "content": "see /etc/passwd and ../x"}},
            {**_ROOT, "tool": "http", "input": {"method": "GET", "path": "/users/7"}},
            {**_ROOT, "tool": "mcp__dropbox__list", "input": {"path": "/Photos"}},
            {**_ROOT, "tool": "Glob", "input": {"pattern": "**/*.py", "exclude": ["/build/**"]}},
            {"workspace_root": "/home/dev/my app", "tool": "hover", "input": {"uri": "file:///home/dev/my%20app/a.ts"}},
            {"workspace_root": "/Users/dev/acme", "tool": "Read", "input": {"path": "/Users/dev/Acme/a.swift"}},
            {"workspace_root": "C:\\work\\acme", "tool": "Edit", "input": {"file_path": "c:\\WORK\\acme\\a.rs"}},
            {"tool": "Read", "input": {"file_path": "/etc/passwd"}},
        ),
        check=_named,
    ),
    Rule(
        "patch-outside",
        "A patch changes a file outside the workspace.",
        yes=(
            {**_ROOT, "tool": "apply_patch", "input": {"input": "*** Begin Patch\n*** Update File: ../other/a.py\n"}},
            {**_ROOT, "tool": "edit", "input": {"patch": "--- a/x\n+++ b/../../x\n"}},
        ),
        no=({**_ROOT, "tool": "apply_patch", "input": {"input": "*** Begin Patch\n*** Add File: a.py\n+../other\n"}},),
        check=_patched,
    ),
)
