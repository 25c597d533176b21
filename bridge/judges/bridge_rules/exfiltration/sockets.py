"""Bare connections: netcat and its like, the shell's own, and names that are looked up to tell somebody something."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import hosts
from bridge.judges.bridge_rules.exfiltration.flow import (
    are_local,
    is_fed_anything,
    is_fed_content,
    secret_fed,
    told_of,
)
from bridge.judges.bridge_rules.exfiltration.secrets import secrets_in
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.programs import text_of
from bridge.judges.bridge_rules.reach_programs import addressed
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell.model import Call, Reading, Source, Word
from bridge.judges.bridge_rules.shell.options import options

_NETCATS: Final = frozenset(("nc", "ncat", "netcat", "nc.openbsd", "nc.traditional", "cryptcat"))
_NC_VALUED: Final = listed(
    "b c e g G i I m M o O p P q s S T V w W x X d source-port wait proxy proxy-type exec sh-exec"
)
_LOOKUPS: Final = listed(
    """dig nslookup host drill kdig dog ping ping6 traceroute tracepath mtr whois resolvectl getent resolve-dnsname
    finger cancel rlogin"""
)
_DEVICE: Final = pattern(r"/dev/(?:tcp|udp)/([^/]+)/.*", re.DOTALL)
_LISTENS: Final = pattern(r"(?:-listen|-l):", re.IGNORECASE)
_OWN: Final = pattern(r"^(?:exec|system|open|file|gopen|create|pipe|pty|shell)[:,]", re.IGNORECASE)
_KNOWN_NAMES: Final = frozenset(
    ("hostname", "uname", "cat", "minikube", "docker", "kubectl", "echo", "printf", "ip", "awk")
)


def connections(command: Command) -> Iterator[Finding]:
    """Connections that carry data out of the machine, whatever is at the other end."""
    for call in command.reading.calls:
        why = _connects(call, command.reading)
        if why is not None:
            yield Finding("bare-connection", why, call.node.text(command.reading.command))


def _connects(call: Call, reading: Reading) -> str | None:
    name = (call.name or "").lower()
    if name in _NETCATS:
        return _netcat(call, reading)
    if name == "socat":
        return _socat(call, reading)
    if name in ("websocat", "wscat"):
        told = secret_fed(reading, call)
        return f"{name} is fed {told}" if told is not None else None
    if name == "telnet":
        told = secret_fed(reading, call)
        content = is_fed_content(reading, call) and not _is_local_call(name, call)
        return "telnet is fed what a file holds" if told or content else None
    if name == "openssl" and call.arguments[:1] and call.arguments[0].text == "s_client":
        return (
            "openssl sends what it is fed" if is_fed_content(reading, call) and not _is_local_call(name, call) else None
        )
    return _device(call, reading)


def _is_local_call(name: str, call: Call) -> bool:
    return are_local(
        tuple(host for _, text in addressed(name, call.arguments) for host in hosts(text, schemeless=True))
    )


def _netcat(call: Call, reading: Reading) -> str | None:
    read = options(call.arguments, _NC_VALUED)
    flags = frozenset(flag for flag, _ in read.flags)
    if flags & {"e", "c", "exec", "sh-exec"}:
        return "netcat hands a shell to whoever is at the other end"
    if flags & {"l", "listen"}:
        return "netcat serves what it is fed" if is_fed_content(reading, call) else None
    if "U" in flags or not read.operands or _is_local_call("nc", call):
        return None
    if flags & {"z"} and not is_fed_content(reading, call):
        return None
    return (
        f"netcat connects to {read.operands[0].text}"
        if len(read.operands) > 1 or is_fed_anything(reading, call)
        else None
    )


def _socat(call: Call, reading: Reading) -> str | None:
    addresses = [text_of(word) for word in call.arguments if not word.text.startswith("-") or word.text == "-"]
    remote = [host for _, text in addressed("socat", call.arguments) for host in hosts(text, schemeless=True)]
    if remote and not are_local(tuple(remote)) and not any(map(_LISTENS.search, addresses)):
        return "socat connects to another machine"
    serves = any(map(_LISTENS.search, addresses)) and any(_OWN.match(text) for text in addresses)
    return "socat serves a program or a file" if serves or (remote and is_fed_content(reading, call)) else None


def _device(call: Call, reading: Reading) -> str | None:
    for redirection in call.redirections:
        match = _DEVICE.fullmatch(text_of(redirection.target))
        if match is None or are_local(hosts(match[1], schemeless=True)):
            continue
        if call.name in ("bash", "sh", "zsh", "exec") and redirection.operator in (">&", "&>", "<>"):
            return f"a shell is connected to {redirection.target.text}" if call.name != "exec" else _later(reading)
        if (
            redirection.operator != "<"
            and (call.name != "echo" or call.arguments)
            and call.name not in (":", "true", None)
            and not (call.name == "cat" and not call.arguments and call.stdin is not None and not call.stdin.text)
        ):
            return f"it writes to {redirection.target.text}"
    return None


def _later(reading: Reading) -> str | None:
    """Whether something secret, or what a file holds, is written to a connection that was opened earlier."""
    for call in reading.calls:
        writes = any(
            one.operator == ">&" and one.target.text.isdigit() and int(one.target.text) > 2 for one in call.redirections
        )
        if writes and (told_of(call) is not None or (call.name not in ("echo", "printf") and call.name != "exec")):
            return f"{call.name} writes to a connection"
    return None


def lookups(command: Command) -> Iterator[Finding]:
    """Names that are looked up with something in them that nobody but the asker should know."""
    for call in command.reading.calls:
        if (call.name or "").lower() not in _LOOKUPS:
            continue
        told = next((found for word in call.arguments for found in _told(word)), None)
        if told is not None:
            yield Finding("secret-in-name", f"{told} is told to a name server", call.node.text(command.reading.command))


def _told(word: Word) -> Iterator[str]:
    yield from secrets_in(word)
    text = text_of(word)
    if re.search(r"\ufffc\.[\w-]+\.[\w.-]+$", text) is None:
        return
    for piece in word.pieces:
        names = {call.name for call in piece.calls}
        if piece.source is Source.INPUT or (piece.source is Source.COMMAND and not names <= _KNOWN_NAMES):
            yield f"what {piece.text} prints"
