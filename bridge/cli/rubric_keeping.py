"""What is kept of a judgement beside its result: an entry of the history, and a capture. Both are said on stderr."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bridge.cli import output
from bridge.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.rubrics.history import History
    from bridge.rubrics.result import JudgmentResult
    from bridge.workflows.rubrics.capturing import Wanted
    from bridge.workflows.rubrics.judging import Judged
    from bridge.workflows.settings import Settings
    from bridge.workflows.workspace import Workspace

SaveOption = Annotated[bool, typer.Option("--save", help="Keep the result in the history; nothing of the input.")]
CaptureOption = Annotated[
    str | None,
    typer.Option("--capture", metavar="FOLDER", help="Keep some judgements with what was judged, to tune by."),
]
RedactOption = Annotated[
    list[str] | None,
    typer.Option("--redact", metavar="PATH", help="Hide what stands there in captures, as a.b[].c. Repeatable."),
]


@dataclass(frozen=True)
class Keeping:
    """What a command keeps; None and False where it does not."""

    history: "History | None"
    capture: "Wanted | None"
    settings: "Settings"


def keeping(options: "Mapping[str, Any]", settings: "Settings", home: "Workspace") -> Keeping:
    """What the options of a command ask for, checked before anybody is asked.

    Raises:
        UsageError: a path of ``--redact`` is none, or ``--capture`` names nothing.
        HistoryError: the history cannot be used.
    """
    from bridge.workflows.rubrics.capturing import wanted

    if options["capture"] == "":
        raise UsageError("--capture must name a folder", where="--capture")
    capture = wanted(options["capture"], options["redact"] or (), settings)
    if capture is None and options["redact"]:
        output.note("nothing is captured, so --redact has nothing to hide")
    return Keeping(ready(settings, home) if options["save"] else None, capture, settings)


def ready(settings: "Settings", home: "Workspace") -> "History":
    """The history, found fit to be saved in.

    Raises:
        HistoryError: it is not.
    """
    from bridge.workflows.rubrics.history import history

    to = history(settings, home)
    to.prepare()
    return to


def keep(judged: "Judged", wanted: Keeping, options: "Mapping[str, Any]") -> None:
    """Keep what was asked for. A capture that fails changes nothing; a result that cannot be saved is an error.

    Raises:
        HistoryError: the result cannot be saved.
    """
    if wanted.history is not None:
        save(judged.result, wanted.history)
    if wanted.capture is not None:
        import random

        from bridge.cli.options import moment
        from bridge.rubrics.capture.triggers import Draws
        from bridge.workflows.rubrics.capturing import captured

        drawn = random.SystemRandom()
        draws = Draws(audit=drawn.random(), quota=drawn.random())
        environment, at = wanted.settings.environment, moment(options.get("at"))
        output.notes(captured(judged, wanted.capture, environment=environment, at=at, draws=draws))


def save(result: "JudgmentResult", to: "History") -> None:
    """Keep a result in the history, and say under which id.

    Raises:
        HistoryError: it cannot be saved.
    """
    import datetime
    import os

    from bridge.workflows.rubrics.history import save as saved

    history_id = saved(result, to, moment=datetime.datetime.now(datetime.UTC), random=os.urandom(4))
    output.note(f"saved as {history_id}")
