"""What each proof rule accepts, and each way it refuses."""

from typing import Any

import pytest

from bridge.checker import Level, verify
from bridge.errors import CheckFailed
from tests.unit.checker.documents import (
    LATER,
    NOW,
    Document,
    ProgramOf,
    atom,
    derivation_node,
    fact_node,
    no,
    node_id,
    program_digest,
    proof,
    result_of,
    sealed,
    with_proofs,
)

TESTED, REVIEWED, READY = atom("tested", "c1"), atom("reviewed", "c1", 2), atom("ready", "c1")


def release(query: Document = READY) -> Document:
    return (
        ProgramOf(at=NOW, tested="string", reviewed="string integer", ready="string", linked="string string")
        .fact("tests", TESTED)
        .fact("review", REVIEWED, by="human", valid_until=LATER)
        .fact("hunch", atom("tested", "c2"), by="guess")
        .fact("expired", atom("tested", "c3"), valid_until=NOW)
        .fact("coming", atom("tested", "c4"), observed_at=LATER)
        .fact("delayed", atom("tested", "c5"), valid_from=LATER)
        .fact("old", atom("tested", "c6"))
        .fact("new", no(atom("tested", "c6")), observed_at=NOW, supersedes=["old"])
        .fact("self-link", atom("linked", "c1", "c1"))
        .fact("link", atom("linked", "c1", "c2"))
        .rule("release", atom("ready", "$c"), atom("tested", "$c"), atom("reviewed", "$c", "$n"))
        .rule("again", atom("ready", "$c"), atom("ready", "$c"))
        .rule("loop", atom("linked", "$x", "$x"), atom("linked", "$x", "$x"))
        .rule("fixed", no(atom("ready", "c9")))
        .asking(query)
    )


def refusal(program: Document, claim: Document, disproof: Document | None = None) -> str:
    with pytest.raises(CheckFailed) as caught:
        verify(program, with_proofs(program, claim, disproof), level=Level.REFERENCE)
    title, _, problem = caught.value.message.partition("\n")
    assert title == "proof verification failed:"
    place = problem.partition(": ")[0]
    node = place.removeprefix('proof node "').removesuffix('"')
    assert caught.value.where == (place if node == place else f"$.proof.nodes[{node}]")
    return problem


def node_refusal(program: Document, node: Document, *others: Document) -> str:
    """Why a node is refused, when it is the root of a proof that is otherwise in order."""
    problem = refusal(program, proof(node, *others))
    name, _, reason = problem.partition(": ")
    assert name == f'proof node "{node["id"]}"'
    return reason


class TestFact:
    def test_stands_for_itself(self) -> None:
        program = release(TESTED)
        verified = verify(program, with_proofs(program, proof(fact_node(program, "tests"))))
        assert verified.nodes_verified == 1

    def test_certifies_its_whole_lifecycle(self) -> None:
        program = release(no(atom("tested", "c6")))
        node = fact_node(program, "new")
        assert node["temporal"]["supersedes"] == ["old"]
        assert verify(program, with_proofs(program, proof(node))).nodes_verified == 1

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"source_id": None}, "missing fact source_id"),
            ({"source_id": "nobody"}, 'fact source "nobody" does not exist'),
            ({"source_id": "release"}, 'fact source "release" does not exist'),
            ({"source_id": "review"}, 'atom does not match fact "review"'),
            ({"source_id": "new"}, 'atom does not match fact "new"'),
            ({"authority": None}, 'authority does not match fact "tests"'),
            ({"authority": "human"}, 'authority does not match fact "tests"'),
            ({"temporal": None}, 'temporal certificate does not match fact "tests"'),
            ({"temporal": {"observed_at": NOW}}, 'temporal certificate does not match fact "tests"'),
            (
                {"temporal": {"observed_at": "2026-03-01T10:00:00Z", "valid_until": LATER}},
                'temporal certificate does not match fact "tests"',
            ),
            (
                {"temporal": {"observed_at": "2026-03-01T10:00:00Z", "supersedes": ["old"]}},
                'temporal certificate does not match fact "tests"',
            ),
        ],
    )
    def test_is_refused(self, changes: dict[str, Any], reason: str) -> None:
        program = release(TESTED)
        assert node_refusal(program, fact_node(program, "tests", **changes)) == reason

    def test_is_refused_with_premises(self) -> None:
        program = release(TESTED)
        node = fact_node(program, "tests", premises=[node_id(REVIEWED)])
        assert node_refusal(program, node, fact_node(program, "review")) == "a fact cannot have premises"

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("hunch", 'fact "hunch" is withheld by the authority policy'),
            ("expired", 'fact "expired" is temporally ineligible'),
            ("coming", 'fact "coming" is temporally ineligible'),
            ("delayed", 'fact "delayed" is temporally ineligible'),
            ("old", 'fact "old" is temporally ineligible'),
        ],
    )
    def test_is_refused_where_it_does_not_count(self, name: str, reason: str) -> None:
        program = release()
        node = fact_node(program, name)
        assert node_refusal(release(node["atom"]), node) == reason

    def test_without_times_certifies_none(self) -> None:
        program = ProgramOf(p="").fact("f", atom("p")).asking(atom("p"))
        node = fact_node(program, "f")
        assert verify(program, with_proofs(program, proof(node))).nodes_verified == 1
        timed = {**node, "temporal": {"observed_at": NOW}}
        assert node_refusal(program, timed) == 'temporal certificate does not match fact "f"'

    @pytest.mark.parametrize(("stated", "claimed"), [(True, 1), (1, True), (0, False), ("1", 1), (1, 1.0), (1, "1")])
    def test_does_not_mistake_a_term_for_one_that_python_takes_for_equal(self, stated: Any, claimed: Any) -> None:
        types = {bool: "boolean", int: "integer", str: "string"}
        program = ProgramOf(p=types[type(stated)]).fact("f", atom("p", stated)).asking(atom("p", stated))
        node = fact_node(program, "f", atom=atom("p", claimed), id=node_id(atom("p", claimed)))
        assert refusal(program, proof(node)) == "$.proof.root: conclusion does not match"


