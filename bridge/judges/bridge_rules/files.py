"""Which files the calls of a command line read and write, by what is commonly known of the programs."""

import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.cmdlets import CMDLETS, READS, bound
from bridge.judges.bridge_rules.files_searched import AFTER_PATTERN, after_pattern
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import INLINE_CODE, code_of
from bridge.judges.bridge_rules.reach_programs import CURL_VALUED, WGET_VALUED, remote_of
from bridge.judges.bridge_rules.shell.model import Call, Source, Word, verbatim
from bridge.judges.bridge_rules.shell.options import options

_READ_ALL: Final = listed(
    """cat tac head tail nl less more od xxd hexdump strings base64 base32 wc cut sort uniq comm paste join diff
    cmp bat batcat zcat zless gzip bzip2 xz md5sum sha1sum sha256sum sha512sum cksum rev fold column type view
    pr sum expand shuf look fmt hd b2sum most"""
)
_VALUED_OF_READERS: Final = {
    "cut": listed("b c d f bytes characters delimiter fields output-delimiter"),
    "paste": listed("d delimiters"),
    "sort": listed("k t S T o key field-separator buffer-size temporary-directory output parallel"),
    "join": listed("1 2 a e j o t v"),
    "column": listed("s o c N separator output-separator columns table-columns"),
    "nl": listed("b d f h i l n s v w section-delimiter number-separator"),
    "uniq": listed("f s w skip-fields skip-chars check-chars"),
    **dict.fromkeys(("hexdump", "hd"), frozenset("efns")),
    "od": listed("A j N S t w address-radix format"),
    "less": listed("p P x pattern prompt"),
    "diff": listed("U C I x X W exclude ignore-matching-lines label"),
    "fold": listed("w width"),
    "comm": listed("output-delimiter"),
}
"""The options of programs that read all their operands which take a value, where that may look like a path."""

_WRITE_ALL: Final = listed("tee touch mkdir rmdir rm unlink shred truncate mkfifo nano vi vim nvim emacs ed ex sponge")
_VALUED_OF_WRITERS: Final = listed("m s d t r mode size date")
_EDITORS: Final = frozenset(("vi", "vim", "nvim", "ex"))
_VALUED_OF_EDITORS: Final = listed("c S u U i T t w W s cmd")
_WRITE_AFTER_MODE: Final = frozenset(("chmod", "chown", "chgrp", "setfacl", "chattr"))
_COPY: Final = frozenset(
    ("cp", "mv", "ln", "install", "rsync", "scp", "ditto", "gcp", "gmv", "gln", "copy", "move", "xcopy")
)
_TAR_VALUED: Final = listed("C f T X b directory file files-from exclude-from exclude")
_WRITTEN_BY_OPTION: Final = {
    "curl": (CURL_VALUED, ("o", "output", "output-dir", "D", "dump-header", "c", "cookie-jar")),
    **dict.fromkeys(
        ("wget", "wget2"), (WGET_VALUED, ("O", "output-document", "P", "directory-prefix", "o", "output-file"))
    ),
    **dict.fromkeys(("tar", "bsdtar", "gtar"), (_TAR_VALUED, ("C", "directory"))),
    **dict.fromkeys(("npm", "pnpm"), (frozenset(("prefix", "C", "dir")), ("prefix", "C", "dir"))),
    "ssh-keygen": (frozenset("fbtCNPOIVnz"), ("f",)),
    "unzip": (frozenset(("d", "x", "P")), ("d",)),
    **dict.fromkeys(("pg_dump", "pg_dumpall"), (listed("f file h host p port U username d dbname t n"), ("f", "file"))),
    **dict.fromkeys(("gpg", "gpg2"), (listed("o output r recipient u local-user homedir"), ("o", "output"))),
    "patch": (listed("d i o p D directory input output strip"), ("d", "o", "directory", "output")),
    "sort": (frozenset(("o", "k", "t", "S", "T")), ("o", "output")),
    **dict.fromkeys(("gcc", "cc", "g++", "clang", "ld", "rustc"), (frozenset(("o", "I", "L", "l", "D")), ("o",))),
}

