"""What an operator changes about the rules: rules added, silenced, and narrowed to where they matter.

What is narrowed away is only what the text shows: a finding stays wherever a path in it cannot be told.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bridge.core.lazy_pattern import pattern
from bridge.core.url import on_list
from bridge.judges.bridge_rules.case import Case
from bridge.judges.bridge_rules.paths import Root, place_of
from bridge.judges.bridge_rules.patterns import any_matches, matches
from bridge.judges.bridge_rules.rule import Command, Finding


@dataclass(frozen=True, slots=True)
class Silence:
    """A rule that does not count, and why."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Narrow:
    """Where a rule counts.

    Args:
        rule: its name.
        reason: why it is narrowed.
        tools: patterns of tool names; it counts for these alone. Empty: for all.
        paths: patterns of paths; it counts only where the text that decided names one of them. Empty: everywhere.
        except_tools: patterns of tool names that it does not count for.
        except_paths: patterns of paths; it does not count where the text that decided names these and no others.
        except_hosts: hosts, as in a network scope; the same for the hosts in that text.
    """

    rule: str
    reason: str
    tools: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    except_tools: tuple[str, ...] = ()
    except_paths: tuple[str, ...] = ()
    except_hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """A rule of the operator's. What it names must all be there for it to find something.

    Args:
        name: as of any rule.
        question: the question that it answers with yes.
        sentence: what it finds.
        tools: patterns of tool names.
        command: the words a call starts with, each a pattern: the program, then its first operands.
        flags: options that the call has to have, as written or in a bundle of letters.
        paths: patterns of paths, one of which the call has to name.
        hosts: hosts, as in a network scope, one of which it has to reach.
    """

    name: str
    question: str
    sentence: str
    tools: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operator:
    """The rules file of an operator.

    Args:
        digest: of its bytes, ``sha256:`` and 64 hexadecimal digits.
        silenced: by the rule's name.
        narrowed: by the rule's name.
        rules: those that are added.
    """

    digest: str
    silenced: Mapping[str, Silence] = field(default_factory=dict)
    narrowed: Mapping[str, Narrow] = field(default_factory=dict)
    rules: tuple[Added, ...] = ()

    @property
    def short_digest(self) -> str:
        """What the model id of the judge carries: ``sha256:`` and the first 32 hexadecimal digits."""
        return self.digest[: len("sha256:") + 32]

    def kept(self, rule: str, findings: Iterable[Finding], case: Case) -> Iterator[Finding]:
        """What of the findings of a rule counts."""
        if rule in self.silenced:
            return
        narrow = self.narrowed.get(rule)
        for finding in findings:
            if narrow is None or _counts(narrow, finding, case):
                yield finding

    def added(self, question: str, case: Case) -> Iterator[Finding]:
        """What the added rules of a question find."""
        for rule in self.rules:
            if rule.question == question and _is_of(rule.tools, case.call.tool):
                yield from _found(rule, case)


def _is_of(patterns: tuple[str, ...], tool: str) -> bool:
    return not patterns or any_matches(patterns, tool)


def _counts(narrow: Narrow, finding: Finding, case: Case) -> bool:
    tool = case.call.tool
    if not _is_of(narrow.tools, tool) or (narrow.except_tools and any_matches(narrow.except_tools, tool)):
        return False
    words = _words(finding.node)
    root = case.root or Root("/")
    if narrow.paths and not any(any_matches(narrow.paths, place_of(word, root)) for word in words):
        return False
    if narrow.except_paths and _only(narrow.except_paths, words, root):
        return False
    return not (narrow.except_hosts and _only_hosts(narrow.except_hosts, finding.node))


_PIECE = pattern(r"[^\s\"';|&()<>=,]+")
_UNTOLD = pattern(r"[$`*?\[{!]")


def _words(text: str) -> list[str]:
    return _PIECE.findall(text)


def _only(patterns: tuple[str, ...], words: list[str], root: Root) -> bool:
    """Whether the paths among some words all match: relative ones without a slash are not told from other words."""
    paths = [word for word in words if "/" in word or "\\" in word or word.startswith(("~", ".", "$"))]
    told = not any(_UNTOLD.search(word) for word in words)
    return told and bool(paths) and all(any_matches(patterns, place_of(path, root)) for path in paths)


def _only_hosts(allowed: tuple[str, ...], text: str) -> bool:
    from bridge.core.url import hosts
    from bridge.judges.bridge_rules.reach_programs import remote_of

    named = [word if "://" in word else remote_of(word) or "" for word in _words(text)]
    found = [host for name in named if name for host in hosts(name, schemeless=True)]
    return bool(found) and not _UNTOLD.search(text) and all(on_list(host, allowed) for host in found)


def _found(rule: Added, case: Case) -> Iterator[Finding]:
    if rule.command or rule.flags:
        yield from (finding for command in case.commands for finding in _in_calls(rule, command, case))
    elif rule.paths or rule.hosts:
        yield from _in_members(rule, case)
        yield from (finding for command in case.commands for finding in _in_calls(rule, command, case))
    else:
        yield Finding(rule.name, "the operator's rules name the tool", case.call.tool, "$.tool")


def _in_calls(rule: Added, command: Command, case: Case) -> Iterator[Finding]:
    from bridge.judges.bridge_rules.reach import reached
    from bridge.judges.bridge_rules.shell.options import options

    for call in command.reading.calls:
        names = (call.name or "", *options(call.arguments, permutes=True).texts)
        has_words = len(names) >= len(rule.command) and all(map(matches, rule.command, names))
        if not has_words or not all(_has_flag(flag, call.arguments) for flag in rule.flags):
            continue
        texts = [*(word.text for word in call.arguments), *(one.target.text for one in call.redirections)]
        root = case.root or Root("/")
        if rule.paths and not any(
            any_matches(rule.paths, place_of(text, root, base=_base(call.cwd, root))) for text in texts
        ):
            continue
        inside = (host for node, host in reached(command.reading) if call.node.start <= node.start <= call.node.end)
        if rule.hosts and not any(on_list(host, rule.hosts) for host in inside):
            continue
        yield Finding(rule.name, "the operator's rules name it", call.node.text(command.reading.command), command.where)


def _base(cwd: str | None, root: Root) -> str:
    return cwd if cwd is not None and cwd.startswith(("/", "~")) else root.text


def _has_flag(flag: str, words: Iterable[object]) -> bool:
    texts = [getattr(word, "text", "") for word in words]
    if flag.startswith("--") or len(flag) != 2:
        return any(text == flag or text.startswith(flag + "=") for text in texts)
    return any(text[:1] == "-" and text[:2] != "--" and flag[1] in text[1:] for text in texts)


def _in_members(rule: Added, case: Case) -> Iterator[Finding]:
    from bridge.judges.bridge_rules.named_hosts import named_hosts
    from bridge.judges.bridge_rules.named_paths import named_paths

    why = "the operator's rules name it"
    root = case.root or Root("/")
    for path, _, where in named_paths(case) if rule.paths else ():
        if any_matches(rule.paths, place_of(path, root)):
            yield Finding(rule.name, why, path, where)
    for text, where, host in named_hosts(case) if rule.hosts and not rule.paths else ():
        if on_list(host, rule.hosts):
            yield Finding(rule.name, why, text, where)
