"""Settings: flag, then environment, then ``.bridge/config.toml``, then default; the first that speaks wins.

A setting that has a seed's own variable beside the ``BRIDGE_`` one (``TREESHIP_JUDGE_THRESHOLD``) may be set by either;
set to different values, both are refused rather than one picked.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bridge.errors import InputError, UsageError


class Settings(NamedTuple):
    """The environment and the parsed settings file of one command.

    Args:
        environment: variables by their names.
        config: the parsed file.
        config_name: what the file is called in errors.
        called: what a variable is called in errors, where it stands for another one of the same setting.
    """

    environment: Mapping[str, str]
    config: Mapping[str, Any]
    config_name: str = "config.toml"
    called: Mapping[str, str] = MappingProxyType({})

    def text(self, name: str, flag: str | None = None) -> str | None:
        """A setting as text, such as ``judge`` or ``threshold``; ``None`` where nobody set it.

        Raises:
            InputError: the two environment variables disagree, or the file holds another kind of value.
        """
        if flag is not None:
            return flag
        return self._variable(name) or self._configured(name)

    def first(self, names: Sequence[str], flags: Mapping[str, str | None]) -> tuple[str, str] | None:
        """Which of several settings that exclude each other is set, and its value, such as two ways to name a judge.

        Args:
            names: the settings.
            flags: the command's options by the same names.

        Raises:
            UsageError: the same source sets two of them, or an option sets one to nothing.
            InputError: as ``text``.
        """
        for source in (flags.get, self._variable, self._configured):
            found = [(name, value) for name in names if (value := source(name)) is not None]
            if len(found) > 1:
                raise UsageError(f"{' and '.join(names)} exclude each other, and both are set", help="leave one out")
            if found and not found[0][1]:
                option = f"--{found[0][0].replace('_', '-')}"
                raise UsageError(f"{option} must not be empty", where=option)
            if found:
                return found[0]
        return None

    def number(self, name: str, flag: float | None = None) -> float | None:
        """A setting as a finite number.

        Raises:
            InputError: it is not one; the message names where it was set.
        """
        if flag is not None:
            return flag
        text = self.text(name)
        if text is None:
            return None
        try:
            return float(text)
        except ValueError:
            raise InputError(f"{name} must be a number, not {text!r}", where=self.origin(name)) from None

    def tables(self, name: str) -> Mapping[str, Mapping[str, Any]]:
        """The tables of one kind by their names, such as ``[judges.NAME]``; none where there are none.

        Raises:
            InputError: the file holds something else there.
        """
        found = self.config.get(name, {})
        if not isinstance(found, Mapping) or not all(isinstance(one, Mapping) for one in found.values()):
            raise InputError(f"{name} holds tables", where=f"{self.config_name}: {name}", help=f"write [{name}.NAME]")
        return found

    def limit(self, name: str) -> tuple[str, str] | None:
        """What a limit is set to, such as ``facts``, and where: by its variable, or under ``[limits]`` in the file.

        Raises:
            InputError: the file holds another kind of value.
        """
        from bridge.core.bounds import BOUNDS

        bound = BOUNDS[name]
        value = self.environment.get(bound.variable)
        if value:
            return value, bound.variable
        value = self.config.get("limits", {}).get(name)
        if value is None:
            return None
        where = f"{self.config_name}: limits.{name}"
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise InputError(f"{name} must be a number", where=where)
        return str(value), where

    def _variable(self, name: str) -> str | None:
        ours, theirs = f"BRIDGE_{name.upper()}", _SEED_VARIABLES.get(name)
        mine = self.environment.get(ours) or None
        other = (self.environment.get(theirs) or None) if theirs else None
        if mine and other and not _is_one_number(mine, other):
            raise InputError(f"{ours} and {theirs} are both set, and differ", where=ours, help="unset one of them")
        return mine or other

    def _configured(self, name: str) -> str | None:
        value = self.config.get(name)
        if value is None:
            return None
        if isinstance(value, bool) and name in _SWITCHES:
            return "1" if value else "0"
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise InputError(f"{name} must be text or a number", where=f"{self.config_name}: {name}")
        return str(value)

    def origin(self, name: str) -> str:
        """Where a setting was made: its variable, or the settings file."""
        for variable in (f"BRIDGE_{name.upper()}", _SEED_VARIABLES.get(name, "")):
            if self.environment.get(variable):
                return self.called.get(variable, variable)
        return f"{self.config_name}: {name}"


def counted(text: str) -> int | None:
    """The number of things that a text says: digits alone, and no more of them than anything is counted in."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT else None


_LONGEST_COUNT = 18


def _is_one_number(one: str, other: str) -> bool:
    """Whether two texts are the same, or the same number: all settings that a seed has variables for are numbers."""
    try:
        return one == other or float(one) == float(other)
    except ValueError:
        return False


_SEED_VARIABLES: Mapping[str, str] = {
    "threshold": "TREESHIP_JUDGE_THRESHOLD",
    "bound": "TREESHIP_JUDGE_BOUND",
}

_SWITCHES = frozenset({"strict"})
"""Settings that are on or off, which TOML has words of its own for."""

_KNOWN = frozenset(
    {"judge", "judge_url", "threshold", "bound", "set_by", "actor", "principal", "network_scope", "limits"}
    | {"judges", "panels"}
    | {"attest", "facts", "program", "strict"}
)


def load(path: Path, environment: Mapping[str, str]) -> Settings:
    """Read the settings file, if there is one.

    Raises:
        InputError: it cannot be read, is not TOML, or has a setting of an unknown name.
    """
    if not os.path.lexists(path):
        return Settings(environment, {}, str(path))
    # A hook in a workspace without the file does not load what reads it.
    import tomllib

    from bridge.core.bounds import BOUNDS
    from bridge.core.strict_json import MAX_BYTES
    from bridge.workflows.reading import of_ordinary

    try:
        config = tomllib.loads(of_ordinary(str(path), MAX_BYTES).decode())
    except FileNotFoundError:
        config = {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", where=str(path)) from None
    limits = config.get("limits", {})
    if not isinstance(limits, dict):
        raise InputError("limits is a table", where=f"{path}: limits", help="write [limits], and below it facts = 1000")
    for names, known, table in ((config, _KNOWN, ""), (limits, set(BOUNDS), "limits.")):
        unknown = sorted(set(names) - known)
        if unknown:
            where = f"{path}: {table}{unknown[0]}"
            known_ = ", ".join(sorted(known))
            raise InputError(f"unknown setting: {table}{unknown[0]}", where=where, help=f"known: {known_}")
    return Settings(environment, config, str(path))
