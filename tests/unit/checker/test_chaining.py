"""The checker's own derivation: what follows, in how many rounds, and which derivation counts as the least."""

import pytest

from bridge.checker import chaining
from bridge.checker.chaining import Model, forward_chain
from bridge.checker.results import recompute
from bridge.checker.standing import Standing
from bridge.checker.terms import Atom, Program, instantiate, is_variable, match
from bridge.errors import CheckFailed
from tests.unit.checker.documents import EARLIER, LATER, NOW, Document, ProgramOf, atom, no


def model(document: Document) -> Model:
    program = Program.read(document)
    return forward_chain(Standing.of(program).eligible, program.rules)


def derivation(document: Document, conclusion: Document) -> tuple[str, list[Document]]:
    found = model(document).derived[Atom.read(conclusion)]
    return found.rule.id, [premise.value() for premise in found.premises]


def chain(length: int) -> Document:
    program = ProgramOf(n="integer", next="integer integer").fact("start", atom("n", 0))
    for step in range(length):
        program.fact(f"next{step}", atom("next", step, step + 1))
    program.rule("step", atom("n", "$y"), atom("n", "$x"), atom("next", "$x", "$y"))
    return program.asking(atom("n", length))


class TestTerms:
    def test_variables_are_strings_that_go_on_after_a_dollar(self) -> None:
        texts = ['"$x"', '"$$"', '"$ "', '"$"', '"x$"', "1", "true", '""', '["$x"]']
        assert [text for text in texts if is_variable(text)] == ['"$x"', '"$$"', '"$ "']

    def test_a_key_is_the_canonical_text(self) -> None:
        assert Atom.read(atom("p", 1, True, "é\n")).key() == '{"predicate":"p","arguments":[1,true,"é\\n"]}'
        assert Atom.read(no(atom("p"))).key() == '{"predicate":"p","arguments":[],"negated":true}'

    @pytest.mark.parametrize(
        ("pattern", "ground"),
        [
            (atom("p", "$x"), atom("q", "a")),
            (atom("p", "$x"), no(atom("p", "a"))),
            (atom("p", "$x"), atom("p", "a", "b")),
            (atom("p", "a"), atom("p", "b")),
            (atom("p", 1), atom("p", True)),
            (atom("p", 1), atom("p", "1")),
            (atom("p", "$x", "$x"), atom("p", 1, True)),
            (atom("p", "$x", "$x"), atom("p", "a", "b")),
        ],
    )
    def test_what_does_not_match(self, pattern: Document, ground: Document) -> None:
        assert match(Atom.read(pattern), Atom.read(ground), {}) is None

    def test_a_match_makes_the_pattern_the_atom(self) -> None:
        pattern, ground = Atom.read(atom("p", "$x", "c", "$y", "$x")), Atom.read(atom("p", "a", "c", 1, "a"))
        bindings = match(pattern, ground, {'"$y"': "1"})
        assert bindings == {'"$x"': '"a"', '"$y"': "1"}
        assert instantiate(pattern, bindings) == ground
        assert match(pattern, ground, {'"$y"': "2"}) is None


