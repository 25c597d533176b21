"""RSN415 to RSN427: what is valid and does nothing, says something twice, or lets in more than is needed."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized, tool-reported.
admit human-authorized by default.
admit only tool-reported for tested.
admit nothing for ready.
predicate ready(version: string).
predicate approved(version: string).
predicate tested(version: string).
rule allow: ready($v) if approved($v), tested($v).
query ready("1.4.0").
"""
_TIMED: Final = _PROGRAM.replace('version "1".\n', 'version "1".\nevaluate at 2026-08-14T12:00:00Z.\n', 1)
_JUDGED: Final = (
    _PROGRAM.replace("tool-reported.", "tool-reported, model-judged.", 1)
    .replace("admit nothing", "admit only model-judged for judged_*.\nadmit nothing")
    .replace("tested($v).", 'tested($v), judged_risk($v, "low").')
    + 'predicate judged_risk(version: string, level: "low" | "high" | "unknown").\n'
)

RSN415: Final = Code(
    code="RSN415",
    title="a predicate of which nothing comes",
    why="No rule reads it and nobody asks about it, so facts about it change nothing. Often a rule that was to read it "
    "is missing, or reads another predicate by mistake.",
    example=_PROGRAM + "predicate frozen(version: string).\n",
    fix=_PROGRAM + "predicate frozen(version: string).\nrule stop: not ready($v) if frozen($v).\n",
)

RSN416: Final = Code(
    code="RSN416",
    title="a rule that can never fire",
    why="Nothing can supply one of its premises: no class may state it, no request brings it, and no rule that can "
    "fire concludes it. A permission that needs such a rule is never given; a veto that does never stops anything.",
    example=_PROGRAM + "predicate frozen(version: string).\nadmit nothing for frozen.\n"
    "rule stop: not ready($v) if frozen($v).\n",
    fix=_PROGRAM + "predicate frozen(version: string).\nrule stop: not ready($v) if frozen($v).\n",
)

RSN417: Final = Code(
    code="RSN417",
    title="an answer that no rule reads",
    why="A judge that gives this answer has said nothing: no rule tells it from a judge that was never asked. Levels "
    "on one side of a threshold are not meant; an answer in the middle of them, or one option among several, is.",
    example=_JUDGED + 'rule veto: not ready($v) if judged_risk($v, "high").\n',
    fix=_JUDGED + 'rule veto: not ready($v) if judged_risk($v, "high" | "unknown").\n',
)

RSN418: Final = Code(
    code="RSN418",
    title="a fact that does not hold at the evaluation time",
    why="It has ended, or has yet to be observed or to begin. It takes no part in what follows, and a reader who finds "
    "it in the program may think that it does.",
    example=_TIMED + 'fact approval: approved("1.4.0") from human-authorized observed 2026-08-13T12:00:00Z\n'
    "  valid until 2026-08-14T10:00:00Z.\n",
    fix=_TIMED + 'fact approval: approved("1.4.0") from human-authorized observed 2026-08-13T12:00:00Z\n'
    "  valid until 2026-08-15T10:00:00Z.\n",
)

RSN419: Final = Code(
    code="RSN419",
    title="an admission that no rule needs",
    why="Facts are let in about what no rule reads. Where rules conclude it, such a fact would be taken for their "
    "conclusion by whoever asks. What only rules should conclude admits nothing.",
    example=_PROGRAM + "predicate late(version: string).\nadmit only tool-reported for late.\n"
    "rule overdue: late($v) if approved($v).\n",
    fix=_PROGRAM + "predicate late(version: string).\nadmit nothing for late.\n"
    "rule overdue: late($v) if approved($v).\n",
)

RSN420: Final = Code(
    code="RSN420",
    title="two rules that say the same",
    why="They differ in nothing but the names of variables and the order of premises. Whoever changes one of them "
    "later will find that nothing has changed.",
    example=_PROGRAM + "rule again: ready($which) if tested($which), approved($which).\n",
    fix=_PROGRAM,
)

RSN421: Final = Code(
    code="RSN421",
    title="a rule that a more general one makes needless",
    why="Whenever it fires the other rule concludes the same, so its further premises demand nothing. Most often the "
    "other rule asks for too little.",
    example=_PROGRAM + "predicate signed(version: string).\n"
    "rule signed_off: ready($v) if approved($v), tested($v), signed($v).\n",
    fix=_PROGRAM.replace("tested($v).", "tested($v), signed($v).") + "predicate signed(version: string).\n",
)

RSN422: Final = Code(
    code="RSN422",
    title="a default admission that decides about nothing",
    why="Every predicate that is read has an admission of its own. The default then waits for the next predicate that "
    "somebody adds, and lets in facts about it before anybody has thought about whose word should count.",
    example=_PROGRAM + "admit only human-authorized for approved.\n",
    fix=_PROGRAM.replace("admit human-authorized by default.\n", "") + "admit only human-authorized for approved.\n",
)

RSN423: Final = Code(
    code="RSN423",
    title="an authority class that is admitted for nothing",
    why="Every fact from it is withheld. Without the declaration such a fact is an error; with it, it is set aside. "
    "Where that is what is meant, say so beside it.",
    example=_PROGRAM.replace("tool-reported.", "tool-reported, agent-proposed.", 1),
    fix=_PROGRAM,
)

RSN424: Final = Code(
    code="RSN424",
    title="a fact from a class that is not admitted for it",
    why="It is withheld whenever the program is evaluated, so stating it changes nothing.",
    example=_PROGRAM + 'fact tests: tested("1.4.0") from human-authorized.\n',
    fix=_PROGRAM + 'fact tests: tested("1.4.0") from tool-reported.\n',
)

RSN425: Final = Code(
    code="RSN425",
    title="a silence that does not say what, or why",
    why="A comment that begins with `lint:` lets a warning stand: `# lint: allow RSN411 because …`. It names the codes "
    "of warnings, and a reason for whoever reads it next; without either it silences nothing. What refuses a program "
    "cannot be silenced.",
    example=_PROGRAM + "# lint: allow RSN411\n" + 'fact approval: approved("1.4.1") from human-authorized.\n',
    fix=_PROGRAM + "# lint: allow RSN424 because the report was read out over the telephone\n"
    'fact tests: tested("1.4.1") from human-authorized.\n',
)

RSN426: Final = Code(
    code="RSN426",
    title="a silence that silences nothing",
    why="The statement it is about has no such warning, or it is about no statement: what was doubtful has been "
    "mended, and the comment stayed. It would hide the next warning of that kind.",
    example=_PROGRAM + "# lint: allow RSN424 because the report was read out over the telephone\n"
    'fact tests: tested("1.4.1") from tool-reported.\n',
    fix=_PROGRAM + 'fact tests: tested("1.4.1") from tool-reported.\n',
)

RSN427: Final = Code(
    code="RSN427",
    title="a file that is no program",
    why="It cannot be read as a source or as JSON, or a kernel would refuse the JSON that it is. Nothing else can be "
    "said of it.",
)

CODES: Final = (
    RSN415,
    RSN416,
    RSN417,
    RSN418,
    RSN419,
    RSN420,
    RSN421,
    RSN422,
    RSN423,
    RSN424,
    RSN425,
    RSN426,
    RSN427,
)
