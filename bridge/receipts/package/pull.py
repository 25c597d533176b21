"""Reading JSON a piece at a time, so that a document of any length takes the memory of its largest piece.

The caller walks the outer containers (``members``, ``items``) and takes what stands in them whole (``value``). What is
accepted is strict JSON. On the way the reader compares the text with the one way this content is printed, two spaces
deep (``canonical.pretty``): ``exact`` says afterwards whether every byte was as expected.
"""

import codecs
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, BinaryIO, Final

from bridge.core import canonical, strict_json
from bridge.core.strict_json import Json
from bridge.errors import InputError, JsonError

_CHUNK: Final = 1 << 18
_LONGEST_PIECE: Final = 16 * 1024 * 1024
_USUAL_ITEM: Final = 4096
_MOST_MEMBERS: Final = 1_000
_AFTER_SPACE: Final = frozenset(["", " ", "\t", "\n", "\r", "]", "}"])
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_decoder: Final[Any] = json.JSONDecoder()


@lru_cache(maxsize=16)
def _flat_encoder(inner: str) -> json.JSONEncoder:
    return json.JSONEncoder(ensure_ascii=False, separators=("," + inner, ": "))


class Reader:
    """Pulls one JSON document out of a file.

    Every method raises JsonError where the text is not strict JSON, and InputError where it cannot be read or a piece
    is too long to be held.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        """Read ``file``, which errors call ``name``."""
        self._file = file
        self._name = name
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._hash = sha256()
        self._text = ""
        self._at = 0
        self._ended = False
        self._depth = 0
        self.exact = True

    def members(self) -> Iterator[str]:
        """The names of an object's members; after each, the caller takes its value before it asks for the next."""
        seen: set[str] = set()
        for _ in self._contents("{", "}"):
            key = self._piece()[0]
            if not isinstance(key, str):
                raise self._wrong("a member needs a name")
            if key in seen:
                raise self._wrong(f"duplicate object member `{key}`")
            if len(seen) > _MOST_MEMBERS:
                raise self._wrong(f"an object with more than {_MOST_MEMBERS} members")
            seen.add(key)
            self._space("")
            self._token(":")
            self._space(" ")
            yield key

    def items(self) -> Iterator[None]:
        """Stands at each item of an array in turn; the caller takes it."""
        yield from self._contents("[", "]")

    def value(self) -> Json:
        """The next value, whole."""
        value, text = self._piece()
        if self.exact and text != self._printed(value):
            self.exact = False
        return value

    def take(self, expected: str) -> bool:
        """Whether the next value is exactly this text, which is a whole object; if so, it is passed over."""
        self._fill(len(expected))
        if not self._text.startswith(expected, self._at):
            return False
        self._at += len(expected)
        return True

    def match(self, usual: re.Pattern[str]) -> re.Match[str] | None:
        """The next value, if it is printed as a pattern says, which covers the whole of it; then it is passed over.

        The pattern must match strict JSON alone, as it is printed at this place.
        """
        self._fill(_USUAL_ITEM)
        found = usual.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def next_is(self, opening: str) -> bool:
        """Whether the next value begins with a bracket."""
        return self._peek() == opening

    def indent(self) -> str:
        """What a line of the value that stands here begins with."""
        return "\n" + "  " * self._depth

    def end(self) -> str:
        """The digest of the whole document, of which nothing may be left."""
        self._space("")
        if self._peek():
            raise self._wrong("trailing characters")
        return f"sha256:{self._hash.hexdigest()}"

    def _contents(self, opening: str, closing: str) -> Iterator[None]:
        self._token(opening)
        self._depth += 1
        inner, outer = self.indent(), "\n" + "  " * (self._depth - 1)
        usual = "," + inner
        first = True
        while True:
            if not first and self._usual(usual):
                yield
                continue
            gap = self._space(None)
            if self._peek() == closing:
                self._expect(gap, "" if first else outer)
                self._at += 1
                self._depth -= 1
                return
            if not first:
                self._expect(gap, "")
                self._token(",")
                gap = self._space(None)
                if self._peek() == closing:
                    raise self._wrong("trailing comma")
            self._expect(gap, inner)
            first = False
            yield

    def _usual(self, separator: str) -> bool:
        """Pass over what printing puts between two items, if it is there and nothing beside it."""
        self._fill(len(separator) + 1)
        end = self._at + len(separator)
        if not self._text.startswith(separator, self._at) or self._text[end : end + 1] in _AFTER_SPACE:
            return False
        self._at = end
        return True

    def _piece(self) -> tuple[Json, str]:
        end = self._scanned()
        text = self._text[self._at : end]
        self._at = end
        try:
            return strict_json.loads(text, max_bytes=_LONGEST_PIECE), text
        except JsonError as error:
            raise self._wrong(error.message) from None

    def _scanned(self) -> int:
        """Where the value that begins here ends; reads as much as it takes."""
        while True:
            try:
                end = int(_decoder.scan_once(self._text, self._at)[1])
                if end < len(self._text) or self._ended:
                    return end
            except (StopIteration, ValueError) as error:
                if self._ended:
                    said = error.msg if isinstance(error, json.JSONDecodeError) else "a value is missing"
                    raise self._wrong(said[:1].lower() + said[1:]) from None
            except RecursionError:
                raise strict_json.too_deep(strict_json.MAX_DEPTH) from None
            held = len(self._text) - self._at
            if held > _LONGEST_PIECE:
                raise InputError(f"one value has more than {_LONGEST_PIECE} characters", where=self._name)
            self._fill(2 * held + 1)

    def _printed(self, value: Json) -> str:
        if isinstance(value, dict) and value and all(isinstance(one, str | int) for one in value.values()):
            # A flat object, as most are: the fast encoder prints it when it is told what stands between its members.
            outer = self.indent()
            inner = outer + "  "
            text = _flat_encoder(inner).encode(value)
            return f"{{{inner}{text[1:-1]}{outer}}}"
        return canonical.pretty(value).replace("\n", self.indent())

    def _peek(self) -> str:
        self._fill(1)
        return self._text[self._at : self._at + 1]

    def _token(self, token: str) -> None:
        found = self._peek()
        if found != token:
            raise self._wrong(f"expected `{token}`, found {f'`{found}`' if found else 'the end'}")
        self._at += 1

    def _space(self, expected: str | None) -> str | None:
        """Pass over white space; the text of it, or None where it is none that printing makes."""
        found = ""
        while True:
            end = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches everywhere
            if len(found) < _CHUNK:
                found += self._text[self._at : end]
            self._at = end
            if end < len(self._text) or self._ended:
                break
            self._fill(1)
        if expected is not None:
            self._expect(found, expected)
        return found

    def _expect(self, found: str | None, expected: str) -> None:
        if found != expected:
            self.exact = False

    def _fill(self, wanted: int) -> None:
        """Hold at least so many characters, if the document has them."""
        while len(self._text) - self._at < wanted and not self._ended:
            try:
                data = self._file.read(max(_CHUNK, wanted))
            except OSError as error:
                raise InputError(f"it cannot be read: {error.strerror or error}", where=self._name) from None
            self._hash.update(data)
            self._ended = not data
            try:
                text = self._decoder.decode(data, final=self._ended)
            except UnicodeDecodeError:
                raise self._wrong("stream did not contain valid UTF-8") from None
            self._text = self._text[self._at :] + text
            self._at = 0

    def _wrong(self, message: str) -> JsonError:
        return JsonError(message, where=self._name)