class TestRounds:
    def test_the_last_round_is_the_one_that_adds_nothing(self) -> None:
        assert [model(chain(length)).rounds for length in (0, 1, 2, 5)] == [1, 2, 3, 6]

    @pytest.mark.parametrize("body", [[atom("p"), atom("q")], [atom("q"), atom("p")]])
    def test_any_premise_may_be_the_new_one(self, body: list[Document]) -> None:
        program = ProgramOf(o="", p="", q="", r="").fact("o", atom("o")).fact("p", atom("p"))
        program.rule("q", atom("q"), atom("o")).rule("r", atom("r"), *body)
        found = model(program.asking(atom("r")))
        assert (found.knows(Atom.read(atom("r"))), found.rounds) == (True, 3)

    @pytest.mark.parametrize(("length", "rounds"), [(1, 2), (2, 3), (4, 4), (8, 5)])
    def test_paths_double_each_round_because_what_is_new_is_joined_with_what_is_new(
        self, length: int, rounds: int
    ) -> None:
        program = ProgramOf(edge="integer integer", path="integer integer")
        for step in range(length):
            program.fact(f"e{step}", atom("edge", step, step + 1))
        program.rule("one", atom("path", "$x", "$y"), atom("edge", "$x", "$y"))
        program.rule("more", atom("path", "$x", "$z"), atom("path", "$x", "$y"), atom("path", "$y", "$z"))
        found = model(program.asking(atom("path", 0, length)))
        assert (len(found.derived), found.rounds) == (length * (length + 1) // 2, rounds)

    def test_an_empty_body_holds_from_the_first_round(self) -> None:
        program = ProgramOf(p="", q="").rule("r", atom("p")).rule("s", atom("q"), atom("p")).asking(atom("q"))
        assert derivation(program, atom("p")) == ("r", [])
        assert model(program).rounds == 3


class TestTheLeastDerivation:
    def test_a_fact_comes_before_any_derivation(self) -> None:
        program = ProgramOf(p="", q="").fact("f", atom("p")).fact("g", atom("q")).rule("a", atom("q"), atom("p"))
        assert model(program.asking(atom("q"))).derived == {}

    def test_an_earlier_round_comes_before_a_lesser_rule(self) -> None:
        program = (
            ProgramOf(p="", q="", r="")
            .fact("f", atom("p"))
            .rule("a", atom("r"), atom("q"))
            .rule("m", atom("q"), atom("p"))
            .rule("z", atom("r"), atom("p"))
            .asking(atom("r"))
        )
        assert derivation(program, atom("r")) == ("z", [atom("p")])

    def test_in_one_round_the_lesser_rule_id_counts_not_the_order_given(self) -> None:
        program = ProgramOf(p="", q="").fact("f", atom("p"))
        program.rule("r9", atom("q"), atom("p")).rule("r10", atom("q")).rule("r2", atom("q"), atom("p"), atom("p"))
        assert derivation(program.asking(atom("q")), atom("q")) == ("r10", [])

    def test_premises_are_ordered_by_their_canonical_texts(self) -> None:
        program = ProgramOf(n="integer", w="string", some_n="", some_w="")
        for value in (9, 10, -1):
            program.fact(f"n{value}", atom("n", value))
        for word in ("a", "a!", "\n", "$"):
            program.fact(f"w{word}", atom("w", word))
        program.rule("n", atom("some_n"), atom("n", "$x")).rule("w", atom("some_w"), atom("w", "$x"))
        document = program.asking(atom("some_n"))
        assert derivation(document, atom("some_n")) == ("n", [atom("n", -1)])
        assert derivation(document, atom("some_w")) == ("w", [atom("w", "$")])

    def test_the_first_premise_decides_before_the_second(self) -> None:
        program = ProgramOf(p="string", q="string string", r="")
        program.fact("p1", atom("p", "a")).fact("p2", atom("p", "b"))
        program.fact("q1", atom("q", "b", "a")).fact("q2", atom("q", "a", "z")).fact("q3", atom("q", "a", "y"))
        program.rule("r", atom("r"), atom("p", "$x"), atom("q", "$x", "$y"))
        assert derivation(program.asking(atom("r")), atom("r")) == ("r", [atom("p", "a"), atom("q", "a", "y")])

    def test_a_premise_that_was_known_may_be_lesser_than_the_new_one(self) -> None:
        program = ProgramOf(e="string string", t="string string")
        for edge in ("ab", "bc", "cd", "ax", "xc"):
            program.fact(edge, atom("e", edge[0], edge[1]))
        program.rule("base", atom("t", "$x", "$y"), atom("e", "$x", "$y"))
        program.rule("step", atom("t", "$x", "$z"), atom("t", "$x", "$y"), atom("t", "$y", "$z"))
        document = program.asking(atom("t", "a", "d"))
        assert derivation(document, atom("t", "a", "c")) == ("step", [atom("t", "a", "b"), atom("t", "b", "c")])
        assert derivation(document, atom("t", "a", "d")) == ("step", [atom("t", "a", "b"), atom("t", "b", "d")])


class TestMissing:
    def missing(self, program: ProgramOf, query: Document) -> list[Document]:
        found: list[Document] = recompute(Program.read(program.asking(query)))["missing"]
        return found

    def rules(self) -> ProgramOf:
        return (
            ProgramOf(p="string", q="string string", r="string")
            .fact("f", atom("p", "known"))
            .rule("one", atom("r", "$x"), atom("q", "$x", "a"), atom("p", "$x"), atom("q", "$x", "$y"))
            .rule("two", atom("r", "$x"), atom("p", "$x"))
            .rule("deny", no(atom("r", "$x")), no(atom("p", "$x")))
            .rule("deep", atom("q", "$x", "a"), atom("q", "a", "$x"))
        )

    def test_it_is_what_the_rules_for_the_query_need_sorted_and_once(self) -> None:
        assert self.missing(self.rules(), atom("r", "new")) == [atom("p", "new"), atom("q", "new", "a")]

    def test_the_sign_of_the_query_decides_which_rules_count(self) -> None:
        assert self.missing(self.rules(), no(atom("r", "new"))) == [no(atom("p", "new"))]

    def test_nothing_is_missing_from_a_proof(self) -> None:
        assert self.missing(self.rules(), atom("r", "known")) == []

    def test_a_disproved_query_lacks_its_support_all_the_same(self) -> None:
        program = self.rules().fact("g", no(atom("p", "new")))
        assert self.missing(program, atom("r", "new")) == [atom("p", "new"), atom("q", "new", "a")]


class TestStanding:
    def reasons(self, document: Document) -> dict[str, str]:
        withheld = recompute(Program.read(document))["temporal"]["withheld"]
        return {entry["fact_id"]: entry["reason"] for entry in withheld}

    def test_a_superseded_fact_still_supersedes(self) -> None:
        program = (
            ProgramOf(at=NOW, p="")
            .fact("a", atom("p"), observed_at="2026-03-01T09:00:00Z")
            .fact("b", no(atom("p")), supersedes=["a"])
            .fact("c", atom("p"), observed_at=NOW, supersedes=["b"])
        )
        assert self.reasons(program.asking(atom("p"))) == {"a": "superseded by b", "b": "superseded by c"}

    def test_a_fact_that_does_not_count_supersedes_nothing(self) -> None:
        program = (
            ProgramOf(at=NOW, p="")
            .fact("a", atom("p"), observed_at="2026-03-01T09:00:00Z")
            .fact("b", atom("p"), by="guess", supersedes=["a"])
            .fact("c", atom("p"), observed_at=LATER, supersedes=["a"])
            .fact("d", atom("p"), valid_until=NOW, supersedes=["a"])
        )
        assert self.reasons(program.asking(atom("p"))) == {
            "c": f"observed_at {LATER} is after evaluation_time {NOW}",
            "d": f"valid_until {NOW} is at or before evaluation_time {NOW}",
        }

    @pytest.mark.parametrize(
        ("times", "reason"),
        [
            ({"observed_at": NOW}, None),
            ({"valid_from": NOW}, None),
            ({"valid_until": LATER}, None),
            ({"observed_at": LATER}, f"observed_at {LATER} is after evaluation_time {NOW}"),
            ({"valid_from": LATER}, f"valid_from {LATER} is after evaluation_time {NOW}"),
            ({"valid_until": NOW}, f"valid_until {NOW} is at or before evaluation_time {NOW}"),
            ({"valid_until": EARLIER}, f"valid_until {EARLIER} is at or before evaluation_time {NOW}"),
        ],
    )
    def test_a_fact_counts_from_its_time_on_until_it_is_over(self, times: Document, reason: str | None) -> None:
        program = ProgramOf(at=NOW, p="").fact("f", atom("p"), **{"observed_at": "2026-03-01T09:00:00Z", **times})
        assert self.reasons(program.asking(atom("p"))) == ({} if reason is None else {"f": reason})

    def test_what_is_out_of_its_time_says_so_and_no_more(self) -> None:
        program = (
            ProgramOf(at=NOW, p="")
            .fact("old", atom("p"), valid_until=EARLIER, observed_at="2026-03-01T09:00:00Z")
            .fact("new", atom("p"), supersedes=["old"])
        )
        report = recompute(Program.read(program.asking(atom("p"))))["temporal"]
        assert report["withheld"] == [
            {
                "fact_id": "old",
                "atom": atom("p"),
                "reason": f"valid_until {EARLIER} is at or before evaluation_time {NOW}",
            }
        ]

    def test_an_empty_entry_admits_nobody(self) -> None:
        program = ProgramOf(p="").admit("p").fact("f", atom("p"), by="human").asking(atom("p"))
        authority = recompute(Program.read(program))["authority"]
        assert authority["admitted_fact_ids"] == []
        assert authority["withheld"][0]["admitted_authorities"] == []
        assert authority["withheld"][0]["reason"] == 'authority "human" is not admitted for predicate "p"'


class TestBounds:
    """How far the work goes, to the step: what is needed is done, and one step less is refused."""

    def crossed(self, size: int) -> Document:
        program = ProgramOf(n="integer", pair="integer integer")
        for value in range(size):
            program.fact(f"f{value}", atom("n", value))
        program.rule("pairs", atom("pair", "$x", "$y"), atom("n", "$x"), atom("n", "$y"))
        return program.asking(atom("pair", 0, 0))

    def wide(self, width: int, *, first: bool) -> Document:
        """Two atoms of some width, matched as they come or for one that is bound."""
        program = ProgramOf(w="integer " * width, n="integer", q="integer")
        for value in range(2):
            program.fact(f"w{value}", atom("w", *[value] * width)).fact(f"n{value}", atom("n", value))
        pattern = atom("w", *(f"$x{place}" for place in range(width)))
        program.rule("r", atom("q", "$x0"), *([pattern] if first else [atom("n", "$x0"), pattern]))
        return program.asking(atom("q", 0))

    def refusal(self, monkeypatch: pytest.MonkeyPatch, document: Document, **bounds: int) -> str | None:
        for name, bound in bounds.items():
            monkeypatch.setattr(chaining, name, bound)
        try:
            model(document)
        except CheckFailed as error:
            return f"{error.where}: {error.message}"
        return None

    def test_a_program_within_them_is_derived_whole(self) -> None:
        assert len(model(self.crossed(40)).derived) == 1600

    def test_rounds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.refusal(monkeypatch, chain(8), MAX_ROUNDS=9) is None
        assert self.refusal(monkeypatch, chain(9), MAX_ROUNDS=9) == "$.rules: reasoning did not converge after 9 rounds"

    def test_atoms(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.refusal(monkeypatch, self.crossed(4), MAX_ATOMS=20) is None
        assert (
            self.refusal(monkeypatch, self.crossed(4), MAX_ATOMS=19)
            == "$.rules: the program derives more than 19 atoms"
        )

    @pytest.mark.parametrize("size", [1, 2, 5])
    def test_steps_of_a_join(self, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """One for each new atom, each premise, each candidate, and each premise of each match."""
        steps = size + 2 + size**2 + 2 * size**2
        self.steps(monkeypatch, self.crossed(size), steps)

    @pytest.mark.parametrize(("width", "each"), [(1, 1), (7, 1), (8, 2), (15, 2), (16, 3)])
    def test_steps_of_an_atom_grow_with_its_width(self, width: int, each: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps(monkeypatch, self.wide(width, first=True), 2 * each + 1 + 2)
        self.steps(monkeypatch, self.wide(width, first=False), 2 + 2 + 2 * each + 2 * 2)

    def test_steps_where_nothing_matches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        program = ProgramOf(p="string", q="").fact("f", atom("p", "a")).rule("r", atom("q"), atom("p", "b"))
        self.steps(monkeypatch, program.asking(atom("q")), 1)

    @pytest.mark.parametrize("length", [0, 1, 2, 3])
    def test_steps_of_later_rounds(self, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each round joins its one new atom with one other; that of the last has none to be joined with."""
        self.steps(monkeypatch, chain(length), 6 * length + 3)

    def test_steps_are_spent_on_the_premise_with_the_fewest_unbound_variables(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = ProgramOf(start="string", pair="string string", link="string string", end="")
        program.fact("start", atom("start", "a")).fact("link", atom("link", "a", "b"))
        for letter in "bcdef":
            program.fact(letter, atom("pair", letter, letter))
        body = (atom("start", "$x"), atom("pair", "$y", "$z"), atom("link", "$x", "$y"))
        self.steps(monkeypatch, program.rule("r", atom("end"), *body).asking(atom("end")), 1 + 3 + 1 + 1 + 3)

    def steps(self, monkeypatch: pytest.MonkeyPatch, document: Document, needed: int) -> None:
        assert self.refusal(monkeypatch, document, MAX_STEPS=needed) is None
        assert self.refusal(monkeypatch, document, MAX_STEPS=needed - 1) == (
            f"$.rules: matching the program's rules takes more than {needed - 1} steps"
        )
