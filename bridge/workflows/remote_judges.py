"""Judges elsewhere, from a table of the settings or from the environment alone, as their vendors' own tools read it.

A key is read from a variable, handed to the judge, and kept nowhere else. The vendor's variable is taken only for the
vendor's own server, or one that the environment names as well: a URL in a file gets the key that the file names.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from bridge.errors import InputError, UsageError
from bridge.workflows.judge_settings import JudgeTable, variable
from bridge.workflows.settings import Settings, counted

if TYPE_CHECKING:
    from bridge.judges.base import Judge
    from bridge.judges.secret import Secret

_RETRIES: Final = "JUDGE_JEV_MAX_RETRIES"


def remote_judge(table: JudgeTable, settings: Settings, *, timeout: float | None) -> "Judge":
    """The judge of a table.

    Args:
        table: what is set; its kind is one of ``judge_settings.MEMBERS``.
        settings: whose environment holds the key.
        timeout: seconds that whoever asks can wait for one call, of which the table may take less; None for the
            table's, or else the judge's own.

    Raises:
        UsageError: a variable that the judge needs is not set, or no model is named.
        InputError: a setting that cannot be used.
        JudgeUnavailable: a URL that cannot be asked.
    """
    said = [one for one in (timeout, table.timeout) if one is not None]
    judge = _KINDS[table.kind](table, settings, min(said, default=None))
    if table.pin is None:
        return judge
    from bridge.judges.pinned import PinnedJudge

    return PinnedJudge(judge, table.pin)


def _http(table: JudgeTable, settings: Settings, timeout: float | None) -> "Judge":
    from bridge.judges import http

    if table.url is None:
        raise InputError(f"the judge {table.name} has no url", where=f"{table.where}.url")
    return http.HttpJudge(table.url, key=_key(table, settings), **_given(timeout=timeout))


def _systemone(table: JudgeTable, settings: Settings, timeout: float | None) -> "Judge":
    from bridge.judges import systemone

    base = table.url or _variable(settings, "TYPESAFE_BASE_URL")
    named = _variable(settings, "TYPESAFE_DEFAULT_MODEL")
    return systemone.SystemOneJudge(
        key=_key(table, settings, "TYPESAFE_API_KEY", needed=base is None),
        **_given(
            base=base,
            model=table.pin or table.model or named,
            provider=table.provider or _provider(base, systemone.BASE),
            timeout=timeout,
            retries=_retries(table, settings),
        ),
    )


def _cloudflare(table: JudgeTable, settings: Settings, timeout: float | None) -> "Judge":
    from bridge.judges import cloudflare

    url = table.url or _variable(settings, "JUDGE_JEV_CLOUDFLARE_URL")
    if url is None:
        account = table.account or variable(
            settings, "CLOUDFLARE_ACCOUNT_ID", where=table.where, what="the id of the account"
        )
        url = cloudflare.run_url(account)
    key = _key(table, settings, "CLOUDFLARE_API_TOKEN", needed=True)
    if key is None:
        raise UsageError(f"the judge {table.name} has no key_env", where=f"{table.where}.key_env")
    return cloudflare.CloudflareJudge(
        url, key, **_given(model=table.model, timeout=timeout, retries=_retries(table, settings))
    )


def _openai(table: JudgeTable, settings: Settings, timeout: float | None) -> "Judge":
    from bridge.judges import openai

    base = table.url or _variable(settings, "OPENAI_BASE_URL")
    model = table.model or _variable(settings, "OPENAI_MODEL")
    if model is None:
        raise UsageError(
            f"the judge {table.name} names no model", where=table.where, help="set model in its table, or OPENAI_MODEL"
        )
    return openai.OpenAIJudge(
        model,
        _key(table, settings, "OPENAI_API_KEY", needed=base is None),
        **_given(
            base=base,
            provider=table.provider or _provider(base, openai.BASE),
            timeout=timeout,
            retries=_retries(table, settings),
        ),
    )


_KINDS: Final[Mapping[str, Callable[[JudgeTable, Settings, float | None], "Judge"]]] = {
    "http": _http,
    "systemone": _systemone,
    "cloudflare": _cloudflare,
    "openai": _openai,
}


def _given(**members: Any) -> dict[str, Any]:
    """What is set; the judge has its own defaults for the rest."""
    return {name: value for name, value in members.items() if value is not None}


def _key(table: JudgeTable, settings: Settings, vendors: str | None = None, *, needed: bool = False) -> "Secret | None":
    from bridge.judges.secret import Secret

    if table.key_env is not None:
        # Its name is not shown: whoever misreads the setting puts the key itself there.
        named = f"the variable that {table.name}'s key_env names"
        value = _variable(settings, table.key_env)
        if value is None:
            raise UsageError(f"{named} is not set", where=f"{table.where}.key_env", help="put the key into it")
        return Secret(value, named=named)
    if vendors is None or table.url is not None:
        return None
    value = variable(settings, vendors, where=table.where) if needed else _variable(settings, vendors)
    return None if value is None else Secret(value, named=vendors)


def _retries(table: JudgeTable, settings: Settings) -> Any:
    """How often to ask again; None for the judge's own default."""
    most = table.retries
    text = _variable(settings, _RETRIES) if table.kind != "openai" else None
    if most is None and text is not None:
        most = counted(text)
        if most is None:
            raise InputError(f"{_RETRIES} must be a non-negative integer, got {text[:40]!r}", where=_RETRIES)
    if most is None:
        return None
    from bridge.judges.retrying import Retries

    return Retries(most)


def _provider(base: str | None, own: str) -> str | None:
    """Who serves a model: the vendor at the vendor's own place, else whoever the host is."""
    try:
        host = urlsplit(base).hostname if base is not None else None
    except ValueError:
        return None
    return None if host == urlsplit(own).hostname else host


def _variable(settings: Settings, name: str) -> str | None:
    return settings.environment.get(name) or None
