"""RSN201 to RSN212: types, sets and variables."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
predicate approved(version: string, count: integer).
predicate judged_risk(version: string, level: "low" < "medium" < "high").
predicate judged_kind(version: string, kind: "fix" | "feature").
predicate ready(version: string).
fact approval: approved("1.4.0", 2) from human-authorized.
"""
_RULE: Final = 'rule allow: ready($v) if approved($v, _), judged_risk($v, "low").\n'
_CALM: Final = 'fact calm: not judged_risk("1.4.0", "high") from model-judged.\n'
_QUERY: Final = 'query ready("1.4.0").\n'

RSN201: Final = Code(
    code="RSN201",
    title="a constant is of another type than its argument",
    why='`2` and `"2"` are different constants and never match, so a rule that mixes them would silently never apply.',
    example=_PROGRAM.replace('"1.4.0", 2', '"1.4.0", "2"') + _RULE + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN202: Final = Code(
    code="RSN202",
    title="a variable of the head is not bound by the body",
    why="A rule concludes only what its premises name. A variable that none of them binds could stand for anything.",
    example=_PROGRAM + _RULE.replace("ready($v)", "ready($version)") + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN203: Final = Code(
    code="RSN203",
    title="a variable is of two types",
    why="No constant is of both types, so the two premises never hold together and the rule never applies. To "
    "the kernel it is a rule like any other, so this is a warning.",
    example=_PROGRAM + _RULE.replace("approved($v, _)", "approved($v, $v)") + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN204: Final = Code(
    code="RSN204",
    title="`_` stands outside the body of a rule",
    why="`_` is a variable that nothing else names: whatever is there will do. In a head, a fact or a query there "
    "is nothing that would say what it is.",
    example=_PROGRAM + _RULE.replace("ready($v)", "ready(_)") + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN205: Final = Code(
    code="RSN205",
    title="a set or a comparison stands outside a positive premise",
    why="A set expands the rule into one for each option, so in a premise it means any of them. Under `not` it "
    "would still mean any, where a reader takes it for none.",
    example=_PROGRAM + _RULE.replace('judged_risk($v, "low")', 'not judged_risk($v, >= "medium")') + _CALM + _QUERY,
    fix=_PROGRAM
    + _RULE.replace('judged_risk($v, "low")', 'not judged_risk($v, "medium"), not judged_risk($v, "high")')
    + _CALM
    + _QUERY,
)

RSN206: Final = Code(
    code="RSN206",
    title="a comparison leaves no level",
    why="The rule would be expanded into no rules, and disappear.",
    example=_PROGRAM + _RULE.replace('"low"', '< "low"') + _QUERY,
    fix=_PROGRAM + _RULE.replace('"low"', '<= "low"') + _QUERY,
)

RSN207: Final = Code(
    code="RSN207",
    title="a constant is none of the options",
    why="No kernel knows closed sets: to it an option is a string like any other, and a misspelled one never "
    "matches. So it is checked here, for facts that are loaded as well.",
    example=_PROGRAM + _RULE.replace('"low"', '"lo"') + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN208: Final = Code(
    code="RSN208",
    title="an option stands twice in a set",
    why="In a rule it would make two rules with one id; in a declaration it is most often a slip for another option.",
    example=_PROGRAM.replace('"fix" | "feature"', '"fix" | "fix"') + _RULE + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN209: Final = Code(
    code="RSN209",
    title="a comparison with what has no order",
    why="Only levels that are declared with `<` can be compared. Strings have no order that a rule could mean, and "
    "the kernel compares no integers.",
    example=_PROGRAM + _RULE.replace('judged_risk($v, "low")', 'judged_kind($v, >= "fix")') + _QUERY,
    fix=_PROGRAM + _RULE.replace('judged_risk($v, "low")', 'judged_kind($v, "fix" | "feature")') + _QUERY,
)

RSN210: Final = Code(
    code="RSN210",
    title="a number is no integer of 64 bits",
    why="Numbers are signed 64-bit integers, written plainly: no fraction, no exponent, no leading zero, no `-0`. "
    "Other numbers are read differently from one JSON reader to the next, and then no longer match.",
    example=_PROGRAM.replace('"1.4.0", 2', '"1.4.0", 2.0') + _RULE + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN211: Final = Code(
    code="RSN211",
    title="a constant would be read as a variable",
    why="In Reason JSON a string that begins with `$` and goes on is a variable. A fact that held one would be "
    "refused, and in a rule it would match anything.",
    example=_PROGRAM + _RULE.replace("approved($v, _)", 'approved("$v", _)') + _QUERY,
    fix=_PROGRAM + _RULE + _QUERY,
)

RSN212: Final = Code(
    code="RSN212",
    title="a fact or a query has a variable",
    why="A fact states one thing, and a query asks whether one thing is so. What holds for all of a kind is a rule.",
    example=_PROGRAM + _RULE + "query ready($v).\n",
    fix=_PROGRAM + _RULE + _QUERY,
)

CODES: Final = (
    RSN201,
    RSN202,
    RSN203,
    RSN204,
    RSN205,
    RSN206,
    RSN207,
    RSN208,
    RSN209,
    RSN210,
    RSN211,
    RSN212,
)
