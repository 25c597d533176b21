"""Running one test: the program as the test has it, evaluated once, and each expectation held to what follows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bridge.admission.table import enforce
from bridge.core.diagnostics import ProgramRefused, locate
from bridge.core.sources import Span
from bridge.errors import BridgeError
from bridge.reason.action import validate_request
from bridge.reason.action.reserved import authorized
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.check import evaluate
from bridge.reason.engine import Limits, Model, seminaive
from bridge.reason.missing import unify
from bridge.reason.model import (
    ACTION_V1,
    PROGRAM_V2,
    SYSTEM_BOUND,
    ActionRequest,
    Atom,
    Fact,
    PolicyTemplate,
    Program,
    Rule,
)
from bridge.reason.program_tests import AskedAction, Expectation, ProgramTest, facts_under
from bridge.reason.result import CheckResult, NodeKind, Proof
from bridge.reason.validate import validate
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.mission import refuse_variables
from bridge.workflows.program_tests.outcome import ExpectationOutcome, ProofLine, Refusal, TestOutcome
from bridge.workflows.programs import Loaded
from bridge.workflows.reasons import Say, Side, lacks, reasons, withheld


@dataclass(frozen=True)
class Evaluated:
    """The program of a test, and all that follows from it."""

    program: Program
    model: Model


def run(
    test: ProgramTest, loaded: Loaded, *, convention: bool = True, bounds: Bounds | None = None
) -> tuple[TestOutcome, Evaluated | None]:
    """Run one test.

    Args:
        test: one of the tests that were loaded.
        loaded: a program or an action policy.
        convention: refuse a program that breaks the admission convention, as every command does.
        bounds: those of this test.

    Returns:
        What became of it, and what was evaluated; that is None where it could not be. Nothing is raised for a program
        that the test makes invalid: the outcome says so.
    """
    bounds = begun(bounds)
    try:
        program = _valid(test, loaded)
        if convention:
            _enforce(program, test, loaded, bounds)
        engine = _Once()
        results = [
            evaluate(program._replace(query=one.atom or program.query), engine=engine, limits=bounds.engine, digest="")
            for one in test.expectations
        ]
    except BridgeError as error:
        return TestOutcome(test.name, test.span, refusal=Refusal.of(error)), None
    evaluated = Evaluated(program, engine.known())
    pairs = zip(test.expectations, results, strict=True)
    outcomes = tuple(_outcome(expected, result, evaluated, loaded.say) for expected, result in pairs)
    return TestOutcome(test.name, test.span, outcomes), evaluated


class _Once:
    """An engine that evaluates once, since only the question changes between the expectations of a test."""

    def __init__(self) -> None:
        self._model: Model | None = None

    def __call__(self, facts: Sequence[Fact], rules: Sequence[Rule], limits: Limits) -> Model:
        if self._model is None:
            self._model = seminaive.evaluate(facts, rules, limits)
        return self._model

    def known(self) -> Model:
        """The model, after the first evaluation."""
        if self._model is None:
            raise LookupError("nothing has been evaluated")
        return self._model


def _valid(test: ProgramTest, loaded: Loaded) -> Program:
    """The program as the test has it, for an action policy the effective one; it is valid."""
    stated = loaded.program
    if isinstance(stated, PolicyTemplate) and test.request is not None:
        request = _request(stated, test, test.request)
        refuse_variables(request)
        return validate_request(request)
    if not isinstance(stated, Program):
        raise BridgeError(f"{loaded.name} is neither a program nor an action policy", where=loaded.name)
    query = test.expectations[0].atom or stated.query
    program = stated._replace(facts=facts_under(test, stated.facts), evaluation_time=test.at, query=query)
    validate(program)
    return program


def _request(policy: PolicyTemplate, test: ProgramTest, asked: AskedAction) -> ActionRequest:
    """The request that ``decide`` would build of the same action and facts, at the test's clock."""
    program = Program(
        PROGRAM_V2,
        policy.ontology,
        policy.authority,
        test.at,
        facts_under(test, policy.facts),
        policy.rules,
        authorized(asked.action.id),
    )
    return ActionRequest(ACTION_V1, asked.mission, asked.action, program)


