"""Interpreters of other languages, and the program texts that they are given on the command line."""

import re
from itertools import islice
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.embedded import shell_texts
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options, tail
from bridge.judges.bridge_rules.shell.wrappers import Inner

INTERPRETERS: Final = frozenset(
    names(
        "python python2 python3 perl ruby node nodejs deno bun tsx ts-node php awk gawk mawk lua osascript vim vi nvim "
        "ex expect Rscript groovy tclsh julia emacs ipython pypy py elixir raku guile"
    )
)


def interpreter(call: Call) -> list[Inner]:
    """The commands that a program text of another language hands to a shell."""
    return [
        Inner(call.name or "", text=text)
        for program in programs(call)
        for text in shell_texts(program, call.name or "")
    ]


def programs(call: Call) -> list[Word]:
    """The program texts that an interpreter is given: after ``-c`` or ``-e``, as its first operand, or fed.

    Lines that are comments are left out, and the quotes of Perl are those of every other language.
    """
    found = [without_comments(word) for word in _programs(call)]
    name = call.name or ""
    if name.startswith(("python", "pypy", "ipython", "py")):
        return [_by_own_names(word) for word in found]
    return [_with_quotes(word) for word in found] if name.startswith("perl") else found


_GETATTR: Final = pattern(r"\bgetattr\(\s*[\w.]+(?:\(['\"]\w+['\"]\))?\s*,\s*['\"](\w+)['\"]\s*\)")
_RENAMED: Final = pattern(r"\bimport\s+(?:\w+\s*,\s*)*(\w+)\s+as\s+(\w+)")
_FROM_OS: Final = pattern(r"\bfrom\s+os\s+import\s+[^;\n]*(?:\bremove\b|\*)")
MAX_RENAMED: Final = 16


def _by_own_names(program: Word) -> Word:
    """A Python program that calls functions by their own names.

    That is after ``import rmtree as r`` and ``from os import remove``, and for ``getattr(os, 'remove')``.
    """
    text = program.literal
    if text is None or program.is_home_relative or not ("import" in text or "getattr" in text):
        return program
    written = _GETATTR.sub(r"\1", text)
    for match in islice(_RENAMED.finditer(text), MAX_RENAMED):
        written = re.sub(rf"(?<![\w.]){re.escape(match[2])}(?=\s*[(.])", match[1], written)
    if _FROM_OS.search(text):
        written = re.sub(r"(?<![\w.])remove(?=\s*\()", "os.remove", written)
    return verbatim(written, program.node)


_PERL_QUOTES: Final = pattern(
    r"(?<![$@%\w])qq?\s?(?:\{([^{}'\n]*)\}|\(([^()'\n]*)\)|\[([^][\'\n]*)\]|([/|!])([^'\n]*?)\4)"
)


def _with_quotes(program: Word) -> Word:
    """A Perl program with ``'…'`` for ``q{…}`` and ``qq{…}``, where its text is known."""
    text = program.literal
    if text is None or program.is_home_relative or not _PERL_QUOTES.search(text):
        return program
    written = _PERL_QUOTES.sub(lambda match: f"'{match[match.lastindex or 1]}'", text)
    return verbatim(written, program.node)


_COMMENT: Final = pattern(r"(?m)^[ \t]*(?:#|//).*$")


def without_comments(program: Word) -> Word:
    """A program without the lines that are comments, where its text is known."""
    text = program.literal
    if text is None or program.is_home_relative or not _COMMENT.search(text):
        return program
    return verbatim(_COMMENT.sub("", text), program.node)


def _programs(call: Call) -> list[Word]:
    name = call.name or ""
    if call.script is not None:
        return [call.script]
    if name in ("awk", "gawk", "mawk"):
        return list(options(call.arguments, ("F", "v", "f")).operands[:1])
    if name == "emacs":
        pairs = zip(call.arguments, call.arguments[1:], strict=False)
        return [word for before, word in pairs if before.text in ("-eval", "--eval", "-execute", "--execute")]
    valued = names("c e E r eval print p cmd execute n pe ne")
    if name.startswith(("vi", "nvi", "ex")):
        plus = [tail(word, 1) for word in call.arguments if word.text.startswith("+")]
        return [*plus, *options(call.arguments, ("c", "cmd", "S")).values("c", "cmd")]
    if name.startswith(("perl", "ruby")):
        valued = ("e", "E")
        texts = [_after_letter(call.arguments, i) for i in range(len(call.arguments))]
        found = [word for word in texts if word]
    else:
        if name in ("deno", "bun") and call.arguments and call.arguments[0].text == "eval":
            return list(call.arguments[1:2])
        given = options(call.arguments, (*valued, "l") if name == "osascript" else valued, permutes=False)
        found = given.values(*valued)
    if found:
        return found
    operands = [word for word in call.arguments if not word.text.startswith("-") or word.text == "-"]
    return [call.stdin] if call.stdin is not None and not [one for one in operands if one.text != "-"] else []


def _after_letter(words: tuple[Word, ...], at: int) -> Word | None:
    """The program after a bundle of letters that ends in e: ``-e``, ``-ne``, ``-i -pe``."""
    text = words[at].text
    is_bundle = text.startswith("-") and not text.startswith("--") and text.rstrip("eE") != text and len(text) < 8
    return words[at + 1] if is_bundle and at + 1 < len(words) else None
