"""Hypothesis strategies for questions, answers, bars, judgements and the states they are about.

What they draw is valid: answers fit their question and agree with their own distributions, states are tool calls. To
test what is not, change one thing in what was drawn. Strategies are made once and kept, for making them costs more than
drawing from them.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

from hypothesis import strategies as st

from bridge.core.clock import spell
from bridge.core.digest import sha256
from bridge.core.strict_json import Json
from bridge.judgement.hold import hold_to_bar
from bridge.judgement.model import (
    Answer,
    Contract,
    Effect,
    JudgeIdentity,
    JudgeKind,
    Judgement,
    JudgeResponse,
    Question,
    QuestionType,
    Threshold,
)

_unit = st.one_of(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), st.floats(0, 1))
_text = st.text(max_size=6)
_digest = st.sampled_from(tuple(map(sha256, "abc")))
_name = st.one_of(st.sampled_from(("allow", "deny", "low", "high", "unsafe", "é")), _text.filter(bool))

_TOOLS = ("Bash", "Read", "WebFetch", "mcp__pay__charge")
_PATHS = ("src/a.py", "/work/proj/a", "/work/proj2/x", "/etc/passwd", "../..", "~/.ssh/id_rsa", "/", ".", "")
_WORDS = (
    *("rm", "-rf", "-r", "--verbose", "/", "~", "*", "..", "./build", "--force", "push", "/work/a", "sudo", "git"),
    *("curl", "-d", "-f", "@.env", "https://evil.example/x", "wget", "--post-file=key", "scp", "me@host.example:/x"),
    *("nc", "4444", "+0080", "70000", "|", "&&", ";", "\n", "'drop", "table", "x'", "cat", "token", "\x1f", "\u00a0"),
)
_HOSTS = ("api.example.com", "*.internal.net", "*", "EVIL.example.", " a.example ", "")
_YEAR_2100 = 4_102_444_800
_AMOUNTS = (0, 99.99, 100, 250, True, "$1,250.00", " 200 ", "$ 300", "inf", "1_000", "+101", "five", None)


@cache
def thresholds() -> st.SearchStrategy[Threshold]:
    """Bars in [0, 1], the ends and the default among them."""
    return st.builds(Threshold, _unit, st.one_of(st.just("default"), _text))


def nouls(instructions: st.SearchStrategy[str] = _text) -> st.SearchStrategy[Question]:
    """Yes-or-no questions."""
    return instructions.map(lambda text: Question(QuestionType.NOUL, text))


@cache
def choices(*, effects_only: bool = False) -> st.SearchStrategy[Question]:
    """Choices: among options of any name, or without any; with ``effects_only``, among allow, warn, deny and ask."""
    names = st.sampled_from(tuple(map(str, Effect))) if effects_only else _name
    options = st.lists(names, min_size=1 if effects_only else 0, max_size=4, unique=True).map(tuple)
    return st.builds(Question, st.just(QuestionType.CHOICE), _text, options)


@cache
def scores() -> st.SearchStrategy[Question]:
    """Scores on named levels, or on none."""
    return st.builds(Question, st.just(QuestionType.SCORE), _text, st.lists(_name, max_size=4, unique=True).map(tuple))


@cache
def questions() -> st.SearchStrategy[Question]:
    """Questions of all three types."""
    return st.one_of(nouls(), choices(), choices(effects_only=True), scores())


def question_sets(*, max_size: int = 4) -> st.SearchStrategy[dict[str, Question]]:
    """Questions by key, at least one."""
    return st.dictionaries(_name, questions(), min_size=1, max_size=max_size)


@lru_cache(256)
def answers_for(question: Question) -> st.SearchStrategy[Answer]:
    """Answers that fit a question: of its type, in range, in agreement with their own distribution."""
    if question.type is QuestionType.NOUL:
        return _noul_answers()
    if question.type is QuestionType.CHOICE:
        return _choice_answers(question.options)
    top = len(question.options) - 1
    places = st.floats(0, top) if question.options else st.floats(allow_nan=False, allow_infinity=False)
    return st.tuples(places, st.none() | _unit).map(lambda drawn: Answer(score=drawn[0], confidence=drawn[1]))


def answer_sets(asked: Mapping[str, Question]) -> st.SearchStrategy[dict[str, Answer]]:
    """An answer that fits for each question, by key."""
    return st.fixed_dictionaries({key: answers_for(question) for key, question in asked.items()})


@cache
def identities() -> st.SearchStrategy[JudgeIdentity]:
    """Judges, saying more or less about themselves."""
    return st.builds(
        JudgeIdentity,
        _text.filter(bool),
        st.none() | _text,
        st.none() | st.sampled_from(JudgeKind),
        st.none() | st.booleans(),
    )


def responses_to(asked: Mapping[str, Question]) -> st.SearchStrategy[JudgeResponse]:
    """Responses that answer every question well."""
    return st.builds(
        JudgeResponse,
        identities(),
        answer_sets(asked),
        st.integers(0, 10**6),
        st.none() | _text,
        st.none() | _digest,
        # A named tuple has what is left out drawn as well.
        usage=st.none(),
        notes=st.none(),
    )


@st.composite
def judgements(draw: st.DrawFn) -> Judgement:
    """Judgements as this package records them: outcome and effect follow from the answer and the bar."""
    key, question = draw(_name), draw(questions())
    threshold, answer = draw(thresholds()), draw(answers_for(question))
    held = hold_to_bar(question, answer, threshold.value)
    return Judgement(
        judge=draw(identities()),
        key=key,
        question=question,
        answer=answer,
        outcome=held.outcome,
        effect=held.effect,
        judged_at=draw(times()),
        threshold=threshold,
        applies_to=held.applies_to,
        state_digest=draw(_digest),
        questions_digest=draw(_digest),
        response_digest=draw(st.none() | _digest),
        latency_ms=draw(st.integers(0, 10**6)),
        request_id=draw(st.none() | _text),
        contract=draw(_contracts()),
        notes=draw(st.none() | _text),
    )


@cache
def _contracts() -> st.SearchStrategy[Contract | None]:
    return st.none() | st.builds(Contract, _name, st.none() | _name)


@cache
def times() -> st.SearchStrategy[str]:
    """Canonical UTC times of our days."""
    return st.integers(0, _YEAR_2100).map(lambda seconds: spell(datetime.fromtimestamp(seconds, UTC)))


@cache
def commands() -> st.SearchStrategy[str]:
    """Shell commands made of words that the rules look for."""
    return st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join)


@cache
def tool_call_states() -> st.SearchStrategy[dict[str, Json]]:
    """States of tool calls, as a judge is shown them."""
    amounts = st.sampled_from(_AMOUNTS)
    members: dict[str, st.SearchStrategy[Any]] = {
        "command": commands(),
        "file_path": st.sampled_from(_PATHS),
        "paths": st.lists(st.sampled_from(_PATHS), max_size=2),
        "url": st.sampled_from(("https://api.example.com/v1", "https://a.internal.net:8443", "evil.example")),
        "amount": amounts,
        "order": st.fixed_dictionaries({"total": amounts, "lines": st.lists(amounts, max_size=2)}),
    }
    surroundings: dict[str, st.SearchStrategy[Any]] = {
        "capability": st.just("shell.exec"),
        "workspace_root": st.sampled_from(("/work/proj", "/work/proj/", "/")),
        "network_scope": st.lists(st.sampled_from(_HOSTS), max_size=2),
        "amount_bound": st.sampled_from((0.0, 100.0, 249.99)),
    }
    call: dict[str, st.SearchStrategy[Any]] = {
        "tool": st.sampled_from(_TOOLS),
        "input": st.fixed_dictionaries({}, optional=members),
    }
    return st.fixed_dictionaries(call, optional=surroundings)


def _noul_answers() -> st.SearchStrategy[Answer]:
    def with_distribution(probability: float) -> Answer:
        return Answer(noul=probability, probabilities={"yes": probability, "no": 1 - probability})

    return st.one_of(
        st.tuples(_unit, st.none() | _unit).map(lambda drawn: Answer(noul=drawn[0], confidence=drawn[1])),
        _unit.map(with_distribution),
    )


@st.composite
def _choice_answers(draw: st.DrawFn, options: tuple[str, ...]) -> Answer:
    choice = draw(st.sampled_from(options) if options else _name)
    confidence = draw(st.none() | _unit)
    if not draw(st.booleans()):
        return Answer(choice=choice, confidence=confidence)
    others = [option for option in options if option != choice]
    # The rest is shared out evenly, and no share is larger than the choice's own.
    own = draw(st.floats(1 / (len(others) + 1), 1)) if others else 1.0
    shares = {option: (1 - own) / len(others) for option in others}
    return Answer(choice=choice, probabilities={choice: own, **shares}, confidence=confidence)
