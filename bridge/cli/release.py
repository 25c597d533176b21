"""``rbridge reason release``: whether one exact release may be deployed, by the evidence about it."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json, remember_format, require_command

app = typer.Typer(help="Decide the deployment of a release.", invoke_without_command=True, rich_markup_mode=None)


@app.callback()
def release(context: typer.Context, format: FormatOption = None) -> None:
    """Decide the deployment of a release."""
    require_command(context)
    remember_format(context, format)


@app.command()
def init(
    context: typer.Context,
    output_: Annotated[str, typer.Argument(metavar="FILE", help="What to write; nothing may be there.")],
    evaluation_time: Annotated[str, typer.Option("--evaluation-time", metavar="TIME", help="As 2026-08-14T12:00:00Z.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Write a release to be filled in. It has no evidence, so as it stands it authorizes nothing.

    Exit codes: 0 written, 1 an error.
    """
    from bridge.core import canonical
    from bridge.reason.release.model import RELEASE_INIT_V1
    from bridge.render import policy_text
    from bridge.workflows import release as workflow

    convention_enforced(convention)
    workflow.init(output_, evaluation_time, force=force)
    if is_json(context, format):
        output.text(canonical.sorted_compact({"schema": RELEASE_INIT_V1, "status": "created", "path": output_}))
    else:
        output.text(policy_text.starter_written(output_))
    return EXITS["done"]


@app.command()
@bounded()
def authorize(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A zerker.reason.release-authorization.v1 document.")],
    request_out: Annotated[
        str | None, typer.Option("--request-out", metavar="FILE", help="Write the request to a new file.")
    ] = None,
    certificate_out: Annotated[
        str | None, typer.Option("--certificate-out", metavar="FILE", help="Write the certificate to a new file.")
    ] = None,
    bundle_out: Annotated[
        str | None, typer.Option("--bundle-out", metavar="FILE", help="Write both to a new file, as one document.")
    ] = None,
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Decide a release by its evidence: tests and artifact by a tool, review and approval by a person.

    Exit codes: 0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted, 1 an error.
    """
    from bridge.core import canonical
    from bridge.reason.action import authorization_json
    from bridge.render import policy_text, reason_text
    from bridge.workflows import release as workflow
    from bridge.workflows.reasons import grounds

    bounds = chosen(limits).start()
    enforced = convention_enforced(convention)
    outputs = {"request_out": request_out, "certificate_out": certificate_out, "bundle_out": bundle_out}
    certificate = workflow.authorize(file, **outputs, convention=enforced, bounds=bounds).certificate
    output.notes(grounds(certificate.reasoning))
    if is_json(context, format):
        output.text(canonical.pretty(authorization_json(certificate)))
    else:
        written = reason_text.certificate_written(certificate_out, "<request>") if certificate_out else ""
        written += policy_text.request_written(request_out) if request_out else ""
        written += policy_text.bundle_written(bundle_out) if bundle_out else ""
        output.text(reason_text.authorization(certificate) + written)
    return EXITS[certificate.status]