_READ_BY_OPTION: Final = {
    **dict.fromkeys(("psql", "make", "gmake"), ("f", "file")),
    "ffmpeg": ("i",),
}


class FileUse(NamedTuple):
    """A file that a call uses.

    Args:
        word: what names it.
        text: its path as written.
        writes: whether it is written, made, changed or removed, rather than read.
    """

    word: Word
    text: str
    writes: bool


def files_of(call: Call) -> Iterator[FileUse]:
    """The files that a call reads or writes, as far as its arguments and redirections show."""
    for redirection in call.redirections:
        if redirection.operator in ("<", "<>") or redirection.writes:
            yield FileUse(redirection.target, redirection.target.text, redirection.writes)
    name = (call.name or "").lower()
    if name in _READ_ALL:
        yield from _uses(options(call.arguments, _VALUED_OF_READERS.get(name, ())).operands, writes=False)
    elif name in AFTER_PATTERN:
        yield from (FileUse(word, word.text, writes) for word, writes in after_pattern(name, call.arguments))
    elif name in _WRITE_ALL:
        valued = _VALUED_OF_EDITORS if name in _EDITORS else _VALUED_OF_WRITERS
        yield from _uses(options(call.arguments, valued).operands, writes=True)
    elif name in _WRITE_AFTER_MODE:
        yield from _uses(options(call.arguments).operands[1:], writes=True)
    elif name in _COPY:
        yield from _copied(call)
    elif name in CMDLETS:
        given = ((parameter, word) for parameter, word in bound(name, call) if parameter in ("path", "destination"))
        yield from (
            FileUse(word, word.text, parameter == "destination" or name not in READS) for parameter, word in given
        )
    elif name in ("git", "make", "gmake"):
        yield from _entered(name, call)
    elif name in ("zip", "7z", "7za"):
        yield from _archived(name, call)
    elif name in ("tar", "bsdtar", "gtar"):
        yield from _tarred(call)
    elif name in ("docker", "podman") and [word.text for word in call.arguments[:1]] == ["cp"]:
        outer = options(call.arguments[1:]).operands
        yield from (FileUse(word, word.text, at == 1) for at, word in enumerate(outer[:2]) if ":" not in word.text)
    elif name == "openssl":
        yield from _of_openssl(call)
    elif name == "split":
        yield from _split(call)
    elif name in ("sqlite3", "sqlite"):
        yield from _uses(options(_without_told(call.arguments)).operands[:1], writes=False)
    elif name in ("curl", "wget"):
        yield from (FileUse(word, word.text, False) for word in call.arguments if word.text[:5].lower() == "file:")
    elif name == "dd":
        pairs = [(word, *word.text.partition("=")) for word in call.arguments]
        yield from (FileUse(word, path, key == "of") for word, key, _, path in pairs if key in ("if", "of"))
    elif name in INLINE_CODE:
        yield from (use for program in code_of(call) for use in _opened(program))
    if name in _READ_BY_OPTION:
        yield from _uses(
            tuple(options(call.arguments, _READ_BY_OPTION[name]).values(*_READ_BY_OPTION[name])), writes=False
        )
    if name == "patch":
        yield from _uses(options(call.arguments, _WRITTEN_BY_OPTION[name][0]).operands[:1], writes=True)
    if name in _WRITTEN_BY_OPTION:
        valued, written = _WRITTEN_BY_OPTION[name]
        read = options(call.arguments, valued)
        yield from (
            FileUse(value, value.text, True) for flag, value in read.flags if value is not None and flag in written
        )


_GIT_VALUED: Final = listed("C c git-dir work-tree namespace exec-path")
_CLONE_VALUED: Final = listed("b branch o origin depth u upload-pack reference j jobs c config template filter")


def _entered(name: str, call: Call) -> Iterator[FileUse]:
    """The folder that git or make works in, and the one that git clones into or adds."""
    valued = _GIT_VALUED if name == "git" else listed("C directory f file makefile j I include-dir")
    read = options(call.arguments, valued, permutes=name != "git")
    yield from _uses(tuple(read.values("C", "directory", "git-dir", "work-tree")), writes=False)
    if name == "git" and read.texts[:1] == ("clone",):
        yield from _uses(options(read.operands[1:], _CLONE_VALUED).operands[1:2], writes=True)
    if name == "git" and read.texts[:2] == ("worktree", "add"):
        yield from _uses(options(read.operands[2:], ("b", "B", "reason")).operands[:1], writes=True)


