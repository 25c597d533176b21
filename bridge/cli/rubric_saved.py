"""Where a command finds the saved answers that it routes: a file, the history, or signed receipts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bridge.cli.option_lists import OptionList, option_list
from bridge.cli.options import TrustOption
from bridge.errors import UsageError

if TYPE_CHECKING:
    from bridge.workflows.settings import Settings
    from bridge.workflows.workspace import Workspace

_SavedOption = Annotated[
    str | None, typer.Option("--input", metavar="FILE|-", help="A result, an entry of the history, or captures.")
]
_LineOption = Annotated[
    int | None, typer.Option("--line", metavar="N", help="Which line of a file of captures, from 1.")
]
_HistoryIdOption = Annotated[
    str | None, typer.Option("--history-id", metavar="ID", help="A saved result, as `history list` names it.")
]
_ReceiptOption = Annotated[
    str | None,
    typer.Option("--receipt", metavar="ART_ID", help="A signed verdict, by its receipt or an answer's, in the store."),
]
_ReceiptsOption = Annotated[
    str | None, typer.Option("--receipts", metavar="FILE", help="A signed verdict and its answers, in a file.")
]
_RubricOption = Annotated[
    str | None, typer.Option("--rubric", metavar="ID|FILE", help="The rubric; default: the one the result names.")
]

SAVED: Final[OptionList] = option_list(
    input=(_SavedOption, None),
    line=(_LineOption, None),
    history_id=(_HistoryIdOption, None),
    receipt=(_ReceiptOption, None),
    receipts=(_ReceiptsOption, None),
    trust=(TrustOption, None),
    rubric=(_RubricOption, None),
)
"""Which saved answers are meant, and by which rubric they are looked at."""


def saved_answers(given: Mapping[str, Any], settings: "Settings", home: "Workspace") -> Mapping[str, Any]:
    """The saved answers that the options of a command name.

    Args:
        given: what the options of ``SAVED`` say.
        settings: whose environment may name the history.
        home: whose history, receipts and trust are meant.

    Raises:
        UsageError: none are named, or in two ways.
        InputError: they cannot be read.
        ReceiptError: a receipt that cannot be read.
    """
    from bridge.workflows.inputs import require_once
    from bridge.workflows.rubrics.history import history
    from bridge.workflows.rubrics.saved import read_saved
    from bridge.workflows.rubrics.signed import Receipts, signed_result

    require_once(given[name] or "" for name in ("input", "receipts", "trust", "rubric"))
    file, history_id = given["input"], given["history_id"]
    signed = given["receipt"] is not None or given["receipts"] is not None
    if (file is not None) + (history_id is not None) + signed != 1:
        message = "name saved answers one way: --input or --history-id, or --receipt and --receipts"
        raise UsageError(message, where="--input", help="`rbridge rubric history list` shows what is saved")
    for option, belongs in (("line", file is not None), ("trust", signed)):
        if given[option] is not None and not belongs:
            of = "--input" if option == "line" else "--receipt or --receipts"
            raise UsageError(f"--{option} goes with {of}", where=f"--{option}", help="leave it out")
    if file is not None:
        return read_saved(file, given["line"])
    if signed:
        return signed_result(home, Receipts(given["receipt"], given["receipts"], given["trust"]))
    return history(settings, home).entry(history_id).result
