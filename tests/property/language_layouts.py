"""Sources in any layout, with comments of every kind in every place, and with tests: what ``fmt`` is given."""

from random import Random

from bridge.reason.model import PolicyTemplate, Program
from tests.property import language_texts
from tests.property.language_texts import Tokens, statements

_COMMENTS = (
    "# said",
    "#",
    "##",
    "## {x} \t",
    "### more",
    "#!fact x: p().",
    "# `\"' $ \u2028 é",
    "# lint: allow RSN411 because",
)
_ENDS = ("\n", "\n", "\r\n")


def source(program: Program | PolicyTemplate, random: Random, *, tests: bool = True) -> str:
    """A program in any layout; with ``tests`` it may hold some, which need make no sense."""
    parts = statements(program, random)
    for _ in range(random.randrange(3) if tests else 0):
        parts.insert(random.randrange(len(parts) + 1), _test(program, parts, random))
    flat = [token for tokens in parts for token in tokens]
    pairs = zip(flat, [*flat[1:], ""], strict=True)
    spaced = "".join(token + _space(token, after, random) for token, after in pairs)
    return random.choice(["", "\ufeff", "\n\n", "# first\r\n", "## first\n"]) + spaced


def _space(token: str, after: str, random: Random) -> str:
    if random.random() < 0.7:
        return language_texts.space(token, after, random)
    end = random.choice(_ENDS)
    gap = end * random.randrange(4)
    comment = f" {random.choice(_COMMENTS)}{end}" if random.random() < 0.5 else end
    return f"{comment}{gap}{random.choice(['', '  ', chr(9)])}"


def _test(program: Program | PolicyTemplate, parts: list[Tokens], random: Random) -> Tokens:
    facts = [tokens for tokens in parts if tokens[0] == "fact"]
    steps: list[Tokens] = [["expect", "denied", "because", "a", ",", "`b c`", "."]]
    steps += [["given", *random.choice(facts)]] if facts else []
    steps += [
        ["without", "a", ",", "x.y", "."],
        ["at", "2026-08-14T12:00:00Z", "."],
        ["given", "request", '"r.json"', "."],
    ]
    if isinstance(program, Program):
        atom = language_texts.atom(program.query, random)
        steps.append(["expect", "proved", *atom, "because", "a", "missing", *atom, "."])
    random.shuffle(steps)
    chosen = steps[: random.randrange(len(steps) + 1)]
    return ["test", '"a test"', "{", *(token for step in chosen for token in step), "}"]
