"""The language server: what it can do, told to the editor, and its life from the first message to the last."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from bridge.editor.colours import LEGEND
from bridge.editor.files import path_of
from bridge.editor.protocol import REFUSED, ReasonServer, is_refusal
from bridge.errors import BridgeError
from bridge.reason.collector import no_collection

_TRIGGERS: Final = ['"', "$", "(", ",", "/"]
_WATCHED: Final = ("**/*.reason", "**/*.json", "**/*.jsonl")

Params = TypeVar("Params")
Result = TypeVar("Result")


def server() -> ReasonServer:
    """A language server that nobody has spoken to yet."""
    made = ReasonServer()
    _answer(made)
    _live(made)
    return made


def serve(stdin: BinaryIO, stdout: BinaryIO) -> bool:
    """Serve one editor until it says that it is done, or is gone.

    Args:
        stdin: where the messages of the editor come from.
        stdout: where ours go; nothing else may be written there.

    Returns:
        Whether it ended as the protocol wants it: shut down, and then told to exit.
    """
    made = server()
    made.start_io(stdin, stdout)
    return made.ended


def serve_standard_streams() -> bool:
    """``serve`` on standard input and output; whatever else would be printed goes to standard error."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="rbridge language-server: %(message)s")
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)
    sys.stdout.flush()
    stdout = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return serve(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), stdout)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether what is logged is more than an answer that says no."""
    return record.exc_info is None or not is_refusal(record.exc_info[1])


def _answer(made: ReasonServer) -> None:
    """What an editor may ask."""
    session = made.session
    feature: Callable[..., Callable[[Callable[[Any], object]], object]] = made.feature
    feature(lsp.TEXT_DOCUMENT_HOVER)(_refusing(session.hover))
    feature(lsp.TEXT_DOCUMENT_DEFINITION)(_refusing(session.definition))
    feature(lsp.TEXT_DOCUMENT_REFERENCES)(_refusing(session.references))
    feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(_refusing(session.highlights))
    options = lsp.CompletionOptions(trigger_characters=_TRIGGERS)
    feature(lsp.TEXT_DOCUMENT_COMPLETION, options)(_refusing(session.completion))
    feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(_refusing(session.prepare_rename))
    feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))(_refusing(session.rename))
    feature(lsp.TEXT_DOCUMENT_FORMATTING)(_refusing(session.format))
    feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(_refusing(session.symbols))
    feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)(_refusing(session.folds))
    actions = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    feature(lsp.TEXT_DOCUMENT_CODE_ACTION, actions)(_refusing(session.actions))
    legend = lsp.SemanticTokensLegend(list(LEGEND), [])
    feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(_refusing(session.colours))


def _refusing(answer: Callable[[Params], Result]) -> Callable[[Params], Result]:
    """An answer, or the refusal in words that the editor shows."""

    def answered(params: Params) -> Result:
        try:
            with no_collection():
                return answer(params)
        except BridgeError as error:
            remedy = f"; {error.help}" if error.help else ""
            raise JsonRpcException(f"{error.message}{remedy}", REFUSED) from None

    return answered


def _live(made: ReasonServer) -> None:
    """What an editor tells."""
    session = made.session

    @made.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        session.encoding = str(getattr(made.workspace.position_encoding, "value", made.workspace.position_encoding))
        text = params.capabilities.text_document
        item = text and text.completion and text.completion.completion_item
        session.snippets = bool(item and item.snippet_support)
        formats = text and text.hover and text.hover.content_format
        session.plain_hover = bool(formats) and lsp.MarkupKind.Markdown not in (formats or ())
        _folders(made)

    @made.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        workspace = made.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            made.client_register_capability(lsp.RegistrationParams([registration]))

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files(_: lsp.DidChangeWatchedFilesParams) -> None:
        made.watch.everything()

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_: lsp.DidChangeWorkspaceFoldersParams) -> None:
        _folders(made)

    @made.feature(lsp.SHUTDOWN)
    def shutdown(_: None) -> None:
        made.watch.stop()
        made.ended = True

    del initialize, initialized, files, folders, shutdown


def _folders(made: ReasonServer) -> None:
    """Take note of the folders that the editor has open; a root of the file system is none."""
    uris = list(made.workspace.folders) or [uri for uri in (made.workspace.root_uri,) if uri]
    paths = [path for uri in uris if (path := path_of(uri)) is not None]
    made.session.desk.folders = [path for path in paths if len(Path(path).parts) > 1]
