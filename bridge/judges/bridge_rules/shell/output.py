"""What a call prints, where its text alone says so: ``echo``, ``printf``, ``cat``, decoders, ``pwd``."""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.environment import Environment, Value, merged
from bridge.judges.bridge_rules.shell.folders import located
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Word
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.parameters import folder_value
from bridge.judges.bridge_rules.shell.quoting import ansi_text

MAX_OUTPUT: Final = 256 << 10
MAX_PIECES: Final = 1000

_SILENT: Final = frozenset(
    names(
        "cd pushd popd export declare local typeset readonly unset alias unalias set shift trap true false : "
        "mkdir touch rm cp mv ln chmod chown sleep exit return test [ hash exec wait rmdir unlink kill"
    )
)


def output(call: Call, environment: Environment) -> Value | None:
    """What a call prints; None where its text does not say."""
    name = call.name or ""
    if not call.argv:
        read = [one.target.text for one in call.redirections if one.operator == "<"]
        # $(<file) prints the file.
        return environment.files.get(read[-1]) if read else ()
    if name in _SILENT:
        return ()
    printer = _PRINTERS.get(name)
    value = printer(call, environment) if printer else None
    return None if value is None else bounded(value)


def bounded(value: Value) -> Value | None:
    """A value in few pieces; None where it is too long to be kept."""
    if sum(len(piece.text) for piece in value) > MAX_OUTPUT:
        return None
    few = merged(value)
    return few if len(few) <= MAX_PIECES else None


def _echo(call: Call, _environment: Environment) -> Value | None:
    words = list(call.arguments)
    flags = ""
    while words and re.fullmatch(r"-[neE]+", words[0].text):
        flags += words.pop(0).text
    pieces: list[Piece] = []
    for word in words:
        pieces.extend((Piece(" ", quoted=True), *word.pieces) if pieces else word.pieces)
    if "e" in flags:
        pieces = [Piece(ansi_text(p.text), p.quoted) if p.is_known else p for p in pieces]
    return (*pieces, *(() if "n" in flags else (Piece("\n", quoted=True),)))


_DIRECTIVE: Final = pattern(r"%(?:[-+ #0]*\d*(?:\.\d+)?)([sbqdiuxXoc%])")


def _printf(call: Call, _environment: Environment) -> Value | None:
    words = list(call.arguments)
    if words and words[0].text == "-v":
        del words[:2]
    if words and words[0].text == "--":
        words.pop(0)
    form = words.pop(0).literal if words else None
    if form is None:
        return None
    pieces = _format(form, words)
    while words and "%" in form and len(pieces) < MAX_PIECES:
        before = len(words)
        pieces.extend(_format(form, words))
        if len(words) == before:
            break
    return tuple(pieces)


def _format(form: str, words: list[Word]) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for match in _DIRECTIVE.finditer(form):
        pieces.append(Piece(ansi_text(form[at : match.start()]), quoted=True))
        at = match.end()
        if match[1] == "%":
            pieces.append(Piece("%", quoted=True))
        elif words:
            found = words.pop(0).pieces
            pieces.extend(Piece(ansi_text(p.text), p.quoted) if p.is_known and match[1] == "b" else p for p in found)
    pieces.append(Piece(ansi_text(form[at:]), quoted=True))
    return pieces


def _fed(call: Call) -> Value | None:
    return call.stdin.pieces if call.stdin is not None else None


def _cat(call: Call, environment: Environment) -> Value | None:
    named = options(call.arguments).texts
    if not named:
        return _fed(call)
    pieces: list[Piece] = []
    for name in named:
        value = _fed(call) if name in ("-", "/dev/stdin") else environment.files.get(_path(name, environment))
        if value is None:
            return None
        pieces.extend(value)
    return tuple(pieces)


def _path(name: str, environment: Environment) -> str:
    return located(name, is_home=False, cwd=environment.cwd) or name


def _passed(call: Call, _environment: Environment) -> Value | None:
    return _fed(call)


def _decoded(call: Call, decode: Callable[[str], bytes], environment: Environment) -> Value | None:
    words = options(call.arguments, ("i", "w", "in")).operands
    fed = environment.files.get(_path(words[0].text, environment)) if words and words[0].text != "-" else _fed(call)
    text = _literal(fed)
    if text is None or len(text) > MAX_OUTPUT:
        return None
    try:
        return (Piece(decode(re.sub(r"\s", "", text)).decode("utf-8", "replace"), quoted=True),)
    except (ValueError, binascii.Error):
        return None


def _literal(value: Value | None) -> str | None:
    if value is None or not all(piece.is_known for piece in value):
        return None
    return "".join(piece.text for piece in value)


def _base64(call: Call, environment: Environment) -> Value | None:
    if not options(call.arguments, ("w", "i")).has("d", "D", "decode", "di"):
        return None
    return _decoded(call, lambda text: base64.b64decode(text + "=" * (-len(text) % 4)), environment)


