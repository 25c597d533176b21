"""``rbridge gate``: the gate in front of an agent, put into its settings, and tried on a session that is over."""

import os
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.option_lists import OptionList, Options, option_list, taking
from bridge.cli.options import (
    AtOption,
    Format,
    FormatOption,
    current_folder,
    is_json,
    moment,
    remember_format,
    require_command,
)
from bridge.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.gate.hosts import Host, Scope
    from bridge.gate.installing import Plan

app = typer.Typer(
    help="The gate in front of an agent: a hook that runs before each of its tool calls.",
    invoke_without_command=True,
    rich_markup_mode=None,
)

AgentArgument = Annotated[str, typer.Argument(metavar="AGENT", help="claude-code, codex, cursor, gemini or opencode.")]
UserOption = Annotated[bool, typer.Option("--user", help="In your own settings, for all of your projects.")]
ProjectOption = Annotated[bool, typer.Option("--project", help="In this folder's settings; the default.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the difference, and change nothing.")]
ClosedOption = Annotated[
    bool,
    typer.Option(
        "--fail-closed", help="Have the agent stop a call where the hook cannot be run: Claude Code 2.1.295, Cursor."
    ),
]
CommandOption = Annotated[
    str | None, typer.Option("--command", metavar="COMMAND", help="What the hook runs; default: rbridge-gate.")
]

ENTRY: Final[OptionList] = option_list(
    agent=(AgentArgument, "claude-code"),
    user=(UserOption, False),
    project=(ProjectOption, False),
    command=(CommandOption, None),
    fail_closed=(ClosedOption, False),
)
"""What an entry in the settings is to say, and in whose."""


@app.callback()
def gate(context: typer.Context, format: FormatOption = None) -> None:
    """The gate in front of an agent: a hook that runs before each of its tool calls."""
    require_command(context)
    remember_format(context, format)


def _hook(agent: str) -> int:
    from bridge.gate.entry import run

    # Where standard output was closed before we began, an answer into what stands in for it would reach nobody.
    with redirect_stdout(sys.stdout if sys.__stdout__ is not None else None):
        return run([agent])


@app.command("claude-code")
def claude_code() -> int:
    """Answer Claude Code's PreToolUse event on standard input.

    Exit codes: 0; 2 only where an answer that stops the call cannot be written, which is a refusal too.
    """
    return _hook("claude-code")


@app.command()
def codex() -> int:
    """Answer Codex's PreToolUse event on standard input."""
    return _hook("codex")


@app.command()
def cursor() -> int:
    """Answer Cursor's preToolUse, beforeShellExecution or beforeMCPExecution event on standard input."""
    return _hook("cursor")


@app.command()
def gemini() -> int:
    """Answer Gemini CLI's BeforeTool event on standard input."""
    return _hook("gemini")


@app.command()
def opencode() -> int:
    """Answer the event of opencode's plugin on standard input."""
    return _hook("opencode")


@app.command()
@taking("entry", ENTRY)
def install(context: typer.Context, entry: Options, dry_run: DryRunOption = False, format: FormatOption = None) -> int:
    """Put the gate into an agent's settings; the difference is shown, and a copy of what stood there is kept."""
    return _install(context, entry, format, write=not dry_run)


@app.command()
@taking("entry", ENTRY)
def preview(context: typer.Context, entry: Options, format: FormatOption = None) -> int:
    """Show what ``install`` would change, and change nothing."""
    return _install(context, entry, format, write=False)


@app.command()
def uninstall(
    context: typer.Context,
    agent: AgentArgument = "claude-code",
    user: UserOption = False,
    project: ProjectOption = False,
    dry_run: DryRunOption = False,
    format: FormatOption = None,
) -> int:
    """Take the gate out of an agent's settings; everything else stays."""
    from bridge.gate import hosts, installing

    host = hosts.host(agent)
    plan = installing.uninstall(host, _settings(host, scope_of(user, project)))
    return change(context, host, plan, format, write=not dry_run)


