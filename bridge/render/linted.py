"""What the linter found: as text, as one JSON document, as SARIF, and in a line."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from bridge.core.diagnostics import Severity
from bridge.render import diagnostics, sarif
from bridge.workflows.lint import Linted

LINT_V1: Final = "bridge.lint.v1"


def text(linted: Iterable[Linted]) -> str:
    """Every finding with its place; nothing where there is none."""
    return "".join(diagnostics.text(file.findings) for file in linted)


def json(linted: Sequence[Linted]) -> dict[str, Any]:
    """Every file with its findings, and with those that are silenced and why."""
    return {
        "schema": LINT_V1,
        "status": "findings" if any(file.findings for file in linted) else "clean",
        "summary": counts(linted),
        "files": [
            {"file": file.name, "findings": diagnostics.json(file.findings), "silenced": _silenced(file)}
            for file in linted
        ],
    }


def log(linted: Sequence[Linted], *, root: str = "") -> dict[str, Any]:
    """A SARIF log of all of it; absolute paths below the root are made relative to it."""
    results = [
        *(sarif.Result(found, file.name) for file in linted for found in file.findings),
        *(sarif.Result(found.diagnostic, file.name, found.reason) for file in linted for found in file.silenced),
    ]
    return sarif.log(results, [file.name for file in linted], root=root)


def counts(linted: Iterable[Linted]) -> dict[str, int]:
    """How many files there were, and how many findings of each kind."""
    files = tuple(linted)
    found = [finding.severity for file in files for finding in file.findings]
    return {
        "files": len(files),
        "errors": found.count(Severity.ERROR),
        "warnings": found.count(Severity.WARNING),
        "silenced": sum(len(file.silenced) for file in files),
    }


def summary(linted: Iterable[Linted]) -> str:
    """The counts in a line."""
    number = counts(linted)
    parts = [_counted(number["errors"], "error"), _counted(number["warnings"], "warning")]
    silenced = f", {number['silenced']} silenced" if number["silenced"] else ""
    return f"{_counted(number['files'], 'file')}: {', '.join(parts)}{silenced}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _silenced(file: Linted) -> list[Any]:
    shown = diagnostics.json(found.diagnostic for found in file.silenced)
    return [{"finding": finding, "reason": found.reason} for finding, found in zip(shown, file.silenced, strict=True)]
