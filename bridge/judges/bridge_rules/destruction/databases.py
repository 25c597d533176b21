"""Database clients, and the texts that they are given to run."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, only_shows, rule
from bridge.judges.bridge_rules.destruction.sql import is_for_tests, losses_in_sql
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import options

_TEXT_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "psql": ("c", "command"),
    "pgcli": ("c", "command"),
    "mysql": ("e", "execute", "init-command"),
    "mariadb": ("e", "execute", "init-command"),
    "mycli": ("e", "execute"),
    "sqlite3": ("cmd", "d"),
    "sqlite": ("cmd",),
    "duckdb": ("c", "s", "cmd"),
    "clickhouse-client": ("q", "query"),
    "clickhouse": ("q", "query"),
    "cqlsh": ("e", "execute"),
    "sqlcmd": ("Q", "q"),
    "snowsql": ("q", "query"),
    "snow": ("q", "query"),
    "cockroach": ("e", "execute"),
    "trino": ("execute",),
    "presto": ("execute",),
    "hive": ("e",),
    "beeline": ("e",),
    "impala-shell": ("q", "query"),
    "usql": ("c", "command"),
    "bq": (),
    "wrangler": ("command",),
    "turso": (),
    "sqlplus": (),
    "isql": (),
    "tsql": (),
    "bteq": (),
    "heroku": ("c", "command"),
    "spark-sql": ("e",),
    "singlestore": ("e",),
    "tidb": ("e",),
    "prisma": (),
    "influx": ("execute",),
    "ysqlsh": ("c", "command"),
    "dbt": (),
    "athenacli": ("e",),
    "edgedb": ("c",),
    "Invoke-Sqlcmd": ("Query",),
    "invoke-sqlcmd": ("query",),
}
"""The options of each client whose value is SQL. All of them also run what they are fed."""

_VALUES: Final = names(
    "h U d p P u H D S f o L v F T host port user username dbname database password file output separator"
)
_OF_FILES: Final = ("sqlite3", "sqlite", "duckdb")
_OPERANDS_RUN: Final = frozenset((*_OF_FILES, "bq", "turso", "edgedb"))


def sql_texts(call: Call) -> Iterator[Word]:
    """The SQL that a client is given."""
    if call.stdin is not None and [word.text for word in call.arguments[1:2]] == ["dbshell"]:
        yield call.stdin
    valued = _TEXT_OPTIONS.get(call.name or "")
    if valued is None or any(map(_lasts_not, call.arguments if call.name in _OF_FILES else ())):
        return
    words = call.arguments
    for at, word in enumerate(words):
        bare = word.text.lstrip("-")
        if word.text.startswith("-") and bare in valued and at + 1 < len(words):
            yield words[at + 1]
    given = options(words, (*valued, *(_VALUES if call.name not in _OPERANDS_RUN else ())))
    for name in valued:
        yield from given.values(name)
    if call.name in _OPERANDS_RUN:
        yield from given.operands[1:]
    yield from (text for text in (call.stdin, call.script) if text is not None)


def _lasts_not(word: Word) -> bool:
    """Whether a word names a database in memory, or one in a file that is temporary."""
    return word.text == ":memory:" or word.text.startswith(("/tmp/", "/var/tmp/"))  # noqa: S108 - names, no file is made


_MADE: Final = pattern(r"(?i)'\s*(?:drop|truncate|delete\s+from)\b")


def _runs_what_it_is_fed(call: Call) -> bool:
    return call.name in _TEXT_OPTIONS or [word.text for word in call.arguments[1:2]] == ["dbshell"]


def _makes_losses(call: Call) -> bool:
    """Whether a call prints statements that lose: ``sqlflush``, or a query whose result is SQL."""
    texts = [word.text for word in call.arguments]
    return "sqlflush" in texts[:2] or any(_MADE.search(word.text) for word in sql_texts(call))


def _queries(call: Call, _root: str | None) -> Iterator[str]:
    if only_shows(call.arguments if call.name == "bq" else call.arguments[:1]):
        return
    seen: set[str] = set()
    if any(map(_makes_losses, call.stdin.calls if call.stdin is not None and _runs_what_it_is_fed(call) else ())):
        yield "it runs the statements that another command makes, which drop or empty"
    for word in sql_texts(call):
        if word.text not in seen and not (_asks_a_test(call) and not _OF_MORE.search(word.text)):
            seen.add(word.text)
            yield from losses_in_sql(word.text)


_NAMES_ONE: Final = frozenset(names("psql pgcli mysql mariadb mycli ysqlsh"))
_OF_MORE: Final = pattern(r"\b(?:database|user|role|tablespace|\\connect|\\c|use)\b", re.IGNORECASE)
"""What is not of the one database that a client is told to ask."""


def _asks_a_test(call: Call) -> bool:
    """Whether a client is told to ask a database that is for tests, by its name or its address."""
    if call.name not in _NAMES_ONE:
        return False
    given = options(call.arguments, (*_TEXT_OPTIONS[call.name], *_VALUES))
    named = (*given.values("d", "dbname", "D", "database"), *given.operands[:1])
    return any(is_for_tests(word.text.partition("?")[0].rpartition("/")[2]) for word in named)


_REDIS: Final = frozenset(("redis-cli", "valkey-cli", "keydb-cli", "iredis", "dragonfly-cli"))
_FLUSH: Final = pattern(r"(?im)^[ \t]*(?:flushall|flushdb)\b|\bredis\.call\(\s*['\"](?:flushall|flushdb)")
_MONGO: Final = frozenset(("mongo", "mongosh"))
_PRINTED: Final = pattern(r"\b(?:print|printjson|console\.log)\(\s*(['\"])[^'\"\n]*\1\s*\)")
_MONGO_LOSS: Final = pattern(
    r"\.dropDatabase\s*\(|\.drop\s*\(|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*[,)]|\))|\.dropCollection\s*\(|dropDatabase['\"]?\s*:\s*1"
    r"|\.dropAllUsers\s*\("
)


_CYPHER: Final = pattern(r"\bMATCH\s*\(\w*(?::\w+)?\)\s*(?:DETACH\s+)?DELETE\b", re.IGNORECASE)


def _stores(call: Call, _root: str | None) -> Iterator[str]:
    name = call.name or ""
    fed = "\n".join(text.text for text in (call.stdin, call.script) if text is not None)
    if is_named(call, *_REDIS):
        texts = options(call.arguments, names("h p a n u s user pass i r x")).texts
        if (
            _FLUSH.search(" ".join(texts))
            or _FLUSH.search(fed)
            or (texts[:1] and texts[0].lower() in ("del", "unlink") and any(map(_lists_all_keys, call.arguments)))
        ):
            yield "it deletes every key"
    elif is_named(call, *_MONGO):
        given = options(
            call.arguments, ("eval", "host", "port", "u", "p", "username", "password", "authenticationDatabase")
        )
        for text in (*(word.text for word in given.values("eval")), fed):
            if _MONGO_LOSS.search(_PRINTED.sub("", text)):
                yield "it drops a database or a collection, or deletes every document"
    elif is_named(call, "mongorestore", "pg_restore"):
        given = options(call.arguments, names("d U h p f j n t uri db nsInclude"))
        if given.has("drop", "clean") or (
            name == "pg_restore" and given.has("c") and not given.has("f", "file", "l", "list")
        ):
            yield "it drops what is there before it restores"
    elif is_named(call, "cypher-shell") and _CYPHER.search("\n".join((*(w.text for w in call.arguments), fed))):
        yield "it deletes every node"
    elif is_named(call, "dropdb", "dropuser"):
        if not any(is_for_tests(text) for text in options(call.arguments, _VALUES).texts[:1]):
            yield f"{name} drops a database or a role"
    elif name == "pg_dropcluster" and not only_shows(call.arguments):
        yield "it removes a cluster of databases"
    elif is_named(call, "mysqladmin", "mariadb-admin") and "drop" in [word.text for word in call.arguments]:
        yield "it drops a database"
    elif name in ("nc", "ncat", "telnet", "memcached-tool") and re.search(r"(?i)\bflush_all\b|^\s*flushall\b", fed):
        yield "it empties a cache"


def _lists_all_keys(word: Word) -> bool:
    for call in word.calls:
        texts = [one.text for one in call.arguments]
        if call.name in _REDIS and (
            texts[-2:] == ["keys", "*"]
            or texts[-2:] == ["KEYS", "*"]
            or texts[-1:] == ["--scan"]
            or texts[-3:] == ["--scan", "--pattern", "*"]
        ):
            return True
    return False


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "loses-rows-or-tables",
        "SQL given to a client, or in a file that the line has written, that drops or empties what holds data, or "
        "deletes or updates every row. A string or a comment that mentions it is none; a transaction that is rolled "
        "back, and a table that is made for the session alone, lose nothing.",
        _queries,
        yes=(
            "psql -c 'DROP TABLE users'",
            "mysql -uroot -e 'delete from orders where 1=1'",
            "sqlite3 app.db 'UPDATE users SET role = 1'",
            "echo 'TRUNCATE audit;' | psql prod",
            "psql <<< 'ALTER TABLE users DROP COLUMN email'",
            "docker exec db psql -U app -c 'DROP SCHEMA public CASCADE'",
            "echo 'DROP TABLE users' > x.sql && psql -f x.sql",
        ),
        no=(
            "psql -c \"SELECT * FROM log WHERE note = 'drop table'\"",
            "psql -c 'DELETE FROM orders WHERE id = 7'",
            "mysql -e 'SELECT 1 -- drop table users'",
            "psql -c 'BEGIN; DELETE FROM orders; ROLLBACK'",
            "psql -c 'CREATE TEMP TABLE a(b int); DROP TABLE a'",
            "sqlite3 app.db .tables",
            "grep -rn 'DROP TABLE' migrations",
        ),
    ),
    rule(
        "empties-a-store",
        "Emptying or dropping what a key-value or document store holds, dropping a database, restoring over what "
        "is there.",
        _stores,
        yes=(
            "redis-cli -h cache FLUSHALL",
            "echo flushdb | redis-cli",
            "mongosh prod --eval 'db.dropDatabase()'",
            "mongo --eval 'db.users.deleteMany({})'",
            "dropdb prod",
            "pg_restore --clean -d prod backup.dump",
        ),
        no=(
            "redis-cli get a",
            "redis-cli del session:1",
            "mongosh --eval 'db.users.find()'",
            "mongosh --eval 'db.users.deleteMany({old: true})'",
            "pg_restore -l backup.dump",
            "createdb scratch",
            "dropdb --if-exists shop_test",
        ),
    ),
)
