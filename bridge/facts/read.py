"""Facts from files: a JSON list of kernel facts, JSON Lines of them, or what ``rbridge judge`` or ``facts`` prints.

Whose word a fact is decides what it may do, so the class of what a judge said is set here: facts of a judgement
document are ``model-judged`` and over ``judged_*`` whatever the document claims. Answers below their bar
(``escalated``) are left out and named, unless they are asked for.
"""

from dataclasses import dataclass
from typing import Final

from bridge.core import strict_json
from bridge.core.canonical import compact
from bridge.core.deadline import NEVER, Deadline, in_time
from bridge.core.digest import sha256_hex
from bridge.core.strict_json import Json
from bridge.errors import JsonError, ShapeError
from bridge.judgement.answers import is_number
from bridge.judgement.model import Outcome
from bridge.reason.model import MODEL_JUDGED, Fact
from bridge.reason.wire import fact_json, read_fact

JUDGED: Final = "judged_"
UNSIGNED: Final = "judgement:"

_FACTS: Final = "bridge.facts.v1"
_OUTCOMES: Final = tuple(map(str, Outcome))


@dataclass(frozen=True)
class FactsRead:
    """The facts of one file in order, and a sentence for each that was left out."""

    facts: tuple[Fact, ...]
    notes: tuple[str, ...] = ()


def read_facts(
    text: bytes,
    *,
    named: str,
    include_escalated: bool = False,
    max_bytes: int = strict_json.MAX_BYTES,
    max_depth: int = strict_json.MAX_DEPTH,
    deadline: Deadline = NEVER,
) -> FactsRead:
    """Read one file of facts.

    Args:
        text: UTF-8 bytes: a JSON list, JSON Lines, or one judgement document.
        named: the file's name, for errors.
        include_escalated: keep the answers that are below their bar.
        max_bytes: how long it may be.
        max_depth: how deep it may be nested.
        deadline: when it must be read.

    Raises:
        JsonError: not strict JSON.
        ShapeError: not facts; names the file and the JSON path.
        LimitError: a bound was reached.
    """
    if not text.strip():
        raise ShapeError(f"{named}: no facts", where=named, help="give an empty list, [], where there are none")
    try:
        value = strict_json.loads(text, max_bytes=max_bytes, max_depth=max_depth)
    except JsonError as whole:
        return FactsRead(tuple(_fact_lines(text, named, whole, max_depth, deadline)))
    try:
        if isinstance(value, list):
            return FactsRead(tuple(_fact(item, f"$[{place}]") for place, item in enumerate(value)))
        if isinstance(value, dict) and "reason_facts" in value:
            return _judgement_document(value, include_escalated)
        if isinstance(value, dict) and value.get("schema") == _FACTS and isinstance(items := value.get("facts"), list):
            return FactsRead(tuple(_fact(item, f"$.facts[{place}]") for place, item in enumerate(items)))
        if isinstance(value, dict) and "predicate" in value:
            return FactsRead((read_fact(value),))
    except ShapeError as error:
        raise ShapeError(f"{named}: {error.message}", where=error.where, help=error.help) from None
    raise ShapeError(f"{named}: not facts", help="give a JSON list of facts, JSON Lines, or `rbridge judge` output")


def _fact_lines(text: bytes, named: str, whole: JsonError, max_depth: int, deadline: Deadline) -> list[Fact]:
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), 1) if line.strip()]
    facts = []
    for number, line in in_time(lines, deadline):
        try:
            facts.append(read_fact(strict_json.loads(line, max_depth=max_depth)))
        except JsonError as error:
            # One line is not JSON Lines: then the error is that of the document it was meant to be.
            worse = error if len(lines) > 1 and facts else whole
            at = number if worse is error else whole.line
            place = f"{named}:{at}:{worse.column}" if at else named
            restated = worse.restated(f"{place}: not strict JSON: {worse.message}")
            restated.line = restated.column = 0
            raise restated from None
        except ShapeError as error:
            raise ShapeError(f"{named}:{number}: {error.message}", where=error.where, help=error.help) from None
    return facts


def _judgement_document(document: dict[str, Json], include_escalated: bool) -> FactsRead:
    items = document["reason_facts"]
    answers = document.get("answers")
    if not isinstance(items, list) or not isinstance(answers, dict):
        raise ShapeError("not the output of `rbridge judge --format json`", where="$.reason_facts")
    facts: list[Fact] = []
    notes: list[str] = []
    for place, item in enumerate(items):
        fact = _fact(item, f"$.reason_facts[{place}]")
        if not fact.predicate.startswith(JUDGED):
            raise ShapeError("a judge's fact is over judged_…", where=f"$.reason_facts[{place}].predicate")
        answer = answers.get(fact.predicate.removeprefix(JUDGED))
        outcome = answer.get("outcome") if isinstance(answer, dict) else None
        if not isinstance(answer, dict) or outcome not in _OUTCOMES:
            raise ShapeError("a fact without the outcome of its answer", where=f"$.reason_facts[{place}]")
        if outcome == Outcome.ESCALATED and not include_escalated:
            notes.append(below_bar(fact))
        else:
            _refuse_contradiction(fact, answer, document.get("threshold"), f"$.reason_facts[{place}]")
            facts.append(_as_judged(fact))
    return FactsRead(tuple(facts), tuple(notes))


def _as_judged(fact: Fact) -> Fact:
    """The fact in the only class it can have; without a receipt it gets an id of its own, as others are named alike."""
    said = fact._replace(authority=MODEL_JUDGED, negated=False, supersedes=())
    if not said.id.startswith(UNSIGNED):
        return said
    return said._replace(id=f"{said.id}#{sha256_hex(compact(fact_json(said)))[:12]}")


def _refuse_contradiction(fact: Fact, answer: dict[str, Json], threshold: Json, where: str) -> None:
    """Refuse a document whose fact is not what its answer says, for nouls and choices."""
    noul, choice = answer.get("noul"), answer.get("choice")
    said = fact.arguments[1] if len(fact.arguments) == 2 else None
    if is_number(noul) and is_number(threshold):
        expected: Json = "no" if float(str(noul)) < float(str(threshold)) else "yes"
    elif choice is not None:
        expected = choice
    else:
        return
    if said != expected:
        raise ShapeError(f"the fact says {said!r}, and the answer it is of says {expected!r}", where=where)


def below_bar(fact: Fact) -> str:
    """Why an escalated answer is no fact."""
    return f"fact {fact.id} is left out: its answer goes to a person (--include-escalated keeps it)"


def _fact(value: Json, where: str) -> Fact:
    try:
        return read_fact(value)
    except ShapeError as error:
        raise ShapeError(error.message, where=where + (error.where or "$")[1:], help=error.help) from None
