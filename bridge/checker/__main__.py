"""The checker on its own: ``python -m bridge.checker verify PROGRAM RESULT``.

Exits 0 when what was given holds and prints the verification; else exits 1 with one line on stderr.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from bridge.checker.authorization import AuthorizationVerification, verify_authorization, verify_bundle
from bridge.checker.report import verification_json
from bridge.checker.verify import Level, Verification, verify
from bridge.core.strict_json import Json, loads
from bridge.errors import BridgeError, UsageError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see python -m bridge.checker --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check what the arguments name; the exit code."""
    try:
        options = _parser().parse_args(arguments)
        check: Callable[[argparse.Namespace], Verification | AuthorizationVerification] = options.check
        document = verification_json(check(options))
        sys.stdout.buffer.write(json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n")
        sys.stdout.flush()
    except BridgeError as error:
        return _refuse(error.message, error.where)
    except OSError as error:
        return _refuse(f"{error.strerror or error}", error.filename)
    return 0


def _refuse(message: str, where: str | None) -> int:
    line = "; ".join(message.splitlines()).replace(":; ", ": ")
    place = f"{where}: " if where and where not in line else ""
    sys.stderr.write(f"bridge.checker: {place}{line}\n")
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bridge.checker", description="Verify Reason results; - is standard input.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("verify", help="a result against its program")
    command.add_argument("program", metavar="PROGRAM")
    command.add_argument("result", metavar="RESULT")
    command.add_argument("--reference", action="store_true", help="check no more than the reference kernel does")
    command.set_defaults(check=_verify)

    command = commands.add_parser("verify-authorization", help="a certificate against its action request")
    command.add_argument("request", metavar="REQUEST")
    command.add_argument("certificate", metavar="CERTIFICATE")
    command.set_defaults(check=lambda options: verify_authorization(_read(options.request), _read(options.certificate)))

    command = commands.add_parser("verify-bundle", help="a request and its certificate in one document")
    command.add_argument("bundle", metavar="FILE")
    command.set_defaults(check=lambda options: verify_bundle(_read(options.bundle)))
    return parser


def _verify(options: argparse.Namespace) -> Verification:
    level = Level.REFERENCE if options.reference else Level.COMPLETE
    return verify(_read(options.program), _read(options.result), level=level)


def _read(name: str) -> Json:
    return loads(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())


if __name__ == "__main__":
    sys.exit(main())
