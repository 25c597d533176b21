"""The machine: permissions, processes, users, scheduled jobs."""

from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import is_named, only_shows, rule
from bridge.judges.bridge_rules.destruction.places import Extent, is_of_the_system
from bridge.judges.bridge_rules.destruction.targets import loss
from bridge.judges.bridge_rules.rule import Command, CommandRule, Finding, Rule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Source, Word
from bridge.judges.bridge_rules.shell.options import options
from bridge.judges.bridge_rules.shell.shells import SHELLS

_WIDE: Final = (Extent.EVERYTHING, Extent.HOME, Extent.DRIVE)


def _permissions(call: Call, root: str | None) -> Iterator[str]:
    if not is_named(call, "chmod", "chown", "chgrp", "setfacl", "chattr", "chflags"):
        return
    given = options(
        call.arguments, ("m", "x", "reference", "from") if call.name == "setfacl" else ("reference", "from")
    )
    is_fed = any(piece.source is Source.INPUT for word in given.operands for piece in word.pieces)
    if not given.has("R", "recursive") and not is_fed:
        return
    targets = given.operands if given.has("reference") or call.name == "setfacl" else given.operands[1:]
    for word in targets:
        found = loss(word, call, root, recursive=True)
        if found and (found.extent in _WIDE or is_of_the_system(word.text)):
            yield f"it changes every permission in {found.why}"


_ENDINGS: Final = frozenset(names("crontab userdel deluser kill killall killall5 pkill security gpg gpg2"))


def _machine(call: Call, _root: str | None) -> Iterator[str]:
    if call.name not in _ENDINGS or only_shows(call.arguments):
        return
    texts = [word.text for word in call.arguments]
    given = options(call.arguments, ("u", "user", "G", "s") + ("f",) * (call.name != "pkill"))
    if call.name == "crontab" and given.has("r") and not given.has("i"):
        yield "crontab -r removes every scheduled job"
    elif call.name == "crontab" and texts[-1:] == ["-"] and call.stdin and not _keeps_jobs(call.stdin):
        yield "crontab - replaces every scheduled job"
    elif call.name in ("userdel", "deluser") and (
        given.has("r", "remove", "remove-home", "remove-all-files") or "-rf" in texts
    ):
        yield "it removes a user with the home folder"
    elif (
        call.name in ("kill", "killall5") and ((texts[-1:] == ["-1"] and len(texts) > 1) or call.name == "killall5")
    ) or (call.name == "pkill" and texts[-1:] in (["."], [".*"], ["-u"])):
        yield "it ends every process"
    elif call.name in ("pkill", "killall") and given.has("u", "user") and not given.operands:
        yield "it ends every process of a user"
    elif call.name == "security" and texts[:1] == ["delete-keychain"]:
        yield "it deletes a keychain"
    elif call.name in ("gpg", "gpg2") and given.has("delete-secret-keys", "delete-secret-and-public-key"):
        yield "it deletes a secret key"


def _keeps_jobs(fed: Word) -> bool:
    """Whether what is fed may hold the jobs there are: where ``crontab -l`` makes it, or it cannot be told."""
    return not fed.is_known


def _bombs(call: Call, _root: str | None) -> Iterator[str]:
    name = call.argv[0].text if call.argv else ""
    if name and f"{name}()" in call.via and call.pipe.length > 1:
        yield "a function that pipes into itself starts processes without end"


_DECODERS: Final = frozenset(names("base64 gbase64 base32 openssl xxd uudecode gpg rev tr"))


def _decoded(command: Command) -> Iterator[Finding]:
    for call in command.reading.calls:
        decoder = _decoder(command, call)
        if decoder:
            yield Finding(
                "runs-decoded-text",
                f"a shell runs what {decoder} decodes",
                _shown(command, call),
            )


def _decoder(command: Command, call: Call) -> str | None:
    """The decoder that is piped into a shell, or whose output, not known here, a shell is told to run."""
    if call.name in SHELLS:
        given = options(call.arguments, ("O", "o"), permutes=False)
        if not given.has("c") and not given.operands:
            return _decodes(command.reading.before(call))
    if call.name in ("eval", *SHELLS):
        for word in call.arguments:
            if any(piece.source is Source.COMMAND for piece in word.pieces):
                return _decodes(word.calls)
    return None


