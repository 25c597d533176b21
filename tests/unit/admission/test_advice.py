"""What each lint says, word for word, and where it says nothing."""

import pytest

from bridge.admission.lint_table import LINTS, advice, findings, refused
from bridge.admission.table import violations
from bridge.core.codes.admission_lint import CODES
from bridge.core.deadline import Deadline
from bridge.core.diagnostics import Diagnostic, Severity
from bridge.errors import LimitError
from bridge.reason.model import Fact, Program
from tests.unit.admission.building import action, no, program, yes

TITLES = {code.code: code.title for code in CODES}
JUDGED, SAME = yes("judged_unsafe", "$a", "no"), yes("judged_same", "$a", "$b")
DEPLOY, APPROVED, REQUESTED = yes("deployable", "$a"), yes("approved", "$a"), yes("requested", "$a")
TESTED = yes("tested", "$b")
PAIR = yes("paired", "$a", "$b")
ASKED = yes("deployable", "x")
DEMAND = "demand the answer that clears it in each rule that leads there"
ANOTHER = "add a premise that a person or a tool supplies, and that names what is to belong together"
ASK = "add a premise that a person or a tool supplies"
VETO = (DEPLOY.complement(), [REQUESTED, JUDGED])
NOBODY = {"deployable": ()}
PROPOSED = {"requested": ("agent-proposed",), "deployable": ()}

