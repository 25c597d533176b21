"""RSN417: an answer that a judge may give, and that no rule reads."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from bridge.core.codes.lint import RSN417
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.answers import Options
from bridge.reason.model import is_variable
from bridge.reason.syntax.spelling import quoted, string

_JUDGED: Final = "judged_"


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The judgements with closed sets of which some options are read and others make no difference.

    The levels that are read may be the highest or the lowest of their order: then there is a threshold, and the others
    are on its other side. All that is said of one judgement stands at one place, so it is one finding.
    """
    unread: defaultdict[str, list[tuple[int, list[str]]]] = defaultdict(list)
    for (predicate, place), texts in _unread(subject):
        unread[predicate].append((place, texts))
    for predicate, places in unread.items():
        alone = sum(kept == predicate for kept, _ in subject.answers) == 1
        named = " and ".join(_named(*found, alone=alone) for found in places)
        yield finding(
            RSN417,
            f"$.ontology.predicates.{predicate}",
            f"no rule reads {named} of {quoted(predicate)}",
            note="such an answer is as none",
            help="read it in a rule, if only to deny; or leave it out of the set",
        )


def _unread(subject: Subject) -> Iterator[tuple[tuple[str, int], list[str]]]:
    read = _read(subject)
    for (predicate, place), options in sorted(subject.answers.items()):
        texts = read.get((predicate, place))
        if not predicate.startswith(_JUDGED) or texts is None or None in texts:
            continue
        unread = [text for text in options.texts if text not in texts]
        if unread and not _threshold(options, unread):
            yield (predicate, place), unread


def _named(place: int, texts: list[str], *, alone: bool) -> str:
    """The answers at an argument; which argument is said where there are several sets."""
    where = "" if alone else f" at argument {place + 1}"
    return f"the answer{'s' if len(texts) > 1 else ''} {', '.join(map(string, texts))}{where}"


def _read(subject: Subject) -> dict[tuple[str, int], set[str | None]]:
    """The constants that stand at each argument of what is read or asked; None for a variable, which reads them all."""
    found: defaultdict[tuple[str, int], set[str | None]] = defaultdict(set)
    atoms = [atom for rule in subject.program.rules for atom in rule.when]
    for atom in (*atoms, subject.program.query):
        for place, term in enumerate(atom.arguments):
            if (atom.predicate, place) in subject.answers:
                found[atom.predicate, place].add(term if isinstance(term, str) and not is_variable(term) else None)
    return found


def _threshold(options: Options, unread: list[str]) -> bool:
    """Whether the levels that are not read are the lowest or the highest ones."""
    size = len(unread)
    return options.ordered and unread in (list(options.texts[:size]), list(options.texts[-size:]))
