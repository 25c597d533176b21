"""What each lint speaks of, and its quiet twin: the same but for the one thing that makes the difference."""

import pytest

from bridge.reason.analysis.covering import covers
from bridge.reason.model import Atom, Fact, Program, Rule, Term
from tests.unit.admission.building import no, program, yes
from tests.unit.analysis.linting import POLICY, RELEASE, advised, codes, looked, marked, only

FROZEN = "predicate frozen(version: string).\n"
STOP = "rule stop: not ready($v) if frozen($v).\n"


def test_a_predicate_that_is_only_stated_is_unused() -> None:
    text = RELEASE + FROZEN + 'fact ice: frozen("1.4.0") from human-authorized.\n'
    assert (only(text).code, marked(only(text))) == ("RSN415", "frozen")
    assert codes(text + STOP) == []


def test_what_a_program_concludes_may_be_asked_of_it_and_what_a_policy_concludes_may_not() -> None:
    late = "predicate late(v: string).\nadmit nothing for late.\n"
    assert codes(RELEASE + late + "rule overdue: late($v) if approved($v).\n") == []
    text = POLICY + late + "rule overdue: late($t) if allowed($t).\n"
    assert codes(text) == ["RSN415"]
    assert codes(text + "rule shut: not action_authorized($a) if action_tool($a, $t), late($t).\n") == []


def test_what_a_test_expects_is_asked() -> None:
    text = RELEASE + FROZEN
    expecting = 'test "thaw" {\n  expect unknown frozen("1.4.0").\n}\n'
    assert (codes(text), codes(text + expecting)) == (["RSN415"], [])


def test_a_rule_cannot_fire_where_nobody_may_state_a_premise() -> None:
    text = RELEASE + FROZEN + "admit nothing for frozen.\n" + STOP
    assert (only(text).code, marked(only(text))) == ("RSN416", "frozen")
    assert "no class is admitted" in only(text).note
    assert codes(text + "rule cold: frozen($v) if tested($v).\n") == []


def test_rules_that_only_lead_to_each_other_cannot_fire() -> None:
    text = RELEASE + FROZEN + "admit nothing for frozen.\nrule more: frozen($v) if frozen($v), tested($v).\n" + STOP
    assert codes(text) == ["RSN416", "RSN416"]
    assert "no rule that concludes it can fire" in looked(text).findings[0].note


def test_an_action_request_supplies_its_bindings_and_no_denial_of_them() -> None:
    denied = POLICY + "rule shut: not action_authorized($a) if action_tool($a, _), not mission_active($a).\n"
    assert codes(denied) == ["RSN412"]
    granted = POLICY + "rule again: not action_authorized($a) if action_tool($a, _), action_authorized($a).\n"
    assert codes(granted) == []
    asked = POLICY.replace(", allowed($tool)", ", action_authorized($a)").replace(
        "predicate allowed(tool: string).\n", ""
    )
    assert "RSN416" in codes(asked)


def test_a_negated_premise_of_which_nothing_speaks_is_left_to_rsn412() -> None:
    text = RELEASE + FROZEN + "rule stop: not ready($v) if approved($v), not frozen($v).\n"
    assert codes(text) == ["RSN412"]
    assert codes(text + "rule thaw: not frozen($v) if tested($v).\n") == []


@pytest.mark.parametrize(
    ("read", "found"),
    [
        ('"low"', []),
        ('>= "medium"', []),
        ('<= "medium"', []),
        ('"medium"', ["RSN417"]),
        ('"low" | "high"', ["RSN417"]),
        ('"low" | "medium" | "high"', []),
        ("_", []),
    ],
)
def test_levels_beyond_a_threshold_are_not_missed(read: str, found: list[str]) -> None:
    assert codes(RELEASE.replace('judged_risk($v, "low")', f"judged_risk($v, {read})")) == found


def test_each_option_of_a_choice_is_to_be_read() -> None:
    text = RELEASE.replace(" < ", " | ")
    assert (only(text).code, marked(only(text))) == ("RSN417", "judged_risk")
    assert '"medium", "high"' in only(text).message
    assert codes(text.replace('($v, "low")', "($v, _)")) == []


