"""RSN301 to RSN309: time and supersession."""

from typing import Final

from bridge.core.codes import Code

_CLOCK: Final = "evaluate at 2026-08-14T12:00:00Z.\n"
_HEAD: Final = 'ontology "release" version "1".\n'
_DECLARATIONS: Final = """\
authority human-authorized.
admit human-authorized by default.
predicate approved(version: string).
"""
_FACT: Final = """\
fact first: approved("1.4.0") from human-authorized
  observed 2026-08-14T09:00:00Z valid from 2026-08-14T09:00:00Z until 2026-08-14T18:00:00Z.
"""
_LATER: Final = """\
fact second: not approved("1.4.0") from human-authorized
  observed 2026-08-14T10:00:00Z supersedes first.
"""
_QUERY: Final = 'query approved("1.4.0").\n'
_PROGRAM: Final = _HEAD + _CLOCK + _DECLARATIONS + _FACT + _LATER + _QUERY

RSN301: Final = Code(
    code="RSN301",
    title="a fact has times in a program without a clock",
    why="Without an evaluation time nothing can be early, late or superseded, and the times would be ignored.",
    example=_HEAD + _DECLARATIONS + _FACT + _QUERY,
    fix=_HEAD + _CLOCK + _DECLARATIONS + _FACT + _QUERY,
)

RSN302: Final = Code(
    code="RSN302",
    title="a fact was never observed in a program with a clock",
    why="Whether a fact was known at the evaluation time depends on when it was observed.",
    example=_HEAD + _CLOCK + _DECLARATIONS + 'fact first: approved("1.4.0") from human-authorized.\n' + _QUERY,
    fix=_HEAD + _CLOCK + _DECLARATIONS + _FACT + _QUERY,
)

RSN303: Final = Code(
    code="RSN303",
    title="two facts that hold together say the same",
    why="The proof could rest on either, so that a person's word and a tool's would be the same evidence by chance. "
    "In a program with a clock the later one supersedes; without one it is stated once.",
    example=_PROGRAM.replace("supersedes first", "").replace("not approved", "approved"),
    fix=_PROGRAM.replace("not approved", "approved"),
)

RSN304: Final = Code(
    code="RSN304",
    title="a time is not spelled as one",
    why="Times are compared as text, so there is one spelling: UTC, to the second, such as `2026-08-14T12:00:00Z`.",
    example=_PROGRAM.replace("observed 2026-08-14T10:00:00Z", "observed 2026-08-14T12:00:00+02:00"),
    fix=_PROGRAM,
)

RSN305: Final = Code(
    code="RSN305",
    title="a fact ends before it begins",
    why="It would never hold, and what it says would be withheld at any time.",
    example=_PROGRAM.replace("until 2026-08-14T18:00:00Z", "until 2026-08-14T08:00:00Z"),
    fix=_PROGRAM,
)

RSN306: Final = Code(
    code="RSN306",
    title="a fact supersedes one that does not exist",
    why="What was to be withdrawn would still hold.",
    example=_PROGRAM.replace("supersedes first", "supersedes frist"),
    fix=_PROGRAM,
)

RSN307: Final = Code(
    code="RSN307",
    title="a fact supersedes one about something else",
    why="A fact replaces what was said of the same predicate and arguments, with either sign. It cannot take away "
    "what was said of something else.",
    example=_PROGRAM.replace('not approved("1.4.0")', 'not approved("1.5.0")'),
    fix=_PROGRAM,
)

RSN308: Final = Code(
    code="RSN308",
    title="a fact supersedes one that was not observed before it",
    why="Only what was observed later can replace what was known; two facts of the same second cannot replace each "
    "other.",
    example=_PROGRAM.replace("observed 2026-08-14T10:00:00Z", "observed 2026-08-14T08:00:00Z"),
    fix=_PROGRAM,
)

RSN309: Final = Code(
    code="RSN309",
    title="a fact supersedes itself, or another twice",
    why="Both are slips for another id, and what should have been superseded would still hold.",
    example=_PROGRAM.replace("supersedes first", "supersedes first, first"),
    fix=_PROGRAM,
)

CODES: Final = (RSN301, RSN302, RSN303, RSN304, RSN305, RSN306, RSN307, RSN308, RSN309)
