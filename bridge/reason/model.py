"""The program model: what a Reason program is, as frozen values.

Field names are the wire's. A term is a constant (text, a signed 64-bit integer or a truth value) or a variable,
which is text that begins with ``$`` and goes on. Python takes ``True`` for ``1``: two terms, atoms or facts are the
same exactly when their *keys* are (``reason.wire.atom_key``), never because ``==`` says so.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from bridge.core.strict_json import Json

Term: TypeAlias = Json
"""After validation a text, an integer or a truth value; before it, whatever JSON value was given."""

PROGRAM_V1: Final = "zerker.reason.program.v1"
PROGRAM_V2: Final = "zerker.reason.program.v2"
POLICY_TEMPLATE_V1: Final = "zerker.reason.policy-template.v1"
ACTION_V1: Final = "zerker.reason.action.v1"

MODEL_JUDGED: Final = "model-judged"
HUMAN_AUTHORIZED: Final = "human-authorized"
TOOL_REPORTED: Final = "tool-reported"
AGENT_PROPOSED: Final = "agent-proposed"
SYSTEM_BOUND: Final = "system-bound"


def is_variable(term: Term) -> bool:
    """Whether a term is a variable: ``$`` and at least one more character. A bare ``$`` is a constant."""
    return isinstance(term, str) and len(term) > 1 and term[0] == "$"


class Atom(NamedTuple):
    """A predicate applied to terms; with ``negated``, its explicit negation."""

    predicate: str
    arguments: tuple[Term, ...] = ()
    negated: bool = False

    def complement(self) -> "Atom":
        """The same atom with the other sign."""
        return Atom(self.predicate, self.arguments, not self.negated)


class Literal(NamedTuple):
    """A predicate with a sign, the unit of the admission analysis."""

    predicate: str
    negated: bool = False

    def complement(self) -> "Literal":
        """The same predicate with the other sign."""
        return Literal(self.predicate, not self.negated)


class Fact(NamedTuple):
    """A ground atom, who says it, and when it holds."""

    id: str
    predicate: str
    arguments: tuple[Term, ...]
    authority: str
    negated: bool = False
    observed_at: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    supersedes: tuple[str, ...] = ()

    @property
    def atom(self) -> Atom:
        """What the fact says."""
        return Atom(self.predicate, self.arguments, self.negated)


class Rule(NamedTuple):
    """A Horn rule: the body (``when``) implies the head (``then``)."""

    id: str
    when: tuple[Atom, ...]
    then: Atom


class Ontology(NamedTuple):
    """The predicates of a program, each with the types (``string``, ``integer``, ``boolean``) of its arguments."""

    id: str
    version: str
    predicates: Mapping[str, tuple[str, ...]]


class AuthorityPolicy(NamedTuple):
    """Whose word counts. A predicate with an entry in ``predicate_admit``, even an empty one, ignores the default.

    Each tuple of classes is sorted by code point and has no duplicates.
    """

    classes: tuple[str, ...]
    default_admit: tuple[str, ...]
    predicate_admit: Mapping[str, tuple[str, ...]]

    def admitted(self, predicate: str) -> tuple[str, ...]:
        """The classes that may assert a fact over the predicate."""
        return self.predicate_admit.get(predicate, self.default_admit)


class Program(NamedTuple):
    """A whole program; facts and rules keep the order in which they were given."""

    schema: str
    ontology: Ontology
    authority: AuthorityPolicy
    evaluation_time: str | None
    facts: tuple[Fact, ...]
    rules: tuple[Rule, ...]
    query: Atom

    @property
    def temporal(self) -> bool:
        """Whether facts have times: true of program.v2 alone."""
        return self.schema == PROGRAM_V2


class PolicyTemplate(NamedTuple):
    """An action policy before a request gives it a clock and a query."""

    schema: str
    ontology: Ontology
    authority: AuthorityPolicy
    facts: tuple[Fact, ...]
    rules: tuple[Rule, ...]


class Mission(NamedTuple):
    """What a principal asked for. Times are canonical; ``constraints`` are application data."""

    id: str
    principal: str
    instruction_digest: str
    issued_at: str
    valid_until: str | None
    constraints: Mapping[str, Json]


class Effect(NamedTuple):
    """What an action does to a resource."""

    kind: str
    resource: str
    value: Json = None


class ProposedAction(NamedTuple):
    """The exact call: a tool, its arguments and the declared effects."""

    id: str
    tool: str
    proposed_at: str
    arguments: Mapping[str, Json]
    effects: tuple[Effect, ...]


class ActionRequest(NamedTuple):
    """A mission, one proposed action, and the policy that decides it."""

    schema: str
    mission: Mission
    action: ProposedAction
    policy: Program
