"""Programs, and policy templates, as JSON: strict in, struct order out (spec: Reason, sections 1 and 2)."""

from collections.abc import Mapping
from typing import Any, Final

from bridge.core.strict_json import Json
from bridge.reason.model import AuthorityPolicy, Ontology, PolicyTemplate, Program
from bridge.reason.wire.clauses import atom, atom_json, fact_json, rule, rule_json
from bridge.reason.wire.facts import facts
from bridge.reason.wire.reading import Field, Reader, items, mapping, optional, struct, text, text_set, variant, whole

ARGUMENT_TYPES: Final = ("string", "integer", "boolean")


def read_program(value: Json) -> Program:
    """A program of parsed JSON; its schema's name and its sense are ``validate``'s to judge.

    Raises:
        ShapeError: the value is not a program; ``where`` is the JSON path.
    """
    return whole(program, value)


def read_template(value: Json) -> PolicyTemplate:
    """A policy template of parsed JSON.

    Raises:
        ShapeError: the value is not a policy template.
    """
    return whole(template, value)


def ontology_json(ontology: Ontology) -> dict[str, Any]:
    """An ontology in struct order, its predicates sorted by name."""
    predicates = {name: {"arguments": list(ontology.predicates[name])} for name in sorted(ontology.predicates)}
    return {"id": ontology.id, "version": ontology.version, "predicates": predicates}


def authority_json(policy: AuthorityPolicy) -> dict[str, Any]:
    """An authority policy in struct order; classes are sets, and so sorted."""
    admit = policy.predicate_admit
    return {
        "classes": _set(policy.classes),
        "default_admit": _set(policy.default_admit),
        "predicate_admit": {name: _set(admit[name]) for name in sorted(admit)},
    }


def program_json(program: Program) -> dict[str, Any]:
    """A program in struct order: what its digest is made over."""
    clock = {} if program.evaluation_time is None else {"evaluation_time": program.evaluation_time}
    return {
        "schema": program.schema,
        "ontology": ontology_json(program.ontology),
        "authority": authority_json(program.authority),
        **clock,
        "facts": [fact_json(fact) for fact in program.facts],
        "rules": [rule_json(rule) for rule in program.rules],
        "query": atom_json(program.query),
    }


def template_json(template: PolicyTemplate) -> dict[str, Any]:
    """A policy template in struct order."""
    return {
        "schema": template.schema,
        "ontology": ontology_json(template.ontology),
        "authority": authority_json(template.authority),
        "facts": [fact_json(fact) for fact in template.facts],
        "rules": [rule_json(rule) for rule in template.rules],
    }


def _set(names: tuple[str, ...]) -> list[str]:
    return sorted(set(names))


def _declared_arguments(types: tuple[str, ...]) -> tuple[str, ...]:
    return types


_predicate: Final[Reader[tuple[str, ...]]] = struct(
    "PredicateDeclaration", _declared_arguments, (Field("arguments", items(variant(*ARGUMENT_TYPES))),)
)
_ontology: Final[Reader[Ontology]] = struct(
    "Ontology", Ontology, (Field("id", text), Field("version", text), Field("predicates", mapping(_predicate)))
)
_NO_ENTRIES: Final[Mapping[str, tuple[str, ...]]] = {}
_authority: Final[Reader[AuthorityPolicy]] = struct(
    "AuthorityPolicy",
    AuthorityPolicy,
    (
        Field("classes", text_set),
        Field("default_admit", text_set),
        Field("predicate_admit", mapping(text_set), _NO_ENTRIES),
    ),
)
program: Final[Reader[Program]] = struct(
    "Program",
    Program,
    (
        Field("schema", text),
        Field("ontology", _ontology),
        Field("authority", _authority),
        Field("evaluation_time", optional(text), None),
        Field("facts", facts, ()),
        Field("rules", items(rule), ()),
        Field("query", atom),
    ),
)
template: Final[Reader[PolicyTemplate]] = struct(
    "PolicyTemplate",
    PolicyTemplate,
    (
        Field("schema", text),
        Field("ontology", _ontology),
        Field("authority", _authority),
        Field("facts", facts),
        Field("rules", items(rule)),
    ),
    closed=True,
)
