"""Laws of what follows: more facts never conclude less, withheld ones conclude nothing, and a status is its proofs."""

from hypothesis import given
from hypothesis import strategies as st

from bridge.reason.check import check, eligible_facts
from bridge.reason.digests import node_id
from bridge.reason.engine import seminaive
from bridge.reason.model import Atom, Program, Rule, is_variable
from bridge.reason.result import NodeKind, Proof, ProofNode, Status
from bridge.reason.wire import atom_key
from bridge.testing.strategies.programs import programs


def keys(program: Program, upto: int | None = None) -> set[str]:
    return {atom_key(atom) for atom in seminaive.evaluate(eligible_facts(program)[:upto], program.rules)}


@given(programs(), st.integers(0, 8))
def test_more_facts_never_conclude_less(program: Program, count: int) -> None:
    assert keys(program, count) <= keys(program)


@given(programs(), st.integers(0, 8))
def test_more_rules_never_conclude_less(program: Program, count: int) -> None:
    assert keys(program._replace(rules=program.rules[:count])) <= keys(program)


@given(programs())
def test_concluding_again_from_what_was_concluded_adds_nothing(program: Program) -> None:
    model = seminaive.evaluate(eligible_facts(program), program.rules)
    ground = tuple(Rule(f"given {number}", (), atom) for number, atom in enumerate(model))
    assert len(seminaive.evaluate((), (*ground, *program.rules))) == len(model)


@given(programs())
def test_the_status_is_the_presence_of_the_two_proofs(program: Program) -> None:
    result = check(program)
    known = keys(program)
    proved, disproved = atom_key(program.query) in known, atom_key(program.query.complement()) in known
    assert (result.proof is not None, result.disproof is not None) == (proved, disproved)
    assert (
        result.status
        is {
            (True, False): Status.PROVED,
            (False, True): Status.DISPROVED,
            (True, True): Status.INCONSISTENT,
            (False, False): Status.UNKNOWN,
        }[proved, disproved]
    )
    assert (result.conflict is not None) == (proved and disproved)


@given(programs())
def test_the_complement_of_the_query_swaps_the_two_proofs(program: Program) -> None:
    result = check(program)
    swapped = check(program._replace(query=program.query.complement()))
    assert (result.proof, result.disproof) == (swapped.disproof, swapped.proof)


@given(programs())
def test_what_is_missing_is_not_known_and_named_only_without_a_proof(program: Program) -> None:
    result = check(program)
    missing = [atom_key(atom) for atom in result.missing]
    assert missing == sorted(set(missing))
    assert keys(program).isdisjoint(missing)
    assert result.proof is None or not missing


@given(programs())
def test_every_node_of_a_proof_follows_from_its_premises_or_is_an_eligible_fact(program: Program) -> None:
    result = check(program)
    for proof in (result.proof, result.disproof):
        if proof is not None:
            well_founded(program, proof)


def well_founded(program: Program, proof: Proof) -> None:
    nodes = {node.id: node for node in proof.nodes}
    facts = {fact.id: fact for fact in eligible_facts(program)}
    rules = {rule.id: rule for rule in program.rules}
    assert list(nodes) == sorted(nodes)
    assert proof.root in nodes
    for node in proof.nodes:
        assert node.id == node_id(node.atom)
        assert node.source_id is not None
        if node.kind is NodeKind.FACT:
            assert facts[node.source_id].atom == node.atom
            assert (node.temporal is not None) == program.temporal
        else:
            follows(rules[node.source_id], node, [nodes[premise] for premise in node.premises])


def follows(rule: Rule, node: ProofNode, premises: list[ProofNode]) -> None:
    binding: dict[str, object] = {}
    pairs = [*zip(rule.when, (premise.atom for premise in premises), strict=True), (rule.then, node.atom)]
    for pattern, ground in pairs:
        assert (pattern.predicate, pattern.negated) == (ground.predicate, ground.negated)
        for term, value in zip(pattern.arguments, ground.arguments, strict=True):
            assert (binding.setdefault(str(term), value) if is_variable(term) else term) == value


@given(programs())
def test_counts_add_up(program: Program) -> None:
    metrics = check(program).metrics
    assert metrics.facts_supplied == len(program.facts)
    assert metrics.facts_admitted + metrics.facts_withheld == metrics.facts_supplied
    assert metrics.facts_admitted == len(eligible_facts(program))
    assert metrics.facts_admitted + metrics.facts_derived == len(keys(program))
    assert metrics.rules_evaluated == metrics.rounds * len(program.rules)


def test_an_atom_and_its_complement_complement_each_other() -> None:
    atom = Atom("p", ("a",))
    assert atom.complement() != atom
    assert atom.complement().complement() == atom
