"""The compact JSON of programs, facts, rules, requests and proof nodes, written at once.

Equal, byte for byte, to ``core.canonical.compact`` of the same value as JSON (``core.canonical.sorted_compact`` for
proof nodes), and several times as fast: digests are made of these texts.
"""

from collections.abc import Iterable
from json.encoder import encode_basestring as quoted
from typing import Final

from bridge.core.canonical import compact
from bridge.reason.identity import ByIdentity
from bridge.reason.model import (
    ActionRequest,
    Atom,
    AuthorityPolicy,
    Fact,
    Mission,
    Ontology,
    Program,
    ProposedAction,
    Rule,
)
from bridge.reason.result import FactTemporal, NodeKind, ProofNode
from bridge.reason.wire.clauses import atom_key, terms_text
from bridge.reason.wire.program import authority_json, ontology_json
from bridge.reason.wire.request import action_json, mission_json


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
    given = map(fact_text, program.facts) if facts is None else facts
    return (
        f'{{"schema":{quoted(program.schema)},"ontology":{ontology_text(program.ontology)},'
        f'"authority":{authority_text(program.authority)}{clock},"facts":[{",".join(given)}],'
        f'"rules":[{rules_text(program.rules)}],"query":{atom_key(program.query)}}}'
    )


def fact_text(fact: Fact) -> str:
    """A fact."""
    name, predicate, arguments, authority, negated, observed, since, until, supersedes = fact
    return (
        f'{{"id":{quoted(name)},"predicate":{quoted(predicate)},"arguments":[{terms_text(arguments)}]'
        f"{_NEGATED if negated else ''}"
        f',"authority":{quoted(authority)}'
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
    return compact(mission_json(mission))


def action_text(action: ProposedAction) -> str:
    """A proposed action."""
    return compact(action_json(action))


def request_text(request: ActionRequest, mission: str, action: str, policy: str) -> str:
    """A request, from the texts of its mission, its action and its policy as supplied."""
    return f'{{"schema":{quoted(request.schema)},"mission":{mission},"action":{action},"policy":{policy}}}'


def proof_text(root: str, nodes: Iterable[ProofNode]) -> str:
    """A proof's root and nodes, the members of every object sorted; ids are as ``digests.node_id`` makes them."""
    return f'{{"nodes":[{",".join(map(_node, nodes))}],"root":"{root}"}}'


_NEGATED: Final = ',"negated":true'
_OBSERVED: Final = ',"observed_at":'
_SINCE: Final = ',"valid_from":'
_UNTIL: Final = ',"valid_until":'
_SUPERSEDES: Final = ',"supersedes":'


def _node(node: ProofNode) -> str:
    name, kind, atom, source, authority, temporal, premises = node
    return (
        f'{{"atom":{_atom(atom)}{"" if authority is None else f",{_AUTHORITY}{quoted(authority)}"}'
        f',"id":"{name}","kind":"{_FACT if kind is NodeKind.FACT else _DERIVATION}","premises":{_ids(premises)}'
        f"{'' if source is None else f',{_SOURCE}{quoted(source)}'}"
        f"{'' if temporal is None else f',{_TEMPORAL}{_times(temporal)}'}}}"
    )


_FACT: Final = NodeKind.FACT.value
_DERIVATION: Final = NodeKind.DERIVATION.value
_AUTHORITY: Final = '"authority":'
_SOURCE: Final = '"source_id":'
_TEMPORAL: Final = '"temporal":'


def _ids(premises: tuple[str, ...]) -> str:
    # Of a prefix and hexadecimal digits: there is nothing to escape.
    return f'["{_BETWEEN.join(premises)}"]' if premises else "[]"


_BETWEEN: Final = '","'


def _atom(atom: Atom) -> str:
    predicate, arguments, negated = atom
    return f'{{"arguments":[{terms_text(arguments)}]{_NEGATED if negated else ""},"predicate":{quoted(predicate)}}}'


def _times(times: FactTemporal) -> str:
    observed, since, until, supersedes = times
    return (
        f'{{"observed_at":{quoted(observed)}'
        f"{_SUPERSEDES + _texts(supersedes) if supersedes else ''}"
        f"{'' if since is None else _SINCE + quoted(since)}"
        f"{'' if until is None else _UNTIL + quoted(until)}}}"
    )


def _texts(texts: Iterable[str]) -> str:
    return f"[{','.join(map(quoted, texts))}]"
