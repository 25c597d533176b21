"""What two programs state: rules and facts, paired by what they say, then by their ids."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from bridge.core.digest import sha256_hex
from bridge.reason.analysis.pattern import Pattern
from bridge.reason.comparison import needless
from bridge.reason.comparison.change import Change, How, Part
from bridge.reason.comparison.shape import shape
from bridge.reason.model import Atom, Fact, Rule, Term, is_variable
from bridge.reason.wire import atom_key

One = TypeVar("One", Rule, Fact)


def compare_rules(old: Sequence[Rule], new: Sequence[Rule]) -> Iterator[Change]:
    """The differences of rules, by id; those that say the same are paired first.

    A rule that adds nothing to the others, or takes nothing from them, is no change in meaning.
    """
    said = _Said((*old, *new))
    before, after = _by_meaning(old, said), _by_meaning(new, said)
    changes = tuple(_with_premises(change) for change in _Pairing(Part.RULE, before, after).changes())
    return needless.judged(changes, before, after)


def compare_facts(old: Iterable[Fact], new: Iterable[Fact]) -> Iterator[Change]:
    """The differences of facts, by id; those that say the same are paired first.

    A fact says an atom, who says it, when it holds, and what it supersedes, which is a fact and not an id.
    """
    before, after = tuple(old), tuple(new)
    pairing = _Pairing(Part.FACT, _by_meaning(before, _Sayings(before)), _by_meaning(after, _Sayings(after)))
    return pairing.changes()


def _with_premises(change: Change) -> Change:
    old, new = change.old, change.new
    if change.how is not How.CHANGED or not isinstance(old, Rule) or not isinstance(new, Rule):
        return change
    before, after = _premises(old), _premises(new)
    return change._replace(gained=_not_in(after, before), lost=_not_in(before, after), asks=needless.asks(old, new))


def _premises(rule: Rule) -> Mapping[str, Atom]:
    """The premises of a rule by what they say; the variables of the head go by their places in it."""
    places: dict[object, Term] = {}
    for term in rule.then.arguments:
        if isinstance(term, str) and is_variable(term):
            places.setdefault(term, f"$ {len(places)}")

    def placed(atom: Atom) -> Atom:
        return atom._replace(arguments=tuple(places.get(t, t) if isinstance(t, str) else t for t in atom.arguments))

    return {atom_key(placed(atom)): atom for atom in rule.when}


def _not_in(these: Mapping[str, Atom], those: Mapping[str, Atom]) -> tuple[Atom, ...]:
    return tuple(atom for key, atom in these.items() if key not in those)


class _Said:
    """What each of some rules says: its shape, which is looked for only where others are nearly like it."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._alike: defaultdict[Hashable, set[tuple[object, ...]]] = defaultdict(set)
        self._shapes: dict[tuple[object, ...], Hashable] = {}
        for rule in rules:
            self._alike[Pattern(rule).told_apart].add((rule.when, rule.then))

    def __call__(self, rule: Rule) -> Hashable:
        told = Pattern(rule).told_apart
        if len(self._alike[told]) == 1:
            return told
        # Told apart by types as well, since Python takes ``True`` for ``1``.
        written = (told, rule.when, rule.then)
        if written not in self._shapes:
            self._shapes[written] = shape(rule)
        return self._shapes[written]


class _Sayings:
    """What each fact of a program says, without its id."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._by_id = {fact.id: fact for fact in facts}
        self._known: dict[str, Hashable] = {}

    def __call__(self, fact: Fact) -> Hashable:
        pending = [fact]
        while pending:
            one = pending[-1]
            targets = [self._by_id[name] for name in one.supersedes if name in self._by_id]
            # What is superseded was observed before, so there is no cycle but in a program that is not valid.
            waiting = [target for target in targets if target.id not in self._known and target not in pending]
            if waiting:
                pending += waiting
                continue
            pending.pop()
            self._known[one.id] = self._saying(one)
        return self._known[fact.id]

    def _saying(self, fact: Fact) -> Hashable:
        superseded = sorted(sha256_hex(repr(self._known.get(name, name))) for name in fact.supersedes)
        times = (fact.observed_at, fact.valid_from, fact.valid_until)
        return atom_key(fact.atom), fact.authority, times, tuple(superseded)


def _by_meaning(these: Iterable[One], key: Callable[[One], Hashable]) -> Mapping[Hashable, list[One]]:
    found: defaultdict[Hashable, list[One]] = defaultdict(list)
    for one in sorted(these, key=lambda one: one.id):
        found[key(one)].append(one)
    return found


class _Pairing(Generic[One]):
    """The rules, or the facts, of both sides by what they say."""

    def __init__(self, part: Part, old: Mapping[Hashable, list[One]], new: Mapping[Hashable, list[One]]) -> None:
        self._part = part
        self._old: Mapping[Hashable, list[One]] = old
        self._new: Mapping[Hashable, list[One]] = new

    def changes(self) -> Iterator[Change]:
        """What differs, in the order of ids; what says the same on both sides is at most renamed."""
        found = [*self._same(), *self._different()]
        return iter(sorted(found, key=lambda change: (change.name, change.how)))

    def _same(self) -> Iterator[Change]:
        for key in self._old.keys() & self._new.keys():
            before, after = _unpaired(self._old[key], self._new[key]), _unpaired(self._new[key], self._old[key])
            yield from (self._change(How.RENAMED, one, other) for one, other in zip(before, after, strict=False))
            yield from (self._change(How.MERGED, one, None) for one in before[len(after) :])
            yield from (self._change(How.REPEATED, None, one) for one in after[len(before) :])

    def _different(self) -> Iterator[Change]:
        before, after = _only(self._old, self._new), _only(self._new, self._old)
        for name in before.keys() & after.keys():
            yield self._change(How.CHANGED, before[name], after[name])
        for name in before.keys() - after.keys():
            yield self._change(How.REMOVED, before[name], None)
        for name in after.keys() - before.keys():
            yield self._change(How.ADDED, None, after[name])

    def _change(self, how: How, old: One | None, new: One | None) -> Change:
        named = old if old is not None else new
        means = how in (How.ADDED, How.REMOVED, How.CHANGED)
        return Change(self._part, how, named.id if named is not None else "", old, new, means)


def _unpaired(these: Iterable[One], those: Iterable[One]) -> list[One]:
    """Those of some that say the same without one of their id on the other side."""
    ids = {one.id for one in those}
    return [one for one in these if one.id not in ids]


def _only(these: Mapping[Hashable, list[One]], those: Mapping[Hashable, list[One]]) -> dict[str, One]:
    """What is said on one side alone, by id."""
    return {one.id: one for key, said in these.items() if key not in those for one in said}
