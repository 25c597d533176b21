"""Strategies for rubrics, their answers, and inputs."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from bridge.core.strict_json import Json
from bridge.judgement.model import QuestionType
from bridge.rubrics.model import FIELDS, Condition, Field, RoutingRule, Rubric, RubricQuestion, Stage, Verdict
from bridge.rubrics.routing import OPERATORS

UNIT = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.55, 0.7, 0.9, 1.0]) | st.floats(0, 1)
NAMES = ("screen.fit", "profile.kind", "locate.harm", "score.use", "route.ask")


@st.composite
def questions(draw: st.DrawFn) -> dict[str, RubricQuestion]:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    return {name: draw(_question(name)) for name in names}


@st.composite
def _question(draw: st.DrawFn, name: str) -> RubricQuestion:
    type_, stage = draw(st.sampled_from(QuestionType)), draw(st.sampled_from(Stage))
    if type_ is QuestionType.CHOICE:
        return RubricQuestion(name, type_, stage, "", dict.fromkeys(("left", "right", "both"), "a way"))
    if type_ is QuestionType.SCORE:
        return RubricQuestion(name, type_, stage, None, ("low", "middle", "high"))
    return RubricQuestion(name, type_, stage)


@st.composite
def _condition(draw: st.DrawFn, asked: Mapping[str, RubricQuestion]) -> Condition:
    question = asked[draw(st.sampled_from(sorted(asked)))]
    field = draw(st.sampled_from(FIELDS[question.type]))
    if field is Field.CHOICE:
        return Condition(
            question.name, field, draw(st.sampled_from(["==", "!="])), draw(st.sampled_from(["left", "both"]))
        )
    value = draw(UNIT) * (question.top if field is Field.SCORE else 1)
    return Condition(question.name, field, draw(st.sampled_from(sorted(OPERATORS))), value)


@st.composite
def rubrics(draw: st.DrawFn) -> Rubric:
    asked = draw(questions())
    rules = draw(
        st.lists(
            st.builds(
                RoutingRule,
                st.sampled_from(Verdict),
                st.just("so it is"),
                st.just(False),
                st.lists(_condition(asked), min_size=1, max_size=3).map(tuple),
            ),
            max_size=4,
        )
    )
    if draw(st.booleans()) or not rules:
        rules.append(RoutingRule(draw(st.sampled_from(Verdict)), "else", True))
    floor = draw(UNIT)
    return Rubric("r", "1.0.0", "m", "write", {"write": floor}, (), asked, tuple(rules))


@st.composite
def answers_to(draw: st.DrawFn, rubric: Rubric, *, complete: bool = False) -> dict[str, dict[str, Json]]:
    names = sorted(rubric.questions)
    kept = names if complete else draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    return {name: draw(_answer(rubric.questions[name])) for name in kept}


@st.composite
def _answer(draw: st.DrawFn, question: RubricQuestion) -> dict[str, Any]:
    if question.type is QuestionType.NOUL:
        return {"type": "noul", "noul": draw(UNIT)}
    sure = {"confidence": draw(UNIT), "probabilities": {}}
    if question.type is QuestionType.CHOICE:
        return {"type": "choice", "choice": draw(st.sampled_from(question.labels)), **sure}
    return {"type": "score", "score": draw(UNIT) * question.top, **sure}


LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=4)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
INPUTS = st.dictionaries(st.sampled_from("abc"), JSON, max_size=3)
PATHS = st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=3).map(
    lambda parts: ".".join(key + "[]" * mapped for key, mapped in parts)
)
