"""The compact JSON of programs, facts, rules and requests, written at once.

Equal, byte for byte, to ``core.canonical.compact`` of the same value as JSON, and several times as fast: digests are
made of these texts.
"""

from collections.abc import Iterable, Mapping, Sequence
from json.encoder import encode_basestring as quoted
from typing import Any, Final

from bridge.core.canonical import compact
from bridge.core.strict_json import Json
from bridge.reason.identity import ByIdentity
from bridge.reason.model import (
    ActionRequest,
    AuthorityPolicy,
    Effect,
    Fact,
    Mission,
    Ontology,
    Program,
    ProposedAction,
    Rule,
)
from bridge.reason.wire.clauses import arguments_texts, atom_key, term_text
from bridge.reason.wire.program import authority_json, ontology_json


def _ontology(ontology: Ontology) -> str:
    return compact(ontology_json(ontology))


def _authority(policy: AuthorityPolicy) -> str:
    return compact(authority_json(policy))


def _rules(rules: tuple[Rule, ...]) -> str:
    return ",".join(map(rule_text, rules))


ontology_text: Final[ByIdentity[[Ontology], str]] = ByIdentity(_ontology)
authority_text: Final[ByIdentity[[AuthorityPolicy], str]] = ByIdentity(_authority)
rules_text: Final[ByIdentity[[tuple[Rule, ...]], str]] = ByIdentity(_rules)


def program_text(program: Program, facts: Iterable[str] | None = None) -> str:
    """A program; its facts' texts may be given, where they are at hand."""
    clock = "" if program.evaluation_time is None else f',"evaluation_time":{quoted(program.evaluation_time)}'
    given = fact_texts(program.facts) if facts is None else facts
    return (
        f'{{"schema":{quoted(program.schema)},"ontology":{ontology_text(program.ontology)},'
        f'"authority":{authority_text(program.authority)}{clock},"facts":[{",".join(given)}],'
        f'"rules":[{rules_text(program.rules)}],"query":{atom_key(program.query)}}}'
    )


def fact_texts(facts: Sequence[Fact]) -> list[str]:
    """Each of some facts; what follows the arguments is often the same from one to the next."""
    arguments = arguments_texts([fact[2] for fact in facts])
    ends: dict[tuple[Any, ...], str] = {}
    texts: list[str] = []
    for fact, terms in zip(facts, arguments, strict=True):
        rest = fact[3:]
        end = ends.get(rest) or ends.setdefault(rest, _after_arguments(*rest))
        texts.append(f'{{"id":{quoted(fact[0])},"predicate":{quoted(fact[1])},"arguments":[{terms}]{end}')
    return texts


def _after_arguments(
    authority: str,
    negated: bool,
    observed: str | None,
    since: str | None,
    until: str | None,
    supersedes: tuple[str, ...],
) -> str:
    return (
        f'{_NEGATED if negated else ""},"authority":{quoted(authority)}'
        f"{'' if observed is None else _OBSERVED + quoted(observed)}"
        f"{'' if since is None else _SINCE + quoted(since)}"
        f"{'' if until is None else _UNTIL + quoted(until)}"
        f"{_SUPERSEDES + _texts(supersedes) if supersedes else ''}}}"
    )


def rule_text(rule: Rule) -> str:
    """A rule."""
    return f'{{"id":{quoted(rule.id)},"when":[{",".join(map(atom_key, rule.when))}],"then":{atom_key(rule.then)}}}'


def mission_text(mission: Mission) -> str:
    """A mission."""
    until = "" if mission.valid_until is None else _UNTIL + quoted(mission.valid_until)
    return (
        f'{{"id":{quoted(mission.id)},"principal":{quoted(mission.principal)}'
        f',"instruction_digest":{quoted(mission.instruction_digest)},"issued_at":{quoted(mission.issued_at)}{until}'
        f',"constraints":{_object(mission.constraints)}}}'
    )


def action_text(action: ProposedAction) -> str:
    """A proposed action."""
    return (
        f'{{"id":{quoted(action.id)},"tool":{quoted(action.tool)},"proposed_at":{quoted(action.proposed_at)}'
        f',"arguments":{_object(action.arguments)},"effects":[{",".join(map(_effect, action.effects))}]}}'
    )


def _object(members: Mapping[str, Json]) -> str:
    return f"{{{','.join([f'{quoted(name)}:{term_text(members[name])}' for name in sorted(members)])}}}"


def _effect(effect: Effect) -> str:
    kind, resource, value = effect
    what = "" if value is None else f',"value":{term_text(value)}'
    return f'{{"kind":{quoted(kind)},"resource":{quoted(resource)}{what}}}'


def request_text(request: ActionRequest, mission: str, action: str, policy: str) -> str:
    """A request, from the texts of its mission, its action and its policy as supplied."""
    return f'{{"schema":{quoted(request.schema)},"mission":{mission},"action":{action},"policy":{policy}}}'


_NEGATED: Final = ',"negated":true'
_OBSERVED: Final = ',"observed_at":'
_SINCE: Final = ',"valid_from":'
_UNTIL: Final = ',"valid_until":'
_SUPERSEDES: Final = ',"supersedes":'


def _texts(texts: Iterable[str]) -> str:
    return f"[{','.join(map(quoted, texts))}]"
