"""Copies to other machines and to other people's stores: scp, rsync, cloud clients, mail, pastes."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import hosts
from bridge.judges.bridge_rules.exfiltration.flow import are_local, is_fed_content, secret_fed
from bridge.judges.bridge_rules.exfiltration.secrets import is_secret_path, secret_path, secrets_in
from bridge.judges.bridge_rules.exfiltration.web import names_a_secret
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.reach_programs import remote_of
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell.model import Call, Reading, Word
from bridge.judges.bridge_rules.shell.options import options, tail

_COPY_VALUED: Final = listed(
    """B c D e F f i J l o P S T T b exclude include exclude-from include-from files-from rsh port password-file
    rsync-path bwlimit timeout log-file backup-dir suffix compare-dest copy-dest link-dest filter out-format
    chmod chown usermap groupmap max-size min-size partial-dir temp-dir"""
)
_STORES: Final = pattern(r"(?:s3|gs|gcs|az|b2|r2|oss|cos|swift|wasbs?|abfss?|hdfs)://|https?://", re.IGNORECASE)
_RCLONE_REMOTE: Final = pattern(r":?[\w.+@ -]{2,}(?:,[^:]*)?:")


def copies(command: Command) -> Iterator[Finding]:
    """Copies from here to another machine."""
    for call in command.reading.calls:
        find = _COPIERS.get((call.name or "").lower())
        if find is None or _only_shows(call):
            continue
        for target in find(call, command.reading):
            yield Finding("copy-to-remote", f"{call.name} sends to {target}", call.node.text(command.reading.command))


def _only_shows(call: Call) -> bool:
    """Whether a client of a store or a forge is asked for help, or for what it would send, and sends nothing.

    What follows an option that may take a value is taken for that value.
    """
    name = (call.name or "").lower()
    if name not in _SHOWERS:
        return False
    before, synchronizes = "", name in ("rclone", "s3cmd")
    for word in call.arguments:
        text = word.text
        if text == "--":
            return False
        if not before.startswith("-") or (name not in _FORGES and _SWITCH.fullmatch(before)):
            if _SHOWS.fullmatch(text) or (synchronizes and _SHORT_DRY.fullmatch(text)):
                return True
            synchronizes = synchronizes or (name == "gsutil" and text == "rsync")
        before = text
    return False


_FORGES: Final = listed("gh glab")
_SHOWERS: Final = listed("aws az azcopy b2 gcloud gsutil mc mcli ossutil rclone s3cmd s5cmd") | _FORGES
_SHOWS: Final = pattern(r"--dry-?run(?:=true)?|--help")
_SHORT_DRY: Final = pattern(r"-[rdvP]*n[rdvP]*")
_SWITCH: Final = pattern(
    r"-[mPqrv]+|--(?:checksum|delete|exact-timestamps|no-progress|only-show-errors|overwrite|progress|quiet|recursive"
    r"|size-only|verbose)|--[\w-]+=.*",
    re.DOTALL,
)


def _copied(call: Call, _: Reading) -> Iterator[str]:
    read = options(call.arguments, _COPY_VALUED)
    words = read.operands
    if call.name == "rsync" and any(flag in ("n", "dry-run", "list-only") for flag, _ in read.flags):
        return
    if len(words) > 1 and _is_remote(words[-1]) and not all(map(_is_remote, words[:-1])):
        yield words[-1].text


def _is_remote(word: Word) -> bool:
    text = text_of(word)
    remote = remote_of(text)
    return remote is not None and not are_local(hosts(remote, schemeless=True))


def _sftp(call: Call, reading: Reading) -> Iterator[str]:
    read = options(call.arguments, listed("b B c D F i J l o P R S s"))
    target = next((word for word in read.operands[:1]), None)
    if target is None or are_local(hosts(remote_of(text_of(target)) or text_of(target), schemeless=True)):
        return
    said = call.stdin.text if call.stdin is not None else ""
    gets = re.search(r"(?m)^[ \t]*(?:get|mget|reget|ls)\b", said) and not re.search(
        r"(?m)^[ \t]*-?@?(?:put|mput|reput)\b", said
    )
    downloads = len(read.operands) > 1 or (re.search(r":.+[^/]$", target.text) and not read.has("b"))
    if not gets and (read.has("b") or said or not downloads or is_fed_content(reading, call)):
        yield target.text


def _ftp(call: Call, reading: Reading) -> Iterator[str]:
    texts = " ".join(word.text for word in call.arguments) + " " + (call.stdin.text if call.stdin is not None else "")
    told = secret_fed(reading, call)
    if call.name == "ncftpput":
        yield "a server"
    elif told is not None or re.search(
        r"(?:^|[\s;\"'])(?:m?put|mirror\s+(?:-\w+\s+){0,20}(?:-R|--reverse)|send)\b", texts
    ):
        yield "a server" if told is None else f"a server {told}"


def _rclone(call: Call, _: Reading) -> Iterator[str]:
    words = options(call.arguments, listed("config transfers checkers include exclude filter")).operands
    verb = words[0].text if words else ""
    if verb in ("copy", "sync", "move", "copyto", "moveto", "bisync") and len(words) > 2:
        if _RCLONE_REMOTE.match(words[2].text) and not _RCLONE_REMOTE.match(words[1].text):
            yield words[2].text
    elif verb in ("rcat", "copyurl", "link") and len(words) > 1:
        yield words[1].text


def _store(call: Call, reading: Reading) -> Iterator[str]:
    """Object stores: the last of the operands that name files is the store, and one before it is not."""
    words = list(options(call.arguments, listed("profile region endpoint-url exclude include acl o h")).operands)
    texts = [word.text for word in words]
    verbs = frozenset(("cp", "mv", "sync", "rsync", "copy", "put", "upload", "mirror"))
    if call.name == "b2" and not frozenset(("upload-file", "upload_file")).isdisjoint(texts):
        yield "B2"
    if verbs.isdisjoint(texts) and not is_fed_content(reading, call):
        return
    named = [text for text in texts if text not in verbs and text not in ("s3", "storage")]
    places = [text for text in named if _STORES.match(text)]
    if places and named and named[-1] == places[-1] and len(named) > 1 and not _STORES.match(named[-2]):
        yield places[-1]


def _gcloud(call: Call, reading: Reading) -> Iterator[str]:
    words = options(call.arguments, listed("zone project account configuration port")).operands
    if [word.text for word in words[:2]] == ["compute", "scp"]:
        yield from (word.text for word in words[-1:] if ":" in word.text and ":" not in words[-2].text)
    else:
        yield from _store(call, reading)


def _minio(call: Call, _: Reading) -> Iterator[str]:
    """``mc cp file alias/bucket``: an alias looks like a folder, so a path that says that it is one is none."""
    words = options(call.arguments, listed("attr storage-class tags encrypt-key older-than newer-than")).operands
    verb = words[0].text if words else ""
    target = words[-1].text if len(words) > 1 else ""
    is_store = "/" in target and not target.startswith(("/", "./", "../", "~"))
    from_here = len(words) > 2 and (names_a_secret(call) is not None or words[1].text.startswith(("/", ".", "~")))
    if is_store and ((verb in ("cp", "mirror", "put", "mv") and from_here) or verb == "pipe"):
        yield target


def _tailscale(call: Call, _: Reading) -> Iterator[str]:
    texts = [word.text for word in call.arguments]
    if texts[:2] == ["file", "cp"]:
        yield texts[-1]


def _aws(call: Call, reading: Reading) -> Iterator[str]:
    texts = [word.text for word in call.arguments]
    served = options(call.arguments, ("endpoint-url",)).value("endpoint-url")
    if served is not None and are_local(hosts(text_of(served))):
        return
    if "s3api" in texts and not frozenset(("put-object", "upload-part")).isdisjoint(texts):
        yield "S3"
    elif "s3" in texts:
        yield from _store(call, reading)
    elif not _AWS_SENDS.isdisjoint(texts):
        yield from _told(call, reading)


_AWS_SENDS: Final = listed("publish send-message send-email send-raw-email invoke put-record put-records put-events")


def _told(call: Call, reading: Reading) -> Iterator[str]:
    """A client that hands on what it is told: only a secret in that, or a file of them, is no everyday message."""
    named = (path for word in _handed_on(call) if (path := secret_path(word)) is not None)
    written = (secret for word in call.arguments for secret in secrets_in(word, variables=False))
    told = next(named, None) or next(written, None) or secret_fed(reading, call)
    if told is not None:
        yield f"a service {told}"


def _handed_on(call: Call) -> Iterator[Word]:
    """The files that a client hands on: ``file://…`` and what follows ``-f`` or ``-Attachments``."""
    before = ""
    for word in call.arguments:
        scheme = next((one for one in ("fileb://", "file://") if word.text.startswith(one)), "")
        if scheme or before in ("-f", "--file", "-attachments"):
            yield tail(word, len(scheme))
        before = word.text.lower()


