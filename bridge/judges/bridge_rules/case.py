"""What is judged: a tool call, and the command lines in it as a shell would read them."""

import re
from functools import cached_property
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.commands import command_lines
from bridge.judges.bridge_rules.paths import Root
from bridge.judges.bridge_rules.rule import Command
from bridge.judges.bridge_rules.state import ToolCall


class Case:
    """A call that is judged. Its commands are read at most once, and only when a rule asks for them.

    Args:
        call: the call.
    """

    def __init__(self, call: ToolCall) -> None:
        self.call: Final = call

    @cached_property
    def root(self) -> Root | None:
        """The folder it may work in."""
        return None if self.call.workspace_root is None else Root(self.call.workspace_root)

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """Its command lines."""
        lines = command_lines(self.call)
        if not lines:
            return ()
        # The parser is loaded only for a call that holds a command.
        from bridge.judges.bridge_rules.shell import read

        home = None if self.root is None else self.root.home
        root = self.call.workspace_root
        return tuple(
            Command(
                # Whoever runs a text with the line ends of Windows means lines, and a shell passes over a NUL.
                read(
                    line.text.replace("\0", "").replace("\r\n", "\n"),
                    cwd=_joined(root, line.folder),
                    home=home,
                    windows=_is_windows(self.call.tool) or _is_for_windows(line.text, root, self.call.tool),
                ),
                root,
                line.where,
            )
            for line in lines
        )


_WINDOWS: Final = pattern(r"power_?-?shell|\bpwsh|\bcmd(?:\.exe)?\Z", re.IGNORECASE)


def _is_windows(tool: str) -> bool:
    """Whether a tool's name says that PowerShell or ``cmd`` reads its command line."""
    return bool(_WINDOWS.search(tool))


_DRIVE: Final = pattern(r"[A-Za-z]:[\\/]")
_SHELL: Final = pattern(r"bash|zsh|wsl|\bsh\b", re.IGNORECASE)
_CMDLET: Final = pattern(
    r"(?<![\w./-])(?:Remove|Clear|Format|Get|Set|New|Invoke|Move|Copy|Join|Out|Write|Test)-[A-Z][A-Za-z]+(?![\w-])|\$env:\w",
    re.IGNORECASE,
)


def _is_for_windows(text: str, root: str | None, tool: str) -> bool:
    """Whether a command line is PowerShell's: on a drive of Windows, with a cmdlet in it, and for no other shell."""
    return (
        root is not None
        and _DRIVE.match(root) is not None
        and _SHELL.search(tool) is None
        and _CMDLET.search(text) is not None
    )


def _joined(root: str | None, folder: str | None) -> str | None:
    if folder is None or root is None:
        return folder or root
    return folder if folder[:1] in ("/", "~", "\\") or folder[1:2] == ":" else f"{root}/{folder}"
