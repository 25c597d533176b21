"""A third opinion: what a program supports, and the convention's sets of literals, written straight from their words.

It shares no code with the evaluator or with the analysis: sets are grown by going over every rule until nothing
changes, and joins go over every known atom. Programs are small.
"""

from collections.abc import Callable, Iterable, Iterator

from bridge.reason.model import Atom, Fact, Literal, Program, Rule

Ground = tuple[str, bool, tuple[tuple[str, object], ...]]
"""A ground atom with the type of each argument beside it, for ``True == 1`` in Python."""


def ground(atom: Atom) -> Ground:
    return atom.predicate, atom.negated, tuple((type(term).__name__, term) for term in atom.arguments)


def supported(program: Program, facts: Iterable[Fact] | None = None) -> frozenset[Ground]:
    """Every ground atom that a program supports, from its own facts or from others."""
    known = {ground(fact.atom) for fact in eligible(program, program.facts if facts is None else facts)}
    while True:
        new = {atom for rule in program.rules for atom in _consequences(rule, known)} - known
        if not new:
            return frozenset(known)
        known |= new


def fires(rule: Rule, known: Iterable[Ground]) -> bool:
    """Whether the body of a rule holds in some way."""
    return any(True for _ in _consequences(rule, set(known)))


def eligible(program: Program, facts: Iterable[Fact]) -> list[Fact]:
    """The facts whose class is admitted, that hold at the evaluation time, and that none such supersedes."""
    now = program.evaluation_time or ""
    base = [
        fact
        for fact in facts
        if fact.authority in program.authority.admitted(fact.predicate)
        and (fact.observed_at or "") <= now
        and (fact.valid_from or "") <= now
        and not (fact.valid_until is not None and fact.valid_until <= now)
    ]
    superseded = {target for fact in base for target in fact.supersedes}
    return [fact for fact in base if fact.id not in superseded]


def _consequences(rule: Rule, known: set[Ground]) -> Iterator[Ground]:
    bindings: list[dict[object, tuple[str, object]]] = [{}]
    for premise in rule.when:
        bindings = [b for binding in bindings for atom in known if (b := _matched(premise, atom, binding)) is not None]
    for binding in bindings:
        name, negated, plain = ground(rule.then)
        yield name, negated, tuple(binding.get(t[1], t) if t[0] == "str" else t for t in plain)


def _matched(
    premise: Atom, atom: Ground, binding: dict[object, tuple[str, object]]
) -> dict[object, tuple[str, object]] | None:
    if (premise.predicate, premise.negated, len(premise.arguments)) != (atom[0], atom[1], len(atom[2])):
        return None
    binding = dict(binding)
    for term, plain, value in zip(premise.arguments, ground(premise)[2], atom[2], strict=True):
        if isinstance(term, str) and term[:1] == "$" and term != "$":
            plain = binding.setdefault(term, value)
        if plain != value:
            return None
    return binding


def in_j(literal: Literal) -> bool:
    return literal.predicate[:7] == "judged_"


BINDINGS = (
    "mission_active",
    "mission_action",
    "mission_principal",
    "mission_instruction",
    "mission_constraint",
    "action_tool",
    "action_argument",
    "action_effect",
)


class Sets:
    """The convention's sets of literals, each grown from below."""

    def __init__(self, program: Program) -> None:
        self.rules = [(_literal(rule.then), [_literal(atom) for atom in rule.when], rule) for rule in program.rules]
        names = {*program.ontology.predicates, program.query.predicate}
        names |= {literal.predicate for head, body, _ in self.rules for literal in (head, *body)}
        universe = {Literal(name, sign) for name in names for sign in (False, True)}
        j = {literal for literal in universe if in_j(literal)}
        bound = {literal for literal in universe if literal.predicate in BINDINGS}
        self.given = self._grown(bound, lambda head, body, rule, s: {head} if s.issuperset(body) else set())
        self.judge_made = self._grown(j, self._made)
        self.judge_touched = self._grown(j, lambda head, body, rule, s: set() if s.isdisjoint(body) else {head})
        self.authorizing = self._grown(
            {literal for literal in universe - j if not literal.negated},
            lambda head, body, rule, s: set(body) if head in s and not in_j(head) else set(),
        )
        asserted = {
            literal
            for literal in universe - j
            if set(program.authority.admitted(literal.predicate))
            - ({"system-bound"} if literal.predicate == "action_authorized" else set())
        }
        self.free = self._grown(
            asserted | bound, lambda head, body, rule, s: {head} if s.issuperset(body) and not in_j(head) else set()
        )

    def _made(self, head: Literal, body: list[Literal], rule: Rule, made: set[Literal]) -> set[Literal]:
        if made.isdisjoint(body):
            return set()
        left = [atom for atom in rule.when if _literal(atom) not in made]
        binds = _variables([rule.then]) <= _variables(left)
        asks = any(_literal(atom) not in self.given for atom in left)
        return set() if binds and asks else {head}

    def _grown(
        self,
        seed: set[Literal],
        step: Callable[[Literal, list[Literal], Rule, set[Literal]], set[Literal]],
    ) -> frozenset[Literal]:
        members = set(seed)
        while new := {x for head, body, rule in self.rules for x in step(head, body, rule, members)} - members:
            members |= new
        return frozenset(members)


def _literal(atom: Atom) -> Literal:
    return Literal(atom.predicate, atom.negated)


def _variables(atoms: Iterable[Atom]) -> set[object]:
    return {
        term for atom in atoms for term in atom.arguments if isinstance(term, str) and term[:1] == "$" and term != "$"
    }
