"""``rbridge reason``: check programs, authorize requests, verify what they gave. Standard output is the reference's."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from bridge.cli import lint, output
from bridge.cli.bounds import OF_READING, Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.facts import believed, receipted, sources
from bridge.cli.options import (
    ByJudgeOption,
    ClockOption,
    ConventionOption,
    EscalatedOption,
    FactsOption,
    FormatOption,
    PackageOption,
    ReceiptsOption,
    ReportFormat,
    ReportFormatOption,
    StoreOption,
    SupersedeOption,
    TrustOption,
    WorkspaceOption,
    is_json,
    moment,
    remember_format,
    require_command,
)
from bridge.workflows.inputs import write_file

app = typer.Typer(
    help="Programs, requests, results and certificates.", invoke_without_command=True, rich_markup_mode=None
)

InputArgument = Annotated[str, typer.Argument(metavar="FILE|-", help="A .reason source or Reason JSON; - is stdin.")]


@app.callback()
def reason(context: typer.Context, format: FormatOption = None) -> None:
    """Programs, requests, results and certificates."""
    require_command(context)
    remember_format(context, format)


@app.command()
@bounded()
def check(
    context: typer.Context,
    file: InputArgument,
    facts: FactsOption = None,
    store: StoreOption = False,
    receipts: ReceiptsOption = None,
    package: PackageOption = None,
    trust: TrustOption = None,
    supersede: SupersedeOption = False,
    query: Annotated[str | None, typer.Option("--query", metavar="ATOM", help='Such as: not approved("v1")')] = None,
    proof_out: Annotated[str | None, typer.Option("--proof-out", metavar="FILE", help="Write the result.")] = None,
    include_escalated: EscalatedOption = False,
    by_judge: ByJudgeOption = False,
    convention: ConventionOption = "on",
    at: ClockOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Check a program: proved, disproved, inconsistent or unknown.

    Exit codes: 0 proved, 2 unknown, 3 disproved, 4 inconsistent, 1 an error.
    """
    from bridge.reason.check import result_json
    from bridge.render import reason_text
    from bridge.workflows.facts import load_facts
    from bridge.workflows.programs import load
    from bridge.workflows.reason import check as check_program
    from bridge.workflows.reasons import grounds

    bounds = chosen(limits).start()
    enforced = convention_enforced(convention)
    time = moment(at) if at is not None else None
    loaded = load(file, at=time, query=query, bounds=bounds)
    output.warnings(loaded.warnings)
    more = load_facts(facts or (), include_escalated=include_escalated, bounds=bounds)
    signed = believed(
        sources(store, receipts, package, trust, supersede=supersede),
        loaded.program,
        workspace_=workspace_,
        supersede=supersede,
        include_escalated=include_escalated,
        by_judge=by_judge,
    )
    checked = check_program(loaded, facts=(*more.facts, *signed), convention=enforced, bounds=bounds)
    result = checked.result
    output.notes((*more.notes, *checked.notes, *([f"evaluated at {at} as --at says"] if at else []), *grounds(result)))
    document = result_json(result)
    _write(proof_out, document)
    if is_json(context, format):
        _document(document)
    else:
        written = reason_text.proof_written(proof_out, file) if proof_out else ""
        output.text(reason_text.check(result) + written)
    return EXITS[result.status]


