"""What the language has no words for: the programs that no source compiles to, or that a source would make another."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bridge.core.clock import is_canonical_time
from bridge.errors import ProgramError
from bridge.reason import authority, temporal
from bridge.reason.action.reserved import BINDING_PREFIX, authorized
from bridge.reason.model import (
    POLICY_TEMPLATE_V1,
    PROGRAM_V1,
    PROGRAM_V2,
    ActionRequest,
    Atom,
    Fact,
    Ontology,
    PolicyTemplate,
    Program,
    Term,
)
from bridge.reason.quoting import quoted
from bridge.reason.syntax.bounds import END_OF_TIME, MAX_SOURCE_BYTES
from bridge.reason.validate_atoms import has_type, type_name
from bridge.reason.wire.clauses import atom_key
from bridge.reason.wire.program import ARGUMENT_TYPES

_HELP: Final = "keep it as JSON"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_UNSPELLED: Final = "half a surrogate pair is no character"


class Problem(NamedTuple):
    """A JSON path, and why what stands there cannot be said."""

    path: str
    reason: str


def require(program: Program | PolicyTemplate | ActionRequest) -> None:
    """Refuse what cannot be said, whether or not the kernel would accept it.

    Raises:
        ProgramError: the first of the problems; ``where`` is its JSON path.
    """
    for path, reason in problems(program):
        raise ProgramError(reason, where=path, help=_HELP)


def require_readable(source: str) -> None:
    """Refuse a source that is longer than the compiler reads.

    Raises:
        ProgramError: it is; ``where`` is the whole program.
    """
    size = len(source) if source.isascii() else len(source.encode())
    if size > MAX_SOURCE_BYTES:
        message = f"the source has {size} bytes, and {MAX_SOURCE_BYTES} is the most"
        raise ProgramError(message, where="$", help=_HELP)


def problems(program: Program | PolicyTemplate | ActionRequest) -> Iterator[Problem]:
    """Everything of a program, a template, or the policy of a request, that cannot be said; in the order of its JSON.

    That the kernel refuses a program is no problem here, as long as its source is refused too.
    """
    if isinstance(program, ActionRequest):
        yield from _policy(program)
        return
    yield from _clock(program) if isinstance(program, Program) else _schema(program.schema, POLICY_TEMPLATE_V1)
    yield from _parts(program, policy=isinstance(program, PolicyTemplate))
    if isinstance(program, Program):
        yield from _terms("$.query", program.query)


def _policy(request: ActionRequest) -> Iterator[Problem]:
    """A template takes its schema and its query from the request, so they have to be what a request gives."""
    if request.policy.schema != PROGRAM_V2:
        yield Problem("$.policy.schema", f"the policy of a request is of schema {PROGRAM_V2}")
    for path, reason in _parts(request.policy, policy=True):
        yield Problem("$.policy" + path.removeprefix("$"), reason)
    if request.policy.query != authorized(request.action.id):
        yield Problem("$.policy.query", "the policy of a request asks whether its own action is authorized")


def _schema(schema: str, *expected: str) -> Iterator[Problem]:
    if schema not in expected:
        yield Problem("$.schema", f"no source compiles to a program of schema {quoted(schema)}")


def _clock(program: Program) -> Iterator[Problem]:
    yield from _schema(program.schema, PROGRAM_V1, PROGRAM_V2)
    if program.temporal != (program.evaluation_time is not None):
        yield Problem("$.evaluation_time", "a source with an evaluation time is a program.v2, without one a program.v1")
    yield from _time("$.evaluation_time", program.evaluation_time)


def _parts(program: Program | PolicyTemplate, *, policy: bool) -> Iterator[Problem]:
    yield from _ontology(program.ontology)
    yield from _names("$.authority.classes", program.authority.classes)
    yield from _names("$.authority.default_admit", program.authority.default_admit)
    for predicate, classes in program.authority.predicate_admit.items():
        yield from _names(f"$.authority.predicate_admit.{predicate}", (predicate, *classes))
    for index, fact in enumerate(program.facts):
        yield from _fact(f"$.facts[{index}]", fact)
    if policy:
        yield from _active_twice(program)
    for index, rule in enumerate(program.rules):
        path = f"$.rules[{index}]"
        yield from _names(f"{path}.id", (rule.id,))
        if policy and rule.id.startswith(BINDING_PREFIX):
            yield Problem(f"{path}.id", f"ids that begin with {BINDING_PREFIX} are those of what a request binds")
        for number, atom in enumerate(rule.when):
            yield from _terms(f"{path}.when[{number}]", atom)
        yield from _terms(f"{path}.then", rule.then)


def _ontology(ontology: Ontology) -> Iterator[Problem]:
    yield from _names("$.ontology.id", (ontology.id,))
    yield from _names("$.ontology.version", (ontology.version,))
    for predicate, types in ontology.predicates.items():
        path = f"$.ontology.predicates.{predicate}"
        yield from _names(path, (predicate,))
        for index, stated in enumerate(types):
            if stated not in ARGUMENT_TYPES:
                yield Problem(f"{path}.arguments[{index}]", f"{quoted(stated)} is no type of an argument")


def _fact(path: str, fact: Fact) -> Iterator[Problem]:
    yield from _names(f"{path}.id", (fact.id,))
    yield from _terms(path, fact.atom)
    yield from _names(f"{path}.authority", (fact.authority,))
    yield from _time(f"{path}.observed_at", fact.observed_at)
    yield from _time(f"{path}.valid_from", fact.valid_from)
    yield from _time(f"{path}.valid_until", fact.valid_until)
    yield from _names(f"{path}.supersedes", fact.supersedes)


def _active_twice(policy: Program | PolicyTemplate) -> Iterator[Problem]:
    """Facts that agree until some time and say the same after it: a request may ask before, a source is asked last."""
    admitted, _ = authority.partition(policy.facts, policy.authority)
    eligible, _ = temporal.partition(admitted, END_OF_TIME)
    active = {fact.id for fact in eligible}
    first: dict[str, str] = {}
    for index, fact in enumerate(policy.facts):
        if fact.id in active:
            known = first.setdefault(atom_key(fact.atom), fact.id)
            if known != fact.id:
                message = f"{quoted(known)} says the same, and at the end of time both hold"
                yield Problem(f"$.facts[{index}]", message)


def _names(path: str, names: Iterable[str]) -> Iterator[Problem]:
    text = "".join(names)
    if not text.isascii() and _SURROGATE.search(text):
        yield Problem(path, _UNSPELLED)


def _terms(path: str, atom: Atom) -> Iterator[Problem]:
    yield from _names(f"{path}.predicate", (atom.predicate,))
    for index, term in enumerate(atom.arguments):
        if isinstance(term, str):
            yield from _names(f"{path}.arguments[{index}]", (term,))
        elif not has_type(term, "integer") and not has_type(term, "boolean"):
            yield Problem(f"{path}.arguments[{index}]", _unsaid(term))


def _unsaid(term: Term) -> str:
    return f"a term is a string, an integer of 64 bits or a truth value, and this is {type_name(term)}"


def _time(path: str, time: str | None) -> Iterator[Problem]:
    if time is not None and not is_canonical_time(time):
        yield Problem(path, "a time is UTC to the second, such as 2026-08-14T12:00:00Z")
