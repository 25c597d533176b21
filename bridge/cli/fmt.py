"""``rbridge reason fmt``: sources in the house layout."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, convention_on, is_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.workflows.format import Formatted


def fmt(
    context: typer.Context,
    sources: Annotated[
        list[str], typer.Argument(metavar="FILE|FOLDER…|-", help="Sources, folders of them, or - for standard input.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing, and exit with 1 if something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing, and print what would change.")] = False,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Lay out sources; what they say, their comments and their digests stay as they are.

    A source that cannot be read is reported and left alone; whether a program keeps the convention makes no difference.
    Exit codes: 0 done, 1 an error, or with --check a change.
    """
    from bridge.workflows.format import format_sources

    convention_on(convention)
    found = list(format_sources(sources, write=not (check or diff)))
    if is_json(context, format):
        output.document(_document(found, written=not (check or diff)))
    else:
        _say(found, check=check, diff=diff)
    if any(one.error for one in found):
        return EXITS["error"]
    return EXITS["unformatted" if check and any(one.changed for one in found) else "done"]


def _say(found: "Sequence[Formatted]", *, check: bool, diff: bool) -> None:
    from bridge.cli.failure import mention
    from bridge.workflows.format import STDIN

    for one in found:
        if one.error is not None:
            mention(one.error)
        elif diff and one.changed:
            output.text(one.diff)
        elif one.name == STDIN and not check and not diff:
            output.text(one.after.decode()) if one.after else None
        elif one.changed and not diff:
            output.text(one.name)
    changed = sum(one.changed for one in found)
    if [one.name for one in found] != [STDIN]:
        verb = "would change" if check or diff else "changed"
        output.note(f"{changed} of {len(found)} {'file' if len(found) == 1 else 'files'} {verb}")


def _document(found: "Sequence[Formatted]", *, written: bool) -> dict[str, Any]:
    return {
        "schema": "bridge.format.v1",
        "status": "error" if any(one.error for one in found) else "ok",
        "files": [_entry(one, written=written) for one in found],
    }


def _entry(one: "Formatted", *, written: bool) -> dict[str, Any]:
    from bridge.render.failed import document
    from bridge.workflows.format import STDIN

    stdin = one.name == STDIN
    return {
        "file": one.name,
        "changed": one.changed,
        "written": written and one.changed and not stdin,
        "diff": one.diff,
        "source": one.after.decode() if stdin and one.error is None else None,
        "error": None if one.error is None else document(one.error),
    }
