"""The commands that a program in another language hands to a shell: ``os.system("…")`` and its like.

Nothing is executed and no language is parsed: a call by a known name whose first argument is a string, or a list of
strings, is taken for what it says.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.literals import STRING, Literals, string_text
from bridge.judges.bridge_rules.shell.model import Word, verbatim

MAX_TEXTS: Final = 64

_CALL: Final = pattern(
    r"(?<!/\.)(?<!->)\b(?:system|shell|shell-command|os\.execute|popen|exec|execSync|spawn|spawnSync|execFile|execFileSync|execl|execlp|execvp|execv|Popen|call|check_call"
    r"|check_output|run|getoutput|getstatusoutput|shell_exec|passthru|proc_open|qx|sh|(?i:do\s+shell\s+script)|spawnl|spawnlp"
    r"|posix_spawnp?)"
    r"\s*[(]?\s*[\[(]?\s*(?=[rbfu]{0,2}['\"`])"
)
_BACKTICK: Final = pattern(r"(?<![\w)])(?:%x|qx)\s?[({\[<|!]([^)}\]>|!]*)[)}\]>|!]|`([^`\n]*)`")
_AWK: Final = pattern(
    r"\bprint\s+\"([^\"\n]*)\"\s*\|&?\s*\"(?:/bin/)?(?:ba|da|z)?sh\"|\|&?\s*\"([^\"\n]*)\"|\"([^\"\n]*)\"\s*\|&?\s*getline"
)
_TEMPLATE: Final = pattern(r"(?<!\w)(?:Bun\.)?\$`([^`]*)`")
_BANG: Final = pattern(
    r"(?m)^[ \t]*:?(?:(?:sil(?:ent)?!?|r(?:ead)?|w(?:rite)?|[%\d,.$]{1,20})[ \t]*){0,3}"
    r"(?:![ \t]*|te(?:rminal)?[ \t]+)(.+)$"
)
_SPAWNED: Final = pattern(r"(?m)(?:^|[;{\[])\s*(?:spawn|exec)\s+([^\n;\]}]+)")
_CELL: Final = pattern(r"\s*%%(?:bash|sh|script\s+\w+|!)[^\n]*\n")
_NEXT: Final = pattern(r"\s*,\s*\[?\s*(?=[rbfu]{0,2}['\"`])")


def shell_texts(program: Word, language: str) -> Iterator[Word]:
    """The texts that a program would have a shell read.

    Args:
        program: its text.
        language: the interpreter's name: backticks run commands in Perl, Ruby and PHP, a line after ``!`` does in
            vi and in a notebook.
    """
    text = program.text
    literals = Literals(text)
    for count, match in enumerate(_CALL.finditer(text)):
        if count == MAX_TEXTS:
            return
        first = STRING.match(text, match.end())
        parts = [] if first and literals.hold(match.start(), first.end()) else list(_strings(text, match.end()))
        if parts:
            yield _text(" ".join(parts) if len(parts) == 1 else _listed(parts), program)
    if language.endswith("awk"):
        yield from (_text(match[match.lastindex or 1], program) for match in islice(_AWK.finditer(text), MAX_TEXTS))
    pattern = _BACKTICK if language.startswith(("perl", "ruby", "php")) else _BANG
    if language in ("bun", "node", "nodejs", "deno", "tsx", "zx"):
        yield from (_text(match[1], program) for match in islice(_TEMPLATE.finditer(text), MAX_TEXTS))
    if language in ("expect", "tclsh"):
        pattern = _SPAWNED
    cell = _CELL.match(text)
    if cell is not None:
        yield _text(text[cell.end() :], program)
    if pattern is not _BANG or language.startswith(("vi", "nvi", "ex", "python", "ipython")):
        yield from (_text(match[match.lastindex or 1], program) for match in literals.outside(pattern))


def _text(text: str, program: Word) -> Word:
    return verbatim(text, program.node)


def _strings(text: str, at: int) -> Iterator[str]:
    """The strings of an argument list, one after the other."""
    match = STRING.match(text, at)
    while match:
        yield string_text(match)
        following = _NEXT.match(text, match.end())
        match = STRING.match(text, following.end()) if following else None


def _listed(parts: list[str]) -> str:
    return " ".join("'" + part.replace("'", "'\\''") + "'" for part in parts)
