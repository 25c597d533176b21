"""RSN411 to RSN414: warnings about what a source says, which do not refuse it."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized.
admit human-authorized by default.
## {version} is ready for release.
predicate ready(version: string).
predicate approved(version: string).
predicate blocked(version: string).
rule allow: ready($v) if approved($v).
rule stop: not ready($v) if blocked($v).
query ready("1.4.0").
"""

_SIGNED: Final = _PROGRAM + "predicate signed(version: string, by: string).\n"

RSN411: Final = Code(
    code="RSN411",
    title="a rule holds without any premise",
    why="Admission decides about facts and not about rules: what a rule concludes from nothing is believed whoever "
    "is admitted for its predicate. As a fact it has an author.",
    example=_PROGRAM + 'rule exception: ready("1.4.1").\n',
    fix=_PROGRAM + 'fact exception: ready("1.4.1") from human-authorized.\n',
)

RSN412: Final = Code(
    code="RSN412",
    title="no fact and no rule says the opposite that a premise asks for",
    why="`not p(…)` holds when a fact or a rule says so, never because `p(…)` is absent, which is what was most often "
    "meant. Then let the rule conclude without it, and let another rule conclude the opposite where `p(…)` holds: an "
    "action needs the answer `proved`, and with both it is not. Where a class is admitted for `p` and somebody is "
    "meant to state `not p(…)` when the program is asked, the premise is right: a test that gives such a fact says "
    "so, and so does a silence. Where nobody may state it, the premise never holds.",
    example=_PROGRAM.replace("if approved($v).", "if approved($v), not blocked($v)."),
    fix=_PROGRAM,
)

RSN413: Final = Code(
    code="RSN413",
    title="documentation names what is no argument",
    why="The first `##` line above a predicate is the sentence in which its atoms are explained, with arguments for "
    "the names in braces. A name that is no argument would be shown to a reader as it stands.",
    example=_PROGRAM.replace("## {version}", "## {release}"),
    fix=_PROGRAM,
)

RSN414: Final = Code(
    code="RSN414",
    title="a variable is named once in its rule",
    why="A variable joins what it stands for in one premise with what it stands for in another. Named once it joins "
    "nothing, so anything will do in its place; a misspelled variable opens a rule in just this way. Where "
    "anything should do, `_` says so.",
    example=_SIGNED.replace("if approved($v).", "if approved($v), signed($v, $who)."),
    fix=_SIGNED.replace("if approved($v).", "if approved($v), signed($v, _)."),
)

CODES: Final = (RSN411, RSN412, RSN413, RSN414)