def test_every_argument_is_looked_at_at_once() -> None:
    declared = 'level: "low" < "medium" < "high")'
    assert declared in RELEASE
    text = RELEASE.replace(declared, 'level: "low" | "high" | "none", by: "tool" | "person")')
    text = text.replace('judged_risk($v, "low")', 'judged_risk($v, "low", "tool")')
    text = text.replace("judged_risk($v, >= ", "judged_risk($v, ")
    found = only(text)
    assert (found.code, marked(found)) == ("RSN417", "judged_risk")
    assert '"none" at argument 2 and the answer "person" at argument 3' in found.message


def test_facts_are_held_against_the_evaluation_time() -> None:
    text = RELEASE.replace("authority", "evaluate at 2026-08-14T12:00:00Z.\nauthority", 1)
    text += 'fact old: approved("1.4.0") from human-authorized observed 2026-08-14T09:00:00Z\n'
    text += "  valid until 2026-08-14T12:00:00Z.\n"
    assert (only(text).code, marked(only(text))) == ("RSN418", "old")
    assert codes(text, at="2026-08-14T11:59:59Z") == []
    assert "is after evaluation_time" in only(text, at="2026-08-14T08:00:00Z").note


def test_a_fact_that_was_superseded_has_done_its_part() -> None:
    text = RELEASE.replace("authority", "evaluate at 2026-08-14T12:00:00Z.\nauthority", 1)
    text += 'fact one: approved("1.4.0") from human-authorized observed 2026-08-14T09:00:00Z.\n'
    text += 'fact two: not approved("1.4.0") from human-authorized observed 2026-08-14T10:00:00Z supersedes one.\n'
    assert codes(text) == []


def test_the_facts_of_a_policy_are_held_against_a_time_only_where_one_is_given() -> None:
    text = POLICY + 'fact f: allowed("ls") from human-authorized observed 2026-08-14T09:00:00Z.\n'
    assert codes(text) == []
    assert codes(text, at="2026-08-13T00:00:00Z") == ["RSN418"]


def test_a_program_without_a_clock_is_linted_without_one_at_any_time() -> None:
    text = RELEASE + 'fact f: approved("1.4.0") from human-authorized.\n'
    assert codes(text, at="2026-08-14T12:00:00Z") == []


def test_rules_that_a_set_was_expanded_into_are_one() -> None:
    text = RELEASE.replace('"low")', '<= "medium")')
    narrow = 'rule narrow: ready($w) if judged_risk($w, "low" | "medium"), tested($w), approved($w).\n'
    assert (only(text + narrow).code, marked(only(text + narrow))) == ("RSN420", "narrow")
    assert [label.text for label in only(text + narrow).related] == ["the first of them"]
    wider = narrow.replace('"low" | "medium"', '"low" | "high"')
    assert codes(text + wider) == [], "one of its two rules says something new"
    longer = narrow.replace("tested($w)", 'tested($w), approved("1")')
    assert codes(text + longer) == ["RSN421"]


def test_a_rule_of_another_sign_or_type_is_another_rule() -> None:
    text = RELEASE + 'rule stop: not ready($v) if approved($v), tested($v), judged_risk($v, >= "medium").\n'
    assert codes(text + 'rule again: not ready($x) if tested($x), approved($x), judged_risk($x, >= "medium").\n') == [
        "RSN420"
    ]
    assert ("RSN420", "$.rules[1]") not in advised(_counting(1, True))
    assert ("RSN420", "$.rules[1]") in advised(_counting(1, 1))


def _counting(*counts: Term) -> Program:
    rules = [(yes("go", "$v"), [yes("seen", "$v", count)]) for count in counts]
    return program(*rules, query=yes("go", "a"))


def test_a_default_is_needed_by_what_has_no_admission_of_its_own() -> None:
    text = RELEASE + "admit only human-authorized for approved.\n"
    assert (only(text).code, marked(only(text))) == ("RSN422", "human-authorized")
    assert codes(text + FROZEN + STOP) == []