Finding = tuple[str, str, str]
SAYS: list[tuple[str, Program, list[Finding]]] = [
    (
        "RSN401",
        program(VETO, query=ASKED),
        [
            (
                "$.rules[0].then",
                "without this judgement nothing denies `deployable`",
                f"write `admit nothing for` `deployable`, and {DEMAND}",
            )
        ],
    ),
    (
        "RSN401",
        program(
            (APPROVED, [REQUESTED, JUDGED]), (DEPLOY, [APPROVED]), (no("deployable", "$a"), [TESTED]), VETO, VETO
        )._replace(query=ASKED),
        [
            (
                "$.rules[3].then",
                "without this judgement nothing denies `deployable`",
                f"write `admit nothing for` `deployable`, and {DEMAND}",
            )
        ],
    ),
    (
        "RSN401",
        program(VETO, (DEPLOY, [APPROVED]), query=ASKED, admit=NOBODY),
        [("$.rules[0].then", "without this judgement nothing denies `deployable`", DEMAND)],
    ),
    (
        "RSN401",
        program(VETO, (DEPLOY, [APPROVED]), query=ASKED, admit={"deployable": ("system-bound",)}),
        [("$.rules[0].then", "without this judgement nothing denies `deployable`", DEMAND)],
    ),
    ("RSN401", program((DEPLOY, [APPROVED, JUDGED]), VETO, query=ASKED, admit=NOBODY), []),
    ("RSN401", program((DEPLOY.complement(), [REQUESTED]), (no("spare", "$a"), [JUDGED]), query=ASKED), []),
    (
        "RSN403",
        program((DEPLOY, [APPROVED, yes("judged_fine", "$x"), yes("judged_calm")]), (DEPLOY, [APPROVED]), query=ASKED),
        [
            (
                f"$.rules[0].when[{place}]",
                f"`{name}` shares no variable with the rest of the rule",
                "use the variable of what is concluded in the judgement",
            )
            for place, name in ((1, "judged_fine"), (2, "judged_calm"))
        ],
    ),
    ("RSN403", program((DEPLOY, [APPROVED, JUDGED]), (yes("go"), [yes("ok"), yes("judged_fine", "x")])), []),
    (
        "RSN404",
        program(
            (yes("go"), [yes("ok")]),
            (APPROVED, [REQUESTED]),
            (yes("judged_x", "$a"), [JUDGED]),
            (PAIR, [APPROVED, SAME, TESTED]),
        ),
        [("$.rules[3].when[1]", "without it, `approved` and `tested` have no variable in common", ANOTHER)],
    ),
    (
        "RSN404",
        program((PAIR, [JUDGED, APPROVED, yes("approved", "$b"), SAME])),
        [("$.rules[0].when[3]", "without it, two of `approved` have no variable in common", ANOTHER)],
    ),
    (
        "RSN404",
        program(
            (
                yes("tripled", "$a", "$b", "$c"),
                [JUDGED, APPROVED, TESTED, yes("signed", "$c"), yes("judged_all", "$a", "$b", "$c"), SAME],
            )
        ),
        [
            (
                "$.rules[0].when[4]",
                "without it, `approved` and `tested` and `signed` have no variable in common",
                ANOTHER,
            )
        ],
    ),
    (
        "RSN404",
        program(
            (
                PAIR,
                [yes("judged_one", "$a", "$c"), APPROVED, TESTED, yes("judged_two", "$c", "$b")],
            )
        ),
        [("$.rules[0].when[0]", "without it, `approved` and `tested` have no variable in common", ANOTHER)],
    ),
    ("RSN404", program((PAIR, [APPROVED, TESTED, JUDGED])), []),
    ("RSN404", program((PAIR, [APPROVED, TESTED, yes("listed", "$a", "$b"), SAME])), []),
    ("RSN404", program((PAIR.complement(), [APPROVED, SAME, TESTED])), []),
    ("RSN404", program((yes("judged_pair", "$a", "$b"), [APPROVED, SAME, TESTED])), []),
    (
        "RSN405",
        program((no("spare", "$a"), [REQUESTED, JUDGED]), (no("idle", "$a"), [REQUESTED]), VETO, query=ASKED),
        [("$.rules[0].then", "nothing reads `not spare`", "conclude `not` `deployable`, which is what is asked")],
    ),
    (
        "RSN405",
        program((no("spare", "$a"), [REQUESTED, JUDGED]), (DEPLOY, [no("spare", "$a"), APPROVED]), query=ASKED),
        [],
    ),
    ("RSN405", program((yes("spare", "$a"), [REQUESTED, JUDGED]), query=ASKED), []),
    ("RSN405", program(VETO, query=ASKED), []),
    ("RSN405", program(VETO, query=ASKED.complement()), []),
    (
        "RSN407",
        program((yes("Judged_x", "$a"), [APPROVED]), (yes("judge", "$a"), [APPROVED])),
        [
            (
                f"$.ontology.predicates.{name}",
                f"`{name}` is no judgement: its name does not begin with `judged_`",
                "if a judge says it, let its name begin with `judged_`; if not, choose a name that does not look so",
            )
            for name in ("Judged_x", "judge")
        ],
    ),
    (
        "RSN408",
        program((DEPLOY, [REQUESTED, JUDGED]), query=ASKED, admit=PROPOSED),
        [("$.rules[0].then", "without the judgements this rests on `requested`, which agents propose", ASK)],
    ),
    (
        "RSN408",
        program(
            (yes("idle", "$a"), [APPROVED]),
            (yes("judged_made", "$a"), [JUDGED]),
            (no("listed", "$a"), [REQUESTED]),
            (DEPLOY, [no("listed", "$a"), yes("named", "$a"), REQUESTED, JUDGED]),
            query=ASKED,
            admit={**PROPOSED, "listed": (), "named": ()},
        ),
        [("$.rules[3].then", "without the judgements this rests on `not listed`, which agents propose", ASK)],
    ),
    ("RSN408", program((DEPLOY, [REQUESTED, JUDGED, APPROVED]), query=ASKED, admit=PROPOSED), []),
    ("RSN408", program((DEPLOY, [REQUESTED]), query=ASKED, admit=PROPOSED), []),
    ("RSN408", program((DEPLOY, [yes("wish"), JUDGED]), query=ASKED, admit={"wish": ("agent-proposed",)}), []),
    ("RSN408", program((DEPLOY.complement(), [REQUESTED, JUDGED]), query=ASKED, admit=PROPOSED), []),
    (
        "RSN408",
        program((DEPLOY, [yes("named", "$a"), JUDGED]), query=ASKED, admit={"named": (), "deployable": ()}),
        [],
    ),
    (
        "RSN408",
        program(
            (yes("seen", "$a"), [yes("tested", "$a")]),
            (yes("known", "$a"), [yes("seen", "$a")]),
            (yes("sure", "$a"), [yes("known", "$a")]),
            (DEPLOY, [REQUESTED, yes("sure", "$a"), JUDGED]),
            query=ASKED,
            admit={**PROPOSED, "seen": (), "known": (), "sure": ()},
        ),
        [],
    ),
    (
        "RSN408",
        action(
            (yes("action_authorized", "$a"), [yes("action_tool", "$a", "$t"), yes("wanted", "$t"), JUDGED]),
            admit={"wanted": ("agent-proposed",)},
        ),
        [("$.rules[0].then", "without the judgements this rests on `wanted`, which agents propose", ASK)],
    ),
]


