"""Peers, each fed by its fastest documented route, and the same programs in their own languages."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from bridge.reason.model import Atom, Fact, Rule, Term, is_variable
from tests.bench.workloads import Workload


def clingo_text(facts: Iterable[Fact], rules: Iterable[Rule]) -> str:
    """A program in the language of clingo; explicit negation is a predicate of its own."""
    lines = [f"{_clingo_atom(fact.atom)}." for fact in facts]
    for rule in rules:
        body = ", ".join(map(_clingo_atom, rule.when))
        lines.append(f"{_clingo_atom(rule.then)} :- {body}." if body else f"{_clingo_atom(rule.then)}.")
    return "\n".join(lines)


def clingo_ground(workload: Workload) -> Callable[[], Any]:
    """Grounding the whole program from its text: no solving, since these programs have one model."""
    clingo = pytest.importorskip("clingo", reason="the bench extra is not installed")
    text = clingo_text(workload.facts, workload.rules)

    def ground() -> Any:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], text)
        control.ground([("base", [])])
        return control

    return ground


def clingo_loaded(workload: Workload) -> Callable[[], Callable[[], Any]]:
    """Grounding alone, the text being parsed before: call the result for a control that is ready to ground."""
    clingo = pytest.importorskip("clingo", reason="the bench extra is not installed")
    text = clingo_text(workload.facts, workload.rules)

    def load() -> Callable[[], Any]:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], text)
        return lambda: (control.ground([("base", [])]), control)[1]

    return load


def clingo_count(control: Any, *predicates: str) -> int:
    """How many atoms of some predicates a grounded control knows."""
    return sum(1 for known in control.symbolic_atoms if known.symbol.name in predicates)


def _clingo_atom(atom: Atom) -> str:
    name = ("not_" if atom.negated else "") + atom.predicate
    return f"{name}({','.join(map(_clingo_term, atom.arguments))})" if atom.arguments else name


def _clingo_term(term: Term) -> str:
    if isinstance(term, str):
        return term[1:].capitalize() if is_variable(term) else _quoted(term)
    return str(term).lower()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def biscuit_rules(rules: Iterable[Rule]) -> str:
    """Rules in the language of biscuit."""
    return "".join(f"{biscuit_atom(rule.then)} <- {', '.join(map(biscuit_atom, rule.when))};\n" for rule in rules)


def biscuit_facts(facts: Iterable[Fact]) -> str:
    """Facts in the language of biscuit."""
    return "".join(f"{biscuit_atom(fact.atom)};\n" for fact in facts)


def biscuit_atom(atom: Atom) -> str:
    """An atom in the language of biscuit."""
    name = ("not_" if atom.negated else "") + atom.predicate
    return f"{name}({', '.join(map(_biscuit_term, atom.arguments))})"


def _biscuit_term(term: Term) -> str:
    if isinstance(term, str):
        return term if is_variable(term) else _quoted(term)
    return str(term).lower()
