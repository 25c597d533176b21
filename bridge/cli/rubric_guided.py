"""``rbridge rubric reply``, ``trajectory`` and ``input``: the rubrics that ship, without writing JSON by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bridge.cli import output, rubric_attesting, rubric_keeping, terminal
from bridge.cli.exits import EXITS
from bridge.cli.option_lists import Options, taking
from bridge.cli.options import (
    Format,
    FormatOption,
    WorkspaceOption,
    is_json,
    require_command,
    settings,
    workspace,
)
from bridge.cli.rubric_judging import ANSWERING, JUDGING
from bridge.cli.rubric_options import (
    InputOption,
    RubricOption,
    found,
    remark,
    require_one_level,
    speaks,
    traced,
)
from bridge.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_ASKED: Final = {
    "prompt": "What was asked",
    "reply": "What was answered",
    "context": "What the answer was based on, if anything",
}

app = typer.Typer(help="Inputs: one to start from, and a look at one.", invoke_without_command=True)


@app.callback()
def input_(context: typer.Context) -> None:
    """Inputs: one to start from, and a look at one."""
    require_command(context)


@taking("options", (*ANSWERING, *JUDGING))
def reply(
    context: typer.Context,
    prompt: Annotated[str | None, typer.Option("--prompt", metavar="TEXT", help="What was asked.")] = None,
    prompt_file: Annotated[
        str | None, typer.Option("--prompt-file", metavar="FILE", help="The same, in a file.")
    ] = None,
    reply: Annotated[str | None, typer.Option("--reply", metavar="TEXT", help="What was answered.")] = None,
    reply_file: Annotated[str | None, typer.Option("--reply-file", metavar="FILE", help="The same, in a file.")] = None,
    of: Annotated[str | None, typer.Option("--context", metavar="TEXT", help="What it was based on.")] = None,
    context_file: Annotated[
        str | None, typer.Option("--context-file", metavar="FILE", help="The same, in a file.")
    ] = None,
    editor: Annotated[bool, typer.Option("--editor", help="Write all of it in VISUAL or EDITOR.")] = False,
    *,
    options: Options,
) -> int:
    """Judge one reply by the rubric assistant-reply; the exit code is the verdict."""
    from bridge.workflows.inputs import require_once

    require_once((prompt_file or "", reply_file or "", context_file or ""))
    given: dict[str, Any] = {
        "prompt": _text("prompt", prompt, prompt_file),
        "reply": _text("reply", reply, reply_file),
        "context": _text("context", of, context_file),
    }
    given = _completed(given, options, editor=editor)
    for name in ("prompt", "reply"):
        if not (given[name] or "").strip():
            raise UsageError(f"reply needs a non-empty --{name}/--{name}-file", where=f"--{name}")
    shown = {name: text for name, text in given.items() if text is not None}
    as_json = speaks(context, options["format"], Format.HUMAN)
    return _judged("assistant-reply", shown, options, as_json=as_json)


def _completed(given: "dict[str, Any]", options: Options, *, editor: bool) -> "dict[str, Any]":
    """What the options say, and the rest from an editor that is asked for, or from a person at a terminal."""
    if editor:
        import os

        from bridge.workflows.rubrics.editing import edited

        _require_backend(options)
        written = edited({name: text or "" for name, text in given.items()}, os.environ)
        return {name: text if (text := written.get(name, "")).strip() else None for name in given}
    needed = [name for name in ("prompt", "reply") if given[name] is None]
    if not needed or not terminal.is_interactive():
        return given
    _require_backend(options)
    asked = {name: terminal.ask_text(_ASKED[name]) for name in (*needed, "context") if given[name] is None}
    return {**given, **{name: text for name, text in asked.items() if text.strip()}}


def _require_backend(options: Options) -> None:
    """Refuse a backend that could not be asked, before a person writes anything for it.

    Raises:
        UsageError: there is none of that name, or what it needs is not set.
    """
    from bridge.workflows.rubrics.backends import backend, choose

    home = workspace(options["workspace_"])
    set_ = settings(home)
    name = choose(options["backend"], mock=options["mock"], recorded=False, settings=set_)
    backend(name, set_, home, given={})


@taking("options", (*ANSWERING, *JUDGING))
def trajectory(
    context: typer.Context,
    input: InputOption,
    *,
    options: Options,
) -> int:
    """Judge one run of an agent by the rubric agent-trajectory; the exit code is the verdict."""
    from bridge.workflows.rubrics.inputs import read_input

    as_json = speaks(context, options["format"], Format.HUMAN)
    return _judged("agent-trajectory", read_input(input), options, as_json=as_json)


def _judged(name: str, judged_input: "Mapping[str, Any]", given: Options, *, as_json: bool) -> int:
    """Judge an input by a rubric that ships; ``given`` is what the options of the command say."""
    from bridge.workflows.rubrics.judging import run
    from bridge.workflows.rubrics.templates import require_contents

    require_one_level(given)
    wanted = rubric_attesting.evidence(given)
    home = workspace(given["workspace_"])
    set_ = settings(home)
    kept = rubric_keeping.keeping(given, set_, home)
    loaded = found(name, set_, home)
    require_contents(loaded.rubric, judged_input)
    backend, mock = given["backend"], given["mock"]
    with traced(given, set_) as traces:
        judged = run(loaded, judged_input, settings=set_, workspace=home, name=backend, mock=mock, traces=traces)
    remark(judged, verbose=given["verbose"], debug=given["debug"])
    rubric_keeping.keep(judged, kept, given)
    return rubric_attesting.conclude(judged, wanted, home, as_json=as_json)


def _text(name: str, text: str | None, file: str | None) -> str | None:
    from bridge.workflows.inputs import read_bytes

    if text is not None and file is not None:
        raise UsageError(f"--{name} and --{name}-file exclude each other", where=f"--{name}", help="leave out one")
    if file is None:
        return text
    try:
        return read_bytes(file).decode()
    except UnicodeDecodeError:
        raise UsageError(f"{Path(file).name} is not UTF-8", where=f"--{name}-file", help="save it as UTF-8") from None


@app.command()
def template(rubric: RubricOption, workspace_: WorkspaceOption = None) -> int:
    """Print an input to start from."""
    from bridge.workflows.rubrics.templates import template as starter

    home = workspace(workspace_)
    loaded = found(rubric, settings(home), home)
    output.document(starter(loaded.rubric))
    return EXITS["done"]


@app.command()
def validate(
    context: typer.Context,
    rubric: RubricOption,
    input: InputOption,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Look at an input without judging it: what a judge would be shown, and whether it fits the budget."""
    from bridge.rubrics.encoding import canonical
    from bridge.workflows.inputs import require_once
    from bridge.workflows.rubrics.inputs import read_input
    from bridge.workflows.rubrics.judging import looked
    from bridge.workflows.rubrics.templates import require_contents

    require_once((rubric, input))
    home = workspace(workspace_)
    given = settings(home)
    loaded = found(rubric, given, home)
    read = read_input(input)
    shown = looked(loaded, read, given)
    require_contents(loaded.rubric, read)
    state = dict(shown.projected.state)
    keys, size = sorted(state), len(canonical(state))
    if is_json(context, format):
        document = {"valid": True, "rubric_id": loaded.rubric.id, "projected_keys": keys}
        output.document({**document, "canonical_bytes": size, "network_used": False})
    else:
        output.text(f"valid for {loaded.rubric.id}: {', '.join(keys) or 'nothing'} ({size} bytes); nobody was asked")
    return EXITS["done"]