def said(name: str, authority: str, *supersedes: str, predicate: str = "judged_unsafe", negated: bool = False) -> Fact:
    return Fact(name, predicate, ("a", "yes"), authority, negated, "2026-08-14T10:00:00Z", supersedes=supersedes)


SAYS.append(
    (
        "RSN406",
        program(
            facts=(
                said("p`1", "model-judged"),
                said("other", "human-authorized", "p`1", negated=True),
                said("report", "model-judged", "p`1", negated=True, predicate="tested"),
                said("same", "model-judged", "p`1"),
                said("back", "model-judged", "nobody", "same", "p`1", negated=True),
            )
        ),
        [
            (
                f"$.facts[4].supersedes[{place}]",
                f"{shown} says the opposite",
                "let a person overrule the judge, or let the judge answer about a new subject",
            )
            for place, shown in ((1, "`same`"), (2, "`p\\u00601`"))
        ],
    )
)


def readmitted(*classes: str) -> Program:
    plain = program()
    admitted = ("llm-judged", *plain.authority.default_admit)
    return plain._replace(authority=plain.authority._replace(classes=classes, default_admit=admitted))


SAYS += [
    (
        "RSN407",
        readmitted("human-authorized", "llm-judged", "my-judge"),
        [
            (
                "$.authority.classes[1]",
                "`llm-judged` is admitted as a person or a tool is",
                "use `model-judged` for what a judge says, or choose a name that says whose word it is",
            )
        ],
    ),
    (
        "RSN402",
        program((no("deployable", "$a"), [JUDGED]), query=ASKED.complement()),
        [
            (
                "$.query",
                "`not deployable` is made of judgements",
                "ask the positive question, whose answer `disproved` says that the judge denies it",
            )
        ],
    ),
    *[
        (
            "RSN402",
            program((DEPLOY, [JUDGED]), query=query),
            [
                (
                    "$.query",
                    f"`{shown}` is made of judgements",
                    f"{ASK} to what proves it, or ask about what people and tools say",
                )
            ],
        )
        for query, shown in (
            (ASKED, "deployable"),
            (no("judged_unsafe", "x", "no"), "not judged_unsafe"),
        )
    ],
    (
        "RSN402",
        action(
            (yes("action_authorized", "$a"), [yes("action_tool", "$a", "$t"), APPROVED]),
            (yes("action_authorized", "$a"), [JUDGED]),
        ),
        [
            (
                "$.rules[1].then",
                "`action_authorized` is made of judgements",
                f"{ASK} to what proves it, or ask about what people and tools say",
            )
        ],
    ),
    ("RSN402", program((DEPLOY, [APPROVED, JUDGED]), query=ASKED), []),
]


def found(code: str, looked_at: Program) -> list[Finding]:
    diagnostics = [one for one in advice(looked_at) if one.code == code]
    assert all((one.message, one.severity) == (TITLES[code], Severity.WARNING) for one in diagnostics)
    return [(str(one.path), str(one.note), one.help) for one in diagnostics]


@pytest.mark.parametrize(("code", "looked_at", "expected"), SAYS)
def test_a_lint_says(code: str, looked_at: Program, expected: list[Finding]) -> None:
    assert found(code, looked_at) == expected


def test_every_lint_is_among_them() -> None:
    assert {code for code, _, expected in SAYS if expected} == set(LINTS)


@pytest.mark.parametrize(("code", "looked_at", "expected"), SAYS)
def test_findings_are_what_is_refused_and_then_what_is_advised(
    code: str, looked_at: Program, expected: list[Finding]
) -> None:
    assert findings(looked_at) == (*violations(looked_at), *advice(looked_at))


def test_findings_are_there_in_time() -> None:
    times = iter([0.0])
    with pytest.raises(LimitError):
        findings(SAYS[0][1], deadline=Deadline(1.0, lambda: next(times, 2.0)))


def test_what_is_refused_is_where_an_error_stands() -> None:
    error, placeless = Diagnostic("RSN104", "title", path="$.a"), Diagnostic("RSN104", "title")
    advised = Diagnostic("RSN401", "title", path="$.b", severity=Severity.WARNING)
    assert refused([error, advised, placeless]) == {"$.a"}
    assert refused([advised, placeless]) == frozenset()
