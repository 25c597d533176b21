"""An editor, as far as a language server can tell: messages over the standard streams of a process."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

TIMEOUT = 60.0


class Editor:
    """An editor with a server of its own; ``with`` ends both."""

    def __init__(self, *, encodings: list[str] | None = None, folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bridge", "language-server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._ids = 0
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._early: list[dict[str, Any]] = []
        self._log = b""
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._read_log)]
        for thread in self._threads:
            thread.start()
        text_document = {
            "completion": {"completionItem": {"snippetSupport": True}},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
        }
        general = {"positionEncodings": encodings} if encodings else {}
        self.capabilities = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri() if folder else None,
                "capabilities": {"textDocument": text_document, "general": general},
            },
        )["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self._end()

    def close(self) -> int:
        """End as the protocol wants it; the exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self._end()

    def hang_up(self) -> int:
        """End without a word; the exit code."""
        return self._end()

    @property
    def log(self) -> str:
        """What the server has written to standard error, once it has ended."""
        return self._log.decode()

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request.

        Raises:
            Refused: the server answers with an error.
        """
        self._ids += 1
        self._send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params})
        message = self._next(lambda one: one.get("id") == self._ids and "method" not in one)
        if "error" in message:
            raise Refused(message["error"]["message"])
        return message["result"]

    def tell(self, method: str, params: Any) -> None:
        """A notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, body: bytes) -> None:
        """A message, whatever is in it."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def open(self, uri: str, text: str, *, language: str = "reason") -> None:
        """Open a document."""
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        """Type."""
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def diagnostics(self, uri: str, version: int) -> list[dict[str, Any]]:
        """What the server finds in a version of a document."""
        message = self._next(
            lambda one: (
                one.get("method") == "textDocument/publishDiagnostics"
                and one["params"]["uri"] == uri
                and one["params"].get("version") == version
            )
        )
        found: list[dict[str, Any]] = message["params"]["diagnostics"]
        return found

    def at(self, uri: str, line: int, character: int, **more: Any) -> dict[str, Any]:
        """The parameters of a question about a place."""
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}

    def _send(self, message: Mapping[str, Any]) -> None:
        self.send(json.dumps(message).encode())

    def _next(self, wanted: Any) -> dict[str, Any]:
        """The next message that is wanted; others are kept for whoever wants them."""
        for number, message in enumerate(self._early):
            if wanted(message):
                return self._early.pop(number)
        while True:
            found = self._messages.get(timeout=TIMEOUT)
            assert found is not None, "the server is gone"
            if wanted(found):
                return found
            self._early.append(found)

    def _end(self) -> int:
        assert self.process.stdin is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(TIMEOUT)
        for thread in self._threads:
            thread.join(TIMEOUT)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return code

    def _read(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        while line := stdout.readline():
            size = 0
            while line.strip():
                name, _, value = line.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
                line = stdout.readline()
            self._messages.put(json.loads(stdout.read(size)))
        self._messages.put(None)

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        self._log = self.process.stderr.read()


class Refused(Exception):
    """The server's answer is an error, in these words."""
