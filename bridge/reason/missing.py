"""What a query lacks: the ground premises, not known, of the rules that could conclude it.

One level only: of each rule whose head unifies with the query, sign included, the body atoms that the query's terms
make ground (spec: Reason, section 4, step 5).
"""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from bridge.reason.engine import Model
from bridge.reason.model import Atom, Rule, Term, is_variable
from bridge.reason.wire import atom_key, term_text


def missing(query: Atom, rules: Iterable[Rule], model: Model) -> tuple[Atom, ...]:
    """The premises that a query lacks, each once, sorted by atom key."""
    lacking: dict[str, Atom] = {}
    for rule in sorted(rules, key=attrgetter("id")):
        binding = unify(rule.then, query)
        if binding is not None:
            lacking |= {atom_key(atom): atom for atom in _ground(rule, binding) if atom not in model}
    return tuple(lacking[key] for key in sorted(lacking))


def _ground(rule: Rule, binding: dict[str, Term]) -> Iterator[Atom]:
    for atom in rule.when:
        arguments = tuple(binding.get(t, t) if isinstance(t, str) else t for t in atom.arguments)
        if not any(isinstance(t, str) and is_variable(t) and t not in binding for t in atom.arguments):
            yield atom._replace(arguments=arguments)


def unify(head: Atom, query: Atom) -> dict[str, Term] | None:
    """What the variables of an atom must stand for to make it a ground atom, sign included; None where nothing does."""
    if (head.predicate, head.negated, len(head.arguments)) != (query.predicate, query.negated, len(query.arguments)):
        return None
    binding: dict[str, Term] = {}
    for term, value in zip(head.arguments, query.arguments, strict=True):
        wanted = binding.setdefault(term, value) if isinstance(term, str) and is_variable(term) else term
        if term_text(wanted) != term_text(value):
            return None
    return binding