class TestDerivation:
    def nodes(self, **changes: Any) -> list[Document]:
        program = release()
        root = derivation_node("release", READY, TESTED, REVIEWED, **changes)
        return [root, fact_node(program, "tests"), fact_node(program, "review")]

    def test_instantiates_its_rule(self) -> None:
        program = release()
        verified = verify(program, with_proofs(program, proof(*self.nodes())))
        assert (verified.result_status, verified.nodes_verified) == ("proved", 3)

    def test_from_an_empty_body_has_no_premises(self) -> None:
        denial = no(atom("ready", "c9"))
        program = release(denial)
        assert verify(program, with_proofs(program, proof(derivation_node("fixed", denial)))).nodes_verified == 1

    def test_may_use_one_node_for_two_premises(self) -> None:
        program = (
            ProgramOf(p="", q="").fact("f", atom("p")).rule("r", atom("q"), atom("p"), atom("p")).asking(atom("q"))
        )
        claim = proof(derivation_node("r", atom("q"), atom("p"), atom("p")), fact_node(program, "f"))
        assert verify(program, with_proofs(program, claim)).nodes_verified == 2

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"temporal": {"observed_at": NOW}}, "derived nodes cannot declare fact temporal evidence"),
            ({"authority": "tool"}, "derived nodes cannot declare fact authority"),
            ({"source_id": None}, "missing rule source_id"),
            ({"source_id": "nobody"}, 'rule source "nobody" does not exist'),
            ({"source_id": "tests"}, 'rule source "tests" does not exist'),
            ({"source_id": "again"}, 'rule "again" expects 1 premises, got 2'),
            ({"source_id": "fixed"}, 'rule "fixed" expects 0 premises, got 2'),
            ({"premises": [node_id(TESTED)] * 3}, 'rule "release" expects 2 premises, got 3'),
            ({"premises": [node_id(REVIEWED), node_id(TESTED)]}, 'premise 0 does not satisfy rule "release"'),
            ({"premises": [node_id(TESTED), node_id(TESTED)]}, 'premise 1 does not satisfy rule "release"'),
        ],
    )
    def test_is_refused(self, changes: dict[str, Any], reason: str) -> None:
        assert node_refusal(release(), *self.nodes(**changes)) == reason

    def test_is_refused_where_a_premise_has_the_other_sign(self) -> None:
        denial = no(atom("tested", "c6"))
        program = release(atom("ready", "c6"))
        root = derivation_node("release", atom("ready", "c6"), denial, REVIEWED)
        reason = node_refusal(program, root, fact_node(program, "new"), fact_node(program, "review"))
        assert reason == 'premise 0 does not satisfy rule "release"'

    def test_is_refused_where_one_variable_would_have_two_values(self) -> None:
        program = release(atom("linked", "c1", "c1"))
        root = derivation_node("loop", atom("linked", "c1", "c1"), atom("linked", "c1", "c2"))
        reason = node_refusal(program, root, fact_node(program, "link"))
        assert reason == 'premise 0 does not satisfy rule "loop"'

    def test_is_refused_where_its_conclusion_has_another_constant(self) -> None:
        program = release(atom("ready", "c2"))
        root = derivation_node("release", atom("ready", "c2"), TESTED, REVIEWED)
        reason = node_refusal(program, root, *self.nodes()[1:])
        assert reason == 'conclusion does not follow from rule "release"'

    def test_is_refused_where_its_conclusion_has_the_other_sign(self) -> None:
        program = release(no(READY))
        root = derivation_node("release", no(READY), TESTED, REVIEWED)
        reason = node_refusal(program, root, *self.nodes()[1:])
        assert reason == 'conclusion does not follow from rule "release"'

    def test_is_refused_as_a_fact(self) -> None:
        assert node_refusal(release(), *self.nodes(kind="fact", premises=[])) == 'fact source "release" does not exist'


