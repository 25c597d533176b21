"""Small programs for the laws of explanation: rules that recurse and share, facts that are missing, and brute force."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from hypothesis import strategies as st

from bridge.reason.answers import Answers, Options
from bridge.reason.check import eligible_facts
from bridge.reason.engine import DEFAULT, seminaive
from bridge.reason.explain import NeedSet
from bridge.reason.missing import unify
from bridge.reason.model import (
    PROGRAM_V1,
    PROGRAM_V2,
    SYSTEM_BOUND,
    Atom,
    AuthorityPolicy,
    Fact,
    Ontology,
    Program,
    Rule,
    Term,
    is_variable,
)
from bridge.reason.validate_atoms import atom_problems
from bridge.reason.wire import atom_key
from bridge.testing.strategies.programs import programs

AT = "2026-08-14T12:00:00Z"
BEFORE = "2026-08-14T11:00:00Z"
CLASSES = ("agent-proposed", "auditor", "human-authorized", "model-judged", "tool-reported")
TYPES = {"n": (), "p": ("string",), "q": ("string",), "e": ("string", "string"), "r": ("string", "string")}
HEADS = ("n", "p", "p", "r")
NAMES = ("a", "b")

Key = frozenset[str]


@st.composite
def tangled(draw: st.DrawFn) -> Program:
    """Programs whose rules conclude what they read, with variables that only their premises bind."""
    supplied = draw(st.sets(st.sampled_from(list(TYPES)), min_size=2, max_size=5))
    admitted = st.sampled_from([(name,) for name in CLASSES] + [("human-authorized", "tool-reported")])
    admit = {name: draw(admitted) if name in supplied else () for name in TYPES}
    temporal = draw(st.booleans())
    atoms = draw(st.lists(_ground_atoms(), max_size=4, unique_by=atom_key))
    facts = [
        Fact(f"f{number}", one.predicate, one.arguments, draw(_class(admit[one.predicate])), one.negated)
        for number, one in enumerate(atoms)
    ]
    if temporal:
        ends = st.sampled_from([None, None, AT])
        facts = [fact._replace(observed_at=BEFORE, valid_until=draw(ends)) for fact in facts]
    rules = tuple(draw(_rules(f"rule{number}")) for number in range(draw(st.integers(1, 4))))
    head = draw(st.sampled_from(rules)).then
    return Program(
        PROGRAM_V2 if temporal else PROGRAM_V1,
        Ontology("tangled", "1", TYPES),
        AuthorityPolicy(CLASSES, (), admit),
        AT if temporal else None,
        tuple(facts),
        rules,
        head._replace(arguments=tuple(draw(st.sampled_from(NAMES)) for _ in head.arguments)),
    )


def any_program() -> st.SearchStrategy[Program]:
    """Tangled programs, and those of every other law: judgements, requests, supersession."""
    return tangled() | programs()


def _class(admitted: Sequence[str]) -> st.SearchStrategy[str]:
    return st.sampled_from([*admitted, *admitted, *admitted, *CLASSES])


@st.composite
def _ground_atoms(draw: st.DrawFn) -> Atom:
    predicate = draw(st.sampled_from(list(TYPES)))
    terms = tuple(draw(st.sampled_from(NAMES)) for _ in TYPES[predicate])
    return Atom(predicate, terms, draw(st.integers(0, 7)) == 0)


@st.composite
def _rules(draw: st.DrawFn, name: str) -> Rule:
    body = [draw(_patterns(("$x", "$y", "$z", *NAMES))) for _ in range(draw(st.integers(1, 3)))]
    bound = sorted({str(term) for atom in body for term in atom.arguments if is_variable(term)})
    return Rule(name, tuple(body), draw(_patterns((*bound, *bound, "a"), HEADS)))


@st.composite
def _patterns(draw: st.DrawFn, terms: Sequence[str], predicates: Sequence[str] = tuple(TYPES)) -> Atom:
    predicate = draw(st.sampled_from(predicates))
    arguments = tuple(draw(st.sampled_from(list(terms))) for _ in TYPES[predicate])
    return Atom(predicate, arguments, draw(st.integers(0, 7)) == 0)


@st.composite
def candidate_atoms(draw: st.DrawFn, program: Program) -> list[Atom]:
    """Up to eight atoms that somebody may say and that no fact says, such as would prove the query by some rules."""
    constants = _constants(program)
    there = {atom_key(fact.atom) for fact in eligible_facts(program)}
    found = {atom_key(program.query): program.query}
    for _ in range(draw(st.integers(1, 5))):
        wanted = draw(st.sampled_from(list(found.values())))
        rules = [(rule, binding) for rule in program.rules if (binding := unify(rule.then, wanted)) is not None]
        if rules:
            rule, binding = draw(st.sampled_from(rules))
            premises = [_ground(draw, program, atom, binding, constants) for atom in rule.when]
            found |= {atom_key(atom): atom for atom in premises}
    possible = [atom for key, atom in found.items() if key not in there and _may_be_said(program, atom)]
    return possible[-8:] if draw(st.booleans()) else possible[:8]


def _ground(
    draw: st.DrawFn, program: Program, atom: Atom, binding: dict[str, Term], constants: dict[str, list[Term]]
) -> Atom:
    types = program.ontology.predicates[atom.predicate]
    for kind, term in zip(types, atom.arguments, strict=True):
        if is_variable(term) and str(term) not in binding:
            binding[str(term)] = draw(st.sampled_from(constants[kind]))
    return bound(atom, binding)


def _may_be_said(program: Program, atom: Atom) -> bool:
    return bool(set(program.authority.admitted(atom.predicate)) - {SYSTEM_BOUND}) and not any(
        line for line in atom_problems(program.ontology, "$", atom)
    )


def _constants(program: Program) -> dict[str, list[Term]]:
    """The constants of a program by type, with one of each that it may not have."""
    rules = [atom for rule in program.rules for atom in (rule.then, *rule.when)]
    said = [fact.atom for fact in program.facts]
    terms = [term for atom in (program.query, *rules, *said) for term in atom.arguments]
    texts = {term for term in terms if isinstance(term, str) and not is_variable(term)}
    numbers = {term for term in terms if isinstance(term, int) and not isinstance(term, bool)}
    return {"string": [*sorted(texts), "new"], "integer": [*sorted(numbers), 77], "boolean": [False, True]}


def minimal_sets(program: Program, candidates: Sequence[Atom]) -> set[Key]:
    """The minimal sets of candidates that prove the query, by trying every set, the smallest first."""
    facts = eligible_facts(program)
    found: list[frozenset[int]] = []
    for size in range(len(candidates) + 1):
        for places in map(frozenset, combinations(range(len(candidates)), size)):
            if any(smaller <= places for smaller in found):
                continue
            if proves(program, facts, [candidates[place] for place in places]):
                found.append(places)
    return {frozenset(atom_key(candidates[place]) for place in places) for places in found}


def proves(program: Program, facts: Sequence[Fact], atoms: Iterable[Atom]) -> bool:
    """Whether eligible facts and some atoms, whoever says them, prove the query."""
    more = [Fact(f"candidate {n}", a.predicate, a.arguments, "x", a.negated) for n, a in enumerate(atoms)]
    return program.query in seminaive.evaluate((*facts, *more), program.rules, DEFAULT)


@st.composite
def closed_sets(draw: st.DrawFn, program: Program, more: tuple[str, ...] = ()) -> Answers:
    """Closed sets at some arguments of a tangled program, all of which have the names that it uses."""
    places = [(name, place) for name, types in program.ontology.predicates.items() for place in range(len(types))]
    if program.ontology.id != "tangled":
        return {}
    return {
        place: Options((*NAMES, *more, *draw(st.sampled_from([(), ("c",)]))))
        for place in draw(st.sets(sampled(places)))
    }


def sampled(places: list[tuple[str, int]]) -> st.SearchStrategy[tuple[str, int]]:
    """Some of the places of a program, which may have none."""
    return st.sampled_from(places) if places else st.nothing()


def assignments(program: Program, needs: NeedSet) -> Iterator[dict[str, Term]]:
    """Every way in which the variables of a set may stand for constants of the program or for fresh values."""
    constants = _constants(program)
    fresh: dict[str, list[Term]] = {"string": ["new 2", "new 3"], "integer": [78, 79], "boolean": []}
    choices = [one.options or [*constants[one.type], *fresh[one.type]] for one in needs.open]
    for values in product(*choices):
        yield {one.variable: value for one, value in zip(needs.open, values, strict=True)}


def is_excepted(needs: NeedSet, values: Mapping[str, Term]) -> bool:
    """Whether values are among the exceptions of a set."""
    return any(
        all(_same(values[one.variable], values.get(str(one.value), one.value)) for one in exception)
        for exception in needs.exceptions
    )


def _same(one: Term, other: Term) -> bool:
    return (type(one), one) == (type(other), other)


def _belongs(needs: NeedSet, values: Mapping[str, Term]) -> bool:
    """Whether values are among those that a set is for."""
    options = {one.variable: one.options for one in needs.open if one.options}
    allowed = all(any(_same(values[name], option) for option in some) for name, some in options.items())
    return allowed and not is_excepted(needs, values)


def instances(needs: NeedSet, candidates: Sequence[Atom]) -> set[Key]:
    """The instances of a set, without its exceptions, whose atoms are all candidates."""
    bindings: list[dict[str, Term]] = [{}]
    for fact in needs.facts:
        bindings = [
            more for one in bindings for atom in candidates if (more := _matched(fact.atom, atom, one)) is not None
        ]
    belonging = [one for one in bindings if _belongs(needs, one)]
    return {frozenset(atom_key(bound(fact.atom, one)) for fact in needs.facts) for one in belonging}


def _matched(pattern: Atom, atom: Atom, binding: dict[str, Term]) -> dict[str, Term] | None:
    if (pattern.predicate, pattern.negated) != (atom.predicate, atom.negated):
        return None
    found = dict(binding)
    for term, value in zip(pattern.arguments, atom.arguments, strict=True):
        wanted = found.setdefault(str(term), value) if is_variable(term) else term
        if (type(wanted), wanted) != (type(value), value):
            return None
    return found


def bound(pattern: Atom, binding: Mapping[str, Term]) -> Atom:
    """An atom with values for its variables."""
    arguments = tuple(binding.get(term, term) if isinstance(term, str) else term for term in pattern.arguments)
    return pattern._replace(arguments=arguments)
