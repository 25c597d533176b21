"""Which relations are stored in groups, and how a rule that concludes one is joined by whole groups.

A rule joins by groups when one column of its head is a variable that its body names once: the values of that variable
come as a set, all at once, from the atom that names it (the *source*), and everything else is joined before. For a
given head, then, two derivations differ only in the *dead* variables, those that the head does not have. So when sets
are met in the order of their dead variables, the first set to hold a value holds its least derivation, and what is
known already falls out by set difference (``engine.order`` says why the values of the first variable that differs
decide; variables of the head do not differ).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from bridge.reason.engine.cycles import on_cycles
from bridge.reason.engine.plan import Step, join_order, look_up
from bridge.reason.engine.relation import Profile, key_columns, key_picker
from bridge.reason.engine.shape import Part, Shape, connected
from bridge.reason.engine.terms import Constant, Row

Of: TypeAlias = tuple[str, bool]

_MOST_ATOMS: Final = 9
"""Of a body, so that the loops of its code fit Python's nesting."""


class Source(NamedTuple):
    """The atom of a body whose one column comes as a set: where it stands, the column, and how many it has."""

    position: int
    member: int
    columns: int


class GroupPlan(NamedTuple):
    """A join of everything but the source's member column.

    Args:
        constants: the row to begin with.
        source: the atom that gives sets.
        scanned: whether the join begins with the groups of the source; else it looks them up at the end.
        source_slots: the slots of the source's key columns.
        steps: the other atoms, in the order of the join.
        group_slots: the slots of the head's columns but the member.
        dead_slots: the slots of the dead variables, in the body's order.
        dead_first: whether the first thing joined binds every dead variable.
    """

    constants: Row
    source: Source
    scanned: bool
    source_slots: tuple[int, ...]
    steps: tuple[Step, ...]
    group_slots: tuple[int, ...]
    dead_slots: tuple[int, ...]
    dead_first: bool


def recursive(shapes: Sequence[Shape]) -> frozenset[Of]:
    """The literals that depend on themselves."""
    needs: dict[Of, set[Of]] = {}
    for shape in shapes:
        needs.setdefault(shape.head.of, set()).update(part.of for part in shape.body)
    return on_cycles(needs)


def members(shapes: Sequence[Shape], look: Callable[[], None] = lambda: None) -> dict[Of, int]:
    """For each literal to store in groups, the column that is the member: the one that most joins can use.

    Args:
        shapes: the rules, taken apart.
        look: called again and again, to look at the clock.
    """
    among = recursive(shapes)
    scores: dict[Of, dict[int, int]] = {}
    for shape in shapes:
        if shape.head.of in among:
            of_head = scores.setdefault(shape.head.of, dict.fromkeys(range(len(shape.head.terms)), 0))
            for column in of_head:
                look()
                found = source(shape, column)
                if found is not None:
                    of_head[column] += 2 if shape.body[found.position].of in among else 1
                    of_head[column] += link(shape, found) is not None
    best = {of: max((score, column) for column, score in columns.items()) for of, columns in scores.items() if columns}
    return {of: column for of, (score, column) in best.items() if score}


def source(shape: Shape, member: int) -> Source | None:
    """The source of a rule whose head is grouped, where the rule can be joined by groups."""
    variable = shape.head.terms[member]
    if variable not in shape.head.variables or shape.head.terms.count(variable) > 1 or len(shape.groups) > 1:
        return None
    if len(shape.body) > _MOST_ATOMS or _loose(shape):
        return None
    naming = [position for position, part in enumerate(shape.body) if variable in part.variables]
    if len(naming) != 1 or shape.body[naming[0]].terms.count(variable) > 1:
        return None
    part = shape.body[naming[0]]
    found = Source(naming[0], part.terms.index(variable), len(part.terms))
    keys = [part.terms[column] for column in key_columns(found.member, found.columns)]
    others = [other for position, other in enumerate(shape.body) if position != found.position]
    bound = {term for other in others for term in other.variables}
    distinct = scannable(shape, found)
    joined = not others or (len(connected(others)) == 1 and bound.issuperset(keys))
    return found if distinct and joined else None


