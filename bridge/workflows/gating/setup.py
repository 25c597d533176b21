"""How a gate is set up: by the environment, then by ``.bridge/config.toml``.

A seed's own variable is read beside ours: ``TREESHIP_JUDGE`` beside ``BRIDGE_JUDGE``. Where they do not mean the same,
both are refused rather than one picked, which is a fault of the gate's own.
"""

import os
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.errors import InputError, UsageError
from bridge.workflows.gating.model import Gate
from bridge.workflows.gating.words import told
from bridge.workflows.settings import load
from bridge.workflows.workspace import Workspace, find, is_folder

if TYPE_CHECKING:
    from bridge.judgement.model import Question
    from bridge.judges.base import Judge
    from bridge.receipts.key_file import Passphrase
    from bridge.workflows.settings import Settings

_SEEDS_JUDGE: Final = "TREESHIP_JUDGE"
_OPTION: Final = "--judge"

VARIABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "judge": ("BRIDGE_JUDGE", _SEEDS_JUDGE),
    "threshold": ("BRIDGE_THRESHOLD", "BRIDGE_JUDGE_THRESHOLD", "TREESHIP_JUDGE_THRESHOLD"),
    "bound": ("BRIDGE_BOUND", "BRIDGE_JUDGE_BOUND", "TREESHIP_JUDGE_BOUND"),
    "strict": ("BRIDGE_STRICT", "BRIDGE_JUDGE_STRICT", "TREESHIP_JUDGE_STRICT"),
}
"""The variables of a setting that has several; all that are set must mean the same."""

PROJECT: Final = "CLAUDE_PROJECT_DIR"
"""The folder that an agent was started in, as its hooks are told; it stays when the agent changes its folder."""

SECONDS_OF_JUDGE: Final = 8.0
"""What a judge elsewhere has: the agent's own patience with a hook is longer, and must be."""

_ON: Final = frozenset({"1", "true", "yes", "on"})
_OFF: Final = frozenset({"", "0", "false", "no", "off"})
_SCHEMES: Final = ("http://", "https://")


def open_gate(environment: Mapping[str, str], *, current: Path, otherwise: Path | None = None) -> Gate:
    """How the gate is set up for a call made in a folder, as far as it can be used; what is wrong is its ``fault``.

    Args:
        environment: the process environment.
        current: the folder the call is made in; it need not exist.
        otherwise: where the workspace is looked for where ``current`` lies in none.
    """
    # Settings that cannot be read may say that it is strict, or name a program; whoever set them expects to be asked.
    known = Gate(str(current), strict=True, passphrase=_passphrase(environment))
    try:
        home, root = _home(environment, current, otherwise)
        # An agent goes to many folders; keys and receipts are made only in the one that was named.
        signing = home if home.exists or environment.get("BRIDGE_WORKSPACE") else None
        known = known._replace(root=str(root), workspace=signing)
        found = load(home.config, environment)
        strict = _switch(found, "strict") or says_strict(environment) or found.text("program") is not None
        known = known._replace(strict=strict)
        known = known._replace(actor=found.text("actor"))
        settings = found._replace(environment=_agreed(environment), called=_called(environment))
        strictly = _switch(settings, "strict") or says_strict(environment)
        return _opened(known._replace(strict=strictly), environment, home, settings)
    except Exception as error:  # noqa: BLE001 - the agent must get an answer, and the operator the cause
        return known._replace(fault=told(error))


def _opened(known: Gate, environment: Mapping[str, str], home: Workspace, settings: "Settings") -> Gate:
    from bridge.judgement.model import Threshold

    judge, built_in, questions = _judge(settings, environment, home)
    value, bound = settings.number("threshold"), settings.number("bound")
    if bound is not None and not isfinite(bound):
        raise InputError(f"the bound must be a finite number, not {bound}", where=settings.origin("bound"))
    return known._replace(
        settings=settings,
        judge=judge,
        built_in=built_in,
        questions=questions,
        threshold=Threshold(0.5 if value is None else value, settings.text("set_by") or "default"),
        bound=bound,
        network_scope=tuple((settings.text("network_scope") or "").split()),
        program=_file(home, settings.text("program")),
        facts=tuple(filter(None, (_file(home, one) for one in (settings.text("facts") or "").split(os.pathsep)))),
        attests_calls=_attests_calls(settings),
    )