def _azure(call: Call, _: Reading) -> Iterator[str]:
    texts = [word.text for word in call.arguments]
    if texts[:1] == ["storage"] and not frozenset(("upload", "upload-batch", "sync")).isdisjoint(texts):
        yield "Azure storage"


def _pastes(call: Call, reading: Reading) -> Iterator[str]:
    texts = [word.text for word in call.arguments]
    if texts[:2] == ["repo", "create"] and {"--public", "--push"} <= set(texts):
        yield "a repository that everybody can read"
    if texts[:2] in (["gist", "create"], ["gist", "edit"], ["snippet", "create"]):
        yield "a gist"
        return
    written = (secret for word in call.arguments for secret in secrets_in(word, variables=False))
    told = next(_attached(call), None) or next(written, None) or secret_fed(reading, call)
    if told is not None and texts[:1] != ["auth"] and texts[:1] != ["secret"]:
        yield f"the forge {told}"


def _attached(call: Call) -> Iterator[str]:
    """The secret files among those that a forge's client is told to send; titles, labels and searches name none."""
    given = options(call.arguments, listed("F body-file notes-file input field f raw-field R repo t title b body"))
    named = ("F", "body-file", "notes-file", "input")
    files = [value for flag, value in given.flags if value is not None and flag in named]
    uploads = given.operands[3:] if given.texts[:2] in (("release", "upload"), ("release", "create")) else ()
    for word in (*files, *uploads, *(word for word in call.arguments if "=@" in word.text)):
        path = secret_path(word) or (is_secret_path(word.text.partition("@")[2]) and word.text)
        if path:
            yield path


