"""Whether an atom fits the ontology: predicate, arity, argument types (spec: Reason, section 3, Atom checks)."""

from collections.abc import Iterator
from typing import Final

from bridge.core.strict_json import Json
from bridge.reason.model import Atom, Ontology, Term, is_variable
from bridge.reason.quoting import quoted

_I64: Final = range(-(2**63), 2**63)


def atom_problems(ontology: Ontology, path: str, atom: Atom, *, variables: bool = False) -> Iterator[str]:
    """The problems of an atom at a JSON path; variables, where they may stand, have no type to check."""
    types = ontology.predicates.get(atom.predicate)
    if types is None:
        yield f"{path}.predicate: unknown predicate {quoted(atom.predicate)}; declare it in $.ontology.predicates"
        return
    if len(types) != len(atom.arguments):
        counts = f"expects {len(types)} arguments, got {len(atom.arguments)}"
        yield f"{path}.arguments: predicate {quoted(atom.predicate)} {counts}"
        return
    for index, (expected, term) in enumerate(zip(types, atom.arguments, strict=True)):
        if is_variable(term):
            if not variables:
                yield f"{path}.arguments[{index}]: variables are not allowed here"
        elif not has_type(term, expected):
            yield f"{path}.arguments[{index}]: expected {expected}, got {type_name(term)}"


def has_type(term: Term, expected: str) -> bool:
    """Whether a constant is of an argument type; an integer fits 64 signed bits, and a truth value is no integer."""
    if expected == "string":
        return type(term) is str
    if expected == "boolean":
        return type(term) is bool
    return type(term) is int and term in _I64


def type_name(value: Json) -> str:
    """The name of a value's JSON type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"
