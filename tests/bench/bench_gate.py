"""W1, the request of a gate, in three rows: the model alone, the certificate, and everything from text."""

import datetime
import json
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.core.strict_json import loads
from bridge.reason import wire
from bridge.reason.action import authorization_json, authorize, validate_request
from bridge.reason.authorization import AuthorizationStatus
from bridge.reason.check import eligible_facts
from bridge.reason.engine import naive, seminaive
from bridge.reason.model import Fact, Program
from tests.bench import gate, peers
from tests.bench.compare import against_naive, compare, timed

pytestmark = timed

TEXT = json.dumps(gate.request())
REQUEST = wire.read_request(loads(TEXT))
PROGRAM = validate_request(REQUEST)
ELIGIBLE = eligible_facts(PROGRAM)
FACTS = json.dumps([wire.fact_json(fact) for fact in ELIGIBLE])
EVIDENCE = json.dumps([wire.fact_json(fact) for fact in REQUEST.policy.facts])


def read(text: str) -> tuple[Fact, ...]:
    return wire.read_fact_text(text)


def biscuit(program: Program) -> Callable[[], Any]:
    """Its rules built once; facts from text, merged, built and authorized: a bare answer."""
    library = pytest.importorskip("biscuit_auth", reason="the bench extra is not installed")
    query = peers.biscuit_atom(program.query)
    policy = library.AuthorizerBuilder(f"{peers.biscuit_rules(program.rules)}allow if {query};")
    facts = peers.biscuit_facts(ELIGIBLE)
    limits = library.AuthorizerBuilder().limits()
    limits.max_time = datetime.timedelta(seconds=10)

    def answer() -> Any:
        builder = library.AuthorizerBuilder(facts)
        builder.merge(policy)
        builder.set_limits(limits)
        return builder.build_unauthenticated().authorize()

    return answer


def clingo_from_text(program: Program) -> Callable[[], Any]:
    """A new control, the whole text added and grounded."""
    clingo = pytest.importorskip("clingo", reason="the bench extra is not installed")
    text = peers.clingo_text(ELIGIBLE, program.rules)

    def ground() -> Any:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], text)
        control.ground([("base", [])])
        return control

    return ground


def test_the_workload_is_what_the_table_says() -> None:
    assert (len(PROGRAM.facts), len(PROGRAM.rules), max(len(rule.when) for rule in PROGRAM.rules)) == (27, 8, 15)
    assert authorize(REQUEST).status is AuthorizationStatus.AUTHORIZED


def test_full_model_with_justifications(benchmark: BenchmarkFixture) -> None:
    compare(
        benchmark,
        "W1, rules loaded once, facts from JSON, full model with justifications",
        lambda: seminaive.evaluate(read(FACTS), PROGRAM.rules),
        {
            "biscuit": biscuit(PROGRAM),
            "naive": lambda: naive.evaluate(read(FACTS), PROGRAM.rules),
        },
        bar="0.7x biscuit",
        rounds=300,
    )


def test_certificate(benchmark: BenchmarkFixture) -> None:
    policy = REQUEST.policy
    compare(
        benchmark,
        "W1 complete, the policy compiled once, evidence from JSON: values, proofs, digests",
        lambda: authorize(REQUEST._replace(policy=policy._replace(facts=read(EVIDENCE)))),
        {"biscuit": biscuit(PROGRAM)},
        bar="3x biscuit",
        rounds=300,
    )
    against_naive(
        "W1 complete, evaluated by each",
        lambda: authorize(REQUEST),
        lambda: authorize(REQUEST, engine=naive.evaluate),
        rounds=20,
    )


def test_from_nothing(benchmark: BenchmarkFixture) -> None:
    compare(
        benchmark,
        "W1 from nothing: parse, validate, plan, evaluate, result as JSON",
        lambda: authorization_json(authorize(wire.read_request(loads(TEXT)))),
        {"clingo": clingo_from_text(PROGRAM)},
        bar="6x clingo",
        rounds=200,
    )
    against_naive(
        "W1 from nothing, evaluated by each",
        lambda: authorization_json(authorize(wire.read_request(loads(TEXT)))),
        lambda: authorization_json(authorize(wire.read_request(loads(TEXT)), engine=naive.evaluate)),
        rounds=20,
    )
