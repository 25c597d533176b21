"""The judgements of a session: was each answer that was acted on held to its own bar, and each escalation answered.

``judgements`` is the published row. It reads what the caller recorded, runs no judge, and never fails; a package with
an open escalation can be verified. ``judgements_settled`` is ours, and is there under ``--strict`` alone: it names
every judge, every override and every question that nobody answered, and fails where an answer was acted on outside its
bar or an escalation is open. A resolution counts for it only if its signature holds, be it in this package or in
another that was given along with it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bridge.core.strict_json import Json
from bridge.receipts import kinds
from bridge.receipts.package.rows import Row, failed, passed, shortened, warned
from bridge.receipts.package.sealed import Sealed

JUDGEMENTS: Final = "judgements"
SETTLED: Final = "judgements_settled"

_CLOSING: Final = ". The row reads the caller's record; it does not re-run a judge"
_GO: Final = ("allow", "warn")
_STOP: Final = ("deny", "ask")


class Resolution(NamedTuple):
    """A signed answer of somebody to what a judge said or left open."""

    id: str
    judgement: str
    decision: str
    by: str
    overrides: bool
    verified: bool
    proven: bool = False


class _Judged(NamedTuple):
    id: str
    model: str
    outcome: str
    effect: str | None
    fault: str


Proves = Callable[[Sealed, str], bool]
"""Whether whoever signed a receipt may speak as an identity."""


def resolutions(sealed: Sequence[Sealed], proves: Proves = lambda *_: False) -> dict[str, Resolution]:
    """The resolutions of a package by the judgement they answer; the last of several stands."""
    found: dict[str, Resolution] = {}
    for one in sealed:
        if one.kind == kinds.RESOLUTION and isinstance(one.payload, dict):
            said = one.payload
            judgement = _text(said.get("judgement")) or one.subject or ""
            decision, by = _text(said.get("decision")), _text(said.get("by"))
            overrides = said.get("overrides") is not None
            proven = one.verified and proves(one, by)
            found[judgement] = Resolution(one.id, judgement, decision, by, overrides, one.verified, proven)
    return found


def judgements(sealed: Sequence[Sealed]) -> Row | None:
    """The published row; None where no judgement is sealed."""
    judged = _judged(sealed)
    if not judged:
        return None
    answered = resolutions(sealed)
    outside = [one.fault for one in judged if one.fault]
    open_ = _open(judged, answered)
    begin = f"{len(judged)} judgement(s) by {', '.join(sorted({one.model for one in judged}))}; "
    tail = _tail(judged, answered)
    if outside:
        return warned(JUDGEMENTS, f"{begin}{len(outside)} acted on outside its own bar: {'; '.join(outside)}{tail}")
    held = f"{begin}every one acted on met its declared threshold{tail}"
    return warned(JUDGEMENTS, held) if open_ else passed(JUDGEMENTS, held + _CLOSING)


def settled(
    sealed: Sequence[Sealed], elsewhere: Mapping[str, Resolution], proves: Proves = lambda *_: False
) -> Row | None:
    """Our own row; None where no judgement is sealed.

    Args:
        sealed: the artifacts of the package.
        elsewhere: the resolutions of other packages, by the judgement they answer; their signatures hold.
        proves: whether whoever signed a resolution may speak as the person it names.
    """
    judged = _judged(sealed)
    if not judged:
        return None
    own = {id_: one for id_, one in resolutions(sealed, proves).items() if one.verified}
    answered = {**elsewhere, **own}
    outside = [one.fault for one in judged if one.fault]
    open_ = [one.id for one in _open(judged, answered)]
    models = [f"{model} {count}" for model, count in _counted(judged).items()]
    settled_ = [(one, answered[one.id]) for one in judged if one.id in answered]
    overridden = [_named(one, resolution) for one, resolution in settled_ if resolution.overrides]
    resolved = [_named(one, resolution) for one, resolution in settled_ if not resolution.overrides]
    said = [f"judges: {shortened(models)}", f"overridden: {shortened(overridden) or 'none'}"]
    said += [f"resolved: {shortened(resolved) or 'none'}", f"unresolved: {shortened(open_) or 'none'}"]
    if outside:
        said.append(f"outside their bar: {shortened(outside)}")
    detail = "; ".join(said)
    return failed(SETTLED, detail) if outside or open_ else passed(SETTLED, detail)


def _judged(sealed: Sequence[Sealed]) -> list[_Judged]:
    return [_read(one) for one in sealed if one.kind == kinds.JUDGEMENT]


def _read(one: Sealed) -> _Judged:
    said = one.payload if isinstance(one.payload, dict) else {}
    judge = said.get("judge")
    model = _text(judge.get("model")) if isinstance(judge, dict) else ""
    effect = said.get("effect")
    word = effect if isinstance(effect, str) else None
    outcome = _text(said.get("outcome"))
    fault = _fault(one.id, said, word) if outcome == "acted" else ""
    return _Judged(one.id, model or "an unnamed judge", outcome, word, fault)


def _fault(id_: str, said: dict[str, Json], effect: str | None) -> str:
    """How an answer that was acted on lies outside the bar it declares; empty where it does not."""
    threshold = said.get("threshold")
    bar = _number(threshold.get("value")) if isinstance(threshold, dict) else None
    if not isinstance(threshold, dict) or bar is None:
        return f"{id_} acted with no threshold declared"
    answer = said.get("answer")
    given = answer if isinstance(answer, dict) else {}
    noul, confidence = _number(given.get("noul")), _number(given.get("confidence"))
    if threshold.get("applies_to") == "noul":
        return _noul_fault(id_, noul, bar, effect)
    measured = noul if confidence is None else confidence
    if measured is None:
        return f"{id_} acted with a threshold of {bar:.3f} and no measured value"
    return f"{id_} acted at confidence {measured:.3f}, below its threshold {bar:.3f}" if measured < bar else ""


def _noul_fault(id_: str, noul: float | None, bar: float, effect: str | None) -> str:
    if noul is None:
        return f"{id_} acted with a threshold of {bar:.3f} and no measured value"
    if noul >= bar:
        yes = f"at noul {noul:.3f}, at or above its threshold {bar:.3f} (the answer was yes)"
        return f"{id_} acted to {effect} {yes}" if effect in _GO else ""
    if effect in _STOP:
        return f"{id_} acted to {effect} at noul {noul:.3f}, below its threshold {bar:.3f} (the answer was no)"
    if effect is None:
        return f"{id_} acted at noul {noul:.3f} below its threshold {bar:.3f} with no effect recorded"
    return ""


def _open(judged: Sequence[_Judged], answered: Mapping[str, Resolution]) -> list[_Judged]:
    return [one for one in judged if one.outcome == "escalated" and one.id not in answered]


def _tail(judged: Sequence[_Judged], answered: Mapping[str, Resolution]) -> str:
    escalated = [one for one in judged if one.outcome == "escalated"]
    overridden = [one for one in judged if one.outcome != "escalated" and one.id in answered]
    overridden = [one for one in overridden if answered[one.id].overrides]
    tail = _escalations(escalated, answered) if escalated else ""
    if overridden:
        named = ", ".join(_by(one, answered[one.id]) for one in overridden)
        tail += f"; {len(overridden)} judge decision(s) overridden by a signed resolution: {named}"
    return tail


def _escalations(escalated: Sequence[_Judged], answered: Mapping[str, Resolution]) -> str:
    resolved = [answered[one.id] for one in escalated if one.id in answered]
    open_ = [one.id for one in escalated if one.id not in answered]
    said = f"; {len(escalated)} escalated, {len(resolved)} resolved"
    if resolved:
        words = (
            f"{one.judgement} {one.decision} by {one.by}{' (overriding the judge)' if one.overrides else ''}"
            for one in resolved
        )
        said += f" ({', '.join(words)})"
    if open_:
        said += f", {len(open_)} OPEN with no signed resolution in this package: {', '.join(open_)}"
    return said


def _by(one: _Judged, resolution: Resolution) -> str:
    return f"{one.id} ({one.effect or 'none'}) {resolution.decision} by {resolution.by}"


def _named(one: _Judged, resolution: Resolution) -> str:
    return f"{_by(one, resolution)}{'' if resolution.proven else ' (as its signer says)'}"


def _counted(judged: Sequence[_Judged]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in judged:
        counts[one.model] = counts.get(one.model, 0) + 1
    return dict(sorted(counts.items()))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
