"""RSN401 to RSN408: what keeps the admission convention, and is still not what its author will have meant."""

from typing import Final

from bridge.core.codes import Code

_HEAD: Final = """\
ontology "release" version "1".
authority agent-proposed, human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
"""
_WORDS: Final = """\
predicate requested(version: string).
predicate approved(version: string).
predicate deployable(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
"""
_ASKS: Final = _HEAD + "admit only agent-proposed for requested.\nadmit nothing for deployable.\n" + _WORDS
_ALLOW: Final = 'rule allow: deployable($v) if requested($v), approved($v), judged_unsafe($v, "no").\n'
_VETO: Final = 'rule veto: not deployable($v) if requested($v), judged_unsafe($v, "yes").\n'
_QUERY: Final = 'query deployable("1.4.0").\n'
_OPEN: Final = _ASKS.replace('"yes" | "no"', "string")

RSN401: Final = Code(
    code="RSN401",
    title="a missing judgement authorizes by silence",
    why="A judgement may deny the conclusion, and nothing that leads to it demands one. Where the judge was not asked, "
    "did not answer or was below its bar, there is no denial, and the conclusion holds as if the judge had cleared it. "
    "Whoever keeps the judge from answering has its consent.",
    example=_OPEN + "rule allow: deployable($v) if requested($v), approved($v).\n" + _VETO + _QUERY,
    fix=_OPEN + _ALLOW + _VETO + _QUERY,
)

RSN402: Final = Code(
    code="RSN402",
    title="what is asked is a judge's word alone",
    why="`proved` would say no more than that a judge answered so. That may be a denial, and is never a permission: "
    "nothing that a person or a tool supplies stands behind it.",
    example=_ASKS + _ALLOW + 'rule veto: not deployable($v) if judged_unsafe($v, "yes").\n'
    'query not deployable("1.4.0").\n',
    fix=_ASKS + _ALLOW + 'rule veto: not deployable($v) if judged_unsafe($v, "yes").\n' + _QUERY,
)

RSN403: Final = Code(
    code="RSN403",
    title="a judgement is about nothing else in its rule",
    why="A judgement that shares no variable with the rest of its rule holds for every conclusion of the rule or for "
    "none: an answer about anything would do. A judge that once cleared one version would have cleared them all.",
    example=_ASKS
    + 'rule allow: deployable($v) if requested($v), approved($v), judged_unsafe(_, "no").\n'
    + _VETO
    + _QUERY,
    fix=_ASKS + _ALLOW + _VETO + _QUERY,
)

_ROLES: Final = (
    _HEAD.replace("agent-proposed, ", "")
    + """\
admit nothing for deployable.
predicate change(version: string).
predicate approved(ticket: string).
predicate ticket_of(version: string, ticket: string).
predicate deployable(version: string).
predicate judged_fitting(version: string, ticket: string).
"""
)

RSN404: Final = Code(
    code="RSN404",
    title="only a judgement joins what people and tools supply",
    why="Without the judgement the premises that are left have nothing to do with each other: any of the one kind goes "
    "with any of the other. So it is the judge that chooses which approval counts for what. Let something that a "
    "person or a tool supplies say that they belong together, and let the judge agree.",
    example=_ROLES + "rule allow: deployable($v) if change($v), approved($t), judged_fitting($v, $t).\n"
    "rule known: change($v) if ticket_of($v, _).\n" + _QUERY,
    fix=_ROLES + "rule allow: deployable($v) if change($v), ticket_of($v, $t), approved($t), judged_fitting($v, $t).\n"
    "rule known: change($v) if ticket_of($v, _).\n" + _QUERY,
)

RSN405: Final = Code(
    code="RSN405",
    title="a veto that stops nothing",
    why="A judgement leads to a denial that no rule reads and that does not deny what is asked. There is no negation "
    "as failure: `not p` takes nothing away from `p`, and the rules that read `p` go on as before.",
    example=_ASKS + _ALLOW + 'rule veto: not requested($v) if judged_unsafe($v, "yes").\n' + _QUERY,
    fix=_ASKS + _ALLOW + 'rule veto: not deployable($v) if judged_unsafe($v, "yes").\n' + _QUERY,
)

_TIMED: Final = _ASKS.replace('version "1".\n', 'version "1".\nevaluate at 2026-08-14T12:00:00Z.\n', 1)

RSN406: Final = Code(
    code="RSN406",
    title="a judge takes its answer back",
    why="An answer supersedes one of the opposite sign, so a veto of the judge holds until the judge is asked again, "
    "and whoever can ask again can ask until it gives way. Let a person overrule a judge, or ask about a new subject.",
    example=_TIMED
    + _ALLOW
    + _VETO
    + 'fact first: judged_unsafe("1.4.0", "yes") from model-judged observed 2026-08-14T10:00:00Z.\n'
    'fact second: not judged_unsafe("1.4.0", "yes") from model-judged observed 2026-08-14T11:00:00Z supersedes first.\n'
    + _QUERY,
    fix=_TIMED
    + _ALLOW
    + _VETO
    + 'fact first: judged_unsafe("1.4.0", "yes") from model-judged observed 2026-08-14T10:00:00Z.\n'
    'fact second: judged_unsafe("1.4.1", "no") from model-judged observed 2026-08-14T11:00:00Z.\n' + _QUERY,
)

RSN407: Final = Code(
    code="RSN407",
    title="a name that reads like a judge's, and is not one",
    why="Only a predicate whose name begins with `judged_`, exactly, is a judgement, and only the class `model-judged` "
    "is a judge's. A near miss looks as if the convention held for it, and is taken for a person's or a tool's word.",
    example=(_ASKS + _ALLOW + _VETO + _QUERY)
    .replace("judged_unsafe", "judgement_unsafe")
    .replace("model-judged", "tool-reported")
    .replace("judged_*", "judgement_unsafe"),
    fix=_ASKS + _ALLOW + _VETO + _QUERY,
)

RSN408: Final = Code(
    code="RSN408",
    title="without the judgements, the agent vouches for itself",
    why="Take the judgements out, and all that is left of the rule is what agents propose. The agent that wants the "
    "action supplies the rest, so the judge alone stands between a wish and an authorization.",
    example=_ASKS.replace("predicate approved(version: string).\n", "")
    .replace("admit human-authorized by default.\n", "")
    .replace("agent-proposed, human-authorized", "agent-proposed")
    + _ALLOW.replace("approved($v), ", "")
    + _VETO
    + _QUERY,
    fix=_ASKS + _ALLOW + _VETO + _QUERY,
)

CODES: Final = (RSN401, RSN402, RSN403, RSN404, RSN405, RSN406, RSN407, RSN408)
