"""The file that a program is told to run, by what is commonly known of programs that are no shells."""

from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options

_BY_OPTION: Final = {
    **dict.fromkeys(("psql", "pgcli", "ysqlsh", "usql", "cockroach", "cqlsh", "isql", "vsql"), ("f", "file")),
    **dict.fromkeys(("hive", "beeline", "spark-sql", "trino", "presto", "duckdb", "impala-shell"), ("f", "file")),
    **dict.fromkeys(("snowsql", "snow"), ("f", "filename")),
    **dict.fromkeys(("sqlite3", "sqlite"), ("init",)),
    "sqlcmd": ("i", "input-file"),
    "clickhouse-client": ("queries-file",),
    "wrangler": ("file",),
    **dict.fromkeys(("awk", "gawk", "mawk", "sed", "gsed"), ("f", "file")),
    **dict.fromkeys(("make", "gmake"), ("f", "file", "makefile")),
}
_FIRST_OPERAND: Final = frozenset(
    names(
        "python python2 python3 pypy pypy3 node nodejs bun deno tsx ts-node perl ruby php lua luajit Rscript julia "
        "elixir groovy osascript tclsh expect mongo mongosh"
    )
)
_OTHER_VALUES: Final = names("h p U d D u H S P F v C j host port username dbname user database")
_RUN: Final = ("run",)
_INCLUDED: Final = pattern(r"(?:^|[\s;])(?:\.read|source|\\ir?|\\\.|@)\s+['\"]?([^\s'\";]+)")
_INCLUDES: Final = frozenset(names("psql mysql mariadb mycli sqlite3 sqlite duckdb sqlplus"))


def program_file(call: Call) -> Word | None:
    """The file whose text is a call's program; None where it names none, and for shells, whose scripts are read."""
    name = call.name or ""
    valued = _BY_OPTION.get(name, ())
    if valued:
        found = options(call.arguments, (*valued, *(_OTHER_VALUES if name != "make" else ("C", "j")))).value(*valued)
        if found is not None or name not in _INCLUDES:
            return found or (_named("Makefile", call) if name in ("make", "gmake") else None)
    if name in _INCLUDES:
        texts = (call.stdin.text if call.stdin else "", *(word.text for word in call.arguments))
        match = next((match for text in texts if (match := _INCLUDED.search(text))), None)
        return _named(match[1], call) if match else None
    if name == "crontab":
        return next(iter(options(call.arguments, ("u",)).operands), None)
    if name in _FIRST_OPERAND or name.rstrip("0123456789.") in _FIRST_OPERAND:
        operands = options(call.arguments, permutes=False).operands
        operands = operands[1:] if name in ("deno", "bun") and operands[:1] and operands[0].text in _RUN else operands
        return operands[-1] if name in ("mongo", "mongosh") and operands else next(iter(operands), None)
    return None


def _named(path: str, call: Call) -> Word:
    return verbatim(path, call.node)