def _base32(call: Call, environment: Environment) -> Value | None:
    if not options(call.arguments, ("w",)).has("d", "decode"):
        return None
    return _decoded(call, lambda text: base64.b32decode(text + "=" * (-len(text) % 8)), environment)


def _openssl(call: Call, environment: Environment) -> Value | None:
    texts = [word.text for word in call.arguments]
    if "-d" not in texts or not {"base64", "-base64", "-a"} & set(texts):
        return None
    return _decoded(Call(call.argv[:1], call.node, stdin=call.stdin), base64.b64decode, environment)


def _xxd(call: Call, environment: Environment) -> Value | None:
    flags = "".join(word.text for word in call.arguments)
    return _decoded(call, bytes.fromhex, environment) if "r" in flags and "p" in flags else None


def _rev(call: Call, _environment: Environment) -> Value | None:
    text = _literal(_fed(call))
    return None if text is None else (Piece("\n".join(line[::-1] for line in text.split("\n")), quoted=True),)


def _tr(call: Call, _environment: Environment) -> Value | None:
    text = _literal(_fed(call))
    given = options(call.arguments)
    sets = [_set(one) for one in given.texts]
    if text is None or not sets or given.has("c", "C", "s"):
        return None
    if given.has("d"):
        return (Piece("".join(char for char in text if char not in sets[0]), quoted=True),)
    if len(sets) < 2 or not sets[1]:
        return None
    target = sets[1] + sets[1][-1] * (len(sets[0]) - len(sets[1]))
    return (Piece(text.translate(dict(zip(map(ord, sets[0]), target, strict=False))), quoted=True),)


def _set(text: str) -> str:
    return re.sub(r"(.)-(.)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), ansi_text(text[:256]))


_LONGEST_PROGRAM: Final = 1000
_SED: Final = pattern(r"s([/|#,:@])((?:[^\\]|\\.)*?)\1((?:[^\\]|\\.)*?)\1(g?)", re.DOTALL)


def _sed(call: Call, _environment: Environment) -> Value | None:
    """One substitution of plain text for plain text."""
    given = options(call.arguments, ("e", "f"))
    programs = given.values("e") or list(given.operands[:1])
    text = _literal(_fed(call))
    if text is None or len(programs) != 1 or len(programs[0].text) > _LONGEST_PROGRAM:
        return None
    match = _SED.fullmatch(programs[0].text)
    if not match or re.search(r"[\\.*\[\]^$&+?]", match[2] + match[3]) or not match[2]:
        return None
    count = -1 if match[4] else 1
    return (Piece("\n".join(line.replace(match[2], match[3], count) for line in text.split("\n")), quoted=True),)


def _pwd(_call: Call, environment: Environment) -> Value | None:
    return None if environment.cwd is None else folder_value(environment.cwd, environment)


def _git(call: Call, environment: Environment) -> Value | None:
    texts = [word.text for word in call.arguments]
    if texts[-2:] == ["rev-parse", "--show-toplevel"] and len(texts) == 2 and environment.top:
        return folder_value(environment.top, environment)
    if texts == ["rev-parse", "--git-dir"] and environment.top:
        return folder_value(f"{environment.top.rstrip('/')}/.git", environment)
    return None


def _dirname(call: Call, _environment: Environment) -> Value | None:
    words = options(call.arguments).operands
    text = words[0].literal if words else None
    if text is None:
        return None
    if words[0].is_home_relative and not text.startswith("/"):
        return (*words[0].pieces, Piece("/..", quoted=True))
    parent = text.rstrip("/").rpartition("/")[0]
    return (Piece(parent or ("/" if text.startswith("/") else "."), quoted=True),)


def _same(call: Call, _environment: Environment) -> Value | None:
    words = options(call.arguments, ("m",)).operands
    return words[0].pieces if len(words) == 1 else None


def _located(call: Call, environment: Environment) -> Value | None:
    """``which name`` and ``command -v name`` print a path that ends in the name."""
    is_asked = call.name in ("which", "realpath") or options(call.arguments, permutes=False).has("v", "p", "P")
    return _same(call, environment) if is_asked else None


def _basename(call: Call, _environment: Environment) -> Value | None:
    words = options(call.arguments).operands
    text = words[0].literal if words else None
    return None if text is None else (Piece(text.rstrip("/").rpartition("/")[2], quoted=True),)


_PRINTERS: Final[Mapping[str, Callable[[Call, Environment], Value | None]]] = {
    "echo": _echo,
    "printf": _printf,
    "print": _echo,
    "cat": _cat,
    "tee": _passed,
    "sort": _passed,
    "uniq": _passed,
    "base64": _base64,
    "gbase64": _base64,
    "base32": _base32,
    "openssl": _openssl,
    "xxd": _xxd,
    "rev": _rev,
    "tr": _tr,
    "sed": _sed,
    "pwd": _pwd,
    "git": _git,
    "dirname": _dirname,
    "basename": _basename,
    "which": _located,
    "type": _located,
    "command": _located,
    "realpath": _same,
    "readlink": _same,
    "grealpath": _same,
}
