"""``rbridge rubric``: whole replies and runs, judged by a rubric, and routed anew."""

from typing import Annotated

import typer

from bridge.cli import (
    output,
    rubric_attesting,
    rubric_capture,
    rubric_doctor,
    rubric_evaluate,
    rubric_guided,
    rubric_history,
    rubric_hook,
    rubric_keeping,
    rubric_saved,
    rubric_tune,
)
from bridge.cli.exits import EXITS
from bridge.cli.once import take_once
from bridge.cli.option_lists import Options, taking
from bridge.cli.options import (
    Format,
    FormatOption,
    WorkspaceOption,
    is_json,
    remember_format,
    require_command,
    settings,
    workspace,
)
from bridge.cli.rubric_judging import ANSWERING, JUDGING
from bridge.cli.rubric_options import (
    DialectOption,
    DriftOption,
    InputOption,
    RubricOption,
    found,
    remark,
    require_one_level,
    say,
    speaks,
    traced,
)

app = typer.Typer(
    help="Whole replies and runs, judged by a rubric.", invoke_without_command=True, rich_markup_mode=None
)


@app.callback()
def rubric(context: typer.Context, format: FormatOption = None) -> None:
    """Whole replies and runs, judged by a rubric."""
    require_command(context)
    remember_format(context, format)


app.command()(rubric_guided.reply)
app.command()(rubric_guided.trajectory)
app.command()(rubric_doctor.doctor)
app.command("init")(rubric_doctor.doctor)
app.add_typer(rubric_guided.app, name="input")
app.add_typer(rubric_history.app, name="history")
app.add_typer(rubric_capture.app, name="capture")
app.add_typer(rubric_hook.app, name="hook")
app.command("gate-exit")(rubric_hook.gate_exit)
app.command()(rubric_evaluate.evaluate)
app.add_typer(rubric_tune.app, name="tune")


@app.command()
@taking("answering", ANSWERING)
@taking("options", JUDGING)
def run(
    context: typer.Context,
    rubric: RubricOption,
    input: InputOption,
    answering: Options,
    replay_input: Annotated[
        str | None, typer.Option("--replay-input", metavar="RECORD", help="Answer from a record; nobody is asked.")
    ] = None,
    dialect: DialectOption = None,
    *,
    options: Options,
) -> int:
    """Judge an input by a rubric; the exit code is the verdict: pass 0, fail 1, review 2, escalate 3, skip 4."""
    require_one_level(options)
    wanted = rubric_attesting.evidence(options)
    from bridge.workflows.inputs import require_once
    from bridge.workflows.rubrics.inputs import read_input
    from bridge.workflows.rubrics.judging import run as judge

    require_once((rubric, input, replay_input or ""))
    home = workspace(options["workspace_"])
    given = settings(home)
    kept = rubric_keeping.keeping(options, given, home)
    loaded = found(rubric, given, home, dialect)
    record = None if replay_input is None else read_input(replay_input)
    with traced(options, given) as traces:
        judged = judge(
            loaded,
            read_input(input),
            settings=given,
            workspace=home,
            name=answering["backend"],
            mock=answering["mock"],
            record=record,
            traces=traces,
        )
    # The command for machines says what a call takes each time; the guided ones where they are asked.
    remark(judged, verbose=True, debug=options["debug"])
    rubric_keeping.keep(judged, kept, options)
    return rubric_attesting.conclude(judged, wanted, home, as_json=speaks(context, options["format"], Format.JSON))


@app.command()
@taking("saved", rubric_saved.SAVED)
def replay(
    context: typer.Context,
    saved: Options,
    allow_version_drift: DriftOption = False,
    save: rubric_keeping.SaveOption = False,
    dialect: DialectOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Route saved answers by the rubric as it is now; nobody is asked, and the exit code is the verdict."""
    from bridge.rubrics.replay import replay as route

    home = workspace(workspace_)
    given = settings(home)
    result = rubric_saved.saved_answers(saved, given, home)
    kept = rubric_keeping.ready(given, home) if save else None
    loaded = found(saved["rubric"] or result["rubric_id"], given, home, dialect)
    routed = route(loaded.rubric, result, allow_version_drift=allow_version_drift)
    if kept is not None:
        rubric_keeping.save(routed, kept)
    return say(routed, as_json=speaks(context, format, Format.JSON))


@app.command()
@taking("saved", rubric_saved.SAVED)
def explain(
    context: typer.Context,
    saved: Options,
    dialect: DialectOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Show each rule's comparisons on saved answers, and which gate changed the verdict; nobody is asked."""
    from bridge.render import rubrics as rendered
    from bridge.rubrics.encoding import pretty
    from bridge.rubrics.evidence import canned
    from bridge.rubrics.explain import explanation

    home = workspace(workspace_)
    given = settings(home)
    result = rubric_saved.saved_answers(saved, given, home)
    loaded = found(saved["rubric"] or result["rubric_id"], given, home, dialect)
    said = explanation(loaded.rubric, result)
    output.text(pretty(said) if is_json(context, format) else rendered.explained(said, canned=canned(result)))
    return EXITS["done"]


@app.command("list")
def list_(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """List the rubrics that are known by name."""
    from bridge.workflows.rubrics.sources import names

    home = workspace(workspace_)
    known = names(settings(home), home)
    if is_json(context, format):
        output.document({"schema": "bridge.rubrics.v1", "status": "ok", "rubrics": list(known)})
    else:
        output.lines(known)
    return EXITS["done"]


@app.command()
def show(
    context: typer.Context,
    id: Annotated[str, typer.Option("--id", metavar="ID|FILE", help="The rubric: its id, or a file.")],
    dialect: DialectOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Show a rubric's questions and rules."""
    from bridge.render import rubrics as rendered
    from bridge.rubrics.hashes import rubric_hash

    home = workspace(workspace_)
    shown = found(id, settings(home), home, dialect).rubric
    if is_json(context, format):
        output.document(rendered.shown_json(shown, rubric_hash(shown)))
    else:
        output.text(rendered.shown(shown))
    return EXITS["done"]


@app.command()
def validate(
    context: typer.Context,
    rubrics: Annotated[list[str], typer.Argument(metavar="ID|FILE…", help="The rubrics.")],
    dialect: DialectOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Check rubrics: every problem with its line, column and remedy; 10 where one cannot be judged by."""
    from bridge.cli.rubric_options import dialect_of
    from bridge.render import diagnostics as rendered
    from bridge.workflows.rubrics.validation import checked

    home = workspace(workspace_)
    looked = [checked(name, settings(home), home, dialect_of(dialect)) for name in rubrics]
    valid = all(one.valid for one in looked)
    if is_json(context, format):
        documents = [
            {"name": one.name, "valid": one.valid, "rubric_hash": one.rubric_hash}
            | {"diagnostics": rendered.json(one.diagnostics)}
            for one in looked
        ]
        output.document({"schema": "bridge.rubric-validation.v1", "status": "ok", "rubrics": documents})
    else:
        for one in looked:
            output.text(rendered.text(one.diagnostics) + f"{one.name}: {'valid' if one.valid else 'not valid'}")
    return EXITS["done" if valid else "not-judged"]


take_once(app)
