"""RSN101 to RSN107: the admission convention."""

from typing import Final

from bridge.core.codes import Code

RSN101: Final = Code(
    code="RSN101",
    title="a judge may not speak for every predicate",
    why="The default admission holds for each predicate without a list of its own. With `model-judged` in it a judge's "
    "answer would count as an approval, as a test report, as anything that nobody thought to list, and every "
    "predicate added later would take a judge's word from its first day.",
    example="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized, model-judged by default.
admit only model-judged for judged_*.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact approval: approved("1.4.0") from human-authorized.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact approval: approved("1.4.0") from human-authorized.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
)

RSN102: Final = Code(
    code="RSN102",
    title="a judge's answer is admitted for a predicate that is not a judgement",
    why="A fact from a judge would be taken for what the predicate reports, and no rule that reads it could tell the "
    "two apart. Predicates whose names begin with `judged_` say that a judge answered something; only those may take "
    "a judge's word.",
    example="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only human-authorized, model-judged for approved.
predicate approved(version: string).
fact approval: approved("1.4.0") from human-authorized.
query approved("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only human-authorized for approved.
predicate approved(version: string).
fact approval: approved("1.4.0") from human-authorized.
query approved("1.4.0").
""",
)

RSN103: Final = Code(
    code="RSN103",
    title="a judgement needs an admission of its own, naming only judges and people",
    why="Under the default, or under a list that names an agent or a tool, others could say what the judge said: "
    "an agent could clear its own action, and a judge could supersede what a tool reported under the same name. A "
    "person may be named, because a person may overrule a judge.",
    example="""\
ontology "release" version "1".
authority agent-proposed, human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged, agent-proposed for judged_unsafe.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact approval: approved("1.4.0") from human-authorized.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority agent-proposed, human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_unsafe.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact approval: approved("1.4.0") from human-authorized.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
)

RSN104: Final = Code(
    code="RSN104",
    title="a judge's answer cannot stand in for other evidence",
    why="Take the judgements out of a rule: what is left must still say of whom the conclusion holds, and must still "
    "ask something that a person or a tool has to supply. Otherwise whoever can make the judge answer as they like "
    "has the approval in hand. The same goes for a premise under `not` that authorizing rules read, and for a helper "
    "that merely renames a judgement.",
    example="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
admit nothing for deployable.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
predicate deployable(version: string).
rule allow: deployable($v) if judged_unsafe($v, "no").
query deployable("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_*.
admit nothing for deployable.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
predicate deployable(version: string).
rule allow: deployable($v) if approved($v), judged_unsafe($v, "no").
query deployable("1.4.0").
""",
)

RSN105: Final = Code(
    code="RSN105",
    title="a judgement is concluded from something other than judgements",
    why="A predicate whose name begins with `judged_` says that a judge answered. Concluded from nothing, or from what "
    "a tool or an agent reports, it would be invented: a rule that demands the judge's answer would be satisfied "
    "although no judge was ever asked.",
    example="""\
ontology "release" version "1".
authority tool-reported, model-judged.
admit tool-reported by default.
admit only model-judged for judged_*.
predicate scanned(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
rule assume: judged_unsafe($v, "no") if scanned($v).
query scanned("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority tool-reported, model-judged.
admit tool-reported by default.
admit only model-judged for judged_*.
predicate scanned(version: string).
predicate harmless(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
rule assume: harmless($v) if scanned($v).
query scanned("1.4.0").
""",
)

RSN106: Final = Code(
    code="RSN106",
    title="a judge's answer supersedes a person's",
    why="A person may overrule a judge; a judge may not unmake what a person decided. If it could, the person's denial "
    "would hold only until the judge was asked again.",
    example="""\
ontology "release" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority human-authorized, model-judged.
admit human-authorized by default.
admit only human-authorized, model-judged for judged_unsafe.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact stop: judged_unsafe("1.4.0", "yes") from human-authorized observed 2026-08-14T10:00:00Z.
fact again: not judged_unsafe("1.4.0", "yes") from model-judged observed 2026-08-14T11:00:00Z supersedes stop.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
    fix="""\
ontology "release" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority human-authorized, model-judged.
admit human-authorized by default.
admit only human-authorized, model-judged for judged_unsafe.
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
fact stop: judged_unsafe("1.4.0", "yes") from human-authorized observed 2026-08-14T10:00:00Z.
fact again: not judged_unsafe("1.4.0", "yes") from model-judged observed 2026-08-14T11:00:00Z.
rule veto: not approved($v) if judged_unsafe($v, "yes").
query approved("1.4.0").
""",
)

RSN107: Final = Code(
    code="RSN107",
    title="a judgement helps to make what only a person or a tool may report",
    why="An admission of its own says whose word a predicate is: who reads `approved` reads that a person approved. A "
    "rule that concludes it with a judgement's help would put the judge behind the person's name, even where other "
    "evidence is demanded as well. Conclude something else, for which nothing is admitted.",
    example="""\
ontology "release" version "1".
authority agent-proposed, human-authorized, model-judged.
admit agent-proposed by default.
admit only human-authorized for approved.
admit only model-judged for judged_*.
predicate requested(version: string).
predicate approved(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
rule wave_through: approved($v) if requested($v), judged_unsafe($v, "no").
query approved("1.4.0").
""",
    fix="""\
ontology "release" version "1".
authority agent-proposed, human-authorized, model-judged.
admit agent-proposed by default.
admit only human-authorized for approved.
admit only model-judged for judged_*.
admit nothing for cleared.
predicate requested(version: string).
predicate approved(version: string).
predicate cleared(version: string).
predicate judged_unsafe(version: string, answer: "yes" | "no").
rule wave_through: cleared($v) if requested($v), judged_unsafe($v, "no").
query approved("1.4.0").
""",
)

CODES: Final = (RSN101, RSN102, RSN103, RSN104, RSN105, RSN106, RSN107)
