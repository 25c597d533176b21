"""SQL, read as SQL: which of its statements throw data away.

A small reader of tokens, not of a grammar: strings and comments are set apart, so that a word in one of them is not a
statement, and each statement is judged by its first words.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names

MAX_TOKENS: Final = 50_000

_TOKEN: Final = pattern(
    r"""(?P<space>\s+|--[^\n]*|\#[^\n]*)
    |(?P<open>/\*!?(?:\d{5,6})?)
    |(?P<string>[EeNnBbXx]?'(?:[^'\\]|''|\\.)*'?)
    |(?P<dollar>\$(?:[A-Za-z_]\w*)?\$)
    |(?P<name>"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]\n]*\]?)
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<word>[^\W\d][\w$]*|\$\{?\w+\}?|:\w+|@\w+)
    |(?P<mark><>|!=|<=|>=|==|.)""",
    re.VERBOSE | re.DOTALL,
)


_FOR_TESTS: Final = pattern(r"tests?[_-]\w[\w-]*|\w[\w-]*[_-]tests?(?:[_-]?\d+)?", re.IGNORECASE)


def is_for_tests(database: str) -> bool:
    """Whether a database's name says that it is one for tests: ``app_test``, ``test_app``, ``app_test_2``."""
    return bool(_FOR_TESTS.fullmatch(database))


class SqlToken(NamedTuple):
    """A token: a word in capitals, or what else stands there; ``kind`` is word, name, string, number or mark."""

    kind: str
    text: str


def sql_tokens(text: str) -> list[SqlToken]:
    """The tokens of an SQL text, without comments; what MySQL runs in a comment is kept."""
    found: list[SqlToken] = []
    at = 0
    while at < len(text) and len(found) < MAX_TOKENS:
        match = _TOKEN.match(text, at)
        if not match:
            break
        at, kind = match.end(), match.lastgroup or ""
        if kind == "open":
            at = at if "!" in match[0] else _after(text, "*/", at)
        elif kind == "dollar":
            end = _after(text, match[0], at)
            found.append(SqlToken("string", text[at : end - len(match[0])]))
            at = end
        elif match[0] == "*" and text.startswith("/", at):
            at += 1
        elif kind != "space":
            found.append(SqlToken(kind, match[0].upper() if kind == "word" else match[0]))
    return found


def _after(text: str, mark: str, at: int) -> int:
    end = text.find(mark, at)
    return len(text) if end < 0 else end + len(mark)


def statements(text: str) -> list[list[SqlToken]]:
    """The statements of an SQL text."""
    found: list[list[SqlToken]] = [[]]
    for token in sql_tokens(text):
        if token.kind == "mark" and token.text == ";":
            found.append([])
        else:
            found[-1].append(token)
    return [one for one in found if one]


def losses_in_sql(text: str) -> Iterator[str]:
    """Why an SQL text throws data away, one clause for each statement that does."""
    found = statements(text)
    if any(_words(one)[:1] == ["ROLLBACK"] for one in found[-1:]) and not any(
        _words(one)[:1] == ["COMMIT"] for one in found
    ):
        return
    made = frozenset(name for one in found for name in _tables(one, ("CREATE", "TEMP")))
    for statement in found:
        dropped = _tables(statement, ("DROP", "TABLE"))
        if not dropped or not made.issuperset(dropped):
            yield from _judge(statement)


_AROUND: Final = frozenset(("TABLE", "IF", "NOT", "EXISTS", "CASCADE", "RESTRICT", ","))


def _tables(statement: list[SqlToken], verb: tuple[str, str]) -> list[str]:
    """The tables that a statement makes for the session alone, or drops; what it makes them of is not read."""
    words = ["TEMP" if word == "TEMPORARY" else word for word in _words(statement[:2])]
    if tuple(words) != verb:
        return []
    texts = [token.text.strip('"`').upper() for token in statement[1 if verb[1] == "TABLE" else 2 :]]
    named = [text for text in texts if text not in _AROUND]
    return named[:1] if verb[1] == "TEMP" else named


def _words(statement: list[SqlToken]) -> list[str]:
    return [token.text if token.kind == "word" else "" for token in statement[:12]]


_LOST_DROPS: Final = frozenset(
    names(
        "TABLE TABLES DATABASE SCHEMA KEYSPACE TABLESPACE OWNED COLLECTION MATERIALIZED USER ROLE TYPE EXTENSION "
        "SEQUENCE DATASET CATALOG STREAM WAREHOUSE BUCKET SERVER FOREIGN SUBSCRIPTION STAGE MEASUREMENT SERIES EXTERNAL"
    )
)


def _judge(statement: list[SqlToken]) -> Iterator[str]:
    words = _words(statement)
    while words and words[0] in ("BEGIN", "EXPLAIN", "ANALYZE", "VERBOSE", "AND", "THEN", "ELSE", "GO"):
        if words[0] == "EXPLAIN" and "ANALYZE" not in words[1:3]:
            return
        statement = statement[1:]
        words = _words(statement)
    verb = words[0] if words else ""
    second = words[1] if len(words) > 1 else ""
    if verb == "DROP" and second == "DATABASE" and _drops_for_tests(statement):
        return
    if verb == "DROP" and second in _LOST_DROPS and "PG_TEMP" not in words:
        yield f"DROP {second} removes it with all that it holds"
    elif verb == "TRUNCATE":
        yield "TRUNCATE empties a table"
    elif verb in ("DELETE", "UPDATE", "WITH", "MERGE"):
        yield from _changed(verb, statement)
    elif verb == "ALTER" and second in ("TABLE", "FOREIGN", "DATABASE", "KEYSPACE"):
        yield from _altered(statement)
    elif verb in ("DO", "EXEC", "EXECUTE", "CALL", "PREPARE"):
        yield from _executed(statement)
    elif (verb, second) in (("RESET", "MASTER"), ("PURGE", "BINARY"), ("FLUSHALL", ""), ("DETACH", "PARTITION")):
        yield f"{verb} {second} removes what was kept".replace("  ", " ")


