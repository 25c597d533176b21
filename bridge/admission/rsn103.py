"""RSN103: a J predicate without an admission of its own, or one that names others than judges and people."""

from collections.abc import Iterator

from bridge.admission.analysis import Analysis
from bridge.admission.literals import is_judgement, shown
from bridge.core.codes.admission import RSN103
from bridge.core.diagnostics import Diagnostic
from bridge.reason.model import HUMAN_AUTHORIZED, MODEL_JUDGED

_ALLOWED = (HUMAN_AUTHORIZED, MODEL_JUDGED)


def find(analysis: Analysis) -> Iterator[Diagnostic]:
    """The judgements whose admission is missing, or names an agent, a tool or any other class."""
    for predicate in sorted(filter(is_judgement, analysis.predicates)):
        classes = analysis.program.authority.predicate_admit.get(predicate)
        if classes is None:
            yield _missing(predicate, by_default=bool(analysis.program.authority.default_admit))
        elif others := [name for name in classes if name not in _ALLOWED]:
            yield _too_many(predicate, others)


def _missing(predicate: str, *, by_default: bool) -> Diagnostic:
    name = shown(predicate)
    return Diagnostic(
        RSN103.code,
        RSN103.title,
        path=f"$.ontology.predicates.{predicate}",
        note=f"the default admission decides who may say {name}" if by_default else f"nobody may say {name}",
        help=_remedy(predicate),
    )


def _too_many(predicate: str, others: list[str]) -> Diagnostic:
    names = ", ".join(shown(name) for name in others)
    return Diagnostic(
        RSN103.code,
        RSN103.title,
        path=f"$.authority.predicate_admit.{predicate}",
        note=f"{names} could say {shown(predicate)} in the judge's place",
        help=_remedy(predicate),
    )


def _remedy(predicate: str) -> str:
    name = shown(predicate)
    bare = name[1:-1] if name == f"`{predicate}`" and predicate.isidentifier() else name
    return f"write: admit only model-judged for {bare}."