class TestGraph:
    def nodes(self) -> list[Document]:
        return TestDerivation().nodes()

    def test_a_longer_way_round_is_a_proof_too(self) -> None:
        program = (
            ProgramOf(p="", q="", r="")
            .fact("f", atom("p"))
            .rule("direct", atom("r"), atom("p"))
            .rule("step", atom("q"), atom("p"))
            .rule("detour", atom("r"), atom("q"))
            .asking(atom("r"))
        )
        detour = proof(
            derivation_node("detour", atom("r"), atom("q")),
            derivation_node("step", atom("q"), atom("p")),
            fact_node(program, "f"),
        )
        assert result_of(program)["proof"] != detour
        for level in Level:
            assert verify(program, with_proofs(program, detour), level=level).nodes_verified == 3

    def test_a_digest_of_other_content_is_refused(self) -> None:
        claim = proof(*self.nodes())
        changed = {**claim, "digest": "sha256:" + "0" * 64}
        assert refusal(release(), changed) == f"$.proof.digest: mismatch; expected {claim['digest']}"

    def test_nodes_out_of_order_are_refused(self) -> None:
        claim = proof(*self.nodes())
        changed = sealed(claim["root"], claim["nodes"][::-1])
        assert refusal(release(), changed) == "$.proof.nodes: must be uniquely sorted by node id"

    def test_a_node_given_twice_is_refused(self) -> None:
        nodes = self.nodes()
        assert refusal(release(), proof(*nodes, nodes[1])) == "$.proof.nodes: must be uniquely sorted by node id"

    def test_no_nodes_at_all_are_refused(self) -> None:
        assert refusal(release(), sealed(node_id(READY), [])) == "$.proof.root: node does not exist"

    def test_a_root_that_is_not_there_is_refused(self) -> None:
        claim = proof(*self.nodes())
        changed = sealed(node_id(atom("other")), claim["nodes"])
        assert refusal(release(), changed) == "$.proof.root: node does not exist"

    def test_a_proof_of_something_else_is_refused(self) -> None:
        claim = proof(*self.nodes())
        changed = sealed(node_id(TESTED), claim["nodes"])
        assert refusal(release(), changed) == "$.proof.root: conclusion does not match"

    def test_a_proof_of_the_complement_is_refused(self) -> None:
        denial = no(atom("tested", "c6"))
        program = release(atom("tested", "c6"))
        claim = proof(fact_node(program, "new"))
        assert refusal(program, claim) == "$.proof.root: conclusion does not match"
        assert verify(program, with_proofs(program, None, claim)).result_status == "disproved"
        assert refusal(release(denial), claim, claim) == "$.disproof.root: conclusion does not match"

    def test_a_premise_that_is_not_there_is_refused(self) -> None:
        root, tests, _ = self.nodes()
        problem = refusal(release(), proof(root, tests))
        assert problem == f'$.proof.nodes: proof node "{node_id(REVIEWED)}" does not exist'

    def test_a_node_that_nothing_needs_is_refused(self) -> None:
        program = release()
        claim = proof(*self.nodes(), fact_node(program, "link"))
        assert refusal(program, claim) == "$.proof.nodes: contains nodes unreachable from the proof root"

    def test_an_unsound_node_that_nothing_needs_is_refused(self) -> None:
        claim = proof(*self.nodes(), fact_node(release(), "hunch"))
        assert refusal(release(), claim) == "$.proof.nodes: contains nodes unreachable from the proof root"

    def test_a_node_that_rests_on_itself_is_refused(self) -> None:
        root = derivation_node("again", READY, READY)
        assert refusal(release(), proof(root)) == f"$.proof.nodes[{root['id']}]: derivation cycle detected"

    def test_nodes_that_rest_on_each_other_are_refused(self) -> None:
        program = (
            ProgramOf(p="", q="").rule("pq", atom("p"), atom("q")).rule("qp", atom("q"), atom("p")).asking(atom("p"))
        )
        root, other = derivation_node("pq", atom("p"), atom("q")), derivation_node("qp", atom("q"), atom("p"))
        assert refusal(program, proof(root, other)) == f"$.proof.nodes[{root['id']}]: derivation cycle detected"

    def test_an_id_of_another_atom_is_refused(self) -> None:
        root, tests, review = self.nodes()
        forged = {**tests, "atom": atom("tested", "c9")}
        assert refusal(release(), proof(root, forged, review)) == (
            f'proof node "{node_id(TESTED)}": id does not match its atom; expected {node_id(atom("tested", "c9"))}'
        )

    def test_a_proof_three_thousand_steps_deep_needs_no_deep_stack(self) -> None:
        depth = 3_000
        short = ProgramOf(n="integer").fact("zero", atom("n", 0)).asking(atom("n", depth))
        steps = [(f"r{n}", atom("n", n + 1), atom("n", n)) for n in reversed(range(depth))]
        program = {**short, "rules": [{"id": name, "when": [body], "then": head} for name, head, body in steps]}
        nodes = [derivation_node(name, head, body) for name, head, body in steps]
        claim = with_proofs(short, proof(*nodes, fact_node(program, "zero")))
        result = {**claim, "program_digest": program_digest(program)}
        assert verify(program, result, level=Level.REFERENCE).nodes_verified == depth + 1