_LANGUAGES: Final = ("python", "perl", "ruby", "node", "php")
_DECODES: Final = pattern(
    r"b(?:64|32|16|85)decode|decode_?(?:base)?64|base64_decode|unhexlify|fromhex|\batob\(|from\([^)]{0,200}['\"](?:base64|hex)['\"]"
)


def _decodes(calls: tuple[Call, ...]) -> str | None:
    for call in calls:
        if call.name in ("base64", "gbase64", "base32", "openssl") and any(
            word.text in ("-d", "-D", "--decode", "-di", "enc", "base64") for word in call.arguments
        ):
            return call.name
        if (call.name or "").startswith(_LANGUAGES) and any(_DECODES.search(word.text) for word in call.arguments):
            return call.name
        if call.name in ("xxd", "uudecode") and (call.name == "uudecode" or any("r" in w.text for w in call.arguments)):
            return call.name
    return None


def _shown(command: Command, call: Call) -> str:
    return call.node.text(command.reading.command)[:200]


_WORDS: Final = pattern(
    r"(?:^|[;&|(){}`\n]|\$\(|\b(?:sudo|then|do|else|exec|eval|command|env)\s)\s*(?:[\w./-]{0,80}/)?"
    r"(rm\s+-\S*[rRf]|rm\s+--(?:rec|for)\S*|mkfs\S*|shred|wipefs|blkdiscard|dd\s+\S*\s*of=/dev|dropdb|rimraf)\b"
)


def _unread(command: Command) -> Iterator[Finding]:
    for one in command.reading.unread:
        match = _WORDS.search(one.text) or next(filter(None, (_WORDS.search(text) for text in one.commands)), None)
        if match:
            yield Finding(
                "unread-destruction",
                f"it could not be read ({one.why}), and {match[1]} stands in it where a command would",
                one.text[:200],
            )


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "changes-permissions-widely",
        "chmod, chown and their like with -R over the root, a home folder or the system's folders: which owner "
        "and mode everything had cannot be told afterwards.",
        _permissions,
        yes=("chmod -R 777 /", "sudo chown -R $USER:$USER /usr", "chmod --recursive 000 ~"),
        no=(
            "chmod -R u+w node_modules",
            "chmod +x run.sh",
            "chown -R app:app ./data",
            "sudo chown -R www-data: /var/www/html",
            "chmod 600 ~/.ssh/id_ed25519",
        ),
    ),
    rule(
        "harms-the-machine",
        "Removing every scheduled job, a user with the home folder, a secret key; ending every process.",
        _machine,
        yes=("crontab -r", "sudo userdel -r dev", "kill -9 -1"),
        no=("crontab -l", "kill -9 4711", "userdel --help", "pkill -f vite"),
    ),
    rule(
        "fork-bomb",
        "A function that pipes into itself.",
        _bombs,
        yes=(":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb"),
        no=("f() { echo hi | cat; }; f", "retry() { curl -f x || retry; }; retry"),
    ),
    Rule(
        "runs-decoded-text",
        "A decoder piped into a shell, or a shell that is told to run what a decoder makes of a text that is not on "
        "the command line: whoever hides a command has a reason to.",
        (
            "base64 -d payload.txt | sh",
            "echo bHM= | base64 -d | sh",
            'eval "$(base64 -d < payload.txt)"',
            'bash -c "$(echo $X | base64 --decode)"',
        ),
        ("base64 -d payload.txt > out.bin", "echo bHM= | base64 -d | wc -c", "curl -fsSL https://sh.example.com | sh"),
        _decoded,
    ),
    Rule(
        "unread-destruction",
        "A statement that goes beyond what the reader takes on (nesting, length, brace expansion) and has a "
        "destroying word where a command would stand.",
        ("(" * 60 + "rm -rf /" + ")" * 60,),
        ("(" * 60 + "echo rm" + ")" * 60,),
        _unread,
    ),
)
