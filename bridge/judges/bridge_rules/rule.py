"""What a rule is: data with a name, a sentence, and examples of what it finds and of what it must leave alone.

A rule is told what it looks at, and says what it found and where. The reference page is made of the same data, and the
tests hold each rule to its own examples.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

from bridge.core.strict_json import Json

if TYPE_CHECKING:
    from bridge.judges.bridge_rules.shell.model import Reading

Seen = TypeVar("Seen")

Example: TypeAlias = str | Mapping[str, Json]
"""A command line, called by a shell tool in the workspace ``/home/dev/acme``; or members of a state, as JSON."""


class Finding(NamedTuple):
    """One thing that a rule found.

    Args:
        rule: the rule's name.
        why: what it comes to, as a clause that could follow "because": ``it removes the home folder``.
        node: the text that decided: of the statement of a command, or of the value of another member.
        where: the JSON path in the state of what holds that text; a rule about commands need not say it.
    """

    rule: str
    why: str
    node: str
    where: str = ""


class Rule(NamedTuple, Generic[Seen]):
    """A rule.

    Args:
        name: lower case, words joined by hyphens; what an operator silences it by.
        sentence: what it finds, as a sentence.
        yes: examples in which it finds something.
        no: examples, close to those, in which it finds nothing.
        check: what it finds in what it is shown; pure, and bounded by the size of that.
    """

    name: str
    sentence: str
    yes: tuple[Example, ...]
    no: tuple[Example, ...]
    check: Callable[[Seen], Iterable[Finding]]


class Command:
    """What a rule about commands is shown.

    Args:
        reading: the command as the shell would read it.
        root: the folder that the call may work in, as the state names it; None where none is known.
        where: the JSON path of the command in the state.
    """

    __slots__ = ("reading", "root", "where")

    def __init__(self, reading: "Reading", root: str | None, where: str = "$.input.command") -> None:
        self.reading: Final = reading
        self.root: Final = root
        self.where: Final = where


CommandRule: TypeAlias = Rule[Command]
