"""Emptying or overwriting files, and wiping them."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, only_shows, rule
from bridge.judges.bridge_rules.destruction.places import Extent
from bridge.judges.bridge_rules.destruction.targets import Loss, is_scratch, loss, shown
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Source, Word
from bridge.judges.bridge_rules.shell.options import options

_SINKS: Final = pattern(
    r"/dev/(?:null|zero|stdout|stderr|tty\S*|fd/.*|pts/.*|tcp/.*|udp/.*|full)\Z|/proc/|/sys/|&?\d*-?\Z"
)
_HOLDS_DATA: Final = pattern(
    r"\.(?:db|db3|sqlite3?|mdb|accdb|sql|dump|bak|backup|kdbx|pem|key|p12|parquet|rdb|aof|dat|data|bin|img|qcow2|vmdk|vdi)\Z",
    re.IGNORECASE,
)
_OUTPUT: Final = pattern(r"[^.]+\Z|.*\.(?:log|out|err|txt|tmp|trace|pid|lock)(?:\.\d+)?\Z", re.IGNORECASE | re.DOTALL)
_OF_OUTPUTS: Final = pattern(
    r"(?:.*/)?(?:logs?|te?mp|cache|out|dist|build|target|coverage|\.\w+)/", re.IGNORECASE | re.DOTALL
)
"""What programs write is emptied every day, and written again."""
_CRITICAL: Final = pattern(
    r"/etc/(?:passwd|shadow|group|sudoers|fstab|hosts|crypttab|ssh/.*|ssl/.*)\Z|/boot/|/bin/|/sbin/|/lib(?:64)?/|/usr/(?:bin|sbin|lib)/"
    r"|/var/lib/"
)
_HOME_CRITICAL: Final = pattern(
    r"\.(?:ssh/.*|gnupg/.*|aws/credentials|kube/config|bash_history|zsh_history|bashrc|zshrc|profile|bash_profile|gitconfig|netrc)\Z"
)


_EMPTIERS: Final = frozenset(("truncate", "gtruncate", "cp", "gcp", "install", "ln", "tee", "sed", "gsed"))
_OF_WHAT_IS_THERE: Final = frozenset(("truncate", "gtruncate", "cp", "gcp", "sed", "gsed", "cat"))
_EVERY_LINE: Final = pattern(r"(?:1,\$|/\.\*/|/\^/|/\$/)?\s*d")


def _empties(call: Call, root: str | None) -> Iterator[str]:
    for word in _emptied(call):
        found = _emptied_loss(word, call, root)
        if found is None and _is_work(word, call, root):
            found = Loss(Extent.INSIDE, word.text)
        if found:
            yield f"it empties {found.why}"
    written = [one.target for one in call.redirections if one.empties and one.operator != ">&"]
    if call.name == "tee" and not options(call.arguments).has("a", "append"):
        written += options(call.arguments).operands
    for word in written:
        if is_critical(word):
            yield f"it overwrites {shown(word.text)}"


def _emptied(call: Call) -> Iterator[Word]:
    """The files that a call leaves empty."""
    if (call.name or "").lower() in _SETTERS:
        yield from _set_to_nothing(call.arguments)
    if _prints_nothing(call):
        for one in call.redirections:
            if one.empties and one.descriptor == 1:
                yield one.target
    if call.name not in _EMPTIERS or only_shows(call.arguments):
        return
    if call.name in ("sed", "gsed"):
        yield from _edited(call)
        return
    words = options(call.arguments, names("s r m o g size reference S t")).operands
    if call.name in ("truncate", "gtruncate"):
        yield from words if _to_nothing(call) else ()
    elif call.name == "tee":
        yield from words if call.stdin is not None and call.stdin.literal == "" else ()
    elif len(words) > 1 and words[0].text in ("/dev/null", "/dev/zero"):
        yield words[-1]


_SETTERS: Final = frozenset(("set-content", "out-file"))
_NOTHING: Final = ("", "$null")


def _set_to_nothing(words: tuple[Word, ...]) -> Iterator[Word]:
    """The files that ``Set-Content`` is told to fill with nothing."""
    named = [word for word in words if word.text[:1] != "-"]
    if any(word.text.lower() in _NOTHING for word in named):
        yield from (word for word in named if word.text.lower() not in _NOTHING)


def _edited(call: Call) -> tuple[Word, ...]:
    given = options(call.arguments, ("e", "expression", "f", "file", "l", "s"))
    if not any(flag.startswith(("i", "in-place")) for flag, _ in given.flags):
        return ()
    script = given.value("e", "expression")
    text, words = (script.text, given.operands) if script else ((given.texts or ("",))[0], given.operands[1:])
    return words if _EVERY_LINE.fullmatch(text.strip()) else ()


def _prints_nothing(call: Call) -> bool:
    if call.name in (None, ":", "true"):
        return not call.argv or call.name is not None
    if len(call.argv) == 1 and call.argv[0].text.lower() in _NOTHING:
        return True
    texts = [word.text for word in call.arguments[:3]]
    if call.name == "cat":
        return texts == ["/dev/null"] or (not texts and _reads_nothing(call))
    if call.name == "echo":
        # A line without anything in it is as good as nothing to a database, a key or a login.
        return texts in ([], [""], ["-n"], ["-n", ""])
    return call.name == "printf" and texts == [""]


def _reads_nothing(call: Call) -> bool:
    return any(one.operator == "<" and one.target.text == "/dev/null" for one in call.redirections)


def _to_nothing(call: Call) -> bool:
    value = options(call.arguments, ("s", "r", "size", "reference")).value("s", "size")
    if value is None or _A_FEW_BYTES.fullmatch(value.text):
        return False
    return value.text.lstrip("<=/%") in ("0", "0K", "0M", "00") or value.text.startswith("-")


_A_FEW_BYTES: Final = pattern("-[1-9]")
"""What is cut from the end of a file that must not end in a line break."""


def _emptied_loss(word: Word, call: Call, root: str | None) -> Loss | None:
    if _SINKS.match(word.text) or word.unknown:
        return loss(word, call, root, recursive=True) if any(p.source is Source.INPUT for p in word.unknown) else None
    found = loss(word, call, root, recursive=True)
    if found:
        return found
    return Loss(Extent.INSIDE, word.text) if _HOLDS_DATA.search(word.text) else None


def _is_work(word: Word, call: Call, root: str | None) -> bool:
    """Whether a file of the workspace is emptied that was there before; a redirection also begins a new one."""
    text = word.text
    if call.name not in _OF_WHAT_IS_THERE or word.unknown or _SINKS.match(text) or is_scratch(word, call, root):
        return False
    return not _OF_OUTPUTS.match(text) and not _OUTPUT.match(text)


def is_critical(word: Word) -> bool:
    """Whether a file is one that the system, or a login, depends on."""
    text = word.text
    if word.is_home_relative:
        return bool(_HOME_CRITICAL.match(text.partition("/")[2]))
    home = re.match(r"/(?:home/[^/]+|root|Users/[^/]+)/", text)
    return bool(_CRITICAL.match(text)) or bool(home and _HOME_CRITICAL.match(text[home.end() :]))


def _shreds(call: Call, root: str | None) -> Iterator[str]:
    if is_named(call, "shred", "gshred", "wipe", "srm"):
        for word in options(call.arguments, ("n", "s", "iterations", "size", "random-source")).operands:
            if not is_scratch(word, call, root):
                yield f"what it overwrites ({shown(word.text)}) cannot be had back"


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "empties-files",
        "Emptying a file outside the workspace, or a database, dump or key inside it; cutting any file to nothing that "
        "was there before; overwriting a file that the system, or a login, depends on. Emptying a log or an output of "
        "the workspace, or beginning a file there, is everyday work.",
        _empties,
        yes=(
            "> /var/lib/app/users.db",
            ": > prod.sqlite3",
            "truncate -s 0 customers.csv",
            "cat /dev/null > /home/dev/.bash_history",
            "truncate -s 0 /srv/data/ledger.csv",
            "cp /dev/null ~/.ssh/authorized_keys",
            "echo x > /etc/passwd",
        ),
        no=(
            "echo hi > notes.txt",
            ": > app.log",
            "truncate -s 0 log/development.log",
            ": > results.csv",
            "> src/new.py",
            "truncate -s 16M disk.img",
            "make > /dev/null 2>&1",
            "npm test > /tmp/out.txt",
        ),
    ),
    rule(
        "shreds-files",
        "shred and its like: what is overwritten cannot be had back, unless it was meant for a while, as temporary "
        "files are.",
        _shreds,
        yes=("shred -u secrets.txt", "sudo shred -n 3 /dev/sdb"),
        no=("man shred", "shred --help", "grep -r shred docs", "shred -u /tmp/key.pem"),
    ),
)