def _of_openssl(call: Call) -> Iterator[FileUse]:
    """``openssl … -in a -out b``."""
    for flag, word in zip(call.arguments, call.arguments[1:], strict=False):
        if flag.text in ("-in", "-out", "-inkey", "-keyout"):
            yield FileUse(word, word.text, flag.text.endswith("out"))


def _split(call: Call) -> Iterator[FileUse]:
    """What is split, and the start of the names that its parts get."""
    operands = options(call.arguments, frozenset("ablnCt")).operands
    yield from _uses(operands[:1], writes=False)
    yield from _uses(operands[1:2], writes=True)


def _archived(name: str, call: Call) -> Iterator[FileUse]:
    operands = options(call.arguments, ("x", "i", "t", "tt", "n", "b", "P")).operands
    words = operands if name == "zip" else operands[1:]
    yield from _uses(words[:1], writes=name == "zip" or (operands[:1] != () and operands[0].text in ("a", "u", "d")))
    yield from _uses(words[1:], writes=False)


def _tarred(call: Call) -> Iterator[FileUse]:
    """The archive, and what tar packs into it; the letters may stand without a dash: ``tar czf archive folder``."""
    read = options(call.arguments, _TAR_VALUED)
    letters = "".join(flag for flag, _ in read.flags if len(flag) == 1 or flag in ("create", "append", "update"))
    words, archives = read.operands, tuple(read.values("f", "file"))
    if call.arguments and not call.arguments[0].text.startswith("-"):
        letters, words = letters + call.arguments[0].text, words[1:]
        if "f" in call.arguments[0].text:
            archives, words = (*archives, *words[:1]), words[1:]
    packs = not frozenset(letters).isdisjoint("cru")
    if packs or "x" in letters or read.has("extract"):
        yield from _uses(archives, writes=packs)
    if not packs and ("x" in letters or read.has("extract", "get")):
        # What is unpacked at the top is written below it, as in any other folder.
        tops = (value for value in read.values("C", "directory") if not value.text.strip("/"))
        yield from (FileUse(value, f"{value.text}x", True) for value in tops)
    yield from _uses(words, writes=False) if packs else ()


def _uses(words: tuple[Word, ...], *, writes: bool) -> Iterator[FileUse]:
    for word in words:
        yield FileUse(word, word.text, writes)
        is_found = bool(word.pieces) and word.pieces[0].source is Source.INPUT
        for start in (start for call in word.calls for start in _starts(call)) if is_found else ():
            yield FileUse(start, start.text, writes)


def _starts(call: Call) -> Iterator[Word]:
    """The folders that find starts at, which stand before its tests."""
    if call.name in ("find", "gfind"):
        yield from takewhile(lambda word: word.text[:1] not in ("-", "(", "!"), call.arguments)


_OPENED: Final = pattern(
    r"\b(?P<name>open|(?:read|write|append)(?:Text)?File(?:Sync)?|create(?:Read|Write)Stream|file_[gp]et_contents|"
    r"file_put_contents|(?:File|IO)\.(?:read|write)|Path)\s*\(\s*[rbf]{0,2}(?P<quote>['\"])(?P<path>[^'\"\n]{1,400})(?P=quote)"
    r"(?:\s*,\s*(?:mode=)?['\"](?P<mode>[rwabx+t]{0,4})['\"])?"
)
_WRITING: Final = pattern(r"write|append|put|Write")


def _opened(program: Word) -> Iterator[FileUse]:
    """The files that a program opens by a path that is written in it."""
    for match in islice(_OPENED.finditer(program.text), _MOST_OPENED):
        writes = _WRITING.search(match["name"]) is not None or not frozenset(match["mode"] or "r").isdisjoint("wax+")
        yield FileUse(verbatim(match["path"], program.node), match["path"], writes)


_MOST_OPENED: Final = 64