def scannable(shape: Shape, source: Source) -> bool:
    """Whether the key of an atom's groups is made of variables, each of which it names once."""
    part = shape.body[source.position]
    return len(part.variables) == len(part.terms)


def _loose(shape: Shape) -> bool:
    """Whether a variable stands in one atom alone: rows that differ only there are better collapsed than joined."""
    named = Counter([variable for part in shape.body for variable in part.variables])
    return any(count == 1 and variable not in shape.head.variables for variable, count in named.items())


def link(shape: Shape, source: Source) -> Source | None:
    """The atom by whose groups a rule with a source is joined through a link (``engine.linkjoin``), where it can be.

    The member of such a group is the source's key. It is the last of the dead variables, and the rest of the body binds
    every other variable.
    """
    keys = key_columns(source.member, source.columns)
    dead = _dead(shape)
    between = shape.body[source.position].terms[keys[0]] if len(keys) == 1 else None
    if not dead or between != dead[-1]:
        return None
    others = [position for position in range(len(shape.body)) if position != source.position]
    naming = [position for position in others if between in shape.body[position].variables]
    part = shape.body[naming[0]]
    rest = [shape.body[position] for position in others if position != naming[0]]
    bound = {variable for one in rest for variable in one.variables}
    joined = len(connected(rest)) == 1 and bound | {between} >= part.variables
    alone = len(naming) == 1 and part.terms.count(between) == 1
    return Source(naming[0], part.terms.index(between), len(part.terms)) if joined and alone else None


def _dead(shape: Shape) -> list[str]:
    return [variable for variable in shape.variables if variable not in shape.head.variables]


def group_plan(
    shape: Shape,
    source: Source,
    first: int | None,
    profiles: tuple[Profile, ...],
    link: Source | None = None,
) -> GroupPlan:
    """The plan of a rule that joins by groups.

    Args:
        shape: the rule, taken apart.
        source: its source.
        first: the position of the atom with which the join begins, where there is one.
        profiles: how large each atom's relation is, and how many rows of it share a value.
        link: where it is joined through a link, the atom by whose groups: the plan is of the rest of the body, and that
            atom's groups are in the place of the source's.
    """
    slots: dict[Constant, int] = {constant: slot for slot, constant in enumerate(shape.constants)}
    looked_up = source if link is None else link
    part = shape.body[looked_up.position]
    keys = tuple([part.terms[column] for column in key_columns(looked_up.member, looked_up.columns)])
    scanned = first == looked_up.position or len(shape.body) == 1
    begin = looked_up.position if scanned else first
    ends = (source.position, looked_up.position)
    order = join_order(shape, begin, profiles, tuple([end for end in ends if end != begin]))
    if scanned:
        for key in keys:
            slots[key] = len(slots)
    steps: list[Step] = []
    rest = [position for position in order if position not in ends]
    bound_first = set(keys) if scanned else set(shape.body[rest[0]].variables)
    for position in rest:
        pattern, key_slots = look_up(shape.body[position], slots)
        steps.append(Step(position, pattern, key_picker(key_slots), key_slots, None))
    dead = _dead(shape) if link is None else _dead(shape)[:-1]
    return GroupPlan(
        shape.constants,
        looked_up,
        scanned,
        tuple([slots[key] for key in keys]),
        tuple(steps),
        tuple([slots[term] for term in _group_terms(shape.head, shape, source)]),
        tuple([slots[variable] for variable in dead]),
        bound_first.issuperset(dead),
    )


def _group_terms(head: Part, shape: Shape, source: Source) -> list[Constant]:
    member = shape.body[source.position].terms[source.member]
    return [term for term in head.terms if term != member]
