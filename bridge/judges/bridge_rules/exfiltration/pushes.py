"""What git pushes elsewhere: to a repository that the command line names, or a secret that it staged or wrote."""

from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.core.url import hosts
from bridge.judges.bridge_rules.exfiltration.flow import are_local
from bridge.judges.bridge_rules.exfiltration.logins import logs_in_by_token
from bridge.judges.bridge_rules.exfiltration.secrets import secret_path, secrets_in
from bridge.judges.bridge_rules.listed import listed
from bridge.judges.bridge_rules.reach_programs import remote_of
from bridge.judges.bridge_rules.rule import Command, Finding
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import options

_FORGES: Final = ("origin", "upstream")
_WRITES: Final = ("commit", "tag", "notes", "checkout", "switch", "branch")
"""The verbs of git whose words a push takes along: messages, and the names of tags and branches."""


def pushes(command: Command) -> Iterator[Finding]:
    """Pushes to a repository that the command line itself names, other than its own forge."""
    named: set[str] = set()
    for call in (call for call in command.reading.calls if call.name == "git"):
        verb, *words = options(call.arguments, listed("C c git-dir work-tree"), permutes=False).operands or (None,)
        if verb is not None and verb.text == "remote":
            named.update(_named([word for word in words if not word.text.startswith("-")]))
        elif verb is not None and verb.text == "push":
            read = options(words, _PUSH_VALUED)
            target = next((word for word in (*read.values("repo"), *read.operands)), None)
            name = "origin" if target is None else target.text
            if name in named or (target is not None and _is_elsewhere(target)):
                yield Finding("push-to-named-remote", f"git pushes to {name}", call.node.text(command.reading.command))


_PUSH_VALUED: Final = ("o", "push-option", "receive-pack", "exec", "repo")


def _named(words: list[Word]) -> Iterator[str]:
    """The remote that gets an address on the line: a first ``origin`` is how every new repository starts."""
    if len(words) > 2 and not logs_in_by_token(words[2]) and not _IS_LOCAL.match(words[2].text):
        verb, name = words[0].text, words[1].text
        yield from (name,) if verb == "set-url" or (verb == "add" and name not in _FORGES) else ()


def _is_elsewhere(word: Word) -> bool:
    remote = None if _IS_LOCAL.match(word.text) else remote_of(word.text)
    return remote is not None and not logs_in_by_token(word) and not are_local(hosts(remote, schemeless=True))


_IS_LOCAL: Final = pattern(r"(?:file://)?/(?!/)|\.{1,2}/")
"""A repository on this machine."""


def pushed_secrets(command: Command) -> Iterator[Finding]:
    """Pushes after a secret was staged by its name, or written into what is committed."""
    staged: str | None = None
    for call in command.reading.calls:
        if call.name != "git":
            continue
        verb = next((word.text for word in call.arguments if not word.text.startswith("-")), "")
        if verb in ("add", "stage"):
            named = (path for word in call.arguments if (path := secret_path(word)) is not None)
            staged = next((path for path in named if not _IS_SAMPLE.search(path)), staged)
        elif verb in _WRITES:
            staged = next(_written(call), None) or staged
        elif verb == "push" and (staged := staged or next(_written(call), None)) is not None:
            yield Finding("push-of-a-secret", f"git pushes {staged}", call.node.text(command.reading.command))


def _written(call: Call) -> Iterator[str]:
    return (secret for word in call.arguments for secret in secrets_in(word, variables=False))


_IS_SAMPLE: Final = pattern(
    r"(?:^|/)(?:(?:tests?|specs?|__tests__|fixtures?|__fixtures__|testdata|examples?|samples?|mocks?|docs?)/|\.(?:npmrc|envrc)$)"
)
"""What is committed every day: files that are made up for tests and pages, and settings that belong to a project."""