def _enforce(program: Program, test: ProgramTest, loaded: Loaded, bounds: Bounds) -> None:
    try:
        enforce(program, deadline=bounds.deadline)
    except ProgramRefused as refused:
        raise ProgramRefused(locate(refused.diagnostics, _spans(test, loaded))) from None


def _spans(test: ProgramTest, loaded: Loaded) -> Mapping[str, Span]:
    """Where the parts of the test's program stand: its facts are not at the places that those of the program have."""
    found = {path: span for path, span in loaded.spans.items() if not path.startswith("$.facts[")}
    facts = () if isinstance(loaded.program, ActionRequest) else loaded.program.facts
    kept = [index for index, fact in enumerate(facts) if fact.id not in test.without]
    stated = [loaded.spans.get(f"$.facts[{index}]") for index in kept]
    for index, span in enumerate((*stated, *test.spans)):
        if span is not None:
            found[f"$.facts[{index}]"] = span
    return found


def _outcome(expected: Expectation, result: CheckResult, evaluated: Evaluated, say: Say) -> ExpectationOutcome:
    program, model = evaluated.program, evaluated.model
    got = AuthorizationStatus.of(result.status) if expected.atom is None else result.status
    # What a request itself supplies is under every answer to it; an author lists what people, tools and judges say.
    unlisted = None if expected.atom is not None else SYSTEM_BOUND
    because = tuple(sorted({*_leaves(result.proof, unlisted), *_leaves(result.disproof, unlisted)}))
    outcome = ExpectationOutcome(expected, got, because)
    if outcome.passed and not expected.missing:
        return outcome
    needs = () if result.proof is not None else lacks(program._replace(query=result.query), model, say)
    known = (*_itself(expected, program), *result.missing, *(need.atom for need in needs))
    outcome = replace(outcome, not_missing=tuple(one for one in expected.missing if not _lacks(model, one, known)))
    if outcome.passed:
        return outcome
    return replace(
        outcome,
        needs=needs,
        lacking=result.missing,
        reasons=reasons(result, say),
        withheld=withheld(result, say),
        proof=(*_lines(result.proof, "for", say), *_lines(result.disproof, "against", say)),
    )


def _itself(expected: Expectation, program: Program) -> tuple[Atom, ...]:
    """The literal that is asked about, where somebody may state it: then a fact that says so is missing too."""
    asked = expected.atom
    return () if asked is None or not program.authority.admitted(asked.predicate) else (asked,)


def _lacks(model: Model, atom: Atom, known: Sequence[Atom]) -> bool:
    """Whether an atom is one that is missing, or that would fill a place where any would do."""
    return atom not in model and any(unify(one, atom) is not None for one in known)


def _leaves(proof: Proof | None, unlisted: str | None) -> Iterator[str]:
    """The facts that a proof rests on, those of one class apart."""
    for node in proof.nodes if proof is not None else ():
        if node.kind is NodeKind.FACT and node.authority != unlisted and node.source_id is not None:
            yield node.source_id


def _lines(proof: Proof | None, side: Side, say: Say) -> Iterator[ProofLine]:
    """The nodes from the root downwards, premises in the order of their rule."""
    if proof is None:
        return
    nodes = {node.id: node for node in proof.nodes}
    met: set[str] = set()
    waiting = [(0, proof.root)]
    while waiting:
        depth, name = waiting.pop()
        node = nodes[name]
        again = name in met and bool(node.premises)
        yield ProofLine(side, depth, node.atom, say(node.atom), node.source_id or "", node.authority, again)
        if not again:
            met.add(name)
            waiting += [(depth + 1, premise) for premise in reversed(node.premises)]
