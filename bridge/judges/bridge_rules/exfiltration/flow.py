"""What a program is fed, and where it sends that: the two ends of every rule here."""

from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import Host
from bridge.judges.bridge_rules.exfiltration.secrets import secret_path, secrets_in, told_secret
from bridge.judges.bridge_rules.shell.model import Call, Reading, Word

_EVERY_ADDRESS: Final = "0.0.0.0"  # noqa: S104  recognised, not listened on
_LOOPBACK: Final = frozenset(("localhost", "::1", "::", _EVERY_ADDRESS, "host.docker.internal"))
_LOOPBACK_NETWORK: Final = pattern(r"127(?:\.[0-9]{1,3}){3}")
_EMPTY: Final = frozenset(("/dev/null", "/dev/zero", "/dev/tty"))
_SAY_THEIR_WORDS: Final = frozenset(("echo", "printf", "yes", "true", ":", "sleep", "seq", "date"))


def is_local(host: Host) -> bool:
    """Whether a host is the machine itself, which nothing leaves for."""
    name = host.name
    is_own = name in _LOOPBACK or _LOOPBACK_NETWORK.fullmatch(name) is not None or name.endswith(".localhost")
    return host.is_readable and is_own


def are_local(hosts: tuple[Host, ...]) -> bool:
    """Whether a call has hosts, and all are the machine itself."""
    return bool(hosts) and all(map(is_local, hosts))


def secret_fed(reading: Reading, call: Call) -> str | None:
    """The secret that a call is fed on its standard input; None where it is fed none."""
    for word in _input_words(call):
        path = secret_path(word)
        found = path if path is not None else next(secrets_in(word), None)
        if found is not None:
            return found
    return next((told for other in reading.before(call) if (told := told_of(other)) is not None), None)


def told_of(call: Call) -> str | None:
    """The secret that a call prints: of its own, or in a word that it repeats."""
    told = told_secret(call)
    if told is not None:
        return told
    return next((secret for word in call.arguments for secret in secrets_in(word)), None)


def is_fed_content(reading: Reading, call: Call) -> bool:
    """Whether a call is fed what a file holds or a program makes, rather than a few words written on the line."""
    if any(word.text not in _EMPTY for word in _input_words(call, files=True)):
        return True
    before = reading.before(call)
    return bool(before) and not all((other.name or "") in _SAY_THEIR_WORDS and _is_plain(other) for other in before)


def is_fed_anything(reading: Reading, call: Call) -> bool:
    """Whether a call is fed anything at all on its standard input."""
    fed = any(word.text not in _EMPTY for word in _input_words(call))
    return fed or any(other.name != "echo" or other.arguments for other in reading.before(call))


def _is_plain(call: Call) -> bool:
    return not any(word.calls for word in call.arguments)


def _input_words(call: Call, *, files: bool = False) -> Iterator[Word]:
    for redirection in call.redirections:
        if redirection.operator == "<" or (redirection.operator in ("<<", "<<<") and not files):
            yield redirection.target
