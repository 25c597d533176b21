"""What the kernel reads: facts, programs, policies and requests (spec: Reason, sections 1 to 3 and 6).

Strict forms only. The kernel also reads a struct as an array of its members in order, a unit enum as an object, and
null for an absent time; nobody writes those.
"""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field

from bridge.testing.schemas.format import Format
from bridge.testing.schemas.spelling import AuthorityClass, Bound, Digest, Text, Time
from bridge.testing.schemas.wire import Closed, GroundTerm, Json, Omissible, Term


class Atom(Closed):
    """A predicate applied to terms; a text of $ and something after it is a variable."""

    predicate: str
    arguments: Omissible[list[Term]] = None
    negated: Omissible[bool] = None


class GroundAtom(Closed):
    """A predicate applied to constants."""

    predicate: str
    arguments: Omissible[list[GroundTerm]] = None
    negated: Omissible[bool] = None


class PredicateDeclaration(Closed):
    """The types of a predicate's arguments."""

    arguments: list[Literal["string", "integer", "boolean"]]


class Ontology(Closed):
    """The predicates a program speaks in."""

    id: Text
    version: Text
    predicates: dict[str, PredicateDeclaration]


Classes: TypeAlias = list[AuthorityClass]


class AuthorityPolicy(Closed):
    """Whose word counts; a predicate with a list of its own, even an empty one, ignores the default."""

    classes: Annotated[Classes, Field(min_length=1)]
    default_admit: Classes
    predicate_admit: Omissible[dict[str, Classes]] = None


def _once_each(ids: list[Text]) -> list[Text]:
    if len(set(ids)) < len(ids):
        raise ValueError("expected each fact once")
    return ids


Superseded: TypeAlias = Annotated[
    list[Text], AfterValidator(_once_each), Field(json_schema_extra={"uniqueItems": True})
]


class TimelessFact(GroundAtom):
    """A ground atom and who says it."""

    id: Text
    authority: AuthorityClass
    supersedes: Omissible[Annotated[list[Text], Field(max_length=0)]] = None


class Fact(GroundAtom):
    """A ground atom, who says it, and when it holds."""

    id: Text
    authority: AuthorityClass
    observed_at: Time
    valid_from: Omissible[Time] = None
    valid_until: Omissible[Time] = None
    supersedes: Omissible[Superseded] = None


class FactOfEitherVersion(GroundAtom):
    """A ground atom, who says it, and, for a program.v2, when it holds."""

    id: Text
    authority: AuthorityClass
    observed_at: Omissible[Time] = None
    valid_from: Omissible[Time] = None
    valid_until: Omissible[Time] = None
    supersedes: Omissible[Superseded] = None


class Rule(Closed):
    """A Horn rule: the body implies the head."""

    id: Text
    when: list[Atom]
    then: Atom


class ProgramV1(Closed):
    """A program whose facts have no times."""

    schema_: Literal["zerker.reason.program.v1"]
    ontology: Ontology
    authority: AuthorityPolicy
    facts: Omissible[list[TimelessFact]] = None
    rules: Omissible[list[Rule]] = None
    query: GroundAtom


class ProgramV2(Closed):
    """A program whose facts have times, and the time it is evaluated at."""

    schema_: Literal["zerker.reason.program.v2"]
    ontology: Ontology
    authority: AuthorityPolicy
    evaluation_time: Time
    facts: Omissible[list[Fact]] = None
    rules: Omissible[list[Rule]] = None
    query: GroundAtom


class PolicyTemplate(Closed):
    """An action policy before a request gives it a clock and a query."""

    schema_: Literal["zerker.reason.policy-template.v1"]
    ontology: Ontology
    authority: AuthorityPolicy
    facts: list[Fact]
    rules: list[Rule]


class Mission(Closed):
    """What a principal asked for."""

    id: Bound
    principal: Bound
    instruction_digest: Digest
    issued_at: Time
    valid_until: Omissible[Time] = None
    constraints: Omissible[dict[Bound, Json]] = None


class Effect(Closed):
    """What an action does to a resource."""

    kind: Bound
    resource: Bound
    value: Json = None


class ProposedAction(Closed):
    """The exact call: a tool, its arguments and the declared effects."""

    id: Bound
    tool: Bound
    proposed_at: Time
    arguments: Omissible[dict[Bound, Json]] = None
    effects: Omissible[list[Effect]] = None


class ActionRequest(Closed):
    """A mission, one proposed action, and the policy that decides it."""

    schema_: Literal["zerker.reason.action.v1"]
    mission: Mission
    action: ProposedAction
    policy: ProgramV2


_BEYOND: Final = (
    "The kernel's validation asks more than a schema can say: declared predicates and classes, arity and types, bound "
    "variables, unique ids, supersession in time."
)

FORMATS: Final = (
    Format(
        "reason-fact",
        "Fact",
        "One fact, as a line of a JSON Lines file that --facts reads. A program.v2 asks for observed_at.",
        FactOfEitherVersion,
    ),
    Format(
        "reason-facts",
        "Facts file",
        "A list of facts, as a file that --facts reads.",
        list[FactOfEitherVersion],
    ),
    Format("zerker.reason.program.v1", "Program without times", _BEYOND, ProgramV1),
    Format("zerker.reason.program.v2", "Program with times", _BEYOND, ProgramV2),
    Format(
        "zerker.reason.policy-template.v1",
        "Policy template",
        f"An action policy, as `rbridge reason compile` writes it. {_BEYOND}",
        PolicyTemplate,
    ),
    Format("mission", "Mission file", "What --mission reads: what was asked of an agent.", Mission),
    Format(
        "zerker.reason.action.v1",
        "Action request",
        f"A mission, one proposed action and its policy. The query is action_authorized(action.id). {_BEYOND}",
        ActionRequest,
    ),
)
