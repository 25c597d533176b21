"""Valid programs under other names: every name and every string constant becomes one that is hard to print."""

from collections.abc import Callable, Iterable
from random import Random

from bridge.reason.action.reserved import PREDICATES
from bridge.reason.model import PROGRAM_V2, Atom, Fact, PolicyTemplate, Program, Rule, Term, is_variable
from bridge.reason.quoting import is_blank
from bridge.testing.strategies.programs import HOSTILE_NAMES

CLASSES = (
    "only",
    "by",
    "default",
    "not",
    "nothing",
    "for",
    "from",
    "true",
    "observed",
    "valid",
    "supersedes",
    "0",
    "9-a",
)
"""Names that an authority class may have, and that the language uses otherwise or cannot write bare."""


def renamed_template(template: PolicyTemplate, random: Random) -> PolicyTemplate:
    """The same for a template."""
    ontology, policy, facts, rules = template[1:]
    asked = renamed(
        Program(PROGRAM_V2, ontology, policy, None, facts, rules, Atom("action_authorized", ("a",))), random
    )
    return PolicyTemplate(template.schema, asked.ontology, asked.authority, asked.facts, asked.rules)


def renamed(program: Program, random: Random) -> Program:
    """The program with its names replaced one to one, but for the reserved predicates; it stays valid."""
    atoms = [atom for rule in program.rules for atom in (*rule.when, rule.then)]
    atoms += [*(fact.atom for fact in program.facts), program.query]
    texts = [term for atom in atoms for term in atom.arguments if isinstance(term, str)]
    rename = _Renaming(
        predicates=_mapping(program.ontology.predicates.keys() - PREDICATES.keys(), random, lambda _: True),
        ids=_mapping(
            [fact.id for fact in program.facts] + [rule.id for rule in program.rules],
            random,
            lambda name: not is_blank(name),
        ),
        variables=_mapping([text[1:] for text in texts if is_variable(text)], random, bool),
        constants=_mapping([t for t in texts if not is_variable(t)], random, lambda name: not is_variable(name)),
        classes=dict(
            zip(program.authority.classes, random.sample(CLASSES, len(program.authority.classes)), strict=True)
        ),
    )
    return rename.program(program)


def _mapping(names: Iterable[str], random: Random, fits: Callable[[str], bool]) -> dict[str, str]:
    known = sorted(set(names))
    pool = [name for name in HOSTILE_NAMES if fits(name)]
    pool += [f"{name}{number}" for number in range(len(known) // len(pool)) for name in pool if fits(f"{name}{number}")]
    return dict(zip(known, random.sample(sorted(set(pool)), len(known)), strict=True))


class _Renaming:
    def __init__(self, **maps: dict[str, str]) -> None:
        self._maps = maps

    def program(self, program: Program) -> Program:
        policy, ontology = program.authority, program.ontology
        return program._replace(
            ontology=ontology._replace(
                id="\u202e", predicates={self._name(one): types for one, types in ontology.predicates.items()}
            ),
            authority=policy._replace(
                classes=self._classes(policy.classes),
                default_admit=self._classes(policy.default_admit),
                predicate_admit={self._name(one): self._classes(who) for one, who in policy.predicate_admit.items()},
            ),
            facts=tuple(map(self._fact, program.facts)),
            rules=tuple(map(self._rule, program.rules)),
            query=self._atom(program.query),
        )

    def _name(self, predicate: str) -> str:
        return self._maps["predicates"].get(predicate, predicate)

    def _classes(self, classes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(self._maps["classes"][one] for one in classes))

    def _fact(self, fact: Fact) -> Fact:
        atom, ids = self._atom(fact.atom), self._maps["ids"]
        return fact._replace(
            id=ids[fact.id],
            predicate=atom.predicate,
            arguments=atom.arguments,
            authority=self._maps["classes"][fact.authority],
            supersedes=tuple(ids[target] for target in fact.supersedes),
        )

    def _rule(self, rule: Rule) -> Rule:
        return Rule(self._maps["ids"][rule.id], tuple(map(self._atom, rule.when)), self._atom(rule.then))

    def _atom(self, atom: Atom) -> Atom:
        return Atom(self._name(atom.predicate), tuple(map(self._term, atom.arguments)), atom.negated)

    def _term(self, term: Term) -> Term:
        if not isinstance(term, str):
            return term
        return f"${self._maps['variables'][term[1:]]}" if is_variable(term) else self._maps["constants"][term]
