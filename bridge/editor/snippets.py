"""Snippets: what is written with places to fill in, in the notation of the protocol (LSP 3.17, "Snippet Syntax")."""

import re
from typing import Final

from bridge.editor.catalog import Known
from bridge.reason.syntax import ast
from bridge.reason.syntax.spelling import name as spelled
from bridge.reason.syntax.spelling import string, variable

KEYWORDS: Final = {
    "ontology": 'ontology "${1:id}" version "${2:1}".$0',
    "action": 'action policy "${1:id}" version "${2:1}".$0',
    "evaluate": "evaluate at ${1:2026-08-14T12:00:00Z}.$0",
    "predicate": "predicate ${1:name}(${2:argument}: ${3|string,integer,boolean|}).$0",
    "fact": "fact ${1:id}: $2 from $3.$0",
    "rule": "rule ${1:id}: $2 if\n  $3.$0",
    "use": 'use "$1".$0',
    "test": 'test "${1:what it shows}" {\n  expect $0\n}',
}
"""Statements by their first word."""

_SPECIAL: Final = re.compile(r"[\\$}]")
_SPECIAL_IN_CHOICE: Final = re.compile(r"[\\$},|]")


def atom(known: Known, *, variables: bool) -> str:
    """A predicate with its arguments to fill in.

    Args:
        known: the predicate.
        variables: propose variables, as a rule has them, and not constants.
    """
    places = (_place(number, argument, variables) for number, argument in enumerate(known.arguments, 1))
    return f"{plain(spelled(known.name))}({', '.join(places)})"


def plain(text: str) -> str:
    """Text that stands in a snippet as it is."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _place(number: int, argument: ast.Argument, variables: bool) -> str:
    kind = argument.type
    if isinstance(kind, ast.SetType):
        choices = ",".join(_SPECIAL_IN_CHOICE.sub(r"\\\g<0>", string(option.value)) for option in kind.options)
        return f"${{{number}|{choices}|}}"
    name = argument.name.text if argument.name else f"argument{number}"
    if variables:
        return f"${{{number}:{plain(variable(name) if name else '$x')}}}"
    if kind.name == "boolean":
        return f"${{{number}|true,false|}}"
    return f"${{{number}:0}}" if kind.name == "integer" else f'"${{{number}:{plain(string(name)[1:-1])}}}"'
