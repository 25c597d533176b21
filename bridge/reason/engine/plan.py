"""How a rule's body is joined: the order of its atoms, and for each what is looked up by what.

The order is free, since which derivation is the least is decided by its values and not by when it is met
(``engine.order``). Groups of atoms that share no variable with the head come first: once they hold, one least match of
them is enough.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from bridge.reason.engine.order import Ranking
from bridge.reason.engine.relation import Pattern, Profile, key_picker, picker
from bridge.reason.engine.shape import Part, Shape
from bridge.reason.engine.terms import Constant, Row

_PLANS_KEPT: Final = 4096


class Collapse(NamedTuple):
    """After this step some variables no longer matter but for order: of rows alike in ``live``, the least is enough."""

    live: Callable[[Row], Row]
    dead: Ranking


class Step(NamedTuple):
    """One atom of the body: where it stands there, how it is looked up, and how a partial row gives the key."""

    position: int
    pattern: Pattern
    key: Callable[[Row], Constant | Row]
    key_slots: tuple[int, ...]
    collapse: Collapse | None


class Plan(NamedTuple):
    """A join: it begins with a row of the rule's constants, and each step adds the values of new variables.

    Args:
        constants: the row to begin with.
        steps: the atoms in the order of the join.
        head: picks the head's row from a complete one.
        values: picks the values of the body's variables, in the body's order.
        head_slots: where a complete row holds the head's terms.
        value_slots: where it holds the values of the body's variables.
        head_known_after: how many steps bind every variable of the head.
    """

    constants: Row
    steps: tuple[Step, ...]
    head: Callable[[Row], Row]
    values: Callable[[Row], Row]
    head_slots: tuple[int, ...]
    value_slots: tuple[int, ...]
    head_known_after: int


@lru_cache(maxsize=_PLANS_KEPT)
def plan(shape: Shape, first: int | None, profiles: tuple[Profile, ...]) -> Plan:
    """The plan of a rule of a valid program.

    Args:
        shape: the rule, taken apart.
        first: the position of the atom with which its group begins, where there is one.
        profiles: how large each atom's relation is, and how many rows of it share a value.
    """
    slots: dict[Constant, int] = {constant: slot for slot, constant in enumerate(shape.constants)}
    order = join_order(shape, first, profiles)
    needed = _needed_after(shape, order)
    steps: list[Step] = []
    unknown = set(shape.head.variables)
    head_known_after = 0
    for depth, position in enumerate(order):
        part = shape.body[position]
        pattern, key = look_up(part, slots)
        if unknown:
            unknown -= part.variables
            head_known_after = depth + 1
        ends = depth + 1 < len(order) and not part.variables <= needed[depth]
        collapse = _collapse(shape, needed[depth], slots) if ends else None
        steps.append(Step(position, pattern, key_picker(key), key, collapse))
    head = tuple([slots[term] for term in shape.head.terms])
    values = tuple([slots[variable] for variable in shape.variables])
    return Plan(shape.constants, tuple(steps), picker(head), picker(values), head, values, head_known_after)


def look_up(part: Part, slots: dict[Constant, int]) -> tuple[Pattern, tuple[int, ...]]:
    """The pattern of an atom, and the slots of its key; its new variables get slots."""
    bound: list[int] = []
    key: list[int] = []
    new: dict[Constant, int] = {}
    equal: list[tuple[int, int]] = []
    for column, term in enumerate(part.terms):
        if term in slots:
            bound.append(column)
            key.append(slots[term])
        elif term in new:
            equal.append((new[term], column))
        else:
            new[term] = column
    for variable in new:
        slots[variable] = len(slots)
    return Pattern(tuple(bound), tuple(new.values()), tuple(equal)), tuple(key)


def _needed_after(shape: Shape, order: tuple[int, ...]) -> list[frozenset[str]]:
    """For each step, the variables that a later one or the head names."""
    needed = [shape.head.variables]
    for position in reversed(order[1:]):
        needed.append(needed[-1] | shape.body[position].variables)
    return needed[::-1]


def _collapse(shape: Shape, needed: frozenset[str], slots: dict[Constant, int]) -> Collapse:
    live = tuple([slots[variable] for variable in shape.variables if variable in slots and variable in needed])
    dead = tuple(
        [
            (slots[variable], follower)
            for variable, follower in zip(shape.variables, shape.followers, strict=True)
            if variable in slots and variable not in needed
        ]
    )
    return Collapse(picker(live), dead)


def join_order(
    shape: Shape, first: int | None, profiles: tuple[Profile, ...], without: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The positions of a body in the order of their join: each next one by what is bound, then by what it matches.

    Args:
        shape: the rule, taken apart.
        first: the position of the atom with which its group begins, where there is one.
        profiles: how large each atom's relation is, and how many rows of it share a value.
        without: the positions of atoms to leave out.
    """
    order: list[int] = []
    for group in shape.groups:
        waiting = {position: set(shape.body[position].variables) for position in group if position not in without}
        anchored = {
            position: len(part.terms) > len(part.variables) for position in group for part in [shape.body[position]]
        }

        def cost(
            position: int, waiting: dict[int, set[str]] = waiting, anchored: dict[int, bool] = anchored
        ) -> tuple[bool, bool, int, int, int, int]:
            unbound = waiting[position]
            size, *shared = profiles[position]
            if shared and anchored[position]:
                columns = zip(shared, shape.body[position].terms, strict=True)
                matches = min(digits for digits, term in columns if term not in unbound)
                return bool(unbound), False, matches, len(unbound), size, position
            return bool(unbound), not anchored[position], size if shared else 0, len(unbound), size, position

        while waiting:
            best = first if first is not None and first in waiting else min(waiting, key=cost)
            bound = waiting.pop(best)
            order.append(best)
            for position, unbound in waiting.items():
                if not unbound.isdisjoint(bound):
                    unbound -= bound
                    anchored[position] = True
    return tuple(order)
