"""Facts from the files a user names, in their order."""

from collections.abc import Iterable

from bridge.facts.read import FactsRead, read_facts
from bridge.workflows.inputs import read_bytes


def load_facts(names: Iterable[str], *, include_escalated: bool = False) -> FactsRead:
    """The facts of several files.

    Args:
        names: paths, or ``-`` for standard input.
        include_escalated: keep the answers of judgement documents that are below their bar.

    Raises:
        InputError: a file that cannot be read or is not of facts; names it.
    """
    read = [read_facts(read_bytes(name), named=name, include_escalated=include_escalated) for name in names]
    return FactsRead(
        tuple(fact for one in read for fact in one.facts), tuple(note for one in read for note in one.notes)
    )
