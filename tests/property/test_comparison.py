"""A comparison says what changed in meaning, and nothing else."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.reason.analysis.pattern import Pattern
from bridge.reason.check import check
from bridge.reason.comparison import Comparison, compare
from bridge.reason.comparison.change import Asks
from bridge.reason.comparison.needless import asks
from bridge.reason.model import Atom, Fact, PolicyTemplate, Program, Rule, Term, is_variable
from bridge.reason.result import Status
from bridge.reason.validate import problems
from bridge.testing.strategies.programs import programs, templates

dice = st.randoms(use_true_random=False)


def rewritten(program: Program, dice: Random) -> Program:
    """The same program in other words: ids, variables and orders are others, and something is said twice."""
    rules = [_renamed(rule, f"r{place}", dice) for place, rule in enumerate(program.rules)]
    rules += [_renamed(rule, f"again_{rule.id}", dice) for rule in dice.sample(rules, min(1, len(rules)))]
    dice.shuffle(rules)
    names = {fact.id: f"f{place}" for place, fact in enumerate(program.facts)}
    facts = [
        fact._replace(id=names[fact.id], supersedes=tuple(names[name] for name in reversed(fact.supersedes)))
        for fact in program.facts
    ]
    dice.shuffle(facts)
    predicates = dict(sorted(program.ontology.predicates.items(), reverse=True))
    return program._replace(
        rules=tuple(rules), facts=tuple(facts), ontology=program.ontology._replace(predicates=predicates)
    )


def _renamed(rule: Rule, name: str, dice: Random) -> Rule:
    terms = [term for atom in (rule.then, *rule.when) for term in atom.arguments]
    variables = sorted({term for term in terms if isinstance(term, str) and is_variable(term)})
    others = [f"$v{number}" for number in range(len(variables))]
    dice.shuffle(others)
    named: dict[Term, Term] = dict(zip(variables, others, strict=True))

    def again(atom: Atom) -> Atom:
        return atom._replace(arguments=tuple(named[t] if _is_variable(t) else t for t in atom.arguments))

    body = [again(atom) for atom in rule.when]
    body += body[:1]
    dice.shuffle(body)
    return Rule(name, tuple(body), again(rule.then))


def _is_variable(term: object) -> bool:
    return isinstance(term, str) and is_variable(term)


def differences(compared: Comparison) -> set[str]:
    return {repr(change) for change in compared.changes}


@given(program=programs(), dice=dice)
@settings(max_examples=25)
def test_the_same_in_other_words_changes_nothing_in_meaning(program: Program, dice: Random) -> None:
    assert compare(program, rewritten(program, dice)).meaning == ()


@given(program=programs())
@settings(max_examples=20)
def test_a_program_does_not_differ_from_itself(program: Program) -> None:
    assert compare(program, program).changes == ()


@given(old=programs(), new=programs())
@settings(max_examples=25)
def test_the_comparison_the_other_way_is_the_mirror(old: Program, new: Program) -> None:
    assert differences(compare(new, old)) == differences(compare(old, new).mirrored())


@given(old=templates(), new=templates())
@settings(max_examples=20)
def test_policies_are_compared_in_the_same_way(old: PolicyTemplate, new: PolicyTemplate) -> None:
    assert differences(compare(new, old)) == differences(compare(old, new).mirrored())
    assert compare(old, old).changes == ()


@st.composite
def edited(draw: st.DrawFn) -> tuple[Program, Program]:
    """A program and a neighbour of it: in other words, and mostly with something taken out or put in."""
    program = draw(programs())
    new = rewritten(program, draw(dice))
    how = draw(st.sampled_from(("none", "rule", "premise", "fact", "class", "more")))
    if how == "rule":
        new = new._replace(rules=new.rules[1:])
    elif how == "premise":
        new = new._replace(rules=tuple(rule._replace(when=rule.when[1:]) for rule in new.rules))
    elif how == "fact":
        new = new._replace(facts=())
    elif how == "class":
        new = new._replace(authority=new.authority._replace(default_admit=new.authority.classes[:1]))
    elif how == "more":
        swapped = (rule._replace(id=f"more_{rule.id}", then=rule.then.complement()) for rule in new.rules)
        new = new._replace(rules=(*new.rules, *swapped))
    return program, new


@given(pair=edited(), extra=st.lists(st.integers(0, 99), max_size=3))
@settings(max_examples=40)
def test_where_nothing_changed_in_meaning_every_answer_is_the_same(
    pair: tuple[Program, Program], extra: list[int]
) -> None:
    old, new = pair
    if problems(old) or problems(new) or compare(old, new).meaning:
        return
    for atom in [old.query, *(rule.then for rule in old.rules), *(fact.atom for fact in old.facts)]:
        if not any(map(_is_variable, atom.arguments)):
            assert _answer(old, atom) is _answer(new, atom)
    for fact in _more(old, extra):
        more_old, more_new = (one._replace(facts=(*one.facts, fact)) for one in (old, new))
        if not problems(more_old) and not problems(more_new):
            assert _answer(more_old, old.query) is _answer(more_new, old.query)


def _more(program: Program, picks: list[int]) -> list[Fact]:
    """Facts that the premises of rules ask for."""
    premises = [atom for rule in program.rules for atom in rule.when]
    if not premises:
        return []
    picked = [premises[pick % len(premises)] for pick in picks]
    time = program.evaluation_time
    return [
        Fact(f"extra_{n}", a.predicate, tuple(_value(t) for t in a.arguments), "human-authorized", a.negated, time)
        for n, a in enumerate(picked)
    ]


def _value(term: Term) -> Term:
    return "a" if _is_variable(term) else term


def _answer(program: Program, atom: Atom) -> Status:
    return check(program._replace(query=atom)).status


@given(program=programs(), dice=dice)
@settings(max_examples=25)
def test_a_rule_that_is_gone_is_a_change_unless_it_follows_from_another(program: Program, dice: Random) -> None:
    left = rewritten(program._replace(rules=program.rules[1:]), dice)
    meaning = compare(program, left).meaning
    gone = program.rules[0]
    follows = gone.then in gone.when or any(Pattern(rule).subsumes(Pattern(gone)) for rule in left.rules)
    assert [change.old for change in meaning] == ([] if follows else [gone])


@st.composite
def instances(draw: st.DrawFn, rule: Rule) -> Rule:
    """A rule that follows from another: variables are replaced by constants or one another, and premises are added."""
    found = {t for atom in (rule.then, *rule.when) for t in atom.arguments if isinstance(t, str) and is_variable(t)}
    names = sorted(found)
    to = {name: draw(st.sampled_from(names)) for name in names}
    more = st.lists(st.sampled_from(rule.when), max_size=2) if rule.when else st.just([])

    def instance(atom: Atom) -> Atom:
        return atom._replace(arguments=tuple(to.get(t, t) if isinstance(t, str) else t for t in atom.arguments))

    return Rule("instance", tuple(map(instance, (*rule.when, *draw(more)))), instance(rule.then))


@given(program=programs(), data=st.data())
@settings(max_examples=30)
def test_what_follows_from_a_rule_adds_nothing_and_is_gone_for_nothing(program: Program, data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(program.rules).flatmap(instances))
    more = program._replace(rules=(*program.rules, rule))
    assert compare(program, more).meaning == compare(more, program).meaning == ()
    if not problems(program) and not problems(more):
        assert _answer(program, program.query) is _answer(more, program.query)


@given(program=programs(), data=st.data())
@settings(max_examples=20)
def test_a_rule_that_concludes_its_own_premise_adds_nothing(program: Program, data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(program.rules))
    idle = Rule("idle", (*rule.when, rule.then), rule.then)
    assert compare(program, program._replace(rules=(*program.rules, idle))).meaning == ()
    assert compare(program._replace(rules=(idle,)), program._replace(rules=())).meaning == ()


@given(program=programs(), data=st.data())
@settings(max_examples=30)
def test_a_rule_that_asks_more_is_said_to_and_the_other_way_asks_less(program: Program, data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(program.rules))
    special = data.draw(instances(rule))
    assert asks(rule, special) in {Asks.MORE, Asks.SAME}
    assert asks(special, rule) in {Asks.LESS, Asks.SAME}
