"""``rbridge language-server``: sources in an editor."""

from bridge.cli.exits import EXITS


def language_server() -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Exit codes: 0 the editor shut it down, 1 an error, or the editor is gone.
    """
    from bridge.errors import UsageError

    try:
        from bridge.editor.server import serve_standard_streams
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise UsageError(
            "the language server needs pygls, which is not installed", help="pip install 'reason-bridge[editor]'"
        ) from None
    return EXITS["done" if serve_standard_streams() else "error"]
