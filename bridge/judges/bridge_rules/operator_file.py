"""Reading an operator's rules file (TOML): three kinds of tables, ``[[add]]``, ``[[silence]]`` and ``[[narrow]]``."""

import difflib
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from bridge.core.digest import sha256
from bridge.core.lazy_pattern import pattern
from bridge.errors import InputError
from bridge.judges.bridge_rules.operator import Added, Narrow, Operator, Silence
from bridge.judges.bridge_rules.table import every_rule, questions

MAX_BYTES: Final = 1024 * 1024

_TEXTS: Final = {
    "add": ("name", "question", "sentence"),
    "silence": ("rule", "reason"),
    "narrow": ("rule", "reason"),
}
_LISTS: Final = {
    "add": ("tools", "command", "flags", "paths", "hosts"),
    "silence": (),
    "narrow": ("tools", "paths", "except_tools", "except_paths", "except_hosts"),
}
_NAME: Final = pattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def read_operator(data: bytes, name: str) -> Operator:
    """The rules file that some bytes are.

    Args:
        data: the bytes of the file; the digest is theirs.
        name: the file, for errors.

    Raises:
        InputError: it is not such a file; ``where`` names the line.
    """
    return _Reader(data, name).operator()


class _Reader:
    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._digest = sha256(data)
        if len(data) > MAX_BYTES:
            raise InputError(f"{name} is longer than {MAX_BYTES} bytes", where=name)
        try:
            self._text = data.decode()
            self._tables = tomllib.loads(self._text)
        except UnicodeDecodeError:
            raise InputError(f"{name} is not UTF-8", where=name) from None
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            line = re.search(r"at line (\d+)", str(error))
            place = line[1] if line else max(1, self._text.rstrip().count("\n") + 1)
            raise InputError(f"{name} is not TOML: {error}", where=f"{name}:{place}") from None

    def operator(self) -> Operator:
        for kind in self._tables:
            if kind not in _TEXTS:
                known = "[[add]], [[silence]] or [[narrow]]"
                raise self._wrong(f"unknown table: {kind}", kind, -1, kind, help=f"write {known}")
        known_rules = every_rule()
        added: dict[str, Added] = {}
        for place, table in self._each("add"):
            rule = self._added(table, place, {*known_rules, *added})
            added[rule.name] = rule
        silenced = {one.rule: one for one in (self._silence(t, at, known_rules) for at, t in self._each("silence"))}
        narrowed: dict[str, Narrow] = {}
        for place, table in self._each("narrow"):
            narrow = self._narrow(table, place, known_rules)
            if narrow.rule in narrowed or narrow.rule in silenced:
                raise self._wrong(
                    f"{narrow.rule} is narrowed or silenced twice", "narrow", place, "rule", help="say it once"
                )
            narrowed[narrow.rule] = narrow
        return Operator(self._digest, silenced, narrowed, tuple(added.values()))

    def _each(self, kind: str) -> list[tuple[int, dict[str, Any]]]:
        tables = self._tables.get(kind, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self._wrong(
                f"{kind} is not a list of tables", kind, -1, kind, help=f"write [[{kind}]], with two brackets"
            )
        for place, table in enumerate(tables):
            self._check(kind, place, table)
        return list(enumerate(tables))

    def _check(self, kind: str, place: int, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            if key in _TEXTS[kind]:
                if not isinstance(value, str) or not value.strip():
                    raise self._wrong(f"{key} must be a text that says something", kind, place, key)
            elif key in _LISTS[kind]:
                if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
                    raise self._wrong(f"{key} must be a list of texts, with one at least", kind, place, key)
            else:
                known = ", ".join((*_TEXTS[kind], *_LISTS[kind]))
                raise self._wrong(f"[[{kind}]] has no {key}", kind, place, key, help=f"known: {known}")
        for key in _TEXTS[kind]:
            if key not in table:
                raise self._wrong(f"[[{kind}]] lacks {key}", kind, place, "", help=f'write {key} = "…"')

    def _added(self, table: Mapping[str, Any], place: int, taken: set[str]) -> Added:
        name = table["name"]
        if not _NAME.fullmatch(name):
            raise self._wrong(
                f"{name!r} is not the name of a rule", "add", place, "name", help="write it like-this-one"
            )
        if name in taken:
            raise self._wrong(f"there is a rule {name} already", "add", place, "name", help="name it otherwise")
        if table["question"] not in questions():
            known = ", ".join(questions())
            raise self._wrong(
                f"there is no question {table['question']!r}", "add", place, "question", help=f"known: {known}"
            )
        lists = {key: tuple(table.get(key, ())) for key in _LISTS["add"]}
        if not any(lists.values()):
            raise self._wrong(f"{name} finds every call", "add", place, "", help=f"name one of {', '.join(lists)}")
        return Added(name, table["question"], table["sentence"], **lists)

    def _silence(self, table: Mapping[str, Any], place: int, known: Mapping[str, str]) -> Silence:
        return Silence(self._rule(table, "silence", place, known), table["reason"])

    def _narrow(self, table: Mapping[str, Any], place: int, known: Mapping[str, str]) -> Narrow:
        lists = {key: tuple(table.get(key, ())) for key in _LISTS["narrow"]}
        rule = self._rule(table, "narrow", place, known)
        if not any(lists.values()):
            raise self._wrong(
                f"{rule} is not narrowed by anything", "narrow", place, "", help=f"name one of {', '.join(lists)}"
            )
        return Narrow(rule, table["reason"], **lists)

    def _rule(self, table: Mapping[str, Any], kind: str, place: int, known: Mapping[str, str]) -> str:
        rule: str = table["rule"]
        if rule not in known:
            near = difflib.get_close_matches(rule, known, n=1)
            meant = f"did you mean {near[0]}? " if near else ""
            raise self._wrong(
                f"there is no rule {rule!r}", kind, place, "rule", help=f"{meant}docs/reference/rules.md lists them"
            )
        return rule

    def _wrong(self, message: str, kind: str, place: int, key: str, *, help: str | None = None) -> InputError:
        return InputError(message, where=f"{self._name}:{self._line(kind, place, key)}", help=help)

    def _line(self, kind: str, place: int, key: str) -> int:
        """The line of a member of a table: of the table where the member is not there, 1 where neither is found."""
        lines = self._text.splitlines()
        heads = [
            at for at, line in enumerate(lines) if re.match(rf"\s*\[\[?\s*[\"']?{re.escape(kind)}[\"']?\s*\]", line)
        ]
        if not 0 <= place < len(heads):
            named = [at for at, line in enumerate(lines) if re.match(rf"\s*\[*\s*[\"']?{re.escape(kind)}\b", line)]
            return named[0] + 1 if named else 1
        for at in range(heads[place] + 1, len(lines)):
            if re.match(r"\s*\[", lines[at]):
                break
            if key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", lines[at]):
                return at + 1
        return heads[place] + 1
