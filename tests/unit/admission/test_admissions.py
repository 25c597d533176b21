"""RSN101, RSN102 and RSN103: for which predicates a judge may speak, and who may speak as one."""

import pytest

from tests.unit.admission.building import found, help_of, program, yes

VETO = (yes("approved", "$v").complement(), [yes("judged_unsafe", "$v", "yes")])


def test_rsn101_judges_in_the_default() -> None:
    assert found(program(VETO, default=("human-authorized", "model-judged"))) == [
        ("RSN101", "$.authority.default_admit")
    ]


@pytest.mark.parametrize(
    "default", [(), ("human-authorized",), ("llm-judged",), ("model-judged-2",), ("agent-proposed", "tool-reported")]
)
def test_rsn101_is_quiet_about_other_defaults(default: tuple[str, ...]) -> None:
    assert found(program(VETO, default=default)) == []


@pytest.mark.parametrize(
    "predicate",
    [
        "approved",
        "judged",
        "judgedunsafe",
        "Judged_unsafe",
        "JUDGED_x",
        " judged_x",
        "judg\u0435d_x",
        "\ufeffjudged_x",
        "",
    ],
)
@pytest.mark.parametrize("classes", [("model-judged",), ("human-authorized", "model-judged")])
def test_rsn102_judges_admitted_for_what_is_no_judgement(predicate: str, classes: tuple[str, ...]) -> None:
    assert found(program(admit={predicate: classes})) == [("RSN102", f"$.authority.predicate_admit.{predicate}")]


def test_rsn102_names_each_predicate_once_in_order() -> None:
    admit = {"b": ("model-judged",), "a": ("model-judged",), "judged_c": ("model-judged",)}
    assert [path for _, path in found(program(admit=admit))] == [
        "$.authority.predicate_admit.a",
        "$.authority.predicate_admit.b",
    ]


@pytest.mark.parametrize("predicate", ["judged_", "judged_unsafe", "judged_ x", "judged_\u202e", "judged_judged_"])
@pytest.mark.parametrize(
    "classes", [(), ("model-judged",), ("human-authorized",), ("human-authorized", "model-judged")]
)
def test_rsn102_and_rsn103_are_quiet_about_judges_and_people_who_judge(
    predicate: str, classes: tuple[str, ...]
) -> None:
    assert found(program((yes("flagged").complement(), [yes(predicate)]), admit={predicate: classes})) == []


@pytest.mark.parametrize("other", ["agent-proposed", "tool-reported", "system-bound", "llm-judged", "Model-judged"])
def test_rsn103_others_who_could_speak_as_the_judge(other: str) -> None:
    refused = program(VETO, admit={"judged_unsafe": (other, "model-judged")})
    assert found(refused) == [("RSN103", "$.authority.predicate_admit.judged_unsafe")]


@pytest.mark.parametrize("default", [(), ("human-authorized",), ("agent-proposed",)])
def test_rsn103_a_judgement_without_an_admission_whatever_the_default(default: tuple[str, ...]) -> None:
    plain = program(VETO, default=default)
    refused = plain._replace(authority=plain.authority._replace(predicate_admit={}))
    assert found(refused) == [("RSN103", "$.ontology.predicates.judged_unsafe")]
    assert help_of(refused) == "write: admit only model-judged for judged_unsafe."


def test_rsn103_asks_for_it_of_a_judgement_that_no_rule_reads() -> None:
    plain = program()
    declared = plain._replace(ontology=plain.ontology._replace(predicates={"judged_idle": ()}))
    assert found(declared) == [("RSN103", "$.ontology.predicates.judged_idle")]


def test_rsn103_escapes_a_name_that_is_not_bare_in_the_line_to_paste() -> None:
    refused = program(VETO, admit={"judged_\u202e`x": ("tool-reported",)})
    assert help_of(refused) == "write: admit only model-judged for `judged_\\u202e\\u0060x`."
