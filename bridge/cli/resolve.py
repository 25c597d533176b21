"""``rbridge judge --resolve``: somebody's decision about a judgement, signed once."""

import enum
from typing import Annotated, Any, Final

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.errors import UsageError


class Decision(enum.StrEnum):
    """What is decided about a judgement."""

    ALLOW = "allow"
    DENY = "deny"
    ROUTE = "route"


ResolveOption = Annotated[
    str | None, typer.Option("--resolve", metavar="ID", help="Ask nobody: decide about the judgement of this receipt.")
]
ByOption = Annotated[str | None, typer.Option("--by", metavar="URI", help="Who decides, such as human://alice.")]
DecisionOption = Annotated[Decision | None, typer.Option("--decision", help="What is decided.", show_default=False)]
RouteOption = Annotated[str | None, typer.Option("--route", metavar="NAME", help="Where a route goes on.")]
ReasonOption = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why.")]
StrictOption = Annotated[bool, typer.Option("--strict", help="Refuse to sign a name that the key does not prove.")]

_OF_RESOLVING: Final = ("by", "decision", "route", "reason", "strict")
_UNSET: Final[tuple[Any, ...]] = (None, False, [], "{}")
_OF_BOTH: Final = frozenset({"resolve", "key", "at", "workspace_", "format", "context"})


def refuse_unresolved(given: dict[str, Any]) -> None:
    """Refuse the options of a resolution where none is asked for.

    Raises:
        UsageError: names the option.
    """
    for name in _OF_RESOLVING:
        if given[name] not in _UNSET:
            raise UsageError(f"--{name} is for --resolve, and no judgement is named", where=f"--{name}")


def resolve(given: dict[str, Any], *, at: str, home: Any, as_json: bool) -> int:
    """Sign a decision; its exit code.

    Args:
        given: the options of ``judge`` by their names.
        at: canonical time.
        home: the workspace.
        as_json: whether to print the document.

    Raises:
        UsageError: an option that belongs to asking a judge, or one that is missing.
    """
    from bridge.cli.keys import asked_passphrase
    from bridge.judgement.resolution import ResolutionDecision
    from bridge.render import resolved as rendered
    from bridge.workflows.resolve import Decided
    from bridge.workflows.resolve import resolve as sign_resolution

    for name, value in given.items():
        if name not in {*_OF_RESOLVING, *_OF_BOTH} and value not in _UNSET:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for asking a judge, and --resolve asks nobody", where=option)
    for name in ("by", "decision"):
        if given[name] in _UNSET:
            raise UsageError(f"--resolve needs --{name}", where=f"--{name}", help="--by human://alice --decision deny")
    decided = Decided(
        given["resolve"], given["by"], ResolutionDecision(given["decision"]), given["route"], given["reason"]
    )
    resolved = sign_resolution(
        home, decided, at=at, key=given["key"], strict=given["strict"], passphrase=asked_passphrase(None)
    )
    output.notes(rendered.notes(resolved))
    if as_json:
        output.document(rendered.document(resolved))
    else:
        output.text(rendered.text(resolved))
    return EXITS["done"]
