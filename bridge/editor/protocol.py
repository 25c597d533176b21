"""The part of the protocol by which texts come in: they are kept by us, so that lines end where the protocol says.

(pygls takes every line end that Python knows, a line separator in a string among them.)
"""

import logging
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, PyglsError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from bridge import __version__
from bridge.editor.documents import Change, Document
from bridge.editor.files import path_of
from bridge.editor.positions import Place
from bridge.editor.session import Session
from bridge.editor.watching import Watch

NAME: Final = "rbridge"

REFUSED: Final = lsp.LSPErrorCodes.RequestFailed.value
"""The code of an answer that says no, in words for a person."""

_logger: Final = logging.getLogger(__name__)


def is_refusal(error: object) -> bool:
    """Whether an error is an answer, and no fault."""
    return isinstance(error, JsonRpcException) and error.code == REFUSED


class ReasonServer(LanguageServer):
    """A language server with what it knows of its editor's documents."""

    def __init__(self) -> None:
        self.session = Session()
        self.watch = Watch(self.session.desk, self._publish)
        self.ended = False
        super().__init__(
            NAME,
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
            protocol_cls=TextsProtocol,
            converter_factory=default_converter,
        )

    def report_server_error(self, error: Exception, source: type[PyglsError] | type[JsonRpcException]) -> None:
        """What went wrong is for the log: nobody can act on it in the middle of a sentence."""
        if not is_refusal(error):
            _logger.error("%s: %s", source.__name__, error)

    def _publish(self, document: Document, found: Any) -> None:
        self.text_document_publish_diagnostics(self.session.published(document, found))


class TextsProtocol(LanguageServerProtocol):
    """The protocol with our own texts."""

    _server: ReasonServer

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message of its kind; a question that makes no sense is answered, so that nobody waits for an answer."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Take a document that has been opened."""
        given, session = params.text_document, self._server.session
        path = path_of(given.uri)
        document = Document(given.uri, path, given.text, given.version, session.encoding, str(given.language_id))
        session.desk.documents.put(document)
        self._server.watch.changed(document, pause=0)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Take what has been typed."""
        documents = self._server.session.desk.documents
        document = documents.get(params.text_document.uri)
        if document is None:
            _logger.warning("a change of a document that is not open: %s", params.text_document.uri)
            return
        changed = document.changed(map(_change, params.content_changes), params.text_document.version)
        documents.put(changed)
        self._server.watch.changed(changed)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Forget a document that has been closed."""
        session = self._server.session
        document = session.desk.documents.get(params.text_document.uri)
        if document is not None:
            session.desk.documents.close(document.uri)
            self._server.watch.closed(document)
            session.findings.pop(document.uri, None)


def _change(given: lsp.TextDocumentContentChangeEvent) -> Change:
    if isinstance(given, lsp.TextDocumentContentChangePartial):
        start, end = given.range.start, given.range.end
        return Change(given.text, Place(start.line, start.character), Place(end.line, end.character))
    return Change(given.text)
