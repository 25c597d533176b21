"""``rbridge reason policy``: policies locked with the texts they were reviewed with, and decisions by them."""

from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json, remember_format, require_command
from bridge.cli.verify_bundle import RequireAuthorizedOption, say_verified

app = typer.Typer(help="Locked policies and decisions by them.", invoke_without_command=True, rich_markup_mode=None)

RootOption = Annotated[str, typer.Option("--root", metavar="FOLDER", help="Where the paths of the sources start.")]


@app.callback()
def policy(context: typer.Context, format: FormatOption = None) -> None:
    """Locked policies and decisions by them."""
    require_command(context)
    remember_format(context, format)


@app.command()
def lock(
    context: typer.Context,
    root: RootOption,
    manifest: Annotated[str, typer.Option("--manifest", metavar="FILE", help="Which texts to commit to.")],
    policy: Annotated[str, typer.Option("--policy", metavar="FILE", help="The action policy: a template, or .reason.")],
    output_: Annotated[str, typer.Option("--output", metavar="FILE", help="The bundle; nothing may be there.")],
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Lock an action policy together with the exact bytes of the texts it was reviewed with.

    Exit codes: 0 locked, 1 an error; then nothing was written.
    """
    from bridge.render import policy_text
    from bridge.workflows import policy as workflow

    locked = workflow.lock(root, manifest, policy, output_, convention=convention_enforced(convention))
    if is_json(context, format):
        output.text(workflow.bundle_line(locked))
    else:
        output.text(policy_text.locked(locked, output_))
    return EXITS["done"]


@app.command("verify-sources")
def verify_sources(
    context: typer.Context,
    bundle: Annotated[str, typer.Argument(metavar="BUNDLE", help="What `lock` wrote.")],
    root: RootOption,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Verify that the texts of a bundle are byte for byte what they were when it was locked.

    Exit codes: 0 they are, 1 not.
    """
    from bridge.core import canonical
    from bridge.reason.policy.wire import source_verification_json
    from bridge.render import policy_text
    from bridge.workflows import policy as workflow

    convention_enforced(convention)
    verified = workflow.verify_sources(root, bundle)
    if is_json(context, format):
        output.text(canonical.pretty(source_verification_json(verified)))
    else:
        output.text(policy_text.sources_verified(verified))
    return EXITS["done"]


@app.command()
@bounded()
def authorize(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A zerker.reason.policy-authorization-input.v1.")],
    convention: ConventionOption = "on",
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Decide one exact call by a locked policy; the independent checker has agreed.

    Exit codes: 0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted, 1 an error.
    """
    from bridge.render import policy_text
    from bridge.workflows import policy as workflow
    from bridge.workflows.reasons import grounds

    bounds = chosen(limits).start()
    decided = workflow.authorize(file, convention=convention_enforced(convention), bounds=bounds)
    output.notes(grounds(decided.authorization.certificate.reasoning))
    if is_json(context, format):
        output.text(workflow.authorization_line(decided))
    else:
        output.text(policy_text.authorization(decided))
    return EXITS[decided.authorization_status]


@app.command("verify-authorization")
def verify_authorization(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE|-", help="A zerker.reason.policy-authorization-verification-input.v1."),
    ],
    require_authorized: RequireAuthorizedOption = False,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Verify a decision, and that it was made by the bundle it comes with.

    Exit codes: 0 verified, whatever was decided; 1 it does not hold. With --require-authorized, of a decision that
    holds: 0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted.
    """
    from bridge.workflows import policy as workflow

    convention_enforced(convention)
    verified = workflow.verify_authorization(file)
    return say_verified(verified, as_json=is_json(context, format), require_authorized=require_authorized)
