"""The result that a program has, recomputed whole (spec: Reason, section 4)."""

from typing import Any, Final

from bridge.checker.canonical import digest
from bridge.checker.chaining import Derivation, Model, forward_chain
from bridge.checker.standing import Standing, authority_report, temporal_report
from bridge.checker.terms import Atom, Fact, Program, instantiate, match

RESULT_V1: Final = "zerker.reason.result.v1"
RESULT_V2: Final = "zerker.reason.result.v2"
ASSUMPTIONS: Final = (
    "Only facts admitted by the explicit authority policy participate in inference.",
    "Explicit negation does not use absence as evidence of falsity.",
    "Contradictory support is preserved as inconsistent instead of resolved silently.",
)


def result_schema(program: Program) -> str:
    """The schema of the program's results."""
    return RESULT_V2 if program.is_temporal else RESULT_V1


def ontology_reference(program: Program) -> dict[str, Any]:
    """The result's ``ontology``."""
    ontology = program.value["ontology"]
    return {"id": ontology["id"], "version": ontology["version"], "digest": digest(ontology)}


def status_of(*, proved: bool, disproved: bool) -> str:
    """The status that follows from which of the query and its complement have support."""
    if proved:
        return "inconsistent" if disproved else "proved"
    return "disproved" if disproved else "unknown"


def derive(program: Program, standing: Standing) -> Model:
    """Everything that follows from the facts that count."""
    return forward_chain(standing.eligible, program.rules)


def recompute(program: Program) -> dict[str, Any]:
    """The whole result in normal form, with the reference's own proofs.

    Raises:
        CheckFailed: the program does not converge, or a bound was reached.
    """
    standing = Standing.of(program)
    model = derive(program, standing)
    temporal = temporal_report(program, standing)
    proof, disproof = _proof(program.query, model, program), _proof(program.query.complement(), model, program)
    return {
        "schema": result_schema(program),
        "status": status_of(proved=proof is not None, disproved=disproof is not None),
        "query": program.query.value(),
        "program_digest": digest(program.value),
        "ontology": ontology_reference(program),
        "authority": authority_report(program, standing),
        **({} if temporal is None else {"temporal": temporal}),
        "proof": proof,
        "disproof": disproof,
        "conflict": conflict_witness(program, proof, disproof) if proof and disproof else None,
        **unproved_parts(program, model),
    }


def unproved_parts(program: Program, model: Model) -> dict[str, Any]:
    """What a result states and no proof covers: ``missing``, ``assumptions`` and ``metrics``."""
    supplied, stated = len(program.facts), len(model.stated)
    return {
        "missing": [atom.value() for atom in _missing(program, model)],
        "assumptions": list(ASSUMPTIONS),
        "metrics": {
            "facts_supplied": supplied,
            "facts_admitted": stated,
            "facts_withheld": supplied - stated,
            "facts_derived": len(model.derived),
            "rules_evaluated": model.rounds * len(program.rules),
            "rounds": model.rounds,
        },
    }


def conflict_witness(program: Program, proof: dict[str, Any], disproof: dict[str, Any]) -> dict[str, Any]:
    """The witness that both the query and its complement are supported, and by which facts."""
    nodes = [*proof["nodes"], *disproof["nodes"]]
    return {
        "query": program.query.value(),
        "complement": program.query.complement().value(),
        "fact_ids": sorted({node["source_id"] for node in nodes if node["kind"] == "fact"}),
        "proof_digests": [proof["digest"], disproof["digest"]],
    }


def proof_digest(root: str, nodes: list[dict[str, Any]]) -> str:
    """The digest of a proof: the one place where the members of structs are sorted."""
    return digest({"root": root, "nodes": nodes}, sort=True)


def _missing(program: Program, model: Model) -> list[Atom]:
    if model.knows(program.query):
        return []
    absent: dict[str, Atom] = {}
    for rule in program.rules:
        bindings = match(rule.then, program.query, {})
        for pattern in rule.when if bindings is not None else ():
            atom = instantiate(pattern, bindings or {})
            if not atom.variables() and not model.knows(atom):
                absent[atom.key()] = atom
    return [absent[key] for key in sorted(absent)]


def _proof(root: Atom, model: Model, program: Program) -> dict[str, Any] | None:
    if not model.knows(root):
        return None
    nodes: dict[str, dict[str, Any]] = {}
    waiting = [root]
    while waiting:
        atom = waiting.pop()
        if (name := atom.node_id()) in nodes:
            continue
        if (fact := model.stated.get(atom)) is not None:
            nodes[name] = _fact_node(name, fact, program)
        else:
            nodes[name] = _derivation_node(name, atom, model.derived[atom])
            waiting += model.derived[atom].premises
    ordered = [nodes[name] for name in sorted(nodes)]
    return {"root": root.node_id(), "nodes": ordered, "digest": proof_digest(root.node_id(), ordered)}


def _fact_node(name: str, fact: Fact, program: Program) -> dict[str, Any]:
    node = {"id": name, "kind": "fact", "atom": fact.atom.value(), "source_id": fact.id, "authority": fact.authority}
    temporal = {"temporal": fact.temporal()} if program.is_temporal else {}
    return {**node, **temporal, "premises": []}


def _derivation_node(name: str, atom: Atom, derivation: Derivation) -> dict[str, Any]:
    premises = [premise.node_id() for premise in derivation.premises]
    node = {"id": name, "kind": "derivation", "atom": atom.value(), "source_id": derivation.rule.id}
    return {**node, "premises": premises}