def _home(environment: Mapping[str, str], current: Path, otherwise: Path | None) -> tuple[Workspace, Path]:
    """The workspace, and the folder that paths are held to: the workspace's, unless the call is made outside of it.

    The project's folder comes before the call's: an agent changes the latter as it likes, and could go to a folder
    whose settings it wrote itself.
    """
    project = environment.get(PROJECT)
    start = Path(project) if project and is_folder(Path(project)) else current
    home = find(None, environment=environment, current=start)
    if home.exists or otherwise is None:
        return home, home.root
    return find(None, environment=environment, current=otherwise), home.root


def _agreed(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, in which our own variable says what any of a setting's variables says."""
    agreed = dict(environment)
    for name, variables in VARIABLES.items():
        said = {variable: value for variable in variables if (value := agreed.pop(variable, None))}
        if len({_meaning(name, variable, value) for variable, value in said.items()}) > 1:
            names = " and ".join(said)
            raise InputError(f"{names} are set, and differ", where=next(iter(said)), help="unset all but one")
        if said:
            agreed[variables[0]] = next(iter(said.values()))
    return agreed


def _called(environment: Mapping[str, str]) -> dict[str, str]:
    """By our own variable of a setting, the one that is set."""
    return {
        variables[0]: one for variables in VARIABLES.values() for one in reversed(variables) if environment.get(one)
    }


def _meaning(name: str, variable: str, value: str) -> object:
    """What a variable says, however it is written: ``.5`` is a half, and the seed's ``1`` is the rules."""
    if name == "judge":
        from bridge.workflows.configured_judges import NO_JUDGE, answers_others

        judge = _of_seed(value) if variable == _SEEDS_JUDGE else value
        if judge in {"0", NO_JUDGE}:
            return NO_JUDGE
        return judge if answers_others(judge) else "the rules"
    if name == "strict":
        return next((states for states in (_ON, _OFF) if value.lower() in states), value)
    try:
        return float(value)
    except ValueError:
        return value


def _judge(
    settings: "Settings", environment: Mapping[str, str], home: Workspace
) -> "tuple[Judge | None, bool, Mapping[str, Question]]":
    from bridge.workflows import configured_judges as judges

    name = judges.judge_name(settings)
    if not environment.get("BRIDGE_JUDGE") and environment.get(_SEEDS_JUDGE):
        name = _of_seed(name)
    if name in {"0", judges.NO_JUDGE}:
        return None, True, {}
    built_in = not judges.answers_others(name)
    timeout = None if built_in else SECONDS_OF_JUDGE
    try:
        judge = judges.configured_judge(name, settings, home, timeout=timeout)
    except UsageError as error:
        if error.where != _OPTION:
            raise
        # A hook has no options that the user could mend.
        raise error.restated(error.message, where=settings.origin("judge")) from None
    return judge, built_in, judges.known_questions()


def _of_seed(value: str) -> str:
    """What ``TREESHIP_JUDGE`` names: a URL, nobody, or with any other value the rules."""
    from bridge.workflows.configured_judges import DEFAULT_JUDGE

    return value if value == "0" or value.lower().startswith(_SCHEMES) else DEFAULT_JUDGE


def _file(home: Workspace, named: str | None) -> str | None:
    """A file as it is named from the workspace: an agent that goes elsewhere takes the operator's rules along."""
    if not named or named.startswith("bridge:") or Path(named).is_absolute():
        return named or None
    return str(home.root / named)


def _switch(settings: "Settings", name: str) -> bool:
    text = settings.text(name)
    if text is not None and text.lower() not in _ON | _OFF:
        raise InputError(f"{name} must be 1 or 0, not {text!r}", where=settings.origin(name))
    return text is not None and text.lower() in _ON


def says_strict(environment: Mapping[str, str]) -> bool:
    """Whether any variable asks for strictness; one that cannot be understood was meant to say something, and does."""
    return any(environment.get(variable, "").lower() not in _OFF for variable in VARIABLES["strict"])


def _attests_calls(settings: "Settings") -> bool:
    said = settings.text("attest") or "refusals"
    if said not in {"refusals", "calls"}:
        raise UsageError(f"attest is refusals or calls, not {said!r}", where=settings.origin("attest"))
    return said == "calls"


def _passphrase(environment: Mapping[str, str]) -> "Passphrase | None":
    given = environment.get("BRIDGE_PASSPHRASE")
    return (lambda _: given) if given else None
