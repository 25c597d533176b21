"""Facts from the files a user names, in their order."""

from collections.abc import Iterable

from bridge.facts.read import FactsRead, read_facts
from bridge.reason.engine.limits import require_facts
from bridge.workflows.inputs import read_bytes
from bridge.workflows.limits import Bounds, begun


def load_facts(names: Iterable[str], *, include_escalated: bool = False, bounds: Bounds | None = None) -> FactsRead:
    """The facts of several files.

    Args:
        names: paths, or ``-`` for standard input.
        include_escalated: keep the answers of judgement documents that are below their bar.
        bounds: those of the run.

    Raises:
        InputError: a file that cannot be read or is not of facts; names it.
        LimitError: a bound was reached.
    """
    bounds = begun(bounds)
    read: list[FactsRead] = []
    for name in names:
        data = read_bytes(name, max_bytes=bounds.input_bytes, deadline=bounds.deadline)
        read.append(_read(data, name, include_escalated, bounds))
        require_facts(bounds.engine, sum(len(one.facts) for one in read))
    return FactsRead(
        tuple(fact for one in read for fact in one.facts), tuple(note for one in read for note in one.notes)
    )


def _read(data: bytes, name: str, include_escalated: bool, bounds: Bounds) -> FactsRead:
    return read_facts(
        data,
        named=name,
        include_escalated=include_escalated,
        max_bytes=bounds.input_bytes,
        max_depth=bounds.nesting,
        deadline=bounds.deadline,
    )
