"""Workloads with a fixed seed: graphs to close, and decisions over many facts. Sizes are arguments."""

from random import Random
from typing import Final, NamedTuple

from bridge.reason.model import Atom, Fact, Rule

SEED: Final = 20260301
WORD: Final = "tool-reported"


class Workload(NamedTuple):
    """Facts and rules, and the predicates whose atoms are the answer."""

    facts: tuple[Fact, ...]
    rules: tuple[Rule, ...]
    answers: tuple[str, ...]


def atom(predicate: str, *arguments: str | int) -> Atom:
    """An atom; terms that begin with a dollar are variables."""
    return Atom(predicate, arguments)


def fact(number: int, predicate: str, *arguments: str | int) -> Fact:
    """A fact with a number for an id."""
    return Fact(f"f{number:07}", predicate, arguments, WORD)


REACHABILITY: Final = (
    Rule("base", (atom("edge", "$x", "$y"),), atom("path", "$x", "$y")),
    Rule("step", (atom("edge", "$x", "$y"), atom("path", "$y", "$z")), atom("path", "$x", "$z")),
)


def clusters(count: int, nodes: int, edges: int) -> Workload:
    """Reachability in random graphs that share no node: services that call each other, team by team.

    Args:
        count: how many graphs.
        nodes: nodes of each.
        edges: edges of each.
    """
    random = Random(SEED)
    found: dict[tuple[int, int], None] = {}
    for cluster in range(count):
        first = cluster * nodes
        while len(found) < (cluster + 1) * edges:
            found[first + random.randrange(nodes), first + random.randrange(nodes)] = None
    return _reachability(list(found))


def chain(length: int) -> Workload:
    """Reachability on a chain: ``length`` edges, and half the square of it in derived atoms."""
    return _reachability([(node, node + 1) for node in range(length)])


def _reachability(edges: list[tuple[int, int]]) -> Workload:
    return Workload(tuple([fact(number, "edge", *edge) for number, edge in enumerate(edges)]), REACHABILITY, ("path",))


def same_generation(generations: int, people: int, parents: int) -> Workload:
    """Who is of one generation with whom: of each person, some parents are known among the generation before.

    Args:
        generations: how many.
        people: how many in each.
        parents: how many parents of each.
    """
    random = Random(SEED)
    pairs = [
        ((generation + 1) * people + person, generation * people + parent)
        for generation in range(generations)
        for person in range(people)
        for parent in random.sample(range(people), parents)
    ]
    facts = tuple([fact(number, "parent", *pair) for number, pair in enumerate(pairs)])
    rules = (
        Rule("siblings", (atom("parent", "$x", "$p"), atom("parent", "$y", "$p")), atom("same", "$x", "$y")),
        Rule(
            "cousins",
            (atom("parent", "$x", "$p"), atom("same", "$p", "$q"), atom("parent", "$y", "$q")),
            atom("same", "$x", "$y"),
        ),
    )
    return Workload(facts, rules, ("same",))


def points_to(variables: int, heap: int, assignments: int, accesses: int) -> Workload:
    """Which variable may point to which object: an analysis after Andersen, with loads and stores through pointers.

    Args:
        variables: how many variables.
        heap: how many allocations.
        assignments: how many assignments of one variable to another.
        accesses: how many loads, and how many stores.
    """
    random = Random(SEED)
    facts: list[Fact] = []

    def some(predicate: str, count: int, left: int, right: int) -> None:
        pairs = {(random.randrange(left), random.randrange(right)) for _ in range(count)}
        facts.extend(fact(len(facts) + number, predicate, *pair) for number, pair in enumerate(sorted(pairs)))

    some("new", heap, variables, heap)
    some("assign", assignments, variables, variables)
    some("load", accesses, variables, variables)
    some("store", accesses, variables, variables)
    points = "points"
    rules = (
        Rule("allocation", (atom("new", "$v", "$h"),), atom(points, "$v", "$h")),
        Rule("assignment", (atom("assign", "$v", "$w"), atom(points, "$w", "$h")), atom(points, "$v", "$h")),
        Rule(
            "alias",
            (atom("store", "$p", "$w"), atom(points, "$p", "$o"), atom(points, "$w", "$h")),
            atom("field", "$o", "$h"),
        ),
        Rule(
            "loading",
            (atom("load", "$v", "$p"), atom(points, "$p", "$o"), atom("field", "$o", "$h")),
            atom(points, "$v", "$h"),
        ),
    )
    return Workload(tuple(facts), rules, (points, "field"))


def decisions(scale: int) -> Workload:
    """Actions allowed to the owners of what they touch, and denied to the suspended.

    Args:
        scale: how many thousands of facts; of the actions, about half are allowed or denied.
    """
    random = Random(SEED)
    actions, users, teams, resources = scale * 240, scale * 60, scale, scale * 90
    facts: list[Fact] = []

    def add(predicate: str, *arguments: str) -> None:
        facts.append(fact(len(facts), predicate, *arguments))

    of_user = [random.randrange(teams) for _ in range(users)]
    owned: dict[int, list[int]] = {}
    for user, team in enumerate(of_user):
        add("member", f"user:{user}", f"team:{team}")
        if random.random() < 0.1:
            add("suspended", f"user:{user}")
    for resource in range(resources):
        team = random.randrange(teams)
        owned.setdefault(team, []).append(resource)
        add("owner", f"resource:{resource}", f"team:{team}")
        add("kind", f"resource:{resource}", random.choice(("public", "internal", "critical")))
    for action in range(actions):
        user = random.randrange(users)
        own = owned.get(of_user[user], [0])
        resource = random.choice(own) if random.random() < 0.43 else random.randrange(resources)
        add("requested", f"action:{action}", f"user:{user}")
        add("touches", f"action:{action}", f"resource:{resource}")
        add("tool", f"action:{action}", random.choice(("read", "write", "deploy")))
    rules = (
        Rule(
            "allow.owner",
            (
                atom("requested", "$a", "$u"),
                atom("touches", "$a", "$r"),
                atom("tool", "$a", "$t"),
                atom("member", "$u", "$g"),
                atom("owner", "$r", "$g"),
            ),
            atom("allowed", "$a", "$t"),
        ),
        Rule(
            "deny.suspended",
            (
                atom("requested", "$a", "$u"),
                atom("suspended", "$u"),
                atom("touches", "$a", "$r"),
                atom("kind", "$r", "critical"),
            ),
            atom("denied", "$a"),
        ),
    )
    return Workload(tuple(facts), rules, ("allowed", "denied"))
