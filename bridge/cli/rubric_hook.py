"""``rbridge rubric hook``: every run of Claude Code judged where it ends, and the hook put into its settings."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bridge.cli import asking, output, rubric_attesting, rubric_keeping
from bridge.cli.exits import EXITS
from bridge.cli.gate import DryRunOption, ProjectOption, UserOption, change, say_standings, scope_of
from bridge.cli.option_lists import OptionList, Options, option_list, taking
from bridge.cli.options import Format, FormatOption, WorkspaceOption, is_json, require_command, settings, workspace
from bridge.cli.rubric_options import BackendOption, MockOption
from bridge.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bridge.gate.hosts import Scope
    from bridge.rubrics.model import Verdict
    from bridge.workflows.rubrics.finished_runs import RunJudge
    from bridge.workflows.rubrics.judging import Judged
    from bridge.workflows.workspace import Workspace

app = typer.Typer(help="Every run of Claude Code judged where it ends: its Stop hook.", invoke_without_command=True)

_DEFAULT_RUBRIC: Final = "agent-trajectory"

ByOption = Annotated[
    str, typer.Option("--rubric", metavar="ID|FILE", help="The rubric; default: agent-trajectory, which ships.")
]
PolicyOption = Annotated[
    str | None,
    typer.Option("--failure-policy", metavar="open|closed", help="Without a verdict: finish (open), or not (closed)."),
]
SettingsOption = Annotated[
    str | None, typer.Option("--settings", metavar="FILE", help="The settings file; default: Claude Code's own.")
]

ENTRY: Final[OptionList] = option_list(
    user=(UserOption, False),
    project=(ProjectOption, False),
    settings_=(SettingsOption, None),
    rubric=(ByOption, _DEFAULT_RUBRIC),
    backend=(BackendOption, None),
    failure_policy=(PolicyOption, None),
    attest=(rubric_attesting.AttestOption, False),
    save=(rubric_keeping.SaveOption, False),
    capture=(rubric_keeping.CaptureOption, None),
    redact=(rubric_keeping.RedactOption, None),
)
"""What an entry in the settings is to say, and in whose."""


@app.callback()
def hook(context: typer.Context) -> None:
    """Every run of Claude Code judged where it ends: its Stop hook."""
    require_command(context)


@app.command("claude-code")
def claude_code(
    rubric: ByOption = _DEFAULT_RUBRIC,
    backend: BackendOption = None,
    mock: MockOption = False,
    failure_policy: PolicyOption = None,
    save: rubric_keeping.SaveOption = False,
    capture: rubric_keeping.CaptureOption = None,
    redact: rubric_keeping.RedactOption = None,
    attest: rubric_attesting.AttestOption = False,
    subject: asking.SubjectOption = None,
    key: asking.KeyOption = None,
    _owner: Annotated[str, typer.Option("--owner", hidden=True)] = "",
    workspace_: WorkspaceOption = None,
) -> int:
    """Answer Claude Code's Stop event on standard input: {}, or a decision to block. The exit code is always 0."""
    from bridge.gate import standard_input
    from bridge.rubrics.encoding import canonical
    from bridge.workflows.rubrics.stop_hook import FAILURE, MOST_BYTES, answer

    wanted = {"save": save, "capture": capture, "redact": redact, "attest": attest, "subject": subject, "key": key}

    def judge(trajectory: "Mapping[str, Any]") -> "tuple[Verdict, str]":
        return _judge(_run_judge(rubric, backend, mock, workspace_), trajectory, wanted)

    policy = failure_policy or os.environ.get(FAILURE)
    said = answer(lambda: standard_input.read(MOST_BYTES), judge, policy=policy)
    if said.note is not None:
        output.note(said.note)
    output.text(canonical(dict(said.document)).decode())
    return EXITS["done"]


def _judge(judge: "RunJudge", trajectory: "Mapping[str, Any]", wanted: "dict[str, Any]") -> "tuple[Verdict, str]":
    kept = rubric_keeping.keeping(wanted, judge.settings, judge.workspace)
    evidence = rubric_attesting.evidence({**wanted, "facts": False, "state_out": None, "at": None})
    judged, most = judge.judge(trajectory)
    if most is not None:
        output.note(f"the steps' texts were cut to {most} characters to fit the budget")
    if judged.result.evidence.mock:
        output.note("canned answers: no model was asked, and the verdict says nothing about the run")
    try:
        rubric_keeping.keep(judged, kept, wanted)
    except InputError as error:
        output.note(f"not saved: {error.message}")
    _attest(judged, evidence, judge.workspace)
    return judged.result.verdict, judged.result.reason


def _attest(judged: "Judged", evidence: rubric_attesting.Evidence, home: "Workspace") -> None:
    """Sign what a run came to, where that is asked for.

    Raises:
        BridgeError: it cannot be signed, and the run would be let end: without its evidence there is no verdict. A run
            that is not let end anyhow is not let end because of that.
    """
    from bridge.errors import BridgeError
    from bridge.workflows.rubrics.stop_hook import GO_ON

    try:
        _, receipts = rubric_attesting.signed(judged, evidence, home)
    except BridgeError as error:
        if judged.result.verdict in GO_ON:
            raise
        output.note(f"not signed: {error.message}")
        return
    if receipts:
        output.note(f"{len(receipts)} receipts signed; the verdict is {receipts[-1]}")


@app.command()
@taking("entry", ENTRY)
def install(context: typer.Context, entry: Options, dry_run: DryRunOption = False, format: FormatOption = None) -> int:
    """Put the hook into Claude Code's settings; the difference is shown, and a copy of what stood there is kept."""
    return _install(context, entry, format, write=not dry_run)