@app.command()
def status(
    context: typer.Context,
    agent: Annotated[str | None, typer.Argument(metavar="AGENT", help="One agent; default: all.")] = None,
    format: FormatOption = None,
) -> int:
    """Say in which settings the gate stands."""
    from bridge.gate import hosts

    asked = hosts.HOSTS.values() if agent is None else (hosts.host(agent),)
    return say_standings(context, format, [place for host in asked for place in _places(host)])


def _places(host: "Host") -> "Iterator[tuple[Host, Scope, Path]]":
    yield host, "project", _settings(host, "project")
    try:
        yield host, "user", _settings(host, "user")
    except UsageError as error:
        output.note(f"{host.title}: {error.message}, so only the project's settings are looked at")


def say_standings(context: typer.Context, format: Format | None, places: "Iterable[tuple[Host, Scope, Path]]") -> int:
    """Say what stands in each of some agents' settings; what cannot be read is said of it, and ends nothing."""
    from bridge.gate import reports
    from bridge.gate.standing import look

    project = current_folder()
    standings = [
        look(host, scope, path, every=host.every_settings(environment=os.environ, project=project))
        for host, scope, path in places
    ]
    output.notes(reports.missing_note(one) for one in dict.fromkeys(sum((each.missing for each in standings), ())))
    if is_json(context, format):
        output.document(reports.standing_document(standings))
    else:
        output.text(reports.standing_text(standings))
    return EXITS["done"]


@app.command()
def replay(
    context: typer.Context,
    transcript: Annotated[str, typer.Argument(metavar="TRANSCRIPT", help="A Claude Code transcript, or - .")],
    every: Annotated[bool, typer.Option("--all", help="Show the calls that nothing stands against too.")] = False,
    at: AtOption = None,
    format: FormatOption = None,
) -> int:
    """Say what the gate would have said of a session that is over; nothing is signed."""
    from bridge.gate import reports
    from bridge.gate.replaying import replay as judged_again
    from bridge.workflows.inputs import read_bytes

    data = read_bytes(transcript)
    replayed = judged_again(data, environment=os.environ, current=current_folder(), at=moment(at))
    if replayed.unread:
        output.note(
            f"lines passed over, as they are not JSON: {len(replayed.unread)}, the first is {replayed.unread[0]}"
        )
    if is_json(context, format):
        output.document(reports.replay_document(replayed))
    else:
        output.text(reports.replay_text(replayed, every=every))
    return EXITS["done"]


def _install(context: typer.Context, entry: Options, format: Format | None, *, write: bool) -> int:
    from bridge.gate import hosts, installing

    scope = scope_of(entry["user"], entry["project"])
    host = hosts.host(entry["agent"])
    line = hosts.command_of(host.agent, scope, given=entry["command"])
    plan = installing.install(host, _settings(host, scope), line, closed=entry["fail_closed"])
    return change(context, host, plan, format, write=write)


def change(context: typer.Context, host: "Host", plan: "Plan", format: Format | None, *, write: bool) -> int:
    """Show a change of settings, and make it where it is to be written."""
    from bridge.gate import installing, reports

    in_json = is_json(context, format)
    if not in_json:
        output.text(reports.difference(plan) or f"{plan.path}: nothing to change")
    written = write and plan.change != "nothing"
    backup = installing.carry_out(plan) if written else None
    every = host.every_settings(environment=os.environ, project=current_folder())
    output.notes(reports.change_notes(host, plan, every))
    if in_json:
        output.document(reports.change_document(host, plan, written=written, backup=backup))
        return EXITS["done"]
    if not write and plan.change != "nothing":
        output.note("nothing was changed")
    if backup is not None:
        output.note(f"what stood there is kept in {backup}")
    if host.remark is not None and plan.change in {"install", "update"}:
        output.note(host.remark)
    return EXITS["done"]


def _settings(host: "Host", scope: "Scope") -> Path:
    return host.settings(scope, environment=os.environ, project=current_folder())


def scope_of(user: bool, project: bool) -> "Scope":
    """Whose settings are meant.

    Raises:
        UsageError: both.
    """
    if user and project:
        raise UsageError("--user and --project exclude each other", where="--user", help="leave one out")
    return "user" if user else "project"
