"""``rbridge rubric doctor`` and ``init``: whether rubrics can be judged by here, and what to do about it."""

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import FormatOption, WorkspaceOption, is_json, settings, workspace


def doctor(context: typer.Context, workspace_: WorkspaceOption = None, format: FormatOption = None) -> int:
    """Check the setup, offline, with a judgement from cans; 10 where nothing could be judged."""
    from bridge.workflows.rubrics.setup import look

    home = workspace(workspace_)
    found = look(settings(home), home)
    if is_json(context, format):
        output.document(found.json())
    else:
        output.lines(
            (
                f"rubrics  {', '.join(found.rubrics) or 'none'}",
                *(f"refused  {name}: {reason}" for name, reason in found.refused.items()),
                f"keys     {', '.join(name for name, there in found.keys.items() if there) or 'none set'}",
                f"tracing  {'installed' if found.tracing else 'not installed'}",
                f"offline  {found.smoke or 'a canned judgement was made; nobody was asked'}",
                *(f"to do    {fix}" for fix in found.fixes),
            )
        )
    return EXITS["done" if found.sound else "not-judged"]
