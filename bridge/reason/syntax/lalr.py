"""The automaton of the grammar, as lark builds it. It is kept in ``grammar.json``, so that only its making loads lark.

``python -m bridge.testing.grammar`` writes that file; a test holds it against ``grammar.lark``.
"""

import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from bridge.core.strict_json import Json
from bridge.reason.syntax.grammar import STARTS

if TYPE_CHECKING:
    from lark import Lark

_WORD: Final = re.compile(r"\w+", re.ASCII)


def text() -> str:
    """The grammar as it is written."""
    return resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")


def build(*, transformer: object = None, debug: bool = False) -> "Lark":
    """Lark's own parser of the grammar; its lexer is never used.

    Args:
        transformer: has a function for each rule; without one, lark builds its trees.
        debug: log the conflicts of the grammar.
    """
    from lark import Lark

    given: Any = transformer
    return Lark(
        text(),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        maybe_placeholders=False,
        transformer=given,
        debug=debug,
    )


def written() -> str:
    """The text of ``grammar.json``: a member, a rule and a state to a line."""
    members = (f"{json.dumps(name)}: {_spread(value)}" for name, value in automaton().items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def automaton() -> dict[str, Json]:
    """Everything that reading needs of the grammar, as JSON.

    ``terminals`` are those that are no keywords, in the order in which they are tried. A rule is the function that
    builds its node, the rule's name, how many places it has, which of them the function gets (an index; from -1 down,
    the list that stands there is taken apart) and whether a single one stands for the node. In ``actions`` a number
    from 0 up shifts to that state, and one from -1 down reduces by a rule.
    """
    lark = build()
    starts = {start: lark.parse_interactive(start=start).parser_state.parse_conf for start in STARTS}
    conf = starts[STARTS[0]]
    rules = sorted(map(_rule, conf.callbacks), key=json.dumps)
    states = _numbered(conf.states, [one.start_state for one in starts.values()])
    rows = [list(_targets(conf.states[state])) for state in states]
    return {
        **_terminals(lark),
        "rules": rules,
        "starts": {start: [states[one.start_state], states[one.end_state]] for start, one in starts.items()},
        "actions": [{n: _action(states, rules, to) for n, to in row if n.isupper()} for row in rows],
        "after": [{n: states[to] for n, to in row if not n.isupper()} for row in rows],
    }


def _numbered(rows: Any, starts: list[int]) -> dict[int, int]:
    """The states as they are met from the first ones on; lark's own numbers differ from run to run."""
    found: dict[int, int] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop(0)
        if state not in found:
            found[state] = len(found)
            waiting += [target for _, target in _targets(rows[state]) if isinstance(target, int)]
    return found


def _terminals(lark: "Lark") -> dict[str, Json]:
    from lark.lexer import PatternStr

    texts = {t.name: t.pattern.value for t in lark.terminals if isinstance(t.pattern, PatternStr)}
    keywords = {word: name for name, word in texts.items() if _WORD.fullmatch(word)}
    others = sorted((t for t in lark.terminals if texts.get(t.name) not in keywords), key=lambda t: -t.priority)
    return {
        "terminals": [[t.name, t.pattern.to_regexp()] for t in others],
        "keywords": dict(sorted(keywords.items())),
        "texts": dict(sorted(texts.items())),
    }


def _targets(row: Any) -> Iterator[tuple[str, Any]]:
    return ((str(name), target) for name, (_, target) in sorted(row.items()))


def _action(states: dict[int, int], rules: list[Json], target: Any) -> int:
    return states[target] if isinstance(target, int) else -1 - rules.index(_rule(target))


def _rule(rule: Any) -> Json:
    """What lark's tree builder does with a rule: punctuation is left out, and helper rules dissolve."""
    options, expansion = rule.options, rule.expansion
    places: list[Json] = [
        -1 - index if not symbol.is_term and symbol.name.startswith("_") else index
        for index, symbol in enumerate(expansion)
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]
    single = bool(options.expand1 and not rule.alias)
    return [str(rule.alias or rule.origin.name), str(rule.origin.name), len(expansion), places, single]


def _spread(value: Json) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(f" {json.dumps(item)}" for item in value) + "\n]"
