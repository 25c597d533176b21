"""``rbridge reason verify-authorization-bundle``: a request and its certificate in one document."""

from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ConventionOption, FormatOption, is_json

if TYPE_CHECKING:
    from bridge.checker import AuthorizationVerification

RequireAuthorizedOption = Annotated[
    bool, typer.Option("--require-authorized", help="Exit by what was decided: 0 only if it was authorized.")
]


def verify_authorization_bundle(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A zerker.reason.authorization-bundle.v1 document.")],
    require_authorized: RequireAuthorizedOption = False,
    convention: ConventionOption = "on",
    format: FormatOption = None,
) -> int:
    """Verify a request and its certificate in one document, with the independent checker.

    Exit codes: 0 verified, whatever was decided; 1 it does not hold. With --require-authorized, of a certificate that
    holds: 0 authorized, 2 insufficient evidence, 3 denied, 4 conflicted.
    """
    from bridge.workflows.reason import verify_authorization_bundle as verify

    convention_enforced(convention)
    return say_verified(verify(file), as_json=is_json(context, format), require_authorized=require_authorized)


def say_verified(verified: "AuthorizationVerification", *, as_json: bool, require_authorized: bool) -> int:
    """Print a verification; its exit code."""
    from bridge.checker import verification_json
    from bridge.core import canonical
    from bridge.render import reason_text

    if as_json:
        output.text(canonical.pretty(verification_json(verified)))
    else:
        output.text(reason_text.authorization_verification(verified))
    return EXITS[verified.authorization_status if require_authorized else "done"]
