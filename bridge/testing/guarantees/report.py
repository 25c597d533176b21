"""What ``rbridge conformance program`` prints: comments and tests that a source can be given as they are, or JSON."""

from collections.abc import Iterator
from typing import Any, Final

from bridge.core import canonical
from bridge.core.diagnostics import Diagnostic
from bridge.reason.explain.why import Line, lines, why
from bridge.reason.model import MODEL_JUDGED, Fact
from bridge.reason.result import CheckResult, NodeKind
from bridge.reason.syntax.printer import literal_source
from bridge.reason.syntax.spelling import name
from bridge.reason.wire import action_json, atom_json, fact_json, mission_json
from bridge.render.plain import plain
from bridge.testing.guarantees.blocks import blocks, result_of, unanswered
from bridge.testing.guarantees.laws import PROMISES
from bridge.testing.guarantees.program import Conformance
from bridge.testing.guarantees.search import Counterexample, shown

CONFORMANCE_V1: Final = "bridge.conformance.v1"
REQUEST: Final = "counterexample.request.json"
"""How the request of a counterexample is called where nobody says otherwise."""


def text(done: Conformance, *, request: str, written: bool) -> str:
    """The outcome as text: what was broken in comments, then the tests that show it.

    Args:
        done: the outcome.
        request: the name of the file that holds the request.
        written: whether that file is there already; if not, its content is among the comments.
    """
    if done.counterexample is None:
        return f"HELD  {plain(done.loaded.name)}\n      {_counted(done)}\n"
    comments = "".join(f"# {line}\n" for line in _words(done, done.counterexample, request=request, written=written))
    return f"{comments}\n{_tests(done, done.counterexample, request)}"


def document(done: Conformance, *, request: str) -> dict[str, Any]:
    """The outcome as JSON."""
    found = done.counterexample
    return {
        "schema": CONFORMANCE_V1,
        "status": "held" if found is None else "broken",
        "program": done.loaded.name,
        "convention": done.convention,
        "sets": done.searched.sets,
        "whole": done.searched.whole,
        "counterexample": None if found is None else _found(done, found, request),
    }


def request_document(found: Counterexample) -> dict[str, Any] | None:
    """The mission and the action of a counterexample, as a test reads them; None of a program."""
    asked = found.case.asked
    return None if asked is None else {"mission": mission_json(asked.mission), "action": action_json(asked.action)}


def _found(done: Conformance, found: Counterexample, request: str) -> dict[str, Any]:
    case, violation = found.case, found.violation
    return {
        "guarantee": violation.guarantee,
        "promise": PROMISES[violation.guarantee],
        "atom": atom_json(violation.atom),
        "supported": violation.supported,
        "facts": [fact_json(fact) for fact in case.said],
        "without": sorted(case.without),
        "evaluation_time": case.at,
        "request": request_document(found),
        "refused": [
            {"code": one.code, "path": one.path, "message": one.message, "note": one.note} for one in done.refused
        ],
        "explanation": list(_explained(done, found)),
        "test": _tests(done, found, request),
    }


def _tests(done: Conformance, found: Counterexample, request: str) -> str:
    return blocks(done.subject, found, request=request, taken={test.name for test in done.loaded.tests})


def _words(done: Conformance, found: Counterexample, *, request: str, written: bool) -> Iterator[str]:
    guarantee = found.violation.guarantee
    yield f"BROKEN  {guarantee}: {PROMISES[guarantee]}"
    yield from (f"        {line}" for line in _explained(done, found))
    yield from (f"        {_refusal(one)}" for one in done.refused)
    yield f"        {_counted(done)}"
    document = request_document(found)
    if document is not None and not written:
        yield f"        {plain(request)} is to hold:"
        yield f"        {plain(canonical.compact(document))}"


def _counted(done: Conformance) -> str:
    sets = done.searched.sets
    counted = f"searched {sets} {'set' if sets == 1 else 'sets'} of facts and answers"
    if done.counterexample is not None:
        return counted
    ended = "" if done.searched.whole else "; the time was up before all were"
    return f"{counted}, none breaks a guarantee{ended}"


def _refusal(diagnostic: Diagnostic) -> str:
    where = f" at {diagnostic.path}" if diagnostic.path else ""
    note = f" ({diagnostic.note})" if diagnostic.note else ""
    return plain(f"{diagnostic.code}{where}: {diagnostic.message}{note}")


def _explained(done: Conformance, found: Counterexample) -> Iterator[str]:
    atom = found.violation.atom
    spelled = literal_source(atom)
    with_answers = result_of(done.subject, found.case, atom)
    if found.violation.supported:
        yield f"{spelled} is supported:"
        yield from _tree(with_answers)
        yield _against(done, found)
    else:
        alone = unanswered(done.subject, found.case)
        yield f"{spelled} is not supported, and without the answers it is:"
        yield from _tree(result_of(done.subject, alone or found.case, atom))
        yield from (f"{name(one.id)} supersedes {', '.join(map(name, one.supersedes))}" for one in _unmaking(found))
    if found.violation.masked:
        yield "what people and tools say supports it too, so no test can show what the answers alone would do"
    elif not shown(done.subject, found.violation):
        yield "no test of an action policy can ask for it; the one below shows the facts and the answer to the request"


def _against(done: Conformance, found: Counterexample) -> str:
    if found.violation.guarantee == "demand":
        return "and nobody has said anything over judged_*"
    if found.violation.guarantee == "narrowing":
        return f"and `rbridge reason strike {done.loaded.name}`, which reads no judgement, does not support it"
    if unanswered(done.subject, found.case) is None:
        return "and without what is said over judged_* it is not"
    return "and without the answers it is not"


def _unmaking(found: Counterexample) -> Iterator[Fact]:
    return (fact for fact in found.case.said if fact.supersedes and fact.authority == MODEL_JUDGED)


def _tree(result: CheckResult) -> Iterator[str]:
    if result.proof is not None:
        yield from map(_line, lines(why(result.proof)))


def _line(line: Line) -> str:
    step = line.step
    source = name(step.source_id)
    by = f"{source}, {step.authority}" if step.kind is NodeKind.FACT else f"rule {source}"
    again = ", as above" if line.repeated else ""
    return f"{'  ' * (line.depth + 1)}{literal_source(step.atom)}  [{by}{again}]"
