"""The lints of the convention: each against its definition read again, and against what programs support."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.admission.lint_table import LINTS, advice
from bridge.admission.literals import is_judgement
from bridge.admission.strike import strike
from bridge.admission.table import violations
from bridge.core.diagnostics import Severity
from bridge.reason.model import AGENT_PROPOSED, SYSTEM_BOUND, Atom, Fact, Literal, Program, Rule
from bridge.testing.strategies.programs import programs, random_program
from tests.property.support_model import Sets, fires, ground, in_j, supported
from tests.unit.admission.building import program as program_of
from tests.unit.admission.building import yes

few = settings(max_examples=40)

JUDGED_LINTS = ("RSN401", "RSN402", "RSN403", "RSN404", "RSN405", "RSN406")


def codes(program: Program) -> list[str]:
    return [found.code for found in advice(program)]


def paths(program: Program, code: str) -> set[str | None]:
    return {found.path for found in advice(program) if found.code == code}


def literal(atom: Atom) -> Literal:
    return Literal(atom.predicate, atom.negated)


def names(atoms: Iterable[Atom]) -> set[object]:
    return {t for atom in atoms for t in atom.arguments if isinstance(t, str) and t[:1] == "$" and t != "$"}


@st.composite
def joined(draw: st.DrawFn) -> Program:
    """Programs of one rule with many premises, which variables join in every way there is."""
    terms = st.sampled_from(["$v", "$w", "$x", "$y", "$z"])
    pairs = st.sampled_from(["tested", "approved", "judged_fitting", "judged_unsafe"])
    more = draw(st.lists(st.builds(yes, pairs, terms, terms), max_size=2))
    reported = st.sampled_from(["tested", "approved"])
    two = [yes(draw(reported), draw(terms), draw(terms)) for _ in range(2)]
    body = draw(st.permutations([*two, yes("judged_fitting", draw(terms), draw(terms)), *more]))
    bound = sorted(map(str, names(body))) or ["a"]
    return program_of((draw(st.builds(yes, st.just("go"), st.sampled_from(bound))), body))


@few
@given(program=programs())
def test_every_lint_is_a_warning_with_a_place_a_reason_and_a_remedy(program: Program) -> None:
    for found in advice(program):
        assert found.code in LINTS
        assert found.severity is Severity.WARNING
        assert (found.path or "").startswith("$.")
        assert found.note
        assert found.help


@few
@given(program=programs())
def test_lints_depend_neither_on_the_order_of_rules_nor_on_ids_nor_on_the_names_of_variables(program: Program) -> None:
    turned = program._replace(rules=tuple(_renamed(rule) for rule in reversed(program.rules)))
    assert sorted(codes(turned)) == sorted(codes(program))


@few
@given(program=programs())
def test_a_program_struck_of_its_judgements_has_none_of_the_lints_about_them(program: Program) -> None:
    if not is_judgement(program.query.predicate):
        assert not set(codes(strike(program))) & set(JUDGED_LINTS)


@few
@given(program=programs())
def test_a_missing_judgement_authorizes_exactly_where_the_conclusion_is_free_and_its_denial_judge_touched(
    program: Program,
) -> None:
    sets, asked = Sets(program), literal(program.query)
    assert ("RSN401" in codes(program)) == (asked in sets.free and asked.complement() in sets.judge_touched)
    assert ("RSN402" in codes(program)) == (asked in sets.judge_made)


@few
@given(program=st.one_of(programs(), joined()))
def test_a_judgement_is_loose_where_it_shares_no_variable_with_the_rest_of_its_rule(program: Program) -> None:
    expected = {
        f"$.rules[{n}].when[{k}]"
        for n, rule in enumerate(program.rules)
        for k, premise in enumerate(rule.when)
        if is_judgement(premise.predicate)
        and names((rule.then, *rule.when))
        and not names([premise]) & names((rule.then, *rule.when[:k], *rule.when[k + 1 :]))
    }
    assert paths(program, "RSN403") == expected


@few
@given(program=st.one_of(programs(), joined()))
def test_a_rule_falls_apart_where_striking_leaves_more_groups_than_it_had(program: Program) -> None:
    sets = Sets(program)
    expected = {
        n
        for n, rule in enumerate(program.rules)
        if literal(rule.then) in sets.authorizing and not in_j(literal(rule.then)) and _falls_apart(rule)
    }
    assert {int((path or "")[len("$.rules[") :].split("]")[0]) for path in paths(program, "RSN404")} == expected


@few
@given(program=programs())
def test_a_veto_stops_nothing_where_its_head_is_neither_read_nor_asked(program: Program) -> None:
    sets = Sets(program)
    read = {literal(atom) for rule in program.rules for atom in rule.when}
    asked = {literal(program.query), literal(program.query).complement()}
    expected = {
        f"$.rules[{n}].then"
        for n, rule in enumerate(program.rules)
        if rule.then.negated
        and literal(rule.then) not in read | asked
        and not sets.judge_touched.isdisjoint(map(literal, rule.when))
    }
    assert paths(program, "RSN405") == expected


@few
@given(program=programs())
def test_what_a_veto_that_stops_nothing_says_changes_nothing_else(program: Program) -> None:
    """Without the rules that RSN405 names, all that is supported is what was, but for their heads."""
    found = paths(program, "RSN405")
    kept = tuple(rule for n, rule in enumerate(program.rules) if f"$.rules[{n}].then" not in found)
    heads = {literal(rule.then) for n, rule in enumerate(program.rules) if f"$.rules[{n}].then" in found}
    lost = supported(program) - supported(program._replace(rules=kept))
    assert {Literal(name, negated) for name, negated, _ in lost} <= heads


def test_where_nothing_is_said_of_silence_no_permission_comes_without_a_judgement_that_could_deny_it() -> None:
    """RSN401 has teeth both ways: where it is quiet, a query that a judgement can deny is never proved without one."""
    rng = Random(401)
    silent: list[bool] = []
    spoken: list[bool] = []
    for _ in range(900):
        program = random_program(rng)
        asked = literal(program.query)
        if violations(program) or in_j(asked) or asked.complement() not in Sets(program).judge_touched:
            continue
        plain = tuple(fact for fact in program.facts if not is_judgement(fact.predicate))
        proved = ground(program.query) in supported(program, plain)
        (spoken if "RSN401" in codes(program) else silent).append(proved)
    assert len(silent) > 20
    assert not any(silent)
    assert sum(spoken) > 20, "and where it speaks, programs do authorize without any judgement"


def test_an_agent_vouches_for_itself_only_where_no_person_and_no_tool_has_a_say() -> None:
    """RSN408: where such a rule fires, it fires without anything that a person or a tool says, judgements apart."""
    rng = Random(408)
    fired = 0
    for _ in range(1200):
        program = random_program(rng)
        for path in paths(program, "RSN408"):
            rule = program.rules[int((path or "")[len("$.rules[") :].split("]")[0])]
            alone = supported(program, [fact for fact in program.facts if _of_nobody(fact)])
            assert not fires(rule, supported(program)) or fires(rule, alone) or _superseded(program)
            fired += fires(rule, alone)
    assert fired


def test_each_lint_is_met_among_generated_programs_and_missed_in_most() -> None:
    rng = Random(7)
    met = Counter(code for _ in range(800) for code in set(codes(random_program(rng))))
    assert met.keys() | {"RSN404"} == LINTS.keys()
    assert max(met.values()) < 800 * 3 // 4


def test_rules_do_fall_apart_and_hold_together() -> None:
    fell: list[bool] = []

    @settings(max_examples=100, database=None, derandomize=True)
    @given(program=joined())
    def collect(program: Program) -> None:
        fell.append("RSN404" in codes(program))

    collect()
    assert 5 < sum(fell) < len(fell) - 5, sum(fell)


def _renamed(rule: Rule) -> Rule:
    def renamed(atom: Atom) -> Atom:
        return atom._replace(arguments=tuple(f"{t}_" if t in names([atom]) else t for t in atom.arguments))

    return Rule(f"{rule.id}_", tuple(map(renamed, rule.when)), renamed(rule.then))


def _falls_apart(rule: Rule) -> bool:
    left = [atom for atom in rule.when if not is_judgement(atom.predicate)]
    return _groups(left, left) > _groups(left, rule.when)


def _groups(members: list[Atom], links: Iterable[Atom]) -> int:
    """How many groups the members are in, where those are together that a chain of shared variables joins."""
    linking = [names([atom]) for atom in links]
    reached = []
    for atom in members:
        here = names([atom])
        while more := set().union(*(link for link in linking if link & here)) - here:
            here |= more
        reached.append(here or {id(atom)})
    return len({frozenset(here) for here in reached})


def _of_nobody(fact: Fact) -> bool:
    return is_judgement(fact.predicate) or fact.authority in {AGENT_PROPOSED, SYSTEM_BOUND}


def _superseded(program: Program) -> bool:
    return any(fact.supersedes for fact in program.facts)
