"""``rbridge facts``: what verified receipts say, as facts for a program."""

from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.exits import EXITS
from bridge.cli.options import (
    ByJudgeOption,
    EscalatedOption,
    FormatOption,
    PackageOption,
    ReceiptsOption,
    StoreOption,
    SupersedeOption,
    TrustOption,
    WorkspaceOption,
    is_json,
    workspace,
)
from bridge.errors import UsageError

if TYPE_CHECKING:
    from bridge.reason.model import Fact
    from bridge.workflows.limits import Bounds
    from bridge.workflows.programs import Loadable
    from bridge.workflows.receipt_facts import Sources


def facts(
    context: typer.Context,
    store: StoreOption = False,
    receipts: ReceiptsOption = None,
    package: PackageOption = None,
    trust: TrustOption = None,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="ID", help="Only what is about this, such as an art_… id.")
    ] = None,
    supersede: SupersedeOption = False,
    include_escalated: EscalatedOption = False,
    by_judge: ByJudgeOption = False,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
) -> int:
    """Print the facts of receipts that are signed by keys trusted for who they say they are, for --facts to take.

    Standard output is a JSON list of facts; with --format json a document of them, with the receipts that were refused.

    Exit codes: 0 done, whatever was refused; 1 an error.
    """
    from bridge.core import canonical
    from bridge.reason.wire import fact_json
    from bridge.render import receipt_facts as rendered
    from bridge.workflows.receipt_facts import receipt_facts

    named = sources(store, receipts, package, trust, supersede=supersede)
    if not named:
        raise UsageError(
            "no receipts are named", where="--store", help="give --store, --receipts FILE or --package FOLDER"
        )
    found = receipt_facts(
        workspace(workspace_),
        named,
        subject=subject,
        supersede=supersede,
        include_escalated=include_escalated,
        by_judge=by_judge,
    )
    output.notes(rendered.notes(found))
    if is_json(context, format):
        output.document(rendered.document(found))
    else:
        output.text(canonical.pretty([fact_json(fact) for fact in found.facts]))
    return EXITS["done"]


def sources(
    store: bool, receipts: list[str] | None, package: list[str] | None, trust: str | None, *, supersede: bool
) -> "Sources":
    """The receipts that a command line names.

    Raises:
        UsageError: an option about receipts, and none are named.
    """
    from bridge.workflows.receipt_facts import Sources

    named = Sources(store, tuple(receipts or ()), tuple(package or ()), trust)
    for option, given in (("--trust", trust is not None), ("--supersede", supersede)):
        if given and not named:
            raise UsageError(
                f"{option} is about receipts, and none are named",
                where=option,
                help="give --store, --receipts FILE or --package FOLDER",
            )
    return named


def believed(
    named: "Sources",
    program: "Loadable",
    *,
    workspace_: str | None,
    supersede: bool,
    include_escalated: bool,
    by_judge: bool = False,
) -> "tuple[Fact, ...]":
    """The facts of receipts that a program can read; says which receipts are refused, and what is left out."""
    if not named:
        return ()
    from bridge.render import receipt_facts as rendered
    from bridge.workflows.receipt_facts import fitting, receipt_facts

    found = receipt_facts(
        workspace(workspace_), named, supersede=supersede, include_escalated=include_escalated, by_judge=by_judge
    )
    kept, notes = fitting(found.facts, program)
    output.notes((*rendered.notes(found), *notes))
    return kept


def receipted(request: str, named: "Sources", *, bounds: "Bounds", workspace_: str | None) -> tuple[str, ...]:
    """What to say of a request whose facts hold to the receipts they come from.

    Raises:
        UsageError: the request is standard input.
        VerificationError: a fact that does not.
    """
    from bridge.workflows.inputs import read_json
    from bridge.workflows.receipt_facts import receipt_facts
    from bridge.workflows.receipted import check_receipted

    if request == "-":
        raise UsageError("the request is read twice", where="REQUEST", help="name a file, not standard input")
    home = workspace(workspace_)
    found = [
        receipt_facts(home, named, supersede=True, include_escalated=True, by_judge=by_judge)
        for by_judge in (False, True)
    ]
    stated = read_json(request, max_bytes=bounds.input_bytes, max_depth=bounds.nesting, deadline=bounds.deadline)
    return (check_receipted(stated, *found).sentence,)
