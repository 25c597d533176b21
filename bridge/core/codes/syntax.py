"""RSN001 to RSN008: text that cannot be read."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized.
admit human-authorized by default.
predicate approved(version: string).
fact approval: approved("1.4.0") from human-authorized.
query approved("1.4.0").
"""

RSN001: Final = Code(
    code="RSN001",
    title="something does not fit where it stands",
    why="A statement has one form. What stands under the carets is not what can follow there; the note names what "
    "can. Reading goes on with the next statement, so one slip is reported once.",
    example=_PROGRAM.replace("from human-authorized", "form human-authorized"),
    fix=_PROGRAM,
)

RSN002: Final = Code(
    code="RSN002",
    title="a string or a backquoted name is not closed",
    why="Neither goes past the end of its line, so that a forgotten quote cannot swallow the statements after it.",
    example=_PROGRAM.replace('fact approval: approved("1.4.0")', 'fact approval: approved("1.4.0)'),
    fix=_PROGRAM,
)

RSN003: Final = Code(
    code="RSN003",
    title="a statement does not end with `.`",
    why="Every statement ends with a full stop. Where one is missing and the next statement begins, the stop is put "
    "in and everything else is checked as if it were there.",
    example=_PROGRAM.replace("admit human-authorized by default.", "admit human-authorized by default"),
    fix=_PROGRAM,
)

RSN004: Final = Code(
    code="RSN004",
    title="a character is not part of the language",
    why="Outside strings and backquoted names the language is written in ASCII, and a name never holds a character "
    "that looks like another. Any name can be used: in backquotes.",
    example=_PROGRAM.replace("fact approval:", "fact zulässig:"),
    fix=_PROGRAM.replace("fact approval:", "fact `zulässig`:"),
)

RSN005: Final = Code(
    code="RSN005",
    title="no statement begins like this",
    why="The first word of a statement says what it states. A `.` too many also ends a statement early, and then "
    "its rest begins like none.",
    example=_PROGRAM.replace("predicate approved", "predicat approved"),
    fix=_PROGRAM,
)

RSN006: Final = Code(
    code="RSN006",
    title="the braces of a test do not match what stands between them",
    why="`given`, `without`, `at` and `expect` are steps of a test and stand only inside one; every other statement "
    "stands only outside. A test that is not closed would take the program after it for its steps.",
    example=_PROGRAM + 'test "approved" {\n  expect proved approved("1.4.0").\n',
    fix=_PROGRAM + 'test "approved" {\n  expect proved approved("1.4.0").\n}\n',
)

RSN007: Final = Code(
    code="RSN007",
    title="a string or name holds what none can hold",
    why="Strings are those of JSON: control characters stand as escapes, an escape is one of JSON's, and half a "
    "surrogate pair is no character. The program is JSON in the end, and its digest is made over it.",
    example=_PROGRAM.replace('fact approval: approved("1.4.0")', 'fact approval: approved("1\\.4.0")'),
    fix=_PROGRAM,
)

RSN008: Final = Code(
    code="RSN008",
    title="a bidirectional control makes a line look other than it reads",
    why="Such a character turns the order of what is shown around, and a reviewer would approve another rule than "
    "the one that is evaluated. Where the text needs one, an escape shows it.",
    example=_PROGRAM.replace('"1.4.0"', '"1.4.0\u202e"', 1),
    fix=_PROGRAM.replace('"1.4.0"', '"1.4.0\\u202e"', 1),
)

CODES: Final = (RSN001, RSN002, RSN003, RSN004, RSN005, RSN006, RSN007, RSN008)
