"""`use facts` and `use questions`: JSON that becomes statements, so that every check of a statement is made of it.

What a file says stands where it is used: spans name the path in the `use` statement, and the origin of a unit says
which item of the file it is. What cannot be read is a gap, so that nobody is told that something of it is missing.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from bridge.core import strict_json
from bridge.core.codes import names as codes
from bridge.core.sources import Source, Span
from bridge.core.strict_json import Json
from bridge.errors import JsonError, ShapeError
from bridge.judgement.model import Question, QuestionType
from bridge.judgement.questions import read_questions
from bridge.reason.lowering.report import Report
from bridge.reason.lowering.scope import span
from bridge.reason.lowering.units import Unit
from bridge.reason.model import Fact, Term
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import quoted
from bridge.reason.wire import read_fact

JUDGED: Final = "judged_"
"""How the predicate of a question begins; its key follows, as it stands."""

Gap: TypeAlias = Callable[[ast.Broken], None]
"""Takes note of what could not be read."""

_FACTS: Final = "give a JSON array of kernel facts, or JSON Lines of them"
_NO_FACTS: Final = "give an empty list, [], where there are none"
_QUESTIONS: Final = 'give typed questions, such as {"key": {"type": "noul"}}'


def _unheeded(broken: ast.Broken) -> None:
    """For whoever does not ask what is missing."""


def facts(report: Report, unit: Unit[ast.Use], loaded: Source, gap: Gap = _unheeded) -> Iterator[Unit[ast.Piece]]:
    """One statement for each fact of a JSON array of kernel facts, or of JSON Lines of them."""
    here = span(unit.source, unit.piece.path)
    try:
        read = _facts(loaded.text)
    except (JsonError, ShapeError) as error:
        _unreadable(report, here, loaded, error, _FACTS)
        gap(ast.Broken("fact", frozenset()))
        return
    for where, fact in read:
        origin = f"fact {quoted(fact.id)}, at {where} of {loaded.name}"
        piece = _fact(report, here, fact, origin)
        if piece is None:
            gap(ast.Broken("fact", frozenset({fact.id})))
        else:
            yield Unit(unit.source, piece, unit.statement, origin)


def questions(report: Report, unit: Unit[ast.Use], loaded: Source, gap: Gap = _unheeded) -> Iterator[Unit[ast.Piece]]:
    """One predicate for each typed question: what it is about, and how it was answered."""
    here = span(unit.source, unit.piece.path)
    try:
        read = read_questions(strict_json.loads(loaded.text))
    except (JsonError, ShapeError) as error:
        _unreadable(report, here, loaded, error, _QUESTIONS)
        gap(ast.Broken("predicate", frozenset()))
        return
    for key, question in read.items():
        answer = _answer(here, question)
        if answer is None:
            message = f"the levels of the score {quoted(key)} have no names"
            report.error(codes.RSN014, here, message, help="name its levels from the lowest up under `options`")
            gap(ast.Broken("predicate", frozenset({JUDGED + key})))
        else:
            subject = ast.Argument(_name(here, "subject"), ast.BaseType("string"))
            yield _unit(unit, ast.Predicate(_name(here, JUDGED + key), (subject, answer)))


def _facts(text: str) -> list[tuple[str, Fact]]:
    """The facts of a file, each with its place there: a JSON path, or a line."""
    if not text.strip():
        raise ShapeError("no facts", help=_NO_FACTS)
    if text.lstrip()[:1] == "[":
        array = strict_json.loads(text)
        items = array if isinstance(array, list) else [array]
        return [(f"$[{index}]", _item(f"$[{index}]", item)) for index, item in enumerate(items)]
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return [(f"line {number}", _line(number, line)) for number, line in lines]


def _item(place: str, value: Json) -> Fact:
    try:
        return read_fact(value)
    except ShapeError as error:
        raise ShapeError(error.message, where=place + (error.where or "$")[1:], help=error.help) from None


def _line(number: int, text: str) -> Fact:
    try:
        return read_fact(strict_json.loads(text))
    except JsonError as error:
        error.line = number
        raise
    except ShapeError as error:
        place = f", {error.where}" if error.where else ""
        raise ShapeError(error.message, where=f"line {number}{place}", help=error.help) from None


def _unreadable(report: Report, here: Span, loaded: Source, error: JsonError | ShapeError, remedy: str) -> None:
    place = error.where or (f"line {error.line}" if isinstance(error, JsonError) and error.line else "")
    message = f"{loaded.name}: {error.message}"
    report.error(codes.RSN015, here, message, note=f"at {place}" if place else "", help=error.help or remedy)


def _unit(unit: Unit[ast.Use], piece: ast.Piece) -> Unit[ast.Piece]:
    return Unit(unit.source, piece, unit.statement)


def _answer(here: Span, question: Question) -> ast.Argument | None:
    options = ("yes", "no") if question.type is QuestionType.NOUL else question.options
    ordered = question.type is QuestionType.SCORE
    if ordered and not options:
        return None
    if not options:
        return ast.Argument(_name(here, "answer"), ast.BaseType("string"))
    texts = tuple(ast.Text(option, here.start, here.end) for option in options)
    return ast.Argument(_name(here, "answer"), ast.SetType(texts, ordered))


def _name(here: Span, text: str) -> ast.Name:
    return ast.Name(text, here.start, here.end)


def _fact(report: Report, here: Span, fact: Fact, origin: str) -> ast.Fact | None:
    terms = [_term(here, term) for term in fact.arguments]
    sound = [term for term in terms if term is not None]
    if len(sound) != len(terms):
        message = "an argument of a fact is no string, integer or truth value"
        remedy = "give strings, integers of 64 bits, `true` or `false`"
        report.error(codes.RSN015, here, message, note=origin, help=remedy)
        return None
    atom = ast.Atom(_name(here, fact.predicate), tuple(sound), fact.negated, here.start, here.end)
    return ast.Fact(_name(here, fact.id), atom, tuple(_clauses(here, fact)))


def _clauses(here: Span, fact: Fact) -> Iterator[ast.Clause]:
    yield ast.From(_name(here, fact.authority))
    if fact.observed_at is not None:
        yield ast.Observed(_time(here, fact.observed_at))
    if fact.valid_from is not None or fact.valid_until is not None:
        since = None if fact.valid_from is None else _time(here, fact.valid_from)
        yield ast.Valid(since, None if fact.valid_until is None else _time(here, fact.valid_until))
    if fact.supersedes:
        yield ast.Supersedes(tuple(_name(here, target) for target in fact.supersedes))


def _time(here: Span, text: str) -> ast.Time:
    return ast.Time(text, here.start, here.end)


def _term(here: Span, term: Term) -> ast.Constant | None:
    if isinstance(term, str):
        return ast.Text(term, here.start, here.end)
    if isinstance(term, bool):
        return ast.Truth(term, here.start, here.end)
    return ast.Number(str(term), here.start, here.end) if isinstance(term, int) else None
