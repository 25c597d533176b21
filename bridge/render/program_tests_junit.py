"""Tests for build servers: the XML that JUnit made common. Times are left out, so that it says the same every time."""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from bridge.render.plain import plain
from bridge.render.program_tests_text import failure, refusal
from bridge.workflows.program_tests import FileOutcome, Report, TestOutcome

_LOADING: Final = "the file can be loaded"
# XML 1.0 has no way to say these, not even as references.
_UNSAYABLE: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """The report as XML: a suite for each file, a case for each test; a file that is refused is a case in error."""
    total, failures = sum(map(_size, report.files)), report.count("failed")
    errors = report.count("refused") + report.refused_files
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="rbridge reason test" tests="{total}" failures="{failures}" errors="{errors}">',
        *(line for file in report.files for line in _suite(file)),
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _size(file: FileOutcome) -> int:
    return len(file.tests) + (file.refusal is not None)


def _suite(file: FileOutcome) -> Iterator[str]:
    failures = sum(test.standing == "failed" for test in file.tests)
    errors = sum(test.standing == "refused" for test in file.tests) + (file.refusal is not None)
    name = _attribute(file.name)
    yield f'  <testsuite name={name} tests="{_size(file)}" failures="{failures}" errors="{errors}">'
    if file.refusal is not None:
        yield f"    <testcase classname={name} name={_attribute(_LOADING)} file={name}>"
        yield from _problem("error", refusal(file))
        yield "    </testcase>"
    for test in file.tests:
        yield from _case(file, test)
    yield "  </testsuite>"


def _case(file: FileOutcome, test: TestOutcome) -> Iterator[str]:
    line, _ = test.span.source.position(test.span.start)
    name = _attribute(file.name)
    opening = f'    <testcase classname={name} name={_attribute(test.name)} file={name} line="{line}"'
    if test.standing == "passed":
        yield f"{opening}/>"
        return
    yield f"{opening}>"
    yield from _problem("failure" if test.standing == "failed" else "error", failure(test))
    yield "    </testcase>"


def _problem(kind: str, lines: Sequence[str]) -> Iterator[str]:
    body = _sayable(escape("\n".join(lines)))
    message = _attribute("; ".join(line.strip() for line in lines[:2]))
    yield f"      <{kind} message={message}>{body}</{kind}>"


def _attribute(text: str) -> str:
    return quoteattr(_sayable(plain(text)))


def _sayable(text: str) -> str:
    return _UNSAYABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
