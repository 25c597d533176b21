"""The judges and panels that ``config.toml`` names: ``[judges.NAME]`` and ``[panels.NAME]``.

A key is never in the file: ``key_env`` names the variable that holds it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bridge.errors import InputError, UsageError
from bridge.workflows.settings import Settings

_EVERY: Final = frozenset({"kind", "url", "key_env", "timeout", "pin"})
_MODEL: Final = _EVERY | {"model", "provider", "retries"}
MEMBERS: Final[Mapping[str, frozenset[str]]] = {
    "http": _EVERY,
    "systemone": _MODEL,
    "cloudflare": _EVERY | {"model", "retries", "account"},
    "openai": _MODEL,
}
"""The kinds of judges elsewhere, and what each is set up with."""

_PANEL: Final = ("judges", "rule", "on_error")


@dataclass(frozen=True)
class JudgeTable:
    """One ``[judges.NAME]``; what it does not say is None.

    Args:
        name: what it is called.
        kind: one of ``MEMBERS``.
        where: the file and the table, for errors.
        url: where it is asked.
        key_env: the variable that holds its key.
        model: the model asked for.
        pin: the model that must have answered.
        provider: who serves it, as receipts record it.
        account: the id of a Cloudflare account.
        timeout: seconds for one call, retries included.
        retries: how often to ask again.
    """

    name: str
    kind: str
    where: str
    url: str | None = None
    key_env: str | None = None
    model: str | None = None
    pin: str | None = None
    provider: str | None = None
    account: str | None = None
    timeout: float | None = None
    retries: int | None = None


@dataclass(frozen=True)
class PanelTable:
    """One ``[panels.NAME]``: the names of its judges, its rule, and what a member that fails makes of it."""

    name: str
    where: str
    judges: tuple[str, ...]
    rule: str | None = None
    on_error: str | None = None


def judge_table(settings: Settings, name: str) -> JudgeTable | None:
    """The table of a judge; None where there is none of that name.

    Raises:
        InputError: a member that no judge has, or of another type.
    """
    given = settings.tables("judges").get(name)
    if given is None:
        return None
    where = f"{settings.config_name}: judges.{name}"
    kind = given.get("kind", name if name in MEMBERS else None)
    if not isinstance(kind, str) or kind not in MEMBERS:
        raise InputError(f"the judge {name} has no kind", where=where, help=f"write kind = one of {', '.join(MEMBERS)}")
    _refuse_unknown(given, MEMBERS[kind], where, f"a judge of kind {kind}")
    texts = {one: _text(given, one, where) for one in ("url", "key_env", "model", "pin", "provider", "account")}
    return JudgeTable(name, kind, where, **texts, timeout=_seconds(given, where), retries=_count(given, where))


def panel_table(settings: Settings, name: str) -> PanelTable | None:
    """The table of a panel; None where there is none of that name.

    Raises:
        InputError: a member that no panel has, or of another type.
    """
    given = settings.tables("panels").get(name)
    if given is None:
        return None
    where = f"{settings.config_name}: panels.{name}"
    _refuse_unknown(given, frozenset(_PANEL), where, "a panel")
    judges = given.get("judges")
    if not isinstance(judges, list) or not judges or not all(isinstance(one, str) and one for one in judges):
        raise InputError(f"the panel {name} names no judges", where=f"{where}.judges", help='write judges = ["a", "b"]')
    return PanelTable(name, where, tuple(judges), _text(given, "rule", where), _text(given, "on_error", where))


def judge_names(settings: Settings) -> tuple[str, ...]:
    """The judges and panels that the settings name."""
    return (*settings.tables("judges"), *settings.tables("panels"))


def variable(settings: Settings, name: str, *, where: str, what: str = "the key") -> str:
    """What a variable of the environment holds, such as a key.

    Args:
        settings: of the environment.
        name: the variable.
        where: who needs it.
        what: it holds.

    Raises:
        UsageError: it is not set, or empty.
    """
    value = settings.environment.get(name)
    if not value:
        raise UsageError(f"{name} is not set", where=where, help=f"put {what} into the environment as {name}")
    return value


def _refuse_unknown(given: Mapping[str, Any], known: frozenset[str], where: str, what: str) -> None:
    for name in given:
        if name == "key":
            raise InputError(
                "a key does not belong into a file", where=f"{where}.key", help="name the variable with key_env"
            )
        if name not in known:
            raise InputError(
                f"{what} has no `{name}`", where=f"{where}.{name}", help=f"known: {', '.join(sorted(known))}"
            )


def _text(given: Mapping[str, Any], name: str, where: str) -> str | None:
    value = given.get(name)
    if value is not None and (not isinstance(value, str) or not value):
        raise InputError(f"{name} is a text", where=f"{where}.{name}")
    return value


def _seconds(given: Mapping[str, Any], where: str) -> float | None:
    value = given.get("timeout")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not (math.isfinite(value) and value > 0):
        raise InputError("timeout is a positive number of seconds", where=f"{where}.timeout")
    return float(value)


def _count(given: Mapping[str, Any], where: str) -> int | None:
    value = given.get("retries")
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise InputError("retries is an integer of at least 0", where=f"{where}.retries")
    return value
