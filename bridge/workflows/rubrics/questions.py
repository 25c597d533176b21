"""``use questions "rubric.yaml"``: the questions of a rubric, and its verdict, as a program declares them."""

import json
from functools import lru_cache
from typing import Final

from bridge.core.sources import Source
from bridge.judgement.wire import question_json
from bridge.rubrics.chain import questions
from bridge.rubrics.load import Dialect, load

_KEPT: Final = 16
"""How many rubrics are kept: an editor asks for the same ones at every key stroke."""


def as_questions(source: Source) -> Source:
    """A rubric as the questions file that a program takes, under the rubric's own name.

    A threshold that no answer reaches is nothing to a program, which reads answers: the rubric is read as the reference
    reads it.

    Args:
        source: the rubric's text.

    Raises:
        RubricRefused: it is no rubric; every problem is in the error.
        InputError: it asks a question that is called ``verdict`` itself.
    """
    return Source(source.name, _document(source.name, source.text))


@lru_cache(_KEPT)
def _document(name: str, text: str) -> str:
    asked = questions(load(Source(name, text), dialect=Dialect.JUDGE_JEV).rubric)
    return json.dumps({key: question_json(question) for key, question in asked.items()}, ensure_ascii=False)
