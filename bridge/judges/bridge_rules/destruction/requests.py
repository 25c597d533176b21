"""HTTP requests that ask a server to delete."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, rule
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.model import Call

_LOCAL: Final = pattern(
    r"(?:https?://)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?=[:/?#]|\Z)", re.IGNORECASE
)
_SEARCH_ALL: Final = pattern(r":9[23]\d\d/(?:_all|\*|[\w*-]*\*)(?:\?|\Z)")
MUTATION: Final = pattern(
    r"\bmutation\b[^{]{0,200}\{\s*(?:\w+\s*:\s*)?(?:(?:delete|destroy|drop|purge|wipe)\w*|\w+(?:Delete|Destroy|Drop|Purge|Wipe)\w*)\b"
)
"""What asks a GraphQL server to delete."""


def _requests(call: Call, _root: str | None) -> Iterator[str]:
    if not is_named(
        call,
        "curl",
        "curlie",
        "http",
        "https",
        "xh",
        "wget",
        "Invoke-RestMethod",
        "Invoke-WebRequest",
        "httpie",
        "irm",
        "iwr",
    ):
        return
    texts = [word.text for word in call.arguments]
    urls = [
        text for text in texts if re.match(r"(?:https?://)?[\w.\[\]:-]+(?:[/:]|\Z)", text) and not text.startswith("-")
    ]
    is_local = bool(urls) and all(_LOCAL.match(url) for url in urls if "." in url or "localhost" in url)
    if _deletes(texts) and (not is_local or any(map(_SEARCH_ALL.search, texts))):
        yield "the request deletes what the server keeps"
    if any("_delete_by_query" in url for url in urls) and "match_all" in " ".join(texts):
        yield "the request deletes every document of an index"
    if any(map(MUTATION.search, texts)) or (call.stdin and MUTATION.search(call.stdin.text)):
        yield "the request asks the server to delete"


def _deletes(texts: list[str]) -> bool:
    joined = " ".join(text for text in texts if " " not in text)
    return (
        bool(re.search(r"(?:^|\s)(?:-\w*X\s?|--request[ =]|--method[ =]|-Method )'?DELETE\b", joined))
        or bool(re.search(r"(?i)-Method delete\b", joined))
        or "DELETE" in texts
    )


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "requests-deletion",
        "An HTTP DELETE to another machine, a search index wiped by its wildcard, a GraphQL mutation that deletes.",
        _requests,
        yes=(
            "curl -X DELETE https://api.example.com/v1/volumes/1",
            "curl -sXDELETE 'http://localhost:9200/_all'",
            'curl https://api.example.com/graphql -d \'{"query":"mutation { volumeDelete(id: 1) }"}\'',
        ),
        no=(
            "curl -X DELETE http://localhost:3000/api/items/1",
            "curl https://api.example.com/v1/volumes",
            "curl -X POST https://api.example.com/v1/volumes -d name=DELETED",
        ),
    ),
)
