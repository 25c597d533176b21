"""The syntax tree: what a source says, statement by statement, with the offsets at which everything stands.

Numbers and times keep their spelling; lowering reads them. Names and strings are decoded.
"""

from typing import NamedTuple, TypeAlias

from bridge.core.sources import Source


class Name(NamedTuple):
    """A name: of a predicate, an id, a class or an argument."""

    text: str
    start: int
    end: int


class Glob(NamedTuple):
    """A pattern over predicate names: every name that begins with ``prefix``."""

    prefix: str
    start: int
    end: int


class Text(NamedTuple):
    """A string constant."""

    value: str
    start: int
    end: int


class Number(NamedTuple):
    """A number as it is spelled."""

    spelling: str
    start: int
    end: int


class Truth(NamedTuple):
    """``true`` or ``false``."""

    value: bool
    start: int
    end: int


class Variable(NamedTuple):
    """A variable; ``name`` is without its ``$``."""

    name: str
    start: int
    end: int


class Wildcard(NamedTuple):
    """``_``: a variable that nothing else names."""

    start: int
    end: int


Constant: TypeAlias = Text | Number | Truth


class OneOf(NamedTuple):
    """A set of constants in an argument place, such as ``"deny" | "ask"``."""

    options: tuple[Constant, ...]
    start: int
    end: int


class Comparison(NamedTuple):
    """A comparison with a level, such as ``>= "high"``."""

    operator: str
    bound: Constant
    start: int
    end: int


Term: TypeAlias = Constant | Variable | Wildcard | OneOf | Comparison


class Atom(NamedTuple):
    """A predicate applied to terms; ``start`` is that of ``not`` where there is one."""

    predicate: Name
    arguments: tuple[Term, ...]
    negated: bool
    start: int
    end: int


class Time(NamedTuple):
    """A time as it is spelled."""

    spelling: str
    start: int
    end: int


class Header(NamedTuple):
    """``ontology "id" version "v"``, or ``action policy``."""

    policy: bool
    id: Text
    version: Text


class Evaluate(NamedTuple):
    """``evaluate at TIME``."""

    time: Time


class Authority(NamedTuple):
    """``authority a, b``."""

    classes: tuple[Name, ...]


class Admit(NamedTuple):
    """``admit …``: without targets it is the default, without classes it is ``nothing``."""

    classes: tuple[Name, ...]
    targets: tuple[Name | Glob, ...] | None


class BaseType(NamedTuple):
    """``string``, ``integer`` or ``boolean``."""

    name: str


class SetType(NamedTuple):
    """A closed set of strings; ``ordered`` when its options are levels, the lowest first."""

    options: tuple[Text, ...]
    ordered: bool


class Argument(NamedTuple):
    """An argument of a declared predicate."""

    name: Name | None
    type: BaseType | SetType


class Predicate(NamedTuple):
    """``predicate p(name: type, …)``."""

    name: Name
    arguments: tuple[Argument, ...]


class From(NamedTuple):
    """``from class``."""

    authority: Name


class Observed(NamedTuple):
    """``observed TIME``."""

    time: Time


class Valid(NamedTuple):
    """``valid from TIME until TIME``, or one of the two."""

    since: Time | None
    until: Time | None


class Supersedes(NamedTuple):
    """``supersedes id, …``."""

    facts: tuple[Name, ...]


Clause: TypeAlias = From | Observed | Valid | Supersedes


class Fact(NamedTuple):
    """``fact id: [not] p(…) …``; clauses in the order in which they stand."""

    id: Name
    atom: Atom
    clauses: tuple[Clause, ...]


class Rule(NamedTuple):
    """``rule id: head if body``."""

    id: Name
    head: Atom
    body: tuple[Atom, ...]


class Query(NamedTuple):
    """``query [not] p(…)``."""

    atom: Atom


class Use(NamedTuple):
    """``use "path"``; ``what`` is ``source``, ``facts`` or ``questions``."""

    what: str
    path: Text


class Opening(NamedTuple):
    """``test "name" {``."""

    name: Text


class Closing(NamedTuple):
    """``}``."""


class GivenFact(NamedTuple):
    """``given fact …``."""

    fact: Fact


class GivenRequest(NamedTuple):
    """``given request "file"``."""

    path: Text


class Without(NamedTuple):
    """``without id, …``."""

    facts: tuple[Name, ...]


class At(NamedTuple):
    """``at TIME``."""

    time: Time


class Because(NamedTuple):
    """``because id, …``: exactly the leaf facts of the proof."""

    facts: tuple[Name, ...]


class Missing(NamedTuple):
    """``missing p(…)``: among what is missing."""

    atom: Atom


class Expect(NamedTuple):
    """``expect outcome [atom] …``; an atom for a program, none for an action policy."""

    outcome: Name
    atom: Atom | None
    requirements: tuple[Because | Missing, ...]


Step: TypeAlias = GivenFact | GivenRequest | Without | At | Expect
Piece: TypeAlias = (
    Header | Evaluate | Authority | Admit | Predicate | Fact | Rule | Query | Use | Opening | Closing | Step
)


class Statement(NamedTuple):
    """A piece of a source, where it stands, and the documentation lines directly above it."""

    piece: Piece
    start: int
    end: int
    documentation: tuple[Text, ...] = ()


class Test(NamedTuple):
    """A test: its name and its steps."""

    name: Text
    steps: tuple[Statement, ...]
    start: int
    end: int


class Broken(NamedTuple):
    """A statement that could not be read: its keyword, where it has one, and the names it may have declared.

    Without names it may have declared any.
    """

    keyword: str | None
    names: frozenset[str]


class File(NamedTuple):
    """A whole source.

    Args:
        source: the source.
        statements: the statements, in order.
        tests: the tests, in order.
        broken: what could not be read, and what a later check must therefore not complain about.
        unopened: what stands in tests of which the opening could not be read; they have no names.
    """

    source: Source
    statements: tuple[Statement, ...]
    tests: tuple[Test, ...]
    broken: tuple[Broken, ...]
    unopened: tuple[Test, ...] = ()
