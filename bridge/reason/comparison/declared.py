"""What two programs declare: their clocks and queries, predicates, classes, and whose word counts for what."""

from collections.abc import Iterable, Iterator

from bridge.reason.comparison.change import Change, How, Part, Value
from bridge.reason.model import AuthorityPolicy, PolicyTemplate, Program
from bridge.reason.wire import atom_key


def compare_declared(old: Program | PolicyTemplate, new: Program | PolicyTemplate) -> Iterator[Change]:
    """The differences but those of rules and facts."""
    yield from _one(Part.SCHEMA, "schema", old.schema, new.schema)
    if isinstance(old, Program) and isinstance(new, Program):
        yield from _one(Part.EVALUATION_TIME, "evaluation_time", old.evaluation_time, new.evaluation_time)
        if atom_key(old.query) != atom_key(new.query):
            yield Change(Part.QUERY, How.CHANGED, "query", old.query, new.query)
    for name in ("id", "version"):
        before, after = (getattr(one.ontology, name) for one in (old, new))
        yield from _one(Part.ONTOLOGY, name, before, after, means=False)
    yield from _classes(old.authority.classes, new.authority.classes)
    yield from _predicates(old, new)
    yield from _admissions(old, new)


def _one(part: Part, name: str, old: Value, new: Value, *, means: bool = True) -> Iterator[Change]:
    if old != new:
        how = How.CHANGED if old is not None and new is not None else How.ADDED if old is None else How.REMOVED
        yield Change(part, how, name, old, new, means)


def _classes(old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    before, after = set(old), set(new)
    for name in sorted(before ^ after):
        yield from _one(Part.AUTHORITY, name, name if name in before else None, name if name in after else None)


def _predicates(old: Program | PolicyTemplate, new: Program | PolicyTemplate) -> Iterator[Change]:
    before, after = old.ontology.predicates, new.ontology.predicates
    for name in sorted({*before, *after}):
        yield from _one(Part.PREDICATE, name, before.get(name), after.get(name))


def _admissions(old: Program | PolicyTemplate, new: Program | PolicyTemplate) -> Iterator[Change]:
    """Whose word counts for each predicate, and where it is said when that makes no difference.

    A predicate that only one of them declares is admitted for in that one alone: the change of the predicate says it.
    """
    before, after = old.authority, new.authority
    if set(before.default_admit) != set(after.default_admit):
        # The default means something through the predicates it admits for, each of which is a change of its own.
        yield _admission(Part.DEFAULT_ADMISSION, "default", before.default_admit, after.default_admit, means=False)
    for name in sorted({*old.ontology.predicates, *new.ontology.predicates}):
        yield from _of_predicate(name, old, new)


def _of_predicate(name: str, old: Program | PolicyTemplate, new: Program | PolicyTemplate) -> Iterator[Change]:
    before, after = (_admitted(one, name) for one in (old, new))
    if before is None or after is None:
        how = How.REMOVED if after is None else How.ADDED
        yield Change(Part.ADMISSION, how, name, before, after, gained=after or (), lost=before or ())
    elif set(before) != set(after):
        yield _admission(Part.ADMISSION, name, before, after, means=True)
    elif _is_own(old.authority, name) != _is_own(new.authority, name):
        yield _admission(Part.ADMISSION, name, before, after, means=False)


def _admission(part: Part, name: str, old: tuple[str, ...], new: tuple[str, ...], *, means: bool) -> Change:
    before, after = set(old), set(new)
    gained, lost = tuple(sorted(after - before)), tuple(sorted(before - after))
    return Change(part, How.CHANGED, name, tuple(sorted(before)), tuple(sorted(after)), means, gained, lost)


def _admitted(program: Program | PolicyTemplate, predicate: str) -> tuple[str, ...] | None:
    declared = predicate in program.ontology.predicates
    return tuple(sorted(set(program.authority.admitted(predicate)))) if declared else None


def _is_own(policy: AuthorityPolicy, predicate: str) -> bool:
    return predicate in policy.predicate_admit
