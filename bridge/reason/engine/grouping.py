"""Which relations are stored in groups, and how a rule that concludes one is joined by whole groups.

A rule joins by groups when one column of its head is a variable that its body names once: the values of that variable
come as a set, all at once, from the atom that names it (the *source*), and everything else is joined before. For a
given head, then, two derivations differ only in the *dead* variables, those that the head does not have. So when sets
are met in the order of their dead variables, the first set to hold a value holds its least derivation, and what is
known already falls out by set difference (``engine.order`` says why the values of the first variable that differs
decide; variables of the head do not differ).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

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
    return frozenset([of for of in needs if of in _reached(of, needs)])


def _reached(start: Of, needs: dict[Of, set[Of]]) -> set[Of]:
    reached: set[Of] = set()
    pending = [start]
    while pending:
        new = needs.get(pending.pop(), set()) - reached
        reached |= new
        pending += new
    return reached


def members(shapes: Sequence[Shape]) -> dict[Of, int]:
    """For each literal to store in groups, the column that is the member: the one that most joins can use."""
    among = recursive(shapes)
    scores: dict[Of, dict[int, int]] = {}
    for shape in shapes:
        if shape.head.of in among:
            of_head = scores.setdefault(shape.head.of, dict.fromkeys(range(len(shape.head.terms)), 0))
            for column in of_head:
                found = source(shape, column)
                if found is not None:
                    of_head[column] += 2 if shape.body[found.position].of in among else 1
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
    distinct = len(set(keys)) == len(keys) and part.variables.issuperset(map(str, keys))
    joined = not others or (len(connected(others)) == 1 and bound.issuperset(keys))
    return found if distinct and joined else None


def _loose(shape: Shape) -> bool:
    """Whether a variable stands in one atom alone: rows that differ only there are better collapsed than joined."""
    named = [variable for part in shape.body for variable in part.variables]
    return any(named.count(variable) == 1 for variable in set(named) - shape.head.variables)


def group_plan(shape: Shape, source: Source, first: int | None, profiles: tuple[Profile, ...]) -> GroupPlan:
    """The plan of a rule that joins by groups.

    Args:
        shape: the rule, taken apart.
        source: its source.
        first: the position of the atom with which the join begins, where there is one.
        profiles: how large each atom's relation is, and how many rows of it share a value.
    """
    slots: dict[Constant, int] = {constant: slot for slot, constant in enumerate(shape.constants)}
    part = shape.body[source.position]
    keys = tuple([part.terms[column] for column in key_columns(source.member, source.columns)])
    scanned = first == source.position or len(shape.body) == 1
    order = list(join_order(shape, source.position if scanned else first, profiles))
    order.remove(source.position)
    if scanned:
        for key in keys:
            slots[key] = len(slots)
    steps: list[Step] = []
    bound_first = set(keys) if scanned else set(shape.body[order[0]].variables)
    for position in order:
        pattern, key_slots = look_up(shape.body[position], slots)
        steps.append(Step(position, pattern, key_picker(key_slots), key_slots, None))
    dead = [variable for variable in shape.variables if variable not in shape.head.variables]
    return GroupPlan(
        shape.constants,
        source,
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