def _sends(call: Call, _: Reading) -> Iterator[str]:
    texts = {word.text.lower() for word in call.arguments}
    if call.name in _ONLY_SEND or not texts.isdisjoint(("send", "upload", "up", "/upload")):
        yield "whoever has the link"


_ONLY_SEND: Final = frozenset(("pastebinit", "wgetpaste", "ix", "gist", "transfer"))


def _mail(call: Call, reading: Reading) -> Iterator[str]:
    read = options(
        call.arguments, listed("s a A r b c S t h F f i o attach attachment subject to from server header body")
    )
    attached = read.values("a", "A", "attach", "attachment")
    swaks = call.name == "swaks" and any(
        value.text.startswith("@") for value in read.values("body", "attach", "header")
    )
    if swaks or attached or is_fed_content(reading, call) or secret_fed(reading, call):
        yield "a mailbox"


def _transferred(call: Call, _: Reading) -> Iterator[str]:
    texts = [word.text.lower() for word in call.arguments]
    if texts.count("upload") and "-transfertype" in texts:
        yield "a server"


def _shared(call: Call, _: Reading) -> Iterator[str]:
    r"""A secret that is copied to a share of another machine: ``\\server\share``."""
    if any(word.text.startswith("\\\\") for word in call.arguments) and names_a_secret(call) is not None:
        yield "a share"


def _archived(call: Call, _: Reading) -> Iterator[str]:
    """What tar packs goes to another machine where the archive is ``user@host:name`` or ``host:/name``."""
    read = options(call.arguments, listed("f file C directory T X b rsh-command"))
    flags = {flag for flag, _ in read.flags}
    bundle = "".join(read.texts[:1]) if not flags or not call.arguments[0].text.startswith("-") else ""
    packs = not flags.isdisjoint(("c", "r", "u", "create", "append", "update")) or not set("cru").isdisjoint(bundle)
    words = (*read.values("f", "file"), *(read.operands[1:2] if "f" in bundle else ()))
    if packs and "force-local" not in flags:
        yield from (word.text for word in words if _is_remote(word) and re.search(r"@|:/", word.text))


def _ssh(call: Call, reading: Reading) -> Iterator[str]:
    read = options(call.arguments, listed("b c D E e F I i J L l m O o p P Q R S W w B"), permutes=False)
    host = read.operands[:1]
    if not host or are_local(hosts(text_of(host[0]), schemeless=True)):
        return
    told = secret_fed(reading, call) or next(
        (secret for word in read.operands[1:] for secret in secrets_in(word, variables=False)), None
    )
    keeps = re.search(r"(?:^|[\s;&|])(?:cat|tee|dd|tar|gzip|zcat|cpio|base64|socat|nc)\b|>", " ".join(read.texts[1:]))
    is_password = told is not None and told.startswith("$") and keeps is None
    if (told is not None and not is_password) or (is_fed_content(reading, call) and keeps is not None):
        yield host[0].text


_COPIERS: Final[dict[str, Callable[[Call, Reading], Iterator[str]]]] = {
    **dict.fromkeys(("scp", "rsync", "rcp", "pscp"), _copied),
    **dict.fromkeys(("sftp", "psftp"), _sftp),
    **dict.fromkeys(("ftp", "lftp", "ncftpput", "tftp", "smbclient"), _ftp),
    "rclone": _rclone,
    "aws": _aws,
    **dict.fromkeys(("mc", "mcli"), _minio),
    "tailscale": _tailscale,
    "az": _azure,
    "gcloud": _gcloud,
    **dict.fromkeys(("gsutil", "s3cmd", "s5cmd", "azcopy", "b2", "ossutil"), _store),
    **dict.fromkeys(("gh", "glab", "hub"), _pastes),
    **dict.fromkeys(("pastebinit", "wgetpaste", "gist", "ix", "transfer"), _sends),
    **dict.fromkeys(("croc", "wormhole", "magic-wormhole", "ffsend", "bitsadmin"), _sends),
    **dict.fromkeys(("mail", "mailx", "s-nail", "mutt", "sendmail", "msmtp", "ssmtp", "swaks", "mpack"), _mail),
    "send-mailmessage": _told,
    "start-bitstransfer": _transferred,
    **dict.fromkeys(("copy-item", "copy", "xcopy", "move-item"), _shared),
    **dict.fromkeys(("mosquitto_pub", "kcat", "kafkacat", "nats", "redis-cli", "ntfy"), _told),
    **dict.fromkeys(("tar", "gtar"), _archived),
    "ssh": _ssh,
}
