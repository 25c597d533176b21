"""Programs that call another once for each item of a list: ``xargs``, ``parallel``, ``find -exec``, ``fd -x``."""

from collections.abc import Iterator
from typing import Final

from bridge.judges.bridge_rules.shell.environment import HOME_MARK
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Node, Piece, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.shells import joined
from bridge.judges.bridge_rules.shell.wrappers import Inner, filled, with_input

_MAX_ITEMS: Final = 64


_XARGS_VALUES: Final = names(
    "I n P L d E s a max-args max-procs delimiter arg-file max-chars max-lines process-slot-var"
)


def xargs(call: Call) -> list[Inner]:
    """The command, with each item that it is fed."""
    given = options(call.arguments, _XARGS_VALUES, permutes=False)
    words = given.operands
    if not words:
        return []
    mark = given.value("I", "replace")
    has_mark = mark is not None or given.has("i", "replace")
    fed = (call,) if given.has("a", "arg-file") else feeding(call)
    items = _known_items(call, lines=has_mark, nul=given.has("0", "null")) or [filled(words[0], call, fed)]
    if not has_mark:
        return [Inner("xargs", (*words, *items))]
    text = mark.text if mark else "{}"
    return [Inner("xargs", tuple(with_input(word, text, item) for word in words)) for item in items]


def _known_items(call: Call, *, lines: bool = False, nul: bool = False) -> list[Word]:
    if call.stdin is None or not call.stdin.is_known:
        return []
    text = "".join(HOME_MARK if piece.source is Source.HOME else piece.text for piece in call.stdin.pieces)
    home = next((piece for piece in call.stdin.pieces if piece.source is Source.HOME), None)
    if nul:
        found = [item.strip() for item in text.split("\0") if item.strip()]
    else:
        found = [line.strip() for line in text.splitlines() if line.strip()] if lines else text.split()
    return [_item(item, home, call.stdin.node) for item in found[:_MAX_ITEMS]]


def _item(text: str, home: Piece | None, node: Node) -> Word:
    if home is not None and text.startswith(HOME_MARK):
        return Word((home, Piece(text[1:], quoted=True)), node)
    return verbatim(text.strip("'\""), node)


_PARALLEL_VALUES: Final = names("j P n N a I S jobs max-args arg-file joblog retries colsep")


def parallel(call: Call) -> list[Inner]:
    """The command, with each item after ``:::`` or that it is fed."""
    words = options(call.arguments, _PARALLEL_VALUES, permutes=False).operands
    at = next((i for i, word in enumerate(words) if word.text.startswith(":::")), len(words))
    command, given = words[:at], [word for word in words[at + 1 :] if not word.text.startswith(":::")]
    items = given[:_MAX_ITEMS] or _known_items(call)
    if not command:
        return [Inner("parallel", text=item) for item in items]
    items = items or [filled(command[0], call, feeding(call))]
    has_mark = any("{}" in word.text for word in command)
    return [
        Inner(
            "parallel",
            text=joined(tuple(with_input(word, "{}", item) for word in command) + (() if has_mark else (item,))),
        )
        for item in items
    ]


_FIND_RUNS: Final = ("-exec", "-execdir", "-ok", "-okdir")


def find_runs(call: Call) -> list[Inner]:
    """The commands of ``-exec`` and its like, with what is found."""
    return [
        Inner(f"find {action}", tuple(with_input(word, "{}", filled(word, call, (call,))) for word in words))
        for action, words in _actions(call.arguments)
        if words
    ]


def _actions(words: tuple[Word, ...]) -> Iterator[tuple[str, tuple[Word, ...]]]:
    texts = [word.text for word in words]
    for at, text in enumerate(texts):
        if text in _FIND_RUNS:
            end = next((i for i in range(at + 1, len(texts)) if texts[i] in (";", "+")), len(texts))
            yield text, words[at + 1 : end]


def fd(call: Call) -> list[Inner]:
    """The command of ``-x``, with what is found."""
    texts = [word.text for word in call.arguments]
    at = next((i for i, text in enumerate(texts) if text in ("-x", "-X", "--exec", "--exec-batch")), None)
    if at is None:
        return []
    words = call.arguments[at + 1 :]
    item = filled(call.argv[0], call, (call,))
    has_mark = any("{" in word.text for word in words)
    return [Inner("fd -x", tuple(with_input(word, "{}", item) for word in words) + (() if has_mark else (item,)))]


def feeding(call: Call) -> tuple[Call, ...]:
    """The calls whose output, not known here, a call is fed."""
    return call.stdin.calls if call.stdin is not None else ()
