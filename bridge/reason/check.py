"""Check a program: does its query follow, its negation, both or neither, and why (spec: Reason, section 4)."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bridge.core.canonical import compact
from bridge.core.digest import sha256
from bridge.reason import authority, temporal
from bridge.reason.digests import ontology_digest, policy_digest, program_digest
from bridge.reason.engine import DEFAULT, Limits, Model, seminaive
from bridge.reason.missing import missing
from bridge.reason.model import Atom, Fact, Program, Rule
from bridge.reason.proof import prove
from bridge.reason.result import (
    ASSUMPTIONS,
    RESULT_V1,
    RESULT_V2,
    AuthorityReport,
    CheckResult,
    ConflictWitness,
    Metrics,
    NodeKind,
    OntologyReference,
    Proof,
    Status,
    TemporalReport,
)
from bridge.reason.validate import validate
from bridge.reason.wire.result import result_json

__all__ = ["Engine", "check", "eligible_facts", "evaluate", "result_digest", "result_json"]

Engine: TypeAlias = Callable[[Sequence[Fact], Sequence[Rule], Limits], Model]
"""From eligible facts and rules to everything that follows."""

_SEMINAIVE: Final[Engine] = seminaive.evaluate


def check(program: Program, *, engine: Engine = _SEMINAIVE, limits: Limits = DEFAULT) -> CheckResult:
    """Validate and evaluate a program, and prove what it says of its query.

    Args:
        program: any program; it is validated first.
        engine: ``engine.seminaive.evaluate``, or ``engine.naive.evaluate``, which gives the same and is slow.
        limits: bounds of the evaluation.

    Raises:
        ProgramInvalid: the program does not make sense.
        NotConverged: it does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    validate(program)
    return evaluate(program, engine=engine, limits=limits)


def evaluate(
    program: Program, *, engine: Engine = _SEMINAIVE, limits: Limits = DEFAULT, digest: str | None = None
) -> CheckResult:
    """The result of a program that ``validate`` accepts; of any other it means nothing.

    Args:
        program: a valid program.
        engine: as of ``check``.
        limits: bounds of the evaluation.
        digest: the program's digest, where it is known already.

    Raises:
        NotConverged: it does not converge within the rounds allowed.
        LimitError: another bound was reached.
    """
    eligible, authority_report, temporal_report = _reports(program)
    model = engine(eligible, program.rules, limits)
    deadline = limits.deadline
    proof = prove(model, program.query, temporal=program.temporal, deadline=deadline)
    disproof = prove(model, program.query.complement(), temporal=program.temporal, deadline=deadline)
    ontology = program.ontology
    return CheckResult(
        schema=RESULT_V2 if program.temporal else RESULT_V1,
        status=Status.of(proof, disproof),
        query=program.query,
        program_digest=program_digest(program) if digest is None else digest,
        ontology=OntologyReference(ontology.id, ontology.version, ontology_digest(ontology)),
        authority=authority_report,
        temporal=temporal_report,
        proof=proof,
        disproof=disproof,
        conflict=_conflict(program.query, proof, disproof),
        missing=() if proof is not None else missing(program.query, program.rules, model),
        assumptions=ASSUMPTIONS,
        metrics=_metrics(program, model),
    )


def eligible_facts(program: Program) -> tuple[Fact, ...]:
    """The facts of a valid program that take part in its evaluation, sorted by id."""
    return _reports(program)[0]


def result_digest(result: CheckResult) -> str:
    """The digest of a whole result."""
    return sha256(compact(result_json(result)))


def _reports(program: Program) -> tuple[tuple[Fact, ...], AuthorityReport, TemporalReport | None]:
    admitted, withheld = authority.partition(program.facts, program.authority)
    ids = _ids(admitted)
    report = AuthorityReport(policy_digest(program.authority), ids, withheld)
    if program.evaluation_time is None:
        return admitted, report, None
    eligible, untimely = temporal.partition(admitted, program.evaluation_time)
    return eligible, report, TemporalReport(program.evaluation_time, _ids(eligible) if untimely else ids, untimely)


def _ids(facts: Sequence[Fact]) -> tuple[str, ...]:
    return tuple([fact.id for fact in facts])


def _conflict(query: Atom, proof: Proof | None, disproof: Proof | None) -> ConflictWitness | None:
    if proof is None or disproof is None:
        return None
    sources = {
        n.source_id for n in (*proof.nodes, *disproof.nodes) if n.kind is NodeKind.FACT and n.source_id is not None
    }
    digests = (proof.digest, disproof.digest)
    return ConflictWitness(query, query.complement(), tuple(sorted(sources)), digests)


def _metrics(program: Program, model: Model) -> Metrics:
    supplied = len(program.facts)
    return Metrics(
        facts_supplied=supplied,
        facts_admitted=model.initial,
        facts_withheld=supplied - model.initial,
        facts_derived=model.derived,
        rules_evaluated=model.rules_evaluated,
        rounds=model.rounds,
    )