def test_a_class_is_shown_where_it_is_declared() -> None:
    text = RELEASE.replace("model-judged.", "model-judged, zeta, agent-proposed.", 1)
    assert [(found.code, marked(found)) for found in looked(text).findings] == [
        ("RSN423", "zeta"),
        ("RSN423", "agent-proposed"),
    ]


def test_the_classes_of_a_policy_are_shown_where_they_are_declared() -> None:
    text = POLICY.replace("human-authorized.", "human-authorized, tool-reported.", 1)
    assert (only(text).code, marked(only(text))) == ("RSN423", "tool-reported")


def test_json_is_told_what_lowering_tells_of_a_source() -> None:
    rules: tuple[tuple[Atom, list[Atom]], ...] = (
        (yes("go", "$v"), [yes("seen", "$v"), yes("kept", "$v", "$who"), yes("named", "$v", "$_0"), no("bad", "$v")]),
        (yes("seen", "a"), []),
    )
    found = advised(program(*rules, query=yes("go", "a")))
    assert [entry for entry in found if entry[0] in {"RSN411", "RSN412", "RSN414"}] == [
        ("RSN411", "$.rules[1]"),
        ("RSN412", "$.rules[0].when[3]"),
        ("RSN414", "$.rules[0].when[1].arguments[1]"),
    ]


def test_a_fact_from_a_class_that_is_not_admitted_is_pointed_at() -> None:
    text = RELEASE + 'fact f: tested("1.4.0") from human-authorized.\n'
    assert (only(text).code, marked(only(text))) == ("RSN424", "human-authorized")
    facts = (Fact("f", "asked", (), "model-judged", observed_at="2026-08-14T10:00:00Z"),)
    assert ("RSN424", "$.facts[0].authority") in advised(program(facts=facts))


def test_names_of_every_kind_are_shown_escaped() -> None:
    hostile = '`a\\u202e\\u0060\\n"b`'
    text = RELEASE + f"predicate {hostile}(v: string).\n"
    (found,) = looked(text).findings
    assert found.code == "RSN415"
    assert "\u202e" not in found.message
    assert "\n" not in found.message


def test_long_rules_are_compared_without_exhausting_anything() -> None:
    body = tuple(Atom("p", (f"$v{n}", f"$v{n + 1}")) for n in range(2000))
    head = Atom("go", ("$v0",))
    built = program(query=yes("go", "a"))
    twice = built._replace(rules=(Rule("one", body, head), Rule("two", body, head)))
    assert isinstance(advised(twice), list)


def test_a_judgement_whose_admission_is_asked_for_is_not_said_to_come_from_nobody() -> None:
    text = RELEASE.replace("admit only model-judged for judged_*.\n", "").replace(
        "admit human-authorized by default.", "admit only human-authorized for approved."
    )
    refused = [found for found in looked(text).findings if found.code in {"RSN103", "RSN416"}]
    assert [(found.code, found.note) for found in refused] == [("RSN103", "nobody may say `judged_risk`")]


def test_a_rule_is_not_called_needless_for_one_that_the_convention_refuses() -> None:
    text = RELEASE + 'rule judge: ready($v) if judged_risk($v, "low").\n'
    assert "RSN104" in codes(text)
    assert "RSN421" not in codes(text)


def entangled(count: int) -> str:
    """A program of rules that all conclude one predicate from premises over another, no two of them alike."""
    edge = "predicate edge(a: string, b: string).\n"
    names = ["$v", "$a", "$b", "$c"]
    pairs = [(one, other) for one in names for other in names if one != other]
    bodies = [[pairs[(number * (place + 3) + place) % len(pairs)] for place in range(5)] for number in range(count)]
    said = (", ".join(f"edge({one}, {other})" for one, other in [("$v", "$a"), *body]) for body in bodies)
    return RELEASE + edge + "".join(f"rule x{n}: not ready($v) if {body}.\n" for n, body in enumerate(said))


def test_where_rules_are_too_entangled_to_be_compared_the_first_that_is_left_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "RSN513" not in codes(entangled(40))
    monkeypatch.setattr(covers, "__defaults__", (100,))
    found = [one for one in looked(entangled(40)).findings if one.code == "RSN513"]
    assert [marked(one) for one in found] == ["x3"]
    assert "RSN513" not in codes(entangled(1))