@app.command()
@taking("entry", ENTRY)
def preview(context: typer.Context, entry: Options, format: FormatOption = None) -> int:
    """Show what ``install`` would change, and change nothing."""
    return _install(context, entry, format, write=False)


@app.command()
def uninstall(
    context: typer.Context,
    user: UserOption = False,
    project: ProjectOption = False,
    settings_: SettingsOption = None,
    dry_run: DryRunOption = False,
    format: FormatOption = None,
) -> int:
    """Take the hook out of Claude Code's settings; everything else stays."""
    from bridge.gate import installing
    from bridge.gate.stop_hook import STOP

    plan = installing.uninstall(STOP, _settings(scope_of(user, project), settings_))
    return change(context, STOP, plan, format, write=not dry_run)


@app.command()
def status(context: typer.Context, settings_: SettingsOption = None, format: FormatOption = None) -> int:
    """Say in which settings the hook stands."""
    from bridge.gate.stop_hook import STOP

    scopes: tuple[Scope, ...] = ("project", "user") if settings_ is None else ("project",)
    return say_standings(context, format, [(STOP, scope, _settings(scope, settings_)) for scope in scopes])


@app.command()
def doctor(
    context: typer.Context,
    event: Annotated[str | None, typer.Option("--event", metavar="FILE|-", help="A Stop event to try.")] = None,
    transcript: Annotated[
        str | None, typer.Option("--transcript", metavar="FILE", help="A transcript to read instead of the event's.")
    ] = None,
    rubric: ByOption = _DEFAULT_RUBRIC,
    backend: BackendOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Look whether the hook would judge a run; nobody is asked. The exit code is 10 where something is missing."""
    from bridge.workflows.inputs import read_bytes
    from bridge.workflows.rubrics.finished_runs import checks
    from bridge.workflows.rubrics.stop_hook import MOST_BYTES

    if transcript is not None and event is None:
        raise UsageError("--transcript stands in for the one of an event", where="--event", help="name the event too")
    data = None if event is None else read_bytes(event, max_bytes=MOST_BYTES)
    judge = _run_judge(rubric, backend, False, workspace_)
    found = checks(judge, event=data, transcript=transcript)
    if is_json(context, format):
        rows = [{"name": one.name, "ok": one.ok, "detail": one.detail} for one in found]
        output.document({"checks": rows, "network_used": False})
    else:
        output.lines(f"{'ok ' if one.ok else 'NO '} {one.name:<8} {one.detail}" for one in found)
    return EXITS["done" if all(one.ok for one in found) else "not-judged"]


def gate_exit(
    context: typer.Context,
    input: Annotated[str, typer.Option("--input", metavar="FILE|-", help="A result.")] = "-",
    step: Annotated[
        bool, typer.Option("--step", help="Exit with 0 to go on and 1 to stop, as a step of a pipeline does.")
    ] = False,
    format: FormatOption = None,
) -> int:
    """Say what a pipeline does about a result; the exit code is its verdict's, or with --step the advice's."""
    from bridge.rubrics.evidence import canned
    from bridge.workflows.rubrics.inputs import read_input
    from bridge.workflows.rubrics.pipeline import ADVICE, verdict_of
    from bridge.workflows.rubrics.saved import unwrapped

    result = unwrapped(read_input(input))
    verdict = verdict_of(result)
    if canned(result):
        output.note("canned answers: no model was asked, and the verdict says nothing about what was judged")
    advice = ADVICE[verdict]
    if is_json(context, format):
        output.document({"action": advice.action, "proceeds": advice.proceeds, "verdict": verdict.value})
    else:
        output.text(f"{advice.action}: {verdict}: {advice.words}")
    return EXITS["pass" if advice.proceeds else "fail"] if step else EXITS[verdict.value]


def _run_judge(rubric: str, backend: str | None, mock: bool, named: str | None) -> "RunJudge":
    from bridge.workflows.rubrics.finished_runs import RunJudge

    home = workspace(named)
    return RunJudge(rubric, backend, mock, settings(home), home)


def _judged_by(entry: Options) -> list[str]:
    """The options of the hook itself that are not as they are without them."""
    policy = entry["failure_policy"]
    if policy not in (None, "open", "closed"):
        raise UsageError(f"--failure-policy is open or closed, not {policy!r}", where="--failure-policy")
    by = [] if entry["rubric"] == _DEFAULT_RUBRIC else ["--rubric", entry["rubric"]]
    asked = [] if entry["backend"] is None else ["--backend", entry["backend"]]
    return [*by, *asked, *([] if policy is None else ["--failure-policy", policy])]


def _kept(entry: Options) -> list[str]:
    """The options of the hook that say what is kept of a run, looked at now: at the end of a run nobody looks."""
    from bridge.rubrics.redaction import redactions

    folder, redact = entry["capture"], entry["redact"] or ()
    redactions(redact)
    if folder == "":
        raise UsageError("--capture must name a folder", where="--capture")
    flags = [f"--{name}" for name in ("attest", "save") if entry[name]]
    captured = [] if folder is None else ["--capture", folder]
    return [*flags, *captured, *(word for path in redact for word in ("--redact", path))]


def _install(context: typer.Context, entry: Options, format: Format | None, *, write: bool) -> int:
    from bridge.gate import installing
    from bridge.gate.stop_hook import STOP, command_of

    kept = _kept(entry)
    options = [*_judged_by(entry), *kept]
    scope = scope_of(entry["user"], entry["project"])
    plan = installing.install(STOP, _settings(scope, entry["settings_"]), command_of(scope, options))
    return change(context, STOP, plan, format, write=write)


def _settings(scope: "Scope", named: str | None) -> Path:
    from bridge.gate.stop_hook import STOP

    if named is not None:
        return Path(named)
    return STOP.settings(scope, environment=os.environ, project=Path.cwd())
