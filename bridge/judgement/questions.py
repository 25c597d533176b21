"""Reading a questions file: ``{key: {type, instructions, options}}``.

A file is written by a person, so it is read more strictly than questions on the wire: a member nobody knows is an error
rather than a setting that silently does nothing.
"""

from typing import Final

from bridge.core.strict_json import Json
from bridge.errors import ShapeError
from bridge.judgement import shape
from bridge.judgement.model import Question, QuestionType
from bridge.judgement.wire import read_question

_MEMBERS: Final = ("type", "instructions", "options")


def read_questions(value: Json, where: str = "$") -> dict[str, Question]:
    """The typed questions of a file, by key, in the order they stand.

    Args:
        value: the parsed document.
        where: the JSON path of the value, for errors.

    Raises:
        ShapeError: names the question and the JSON path of what is wrong: not an object, no question at all, an empty
            key, a type outside the vocabulary, an unknown member, options on a noul, an option that stands twice.
    """
    given = shape.members(value, where)
    if not given:
        raise ShapeError("no question is asked", where=where, help='write {"key": {"type": "noul"}}')
    return {key: _question(key, one, f"{where}.{key}") for key, one in given.items()}


def _question(key: str, value: Json, where: str) -> Question:
    if not key:
        raise ShapeError("a question needs a key", where=where)
    try:
        _known_members(shape.members(value, where), where)
        question = read_question(value, where)
        _options(question, where)
    except ShapeError as error:
        raise ShapeError(f'question "{key}": {error.message}', where=error.where, help=error.help) from None
    return question


def _known_members(given: dict[str, Json], where: str) -> None:
    for name in given:
        if name not in _MEMBERS:
            known = ", ".join(_MEMBERS)
            raise ShapeError(f"unknown member `{name}`", where=f"{where}.{name}", help=f"a question has {known}")


def _options(question: Question, where: str) -> None:
    if question.options and question.type is QuestionType.NOUL:
        raise ShapeError(
            "a noul is answered yes or no and takes no options",
            where=f"{where}.options",
            help='ask a "choice" to offer options',
        )
    for index, option in enumerate(question.options):
        place = f"{where}.options[{index}]"
        if not option:
            raise ShapeError("an option is empty", where=place)
        if option in question.options[:index]:
            raise ShapeError(f'the option "{option}" stands twice', where=place)