def _drops_for_tests(statement: list[SqlToken]) -> bool:
    named = [token.text.strip('"`[]') for token in statement[2:] if token.text not in ("IF", "EXISTS")]
    return bool(named) and is_for_tests(named[0]) and "," not in named


def _changed(verb: str, statement: list[SqlToken]) -> Iterator[str]:
    """DELETE and UPDATE that no condition narrows; the condition of a subquery narrows nothing outside it."""
    flat = list(_outside_parentheses(statement))
    texts = [token.text if token.kind == "word" else "" for token in flat]
    if verb == "WITH":
        verb = next((text for text in texts if text in ("DELETE", "UPDATE", "SELECT", "INSERT")), "")
        flat = flat[texts.index(verb) :] if verb in texts else []
        texts = [token.text if token.kind == "word" else "" for token in flat]
    if verb == "UPDATE" and "SET" not in texts:
        return
    if verb not in ("DELETE", "UPDATE") or (verb == "DELETE" and not {"FROM", ""} & set(texts[1:3])):
        return
    if "WHERE" not in texts:
        if "LIMIT" not in texts and "USING" not in texts and "JOIN" not in texts:
            yield f"{verb} without a condition changes every row"
    elif is_always_true(_condition(statement)):
        yield f"{verb} with a condition that is always true changes every row"


def _outside_parentheses(statement: list[SqlToken]) -> Iterator[SqlToken]:
    depth = 0
    for token in statement:
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "mark" else 0
        if depth == 0:
            yield token


def _condition(statement: list[SqlToken]) -> list[SqlToken]:
    starts = [at for at, token in enumerate(statement) if token == SqlToken("word", "WHERE")]
    found = statement[starts[-1] + 1 :]
    ends = ("RETURNING", "ORDER", "LIMIT", "GROUP")
    end = next((at for at, token in enumerate(found) if token.kind == "word" and token.text in ends), len(found))
    return found[:end]


def is_always_true(condition: list[SqlToken]) -> bool:
    """Whether a condition holds for every row by its text alone: ``1=1``, ``true``, ``id = id``, ``x = 2 OR 1=1``."""
    return _any_of(condition, 0, 0)[0]


MAX_PARENTHESES: Final = 50


def _any_of(tokens: list[SqlToken], at: int, depth: int) -> tuple[bool, int]:
    """Whether one of the alternatives that start here is always true, and where they end."""
    found, at = _all_of(tokens, at, depth)
    while at < len(tokens) and tokens[at] == SqlToken("word", "OR"):
        other, at = _all_of(tokens, at + 1, depth)
        found = found or other
    return found, at


def _all_of(tokens: list[SqlToken], at: int, depth: int) -> tuple[bool, int]:
    found, at = _one(tokens, at, depth)
    while at < len(tokens) and tokens[at] == SqlToken("word", "AND"):
        other, at = _one(tokens, at + 1, depth)
        found = found and other
    return found, at


def _one(tokens: list[SqlToken], at: int, depth: int) -> tuple[bool, int]:
    if at < len(tokens) and tokens[at].text == "(" and depth < MAX_PARENTHESES:
        found, after = _any_of(tokens, at + 1, depth + 1)
        if _is_end(tokens, after + 1) and after < len(tokens):
            return found, after + 1
    start, open_ = at, 0
    while at < len(tokens) and (open_ or not _is_end(tokens, at)):
        open_ += {"(": 1, ")": -1}.get(tokens[at].text, 0) if tokens[at].kind == "mark" else 0
        at += 1
    return _is_true(tokens[start:at]) if at - start < 4 else False, at


def _is_end(tokens: list[SqlToken], at: int) -> bool:
    if at >= len(tokens):
        return True
    token = tokens[at]
    return (token.kind == "word" and token.text in ("AND", "OR")) or (token.kind == "mark" and token.text == ")")


def _is_true(tokens: list[SqlToken]) -> bool:
    texts = [token.text.strip("'\"`").upper() for token in tokens]
    if len(tokens) == 1:
        return texts[0] == "TRUE" or (tokens[0].kind == "number" and float(texts[0]) != 0)
    if texts in (["NOT", "FALSE"], ["NOT", "0"]):
        return True
    if len(tokens) == 3 and texts[1] in ("=", "==", "<=", ">=", "LIKE", "IS"):
        return texts[0] == texts[2] or (texts[1] == "LIKE" and texts[2] == "%")
    if len(tokens) == 3 and all(token.kind == "number" for token in (tokens[0], tokens[2])):
        left, right = float(texts[0]), float(texts[2])
        return {"<": left < right, ">": left > right, "<>": left != right, "!=": left != right}.get(texts[1], False)
    return False


def _altered(statement: list[SqlToken]) -> Iterator[str]:
    texts = [token.text if token.kind == "word" else "" for token in statement]
    for at, text in enumerate(texts[:-1]):
        if text == "DROP" and texts[at + 1] not in names(
    "CONSTRAINT INDEX KEY DEFAULT NOT PRIMARY FOREIGN CHECK EXPRESSION IDENTITY"
):  # fmt: skip
            yield "ALTER with DROP removes a column or a partition with all that it holds"
            return


def _executed(statement: list[SqlToken]) -> Iterator[str]:
    for token in statement[1:]:
        if token.kind == "string":
            inside = token.text[1:-1].replace("''", "'") if token.text.startswith("'") else token.text
            for part in re.split(r"(?i)\b(?:BEGIN|LOOP|THEN)\b", inside):
                yield from losses_in_sql(part)
