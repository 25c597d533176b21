"""Programs in other languages given on the command line: what they remove, and the SQL that they execute.

No language is parsed. A call by the name of a function that removes, with a path as its first argument, is taken for
that removal.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.arguments import MAX_FOUND, Arguments
from bridge.judges.bridge_rules.destruction.emptying import is_critical
from bridge.judges.bridge_rules.destruction.finding import rule
from bridge.judges.bridge_rules.destruction.requests import MUTATION
from bridge.judges.bridge_rules.destruction.sql import losses_in_sql
from bridge.judges.bridge_rules.destruction.targets import losses
from bridge.judges.bridge_rules.destruction.walks import found_and_removed
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.interpreters import INTERPRETERS, programs
from bridge.judges.bridge_rules.shell.literals import STRING, Literals, string_text
from bridge.judges.bridge_rules.shell.model import Call, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options

_TREES: Final = pattern(
    r"\b(?:(?:rmtree|rm_rf|rm_r|remove_dir_all|remove_dir|removeSync|emptyDirSync|emptyDir|remove_tree|remove_entry"
    r"|remove_entry_secure|rmdirSync|rmSync|rm|rmdir|os\.RemoveAll|Deno\.removeSync|delete-directory)\b"
    r"|rimraf(?:['\"]\))?(?:\.sync)?)!?\s*\(?\s*"
)
_FILES: Final = pattern(
    r"\b(?:unlink|unlinkSync|removedirs|os\.remove|File\.delete|truncate|truncateSync|Deno\.remove)\b\s*\(?\s*"
)
_RECURSIVE: Final = pattern(r"[^;\n]{0,120}?\brecursive\s*[=:]\s*(?:true|TRUE|True|T)\b")
_METHODS: Final = pattern(
    r"\bPath\s*\(\s*([^()]*(?:\(\))?)\s*\)\s*\.(?:unlink|rmdir|rmtree)\s*\(|\bPath\.home\(\)\s*\.(?:rmtree|rmdir)\s*\("
)
_EXECUTE: Final = pattern(
    r"\b(?:execute|executescript|executemany|query|raw|exec|text|sql|do|\$executeRawUnsafe|execSQL)\s*\(\s*(?=[rbfu]?['\"`])"
)
_RECORDS: Final = pattern(
    r"\.objects\.all\(\)\.delete\(\)|\.(?:delete_all|destroy_all)\b(?!\()|\b[A-Z]\w*\.(?:delete_all|destroy_all)\b|\.query\.delete\(\)"
    r"|\.drop_all\(|\bconnection\.(?:drop_table|drop_database|truncate_tables)\b|\bdeleteMany\(\s*(?:\{\s*\})?\s*\)|::truncate\(\)|\bDB::table\([^()]{0,60}\)->(?:delete|truncate)\(\)|\bdropDatabase\(|flush(?:all|db|All|Db)\(\)"
)
_REMOTE: Final = pattern(
    r"\b(?:requests|httpx|axios|session|client)\.delete\(\s*f?['\"`]https?://(?!localhost|127\.|0\.0\.0\.0|\[::1\])"
    r"|\.(?:delete_(?:bucket|db_instance|db_cluster|table|stack|volume|cluster|snapshot|file_system)|terminate_instances"
    r"|drop_database)\("
)
_ASKS: Final = pattern(r"\b(?:requests|httpx|axios|fetch|urlopen|urllib|http\.client|aiohttp|graphql|gql)\b")
_DECODED: Final = pattern(
    r"\b(?:exec|eval|system|popen|Popen|call|run|check_output|spawn|execSync|Function)\s*\(.{0,120}?"
    r"(?:b64decode|a85decode|unhexlify|fromhex|\batob\(|base64_decode|decode_base64|decode64|['\"](?:base64|hex)['\"]|zlib\.decompress)",
    re.DOTALL,
)
_DISK_WRITE: Final = pattern(r"open\(\s*['\"](/dev/(?:sd|nvme|vd|hd|disk|mmcblk)\w*)['\"]\s*,\s*['\"][^'\"]*[wa+]")


_OVERWRITES: Final = pattern(
    r"\b(?:open\(\s*(?=['\"][^'\"\n]{1,400}['\"]\s*,\s*(?:mode=)?['\"][wx])|writeFile(?:Sync)?\(\s*|file_put_contents\(\s*|File\.write\(\s*"
    r"|Path\(\s*(?=['\"][^'\"\n]{1,400}['\"]\s*\)\.write_))['\"]([^'\"\n]{1,400})['\"]"
)


def _scripts(call: Call, root: str | None) -> Iterator[str]:
    for program in _programs(call):
        text = program.text
        literals = Literals(text)
        yield from _removals(program, literals, call, root)
        for match in () if ":memory:" in text else islice(_EXECUTE.finditer(text), MAX_FOUND):
            string = STRING.match(text, match.end())
            if string and not literals.hold(match.start(), string.end()):
                yield from losses_in_sql(string_text(string))
        if _DECODED.search(text):
            yield "the program runs what it decodes, which cannot be read here"
        if any(not _narrows(match) for match in literals.outside(_RECORDS, MAX_FOUND)):
            yield "it deletes every record"
        if any(literals.outside(_REMOTE, MAX_FOUND)):
            yield "it deletes what a service keeps"
        if _ASKS.search(text) and MUTATION.search(text):
            yield "it asks a server to delete"
        for match in literals.outside(_OVERWRITES, MAX_FOUND):
            if is_critical(verbatim(match[1], program.node)):
                yield f"it writes over {match[1]}"
        for disk in literals.outside(_DISK_WRITE, 1):
            yield f"it writes over the disk {disk[1]}"


_NARROWED: Final = pattern(r"\.(?:where|filter|limit|find_by|exclude)\b[^;\n]*\Z")


def _narrows(match: re.Match[str]) -> bool:
    """Whether a condition stands before what deletes, as in ``where(…).delete_all``."""
    return bool(_NARROWED.search(match.string, max(0, match.start() - 200), match.start()))


def _programs(call: Call) -> list[Word]:
    name = call.name or ""
    if name.startswith("python") and any(word.text.endswith("manage.py") for word in call.arguments[:1]):
        return options(call.arguments[1:], ("c", "command")).values("c", "command") + (
            [call.stdin] if call.stdin else []
        )
    if name == "php" and [word.text for word in call.arguments[:2]] == ["artisan", "tinker"]:
        return options(call.arguments[2:], ("execute",)).values("execute") + ([call.stdin] if call.stdin else [])
    if name in INTERPRETERS or name.rstrip("0123456789.") in INTERPRETERS:
        return programs(call)
    texts = [word.text for word in call.arguments[:1]]
    if name in ("rails", "flask", "tinker", "manage.py") and texts in (
        ["runner"],
        ["shell"],
        ["r"],
        ["console"],
        ["c"],
    ):
        return list(call.arguments[1:]) + ([call.stdin] if call.stdin else [])
    return []


def _removals(program: Word, literals: Literals, call: Call, root: str | None) -> Iterator[str]:
    text, arguments = program.text, Arguments(program)
    for removal, recursive in ((_TREES, True), (_FILES, False)):
        for match in islice(removal.finditer(text), MAX_FOUND):
            string = STRING.match(text, match.end())
            if not literals.hold(match.start(), string.end() if string else match.end()):
                is_tree = recursive or bool(_RECURSIVE.match(text, match.end()))
                yield from _removed(arguments.at(match.end()), call, root, recursive=is_tree)
    for match in literals.outside(_METHODS, MAX_FOUND):
        start = match.start(1) if match[1] is not None else match.start()
        yield from _removed(arguments.at(start), call, root, recursive=True)
    yield from _removed(found_and_removed(program, arguments, literals), call, root, recursive=True)


def _removed(words: Iterable[Word], call: Call, root: str | None, *, recursive: bool) -> Iterator[str]:
    for found in losses(words, call, root, recursive=recursive):
        yield f"the program removes {found.why}"


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "script-destroys",
        "A program on the command line, in Python, Perl, Ruby, Node and the like, that removes what rm may not, "
        "or executes SQL that a client may not.",
        _scripts,
        yes=(
            "python3 -c \"import shutil; shutil.rmtree('/home/dev')\"",
            "node -e \"require('fs').rmSync('/', {recursive: true})\"",
            "ruby -rfileutils -e 'FileUtils.rm_rf(Dir.home)'",
            "perl -e 'unlink glob(\"/etc/*\")'",
            "python - <<'EOF'\nimport shutil\nshutil.rmtree('/srv/data')\nEOF",
            "python -c \"import sqlite3; sqlite3.connect('a.db').execute('DROP TABLE users')\"",
        ),
        no=(
            "python3 -c \"import shutil; shutil.rmtree('build')\"",
            "node -e \"console.log('rm -rf /')\"",
            "python -c \"print('DROP TABLE users')\"",
            "perl -ne 'print if /rm -rf/' notes.txt",
        ),
    ),
)
