"""From a judge's name and the settings to the judge: the one place that every command, the gate and the server ask.

A name is, in this order: the URL of an HTTP judge; ``replay:FILE``, a recording of answers; a judge or a panel of
``config.toml``; a built-in judge; a vendor's judge that the environment sets up. What a judge needs is imported when it
is named, so that asking the rules loads no HTTP client.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bridge.errors import UsageError
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

if TYPE_CHECKING:
    from bridge.judgement.model import Question
    from bridge.judges.base import Judge
    from bridge.judges.panel import Member, Panel

DEFAULT_JUDGE: Final = "bridge-rules"
NO_JUDGE: Final = "none"
"""What is said where nobody is to be asked; it names no judge."""
REPLAY: Final = "replay:"
VENDORS: Final = ("systemone", "cloudflare", "openai")
"""The judges that the environment alone can set up, by their vendors' own variables."""

_URL_SCHEMES: Final = ("http://", "https://")


def configured_judge(
    name: str | None, settings: Settings, workspace: Workspace, *, timeout: float | None = None
) -> "Judge":
    """The judge of a name; a panel, which fits the judge slot as well, where the name is a panel's.

    Args:
        name: the name or the URL of a judge; None for the one that the settings name, or else the default.
        settings: of the environment and the settings file.
        workspace: whose files a judge may read, such as the rules of its operator.
        timeout: the most seconds that a judge elsewhere has for one call, retries included, where its table does not
            say fewer; None for its own.

    Raises:
        UsageError: there is no judge of that name, it is ``none``, or what it needs is not set.
        InputError: a setting of the judge that cannot be used.
        JudgeUnavailable: a URL that cannot be asked.
    """
    if name is None:
        setting, name = _named(settings)
        if setting == "judge_url":
            return http_judge(name, timeout=timeout)
    if settings.tables("panels").get(name) is not None:
        return _panel_of(name, settings, workspace, timeout)
    return _single(name, settings, workspace, timeout)


def configured_panel(
    names: Sequence[str],
    rule: str | None,
    settings: Settings,
    workspace: Workspace,
    *,
    name: str = "panel",
    on_error: str | None = None,
    timeout: float | None = None,
) -> "Panel":
    """A panel of judges.

    Args:
        names: of its judges, as ``configured_judge`` takes them; a panel is no member of a panel.
        rule: how they agree; None for ``strictest``.
        settings: of the environment and the settings file.
        workspace: whose files a judge may read.
        name: what the panel is called.
        on_error: ``error`` or ``ask``; None for ``error``.
        timeout: as ``configured_judge``, for each of them.

    Raises:
        UsageError: no such rule, a judge twice, or as ``configured_judge``.
        InputError: as ``configured_judge``.
        JudgeUnavailable: as ``configured_judge``.
    """
    from bridge.judgement.agreement import Rule
    from bridge.judges.panel import Panel

    known = [str(one) for one in Rule]
    if rule is not None and rule not in known:
        raise UsageError(f'a panel has no rule "{rule}"', where=name, help=f"known: {', '.join(known)}")
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise UsageError(f"{shown(twice[0])} is named twice", where="--judge", help="a panel has each judge once")
    titles = _titles(names)
    members = tuple(_member(one, title, settings, workspace, timeout) for one, title in zip(names, titles, strict=True))
    bar = settings.number("threshold")
    return Panel(
        members,
        Rule(rule or Rule.STRICTEST),
        name,
        on_error or "error",
        0.5 if bar is None else bar,
    )


def judge_name(settings: Settings) -> str:
    """The judge that the environment or the settings file names, else the default.

    Raises:
        UsageError: one place names two.
    """
    return _named(settings)[1]


def _named(settings: Settings) -> tuple[str, str]:
    return settings.first(("judge", "judge_url"), {}) or ("judge", DEFAULT_JUDGE)


def http_judge(url: str, *, timeout: float | None = None) -> "Judge":
    """The HTTP judge of a URL.

    Raises:
        JudgeUnavailable: not a URL that can be asked.
    """
    from bridge.judges import http

    return http.HttpJudge(url) if timeout is None else http.HttpJudge(url, timeout)


