"""Documents on a desk, written with a broken bar where the cursor is."""

from pathlib import Path
from typing import NamedTuple

from bridge.editor.desk import Desk
from bridge.editor.documents import Document

CURSOR = "¦"


class There(NamedTuple):
    """A document and an offset in it."""

    desk: Desk
    document: Document
    offset: int


def there(text: str, *, path: str | None = None, desk: Desk | None = None, version: int = 1) -> There:
    """A document that is open, with the cursor where the text has its mark, which is taken out."""
    offset = text.index(CURSOR) if CURSOR in text else 0
    desk = desk or Desk()
    uri = Path(path).as_uri() if path else "untitled:one"
    document = Document(uri, path, text.replace(CURSOR, "", 1), version)
    desk.documents.put(document)
    return There(desk, document, offset)
