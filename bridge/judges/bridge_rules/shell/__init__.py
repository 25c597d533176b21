"""Reading a command line as a shell does, from its text alone: see ``model`` for what comes of it."""

from bridge.judges.bridge_rules.shell.model import (
    Call,
    Node,
    Piece,
    Pipe,
    Reading,
    Redirection,
    Source,
    Unread,
    Word,
)
from bridge.judges.bridge_rules.shell.read import read

__all__ = ["Call", "Node", "Piece", "Pipe", "Reading", "Redirection", "Source", "Unread", "Word", "read"]