def shown(name: str) -> str:
    """The name of a judge as it may be printed: of a URL scheme, host and port alone, since the rest may hold a key."""
    if not _is_url(name):
        return name
    scheme, _, rest = name.partition("://")
    return f"{scheme}://{re.split('[/?#]', rest, maxsplit=1)[0].rpartition('@')[2]}"


def known_questions() -> "Mapping[str, Question]":
    """The questions that are asked where nobody names others: those that the rules answer."""
    from bridge.judges.rule_questions import QUESTIONS

    return QUESTIONS


def answers_others(name: str) -> bool:
    """Whether the judge of a name may be asked other questions than those that the rules answer."""
    return name not in _BUILT_IN


def _is_url(name: str) -> bool:
    # A scheme is one in any case (RFC 3986, section 3.1).
    return name.lower().startswith(_URL_SCHEMES)


def _single(name: str, settings: Settings, workspace: Workspace, timeout: float | None) -> "Judge":
    if _is_url(name):
        return http_judge(name, timeout=timeout)
    if name.startswith(REPLAY):
        return _replay(name.removeprefix(REPLAY))
    built_in = _BUILT_IN.get(name)
    if built_in is not None:
        if name in settings.tables("judges"):
            raise UsageError(
                f"{name} is a built-in judge", where=f"{settings.config_name}: judges.{name}", help="rename the table"
            )
        return built_in(workspace)
    return _elsewhere(name, settings, timeout)


def _elsewhere(name: str, settings: Settings, timeout: float | None) -> "Judge":
    from bridge.workflows.judge_settings import JudgeTable, judge_names, judge_table
    from bridge.workflows.remote_judges import remote_judge

    table = judge_table(settings, name)
    if table is None and name in VENDORS:
        table = JudgeTable(name, name, name)
    if table is None:
        known = ", ".join(dict.fromkeys((*_BUILT_IN, *judge_names(settings), *VENDORS, NO_JUDGE, f"{REPLAY}FILE")))
        raise UsageError(f'there is no judge "{name}"', where="--judge", help=f"known: {known}; or --judge-url")
    return remote_judge(table, settings, timeout=timeout)


def _panel_of(name: str, settings: Settings, workspace: Workspace, timeout: float | None) -> "Panel":
    from bridge.workflows.judge_settings import panel_table

    table = panel_table(settings, name)
    if table is None or name in _BUILT_IN or settings.tables("judges").get(name) is not None:
        raise UsageError(f'"{name}" names a judge and a panel', where="--judge", help="rename one of them")
    return configured_panel(
        table.judges, table.rule, settings, workspace, name=name, on_error=table.on_error, timeout=timeout
    )


def _titles(names: Sequence[str]) -> tuple[str, ...]:
    """What the judges of a panel are called where others read it; those at one place are numbered."""
    titles: list[str] = []
    for name in names:
        title, number = shown(name), 1
        while title in titles:
            number += 1
            title = f"{shown(name)} ({number})"
        titles.append(title)
    return tuple(titles)


def _member(name: str, title: str, settings: Settings, workspace: Workspace, timeout: float | None) -> "Member":
    from bridge.judges.panel import Member

    if settings.tables("panels").get(name) is not None:
        raise UsageError(f'"{name}" is a panel, and no judge of one', where="--judge", help="name its judges")
    rules = not answers_others(name)
    judge = _single(name, settings, workspace, timeout)
    return Member(title, judge, floor=rules, knows=frozenset(known_questions()) if rules else None)


def _replay(place: str) -> "Judge":
    from bridge.judges.recorded import ReplayJudge, read_recording
    from bridge.workflows.inputs import read_bytes

    named, _, model = place.partition("#")
    if not named:
        raise UsageError("replay: names no file", where="--judge", help="write replay:FILE, or replay:FILE#MODEL")
    return ReplayJudge(read_recording(read_bytes(named), named=named), named, model or None)


def _treeship_rules(_: Workspace) -> "Judge":
    from bridge.judges.rules import TreeshipRules

    return TreeshipRules()


def _bridge_rules(workspace: Workspace) -> "Judge":
    from bridge.workflows.bridge_rules import bridge_rules

    return bridge_rules(workspace.rules)


_BUILT_IN: Final[Mapping[str, Callable[[Workspace], "Judge"]]] = {
    "bridge-rules": _bridge_rules,
    "treeship-rules": _treeship_rules,
}
"""The judges that run here, by name; a table of the settings does not replace them."""
