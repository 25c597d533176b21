"""Reading a command line."""

from bridge.judges.bridge_rules.shell import folders
from bridge.judges.bridge_rules.shell.environment import Environment
from bridge.judges.bridge_rules.shell.model import Reading
from bridge.judges.bridge_rules.shell.raw import parse
from bridge.judges.bridge_rules.shell.run import Interpreter


def read(
    command: str, *, cwd: str | None, home: str | None = None, windows: bool = False, grammar: bool = True
) -> Reading:
    """What a shell would do with a command line. Any text has a reading.

    Args:
        command: the command line, or a script.
        cwd: the folder it is run in; None where that is not known, and paths then start at ``.``.
        home: the home folder; None where that is not known, and paths then start at ``~``.
        windows: whether PowerShell or ``cmd`` reads it, not a shell.
        grammar: whether tree-sitter's grammar is asked first; without it the reader by hand reads all.
    """
    start = "." if cwd is None else folders.windows(cwd)
    environment = Environment(start, home or "~", top=start)
    interpreter = Interpreter(parse)
    if windows:
        interpreter.read_windows(command, environment)
    elif not grammar:
        interpreter.read_by_hand(command, environment)
    else:
        interpreter.read_first(command, environment)
    return Reading(command, tuple(interpreter.calls), tuple(interpreter.unread))
