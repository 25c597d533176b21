"""Which nodes of a graph can be reached from themselves, in time that grows with the graph alone."""

from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node")


def on_cycles(graph: Mapping[Node, Collection[Node]]) -> frozenset[Node]:
    """The nodes on a cycle (Tarjan's strongly connected components, without recursion).

    Args:
        graph: for each node those that it leads to; a node that is no key leads nowhere.
    """
    found: set[Node] = set()
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    open_: list[Node] = []
    is_open: set[Node] = set()

    def enter(node: Node) -> tuple[Node, Iterator[Node]]:
        number[node] = low[node] = len(number)
        open_.append(node)
        is_open.add(node)
        return node, iter(graph.get(node, ()))

    def close(node: Node) -> None:
        component = [open_.pop()]
        while component[-1] != node:
            component.append(open_.pop())
        is_open.difference_update(component)
        if len(component) > 1 or node in graph.get(node, ()):
            found.update(component)

    for start in graph:
        path = [] if start in number else [enter(start)]
        while path:
            node, left = path[-1]
            following = next((other for other in left if other not in number or other in is_open), None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    close(node)
            elif following in number:
                low[node] = min(low[node], number[following])
            else:
                path.append(enter(following))
    return frozenset(found)
