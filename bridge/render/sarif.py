"""Diagnostics as SARIF 2.1.0, for code scanning: one run, a rule for each code found, a result for each finding.

Columns count code points from 1, as ``columnKind`` says, and end after the last one. Files are named relative to the
folder they were given from wherever that can be; a silenced finding is a result with a suppression.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from bridge import __version__
from bridge.core.codes import Code
from bridge.core.codes.registry import REGISTRY
from bridge.core.diagnostics import Diagnostic, Label, Severity
from bridge.core.sources import Span
from bridge.render.diagnostics import page
from bridge.render.plain import plain

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION: Final = "2.1.0"

_BUNDLED: Final = "bridge:"


class Result(NamedTuple):
    """A diagnostic to report.

    Args:
        diagnostic: what was found.
        file: the file that was looked at, for a finding that has no place in a text.
        reason: why it is silenced; None where it is not.
    """

    diagnostic: Diagnostic
    file: str
    reason: str | None = None


def log(results: Iterable[Result], files: Iterable[str], *, root: str = "") -> dict[str, Any]:
    """A SARIF log.

    Args:
        results: what was found, in order.
        files: every file that was looked at, also those in which nothing was found.
        root: the folder that absolute paths are made relative to, where they lie in it.
    """
    found = tuple(results)
    names = _names(found, files)
    codes = sorted({result.diagnostic.code for result in found})
    writer = _Writer({code: place for place, code in enumerate(codes)}, {name: n for n, name in enumerate(names)}, root)
    run = {
        "tool": {"driver": _driver(codes)},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": uri(name, root)}} for name in names],
        "results": [writer.result(result) for result in found],
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def uri(name: str, root: str = "") -> str:
    """The URI of a file: relative where its name is, or where it lies below the root."""
    if name.startswith(_BUNDLED):
        return _BUNDLED + quote(name.removeprefix(_BUNDLED))
    path = PurePath(name)
    if path.is_absolute():
        if not root or not path.is_relative_to(root):
            return path.as_uri()
        path = path.relative_to(root)
    return quote(path.as_posix().encode(errors="surrogateescape"))


def _names(results: Sequence[Result], files: Iterable[str]) -> list[str]:
    """The files that were looked at, and those that findings are about; each once."""
    spans = [span for result in results for span in _spans(result.diagnostic)]
    return list(dict.fromkeys((*files, *(result.file for result in results), *(span.source.name for span in spans))))


def _spans(diagnostic: Diagnostic) -> Iterable[Span]:
    return [*([diagnostic.span] if diagnostic.span else []), *(label.span for label in diagnostic.related)]


def _driver(codes: Sequence[str]) -> dict[str, Any]:
    rules = [_rule(REGISTRY[code]) if code in REGISTRY else {"id": code} for code in codes]
    return {"name": "rbridge", "version": __version__, "rules": rules}


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {"text": f"{code.why}\n\nSee {page(code.code)}."},
    }


class _Writer(NamedTuple):
    """Knows the number of each rule and of each file."""

    rules: Mapping[str, int]
    artifacts: Mapping[str, int]
    root: str

    def result(self, result: Result) -> dict[str, Any]:
        diagnostic = result.diagnostic
        related = [self._related(number, label) for number, label in enumerate(diagnostic.related)]
        silenced = None if result.reason is None else _suppression(result.reason)
        return {
            "ruleId": diagnostic.code,
            "ruleIndex": self.rules[diagnostic.code],
            "level": "error" if diagnostic.severity is Severity.ERROR else "warning",
            "message": {"text": _message(diagnostic)},
            "locations": [self._location(diagnostic, result.file)],
            **({"relatedLocations": related} if related else {}),
            **({"suppressions": [silenced]} if silenced else {}),
        }

    def _location(self, diagnostic: Diagnostic, file: str) -> dict[str, Any]:
        """Where a finding is: a region of a text, or in JSON its path."""
        if diagnostic.span is not None:
            return {"physicalLocation": self._place(diagnostic.span)}
        path = diagnostic.path
        logical = {"logicalLocations": [{"fullyQualifiedName": plain(path)}]} if path else {}
        return {"physicalLocation": {"artifactLocation": self._artifact(file)}, **logical}

    def _related(self, number: int, label: Label) -> dict[str, Any]:
        return {"id": number, "message": {"text": plain(label.text)}, "physicalLocation": self._place(label.span)}

    def _place(self, span: Span) -> dict[str, Any]:
        return {"artifactLocation": self._artifact(span.source.name), "region": region(span)}

    def _artifact(self, name: str) -> dict[str, Any]:
        return {"uri": uri(name, self.root), "index": self.artifacts[name]}


def region(span: Span) -> dict[str, int]:
    """A span as lines and columns, the last column the one after it."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _message(diagnostic: Diagnostic) -> str:
    """What is wrong, what stands under the carets, and what to do, as sentences."""
    said = ": ".join(plain(part) for part in (diagnostic.message, diagnostic.note) if part)
    return f"{said}. Help: {plain(diagnostic.help)}." if diagnostic.help else f"{said}."


def _suppression(reason: str) -> dict[str, str]:
    return {"kind": "inSource", "status": "accepted", "justification": plain(reason)}
