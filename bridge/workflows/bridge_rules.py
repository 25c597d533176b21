"""The rules judge of a workspace, with what its operator says in ``.bridge/rules.toml`` where there is such a file."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.errors import InputError
from bridge.judges.bridge_rules import BridgeRules

if TYPE_CHECKING:
    from bridge.judges.bridge_rules.operator import Operator


def bridge_rules(rules: Path | None) -> BridgeRules:
    """The rules judge.

    Args:
        rules: the operator's file, which may not exist; None for the rules alone.

    Raises:
        InputError: the file cannot be read, or is no rules file; never the rules without it.
    """
    return BridgeRules(None if rules is None else operator_of(rules))


def operator_of(rules: Path) -> "Operator | None":
    """What an operator's file says; None where there is no such file.

    Raises:
        InputError: it cannot be read, or is no rules file.
    """
    if not os.path.lexists(rules):
        return None
    # A hook in a workspace without the file does not load what reads it.
    from bridge.workflows.reading import of_ordinary

    try:
        data = of_ordinary(str(rules), _MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InputError(f"cannot read {rules}: {error.strerror or error}", where=str(rules)) from None
    # Only a workspace with rules of its own pays for the reader of TOML and for every rule's name.
    from bridge.judges.bridge_rules.operator_file import read_operator

    return read_operator(data, str(rules))


_MOST_BYTES = 1024 * 1024