def _without_told(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of sqlite3 without its long options, which it takes with one dash, that have a value."""
    names = [word.text.lstrip("-") if word.text.startswith("-") else "" for word in words]
    return tuple(
        word for at, word in enumerate(words) if names[at] not in _TOLD and (not at or names[at - 1] not in _TOLD)
    )


_TOLD: Final = listed("cmd init separator newline nullvalue lookaside maxsize mmap pagecache vfs")


def _copied(call: Call) -> Iterator[FileUse]:
    read = options(call.arguments, _COPY_VALUED)
    words = [word for word in read.operands if call.name not in ("rsync", "scp") or remote_of(word.text) is None]
    target = read.value("t", "target-directory")
    moves = (call.name or "").lower() in ("mv", "gmv", "move")
    last = words[-1:] if target is None and len(words) > 1 else []
    given = tuple(words[: len(words) - len(last)])
    if call.name in ("ln", "gln") and read.has("s", "symbolic") and last:
        yield from (FileUse(word, _from_link(word.text, last[0].text), False) for word in given)
    else:
        yield from _uses(given, writes=moves)
    yield from _uses((*last, *((target,) if target is not None else ())), writes=True)


_COPY_VALUED: Final = listed(
    """t S m o g e P i F target-directory suffix mode owner group rsh exclude include filter exclude-from include-from
    files-from backup-dir temp-dir log-file chmod chown out-format rsync-path password-file bwlimit"""
)


def _from_link(text: str, link: str) -> str:
    """Where a link leads: a relative target starts from the folder of the link."""
    folder = link.rpartition("/")[0]
    return text if text.startswith(("/", "~")) or not folder or link in (".", "..") else f"{folder}/{text}"


_A_HOME: Final = r"(?:/home/[^/]+|(?:[a-z]:)?/Users/[^/]+|/root|/{2,3}elsewhere)"
_SCRATCH: Final = pattern(
    r"(?:/private)?(?:/tmp|/var/tmp|/var/folders)(?:/|$)|/dev/(?:null|zero|u?random|std(?:in|out|err)|tty|fd|shm|full)(?:/|$)"
    r"|/dev/(?:tcp|udp)/|/proc/(?:self|\d+)/fd(?:/|$)"
    rf"|{_A_HOME}/(?:\.cache|Library/Caches"
    r"|\.npm/_|\.yarn/cache|go/pkg/mod|\.gradle/(?:caches|daemon|wrapper/dists)|\.cargo/(?:registry|git)|\.m2/repository"
    r"|\.pnpm-store|\.local/share/pnpm/store|\.nuget/packages|\.pub-cache|\.bun/install/cache|\.android/(?:build-)?cache"
    r"|Library/Developer/Xcode/DerivedData)(?:/|$|(?<=_))"
    r"|/var/(?:lib/apt/lists|cache/(?:apt|apk|dnf|yum|pacman))(?:/|$)"
)
_SYSTEM: Final = pattern(
    r"/(?:usr|opt|bin|sbin|lib\d*|nix|sys|snap|Library|System|Applications)(?:/|$)|/proc/(?!.*environ)"
    r"|/etc/(?:[\w.-]*release|debian_version|hosts|resolv\.conf|hostname|timezone|localtime|issue|os-release|mime\.types"
    r"|services|protocols|shells|fstab|apt/|ssl/certs/|ca-certificates|nsswitch\.conf|locale\.\w+)"
    r"|[a-z]:/(?:Windows|Program Files)"
    rf"|{_A_HOME}/(?:\.rustup/toolchains|\.(?:pyenv|rbenv|nvm)/versions|\.sdkman/candidates"
    r"|\.asdf/installs|\.local/share/(?:uv/python|mise/installs)|\.local/lib/python[\d.]+/site-packages)(?:/|$)",
    re.IGNORECASE,
)


def is_scratch(place: str) -> bool:
    """Whether a path is of a temporary folder or a device that keeps nothing."""
    return _SCRATCH.match(place) is not None


def is_system(place: str) -> bool:
    """Whether a path is of the system's own files or of a toolchain, which hold no one's data and are read for help."""
    return _SYSTEM.match(place) is not None