@app.command()
@bounded()
def authorize(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A zerker.reason.action.v1 request; - is stdin.")],
    certificate_out: Annotated[
        str | None, typer.Option("--certificate-out", metavar="FILE", help="Write the certificate.")
    ] = None,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Authorize one exact action by its request's policy.

    Exit codes: 0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted, 1 an error.
    """
    from bridge.reason.action import authorization_json
    from bridge.render import reason_text
    from bridge.workflows.programs import load_request
    from bridge.workflows.reason import authorize as authorize_request
    from bridge.workflows.reasons import grounds

    bounds = chosen(limits).start()
    enforced = convention_enforced(convention)
    _, authorization = authorize_request(load_request(file, bounds=bounds), convention=enforced, bounds=bounds)
    output.notes(grounds(authorization.reasoning))
    document = authorization_json(authorization)
    _write(certificate_out, document)
    if is_json(context, format):
        _document(document)
    else:
        written = reason_text.certificate_written(certificate_out, file) if certificate_out else ""
        output.text(reason_text.authorization(authorization) + written)
    return EXITS[authorization.status]


@app.command()
@bounded(OF_READING)
def verify(
    context: typer.Context,
    program: InputArgument,
    result: Annotated[str, typer.Argument(metavar="RESULT", help="The result that check wrote.")],
    reference: Annotated[
        bool, typer.Option("--reference", help="Only the reference's own checks, without completeness.")
    ] = False,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Verify a result against its program, with the independent checker.

    Exit codes: 0 verified, whatever the result says; 1 it does not hold.
    """
    from bridge.checker import verification_json
    from bridge.render import reason_text
    from bridge.workflows.reason import verify as verify_result

    convention_enforced(convention)
    verified = verify_result(program, result, reference=reference, bounds=chosen(limits).start())
    output.note(f"verified at the {'reference' if reference else 'complete'} level")
    if is_json(context, format):
        _document(verification_json(verified))
    else:
        output.text(reason_text.verification(verified))
    return EXITS["done"]


@app.command("verify-authorization")
@bounded(OF_READING)
def verify_authorization(
    context: typer.Context,
    request: Annotated[str, typer.Argument(metavar="REQUEST", help="The request that was authorized.")],
    certificate: Annotated[str, typer.Argument(metavar="CERTIFICATE", help="Its certificate.")],
    store: StoreOption = False,
    receipts: ReceiptsOption = None,
    package: PackageOption = None,
    trust: TrustOption = None,
    convention: ConventionOption = "on",
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Verify a certificate against its request, with the independent checker.

    With --store, --receipts or --package, also that the request's facts with art_ ids are what those receipts say.

    Exit codes: 0 verified, whatever was decided; 1 it does not hold.
    """
    from bridge.checker import verification_json
    from bridge.render import reason_text
    from bridge.workflows.reason import verify_authorization as verify_certificate

    convention_enforced(convention)
    named = sources(store, receipts, package, trust, supersede=False)
    bounds = chosen(limits).start()
    verified = verify_certificate(request, certificate, bounds=bounds)
    if named:
        output.notes(receipted(request, named, bounds=bounds, workspace_=workspace_))
    if is_json(context, format):
        _document(verification_json(verified))
    else:
        output.text(reason_text.authorization_verification(verified))
    return EXITS["done"]


@app.command("compile")
@bounded(OF_READING)
def compile_(
    file: InputArgument,
    query: Annotated[str | None, typer.Option("--query", metavar="ATOM", help="Replaces the query.")] = None,
    convention: ConventionOption = "on",
    at: ClockOption = None,
    format: ReportFormatOption = None,
    *,
    limits: Options,
) -> int:
    """Compile a source to Reason JSON: a program, or the policy template of an action policy.

    With --format sarif, what it says of the source instead: exit code 1 where it is refused.
    """
    from bridge.workflows.programs import load
    from bridge.workflows.reason import convention_of, document

    bounds = chosen(limits).start()
    time = moment(at) if at is not None else None
    if format is ReportFormat.SARIF:
        return lint.compiled(file, time, query, convention=convention_enforced(convention), bounds=bounds)
    loaded = load(file, at=time, query=query, bounds=bounds)
    output.warnings(loaded.warnings)
    convention_of(loaded, enforced=convention_enforced(convention), bounds=bounds)
    _document(document(loaded.program))
    return EXITS["done"]


def _document(document: Mapping[str, Any]) -> None:
    from bridge.core import canonical

    output.text(canonical.pretty(document))


def _write(path: str | None, document: Mapping[str, Any]) -> None:
    from bridge.core import canonical

    if path is not None:
        write_file(path, (canonical.pretty(document) + "\n").encode())
