"""The shape of a rule: the same for what differs in words, another for what differs in meaning."""

import pytest

from bridge.reason.comparison.shape import shape
from bridge.reason.model import Atom, Rule

HEAD = Atom("h", ("$x",))


def rule(*body: Atom, head: Atom = HEAD) -> Rule:
    return Rule("r", body, head)


def edges(*pairs: tuple[int, int]) -> Rule:
    return rule(*(Atom("e", (f"$v{one}", f"$v{other}")) for one, other in pairs), head=Atom("h"))


@pytest.mark.parametrize(
    "other",
    [
        rule(Atom("q", ("$x", "$b")), Atom("p", ("$x", "$b"))),
        rule(Atom("p", ("$n", "$m")), Atom("q", ("$n", "$m")), head=Atom("h", ("$n",))),
        rule(Atom("p", ("$x", "$b")), Atom("q", ("$x", "$b")), Atom("p", ("$x", "$b"))),
    ],
)
def test_order_names_and_repetition_make_no_difference(other: Rule) -> None:
    assert shape(other) == shape(rule(Atom("p", ("$x", "$y")), Atom("q", ("$x", "$y"))))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rule(Atom("p", ("$x", "$y"))), rule(Atom("p", ("$x", "$x")))),
        (rule(Atom("p", ("$x", "$y"))), rule(Atom("p", ("$y", "$x")))),
        (rule(Atom("p", ("$x",))), rule(Atom("p", ("$x",), True))),
        (rule(Atom("p", (1,)), head=Atom("h")), rule(Atom("p", (True,)), head=Atom("h"))),
        (rule(Atom("p", ("1",)), head=Atom("h")), rule(Atom("p", (1,)), head=Atom("h"))),
        (rule(Atom("p", ("$",)), head=Atom("h")), rule(Atom("p", ("$x",)), head=Atom("h"))),
        (edges((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)), edges((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0))),
        (rule(Atom("p", ("$x", "$y")), Atom("q", ("$y",))), rule(Atom("p", ("$x", "$y")), Atom("q", ("$z",)))),
    ],
)
def test_another_meaning_is_another_shape(one: Rule, other: Rule) -> None:
    assert shape(one) != shape(other)


def test_a_cycle_is_the_same_wherever_it_begins() -> None:
    assert shape(edges((0, 1), (1, 2), (2, 0))) == shape(edges((2, 0), (5, 2), (0, 5)))


def test_many_premises_that_look_alike_are_no_trouble() -> None:
    names = [f"$v{number}" for number in range(60)]
    alike = rule(*(Atom("p", (name,)) for name in names), head=Atom("h"))
    assert shape(alike) == shape(alike._replace(when=alike.when[::-1]))
