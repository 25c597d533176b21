"""``$name`` and ``${name…}``: what is known of a parameter's value from the command line alone."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.environment import Environment, Value
from bridge.judges.bridge_rules.shell.model import Piece, Source
from bridge.judges.bridge_rules.shell.patterns import replaced, without_prefix, without_suffix
from bridge.judges.bridge_rules.shell.quoting import unquoted

_FORM: Final = pattern(r"([!#]?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])(\[[^\]]*\])?(.*)", re.ASCII | re.DOTALL)
_SLICE: Final = pattern(r":\s*(-?\d{1,6})\s*(?::\s*(-?\d{1,6})\s*)?", re.ASCII)
_DEFAULTS: Final = pattern(r":?[-=?+]")


class Parameter(NamedTuple):
    """What a parameter expands to.

    Args:
        spelled: the expansion as it is written.
        name: the parameter.
        values: its value, or its values; None where it is not known.
        is_many: whether each value is a word of its own.
        may_be_empty: whether an unknown value may be empty.
    """

    spelled: str
    name: str
    values: tuple[Value, ...] | None
    is_many: bool = False
    may_be_empty: bool = True


def parameter(inside: str, environment: Environment, expand: Callable[[str], Value]) -> Parameter:
    """What ``$inside`` or ``${inside}`` expands to.

    Args:
        inside: the name, or what stands between the braces.
        environment: where the variables are.
        expand: what a default value or a replacement comes to.
    """
    evaluated = _EVALUATED.match(inside)
    if evaluated is not None:
        return _read_again(evaluated, environment, expand)
    match = _FORM.fullmatch(inside)
    spelled = f"${inside}" if inside.isalnum() else f"${{{inside}}}"
    if not match or (match[1] == "#" and not match[2]):
        return Parameter(spelled, "", None)
    mark, name, index, rest = match.groups()
    if mark == "#":
        return Parameter(spelled, "#", None)
    if mark == "!":
        name = _indirect(name, environment)
    values = held(name, environment)
    is_many = name in ("@", "*") or index in ("[@]", "[*]")
    if values is not None and index and not is_many:
        values = _item(values, index)
    if is_many and not rest:
        return Parameter(spelled, name, values, is_many=values is not None)
    return _operated(Parameter(spelled, name, values, is_many), rest, environment, expand)


_EVALUATED: Final = pattern(r"\((?=[^)]*e)[A-Za-z@%#]{1,9}\)(\w*)(?::?[-=])?(.*)|(\w+)@P\Z", re.DOTALL)


def _read_again(match: re.Match[str], environment: Environment, expand: Callable[[str], Value]) -> Parameter:
    """``${(e)name}`` of zsh and ``${name@P}``, which expand what the value says."""
    name = match[3] or match[1]
    values = held(name, environment) if name else ((Piece(unquoted(match[2])),),)
    text = "".join(piece.text for piece in values[0]) if values else ""
    return Parameter(f"${{{match[0]}}}", name, (expand(text),) if text else None)


def _indirect(name: str, environment: Environment) -> str:
    values = held(name, environment)
    return "".join(piece.text for piece in values[0]) if values else ""


def _item(values: tuple[Value, ...], index: str) -> tuple[Value, ...] | None:
    digits = index[1:-1].strip()
    if not re.fullmatch(r"-?\d{1,6}", digits, re.ASCII):
        return None
    at = int(digits)
    return values[at : at + 1 or None] if -len(values) <= at < len(values) else ((),)


def held(name: str, environment: Environment) -> tuple[Value, ...] | None:
    """What a parameter holds; None where the command line does not say."""
    if name in environment.variables:
        return environment.variables[name] or ((),)
    if environment.positional is not None and (name in ("@", "*") or (name.isdigit() and name != "0")):
        return _positional(name, environment.positional)
    if name == "HOME":
        return ((environment.home_piece(quoted=True),),)
    if name == "PWD" and environment.cwd is not None:
        return (folder_value(environment.cwd, environment),)
    if name == "IFS":
        return ((Piece(" \t\n"),),)
    return None


def folder_value(folder: str, environment: Environment) -> Value:
    """A folder as a value; ``~`` at its start is the home folder."""
    if folder.startswith("~"):
        return (environment.home_piece(quoted=True), Piece(folder[1:], quoted=True))
    return (Piece(folder, quoted=True),)


def _positional(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    if not name.isdigit():
        return values
    at = int(name) if len(name) < 6 else 0
    return (values[at - 1],) if 0 < at <= len(values) else ((),)


def _operated(found: Parameter, rest: str, environment: Environment, expand: Callable[[str], Value]) -> Parameter:
    if not rest:
        return found
    default = _DEFAULTS.match(rest)
    if default:
        return _defaulted(found, default[0], rest[default.end() :], environment, expand)
    if found.values is None:
        return found
    text = _literal(found.values[0] if found.values else ())
    changed = None if text is None else _changed(text, rest, expand)
    if changed is None:
        return Parameter(found.spelled, found.name, None)
    return Parameter(found.spelled, found.name, ((Piece(changed),),))


def _defaulted(
    found: Parameter, operator: str, text: str, environment: Environment, expand: Callable[[str], Value]
) -> Parameter:
    is_set = found.values is not None and any(_is_something(value) for value in found.values)
    if operator[-1] == "+":
        return Parameter(found.spelled, found.name, (_alternative(found, text, expand),))
    if is_set:
        return found
    if operator[-1] == "?":
        return Parameter(found.spelled, found.name, None, may_be_empty=False)
    value = expand(text)
    if operator[-1] == "=":
        environment.assign(found.name, value)
    return Parameter(found.spelled, found.name, (value,))


def _alternative(found: Parameter, text: str, expand: Callable[[str], Value]) -> Value:
    """What stands only where the variable is set, so that the variable is not empty in it."""
    if found.values == ((),):
        return ()
    return tuple(piece._replace(may_be_empty=piece.name != found.name) for piece in expand(text))


def _is_something(value: Value) -> bool:
    return any(piece.text for piece in value)


def _literal(value: Value) -> str | None:
    if all(piece.source is Source.LITERAL for piece in value):
        return "".join(piece.text for piece in value)
    return None


def _changed(text: str, rest: str, expand: Callable[[str], Value]) -> str | None:
    for mark, edit in (("#", without_prefix), ("%", without_suffix)):
        if rest.startswith(mark):
            longest = rest.startswith(mark * 2)
            pattern = _pattern(rest[1 + longest :], expand)
            return None if pattern is None else edit(text, pattern, longest=longest)
    if rest.startswith("/"):
        every = rest.startswith("//")
        pattern, _, replacement = rest[1 + every :].partition("/")
        found, new = _pattern(pattern, expand), _pattern(replacement, expand)
        return None if found is None or new is None else replaced(text, found, new, every=every)
    if rest[0] in "^,":
        change = str.upper if rest[0] == "^" else str.lower
        return change(text) if len(rest) > 1 else change(text[:1]) + text[1:]
    return _sliced(text, rest)


def _pattern(text: str, expand: Callable[[str], Value]) -> str | None:
    if "$" in text or "`" in text:
        return _literal(expand(text))
    return unquoted(text)


def _sliced(text: str, rest: str) -> str | None:
    match = _SLICE.fullmatch(rest)
    if not match:
        return None
    start = int(match[1])
    tail = text[start:] if start >= 0 or -start <= len(text) else ""
    if match[2] is None:
        return tail
    size = int(match[2])
    return tail[:size]
