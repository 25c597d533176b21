"""After a renaming the program is what it was, under the other name; or nothing is changed, and it is said why."""

import time
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.core.canonical import compact
from bridge.core.sources import Source
from bridge.editor.checking import findings
from bridge.editor.edits import edited
from bridge.editor.occurrences import Kind, Occurrence, at
from bridge.editor.projects import Project
from bridge.editor.readings import Readings
from bridge.editor.rename import renamed, require_renamable
from bridge.errors import UsageError
from bridge.reason.lowering import compile_source
from bridge.reason.model import Atom, Program, is_variable
from bridge.reason.quoting import is_blank
from bridge.reason.wire import program_json
from bridge.workflows import bundled
from tests.property.language_programs import programs
from tests.property.language_texts import statements, text
from tests.unit.editor.desks import There, there

HOSTILE = (
    "q",
    "if",
    "not",
    "_",
    "string",
    "a b",
    "`",
    '"',
    "\\",
    "\n",
    "\u202e",
    "p(x)",
    "$",
    "judged",
    "é",
    "a.b-c",
    "}",
)
NAMES = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(codec="utf-8"), max_size=4))


def rename(found: There, new: str) -> dict[str, str]:
    """The texts after a renaming, by the last part of the source's name."""
    wanted = at(found.desk.reading(found.document).occurrences, found.offset)
    assert wanted is not None
    project = found.desk.together(found.document, wanted)
    texts = {reading.source.name: reading.source.text for reading in project.readings}
    edits = renamed(project, wanted, new)
    return {Path(name).name: edited(texts[name], changes) for name, changes in edits.items()}


def one(text: str, new: str) -> str:
    (found,) = rename(there(text), new).values()
    return found


def refusal(found: There, new: str) -> str:
    with pytest.raises(UsageError) as refused:
        rename(found, new)
    return str(refused.value)


class Other:
    """A program with one of its names replaced."""

    def __init__(self, kind: Kind, old: str, new: str, rule: str | None) -> None:
        self.kind, self.old, self.new, self.rule = kind, old, new, rule

    def name(self, kind: Kind, name: str) -> str:
        return self.new if kind is self.kind and name == self.old else name

    def names(self, kind: Kind, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(self.name(kind, name) for name in names))

    def atom(self, atom: Atom, rule: str | None = None) -> Atom:
        here = self.kind is Kind.VARIABLE and rule is not None and rule == self.rule
        terms = tuple(
            f"${self.new}" if here and isinstance(term, str) and is_variable(term) and term[1:] == self.old else term
            for term in atom.arguments
        )
        return Atom(self.name(Kind.PREDICATE, atom.predicate), terms, atom.negated)

    def program(self, given: Program) -> Program:
        policy = given.authority
        admit = {
            self.name(Kind.PREDICATE, predicate): self.names(Kind.AUTHORITY, classes)
            for predicate, classes in policy.predicate_admit.items()
        }
        predicates = {self.name(Kind.PREDICATE, name): types for name, types in given.ontology.predicates.items()}
        return given._replace(
            ontology=given.ontology._replace(predicates=predicates),
            authority=policy._replace(
                classes=self.names(Kind.AUTHORITY, policy.classes),
                default_admit=self.names(Kind.AUTHORITY, policy.default_admit),
                predicate_admit=admit,
            ),
            facts=tuple(
                fact._replace(
                    id=self.name(Kind.ID, fact.id),
                    predicate=self.name(Kind.PREDICATE, fact.predicate),
                    authority=self.name(Kind.AUTHORITY, fact.authority),
                    supersedes=tuple(self.name(Kind.ID, target) for target in fact.supersedes),
                )
                for fact in given.facts
            ),
            rules=tuple(
                rule._replace(
                    id=self.name(Kind.ID, rule.id),
                    when=tuple(self.atom(premise, rule.id) for premise in rule.when),
                    then=self.atom(rule.then, rule.id),
                )
                for rule in given.rules
            ),
            query=self.atom(given.query),
        )


@settings(max_examples=40, deadline=None)
@given(programs(), st.integers(), NAMES, st.data())
def test_the_program_is_the_same_under_the_other_name(
    program: Program, seed: int, new: str, data: st.DataObject
) -> None:
    random = Random(seed)
    source = Source("main", text(statements(program, random), random))
    reading = Readings().of(source)
    wanted = data.draw(st.sampled_from(reading.occurrences))
    old = wanted.symbol
    rule = None
    if isinstance(old.scope, tuple):
        start = old.scope[1]
        rule = next(one.piece.id.text for one in reading.file.statements if one.start == start)  # type: ignore[union-attr]
    assume(new != old.name)
    try:
        edits = renamed(Project((reading,)), wanted, new)
    except UsageError:
        names = {one.symbol.name for one in reading.occurrences if one.symbol.kind is old.kind}
        unfit = old.kind is Kind.AUTHORITY or is_blank(new)
        assert unfit or new in names or new[1:] in names or "`" in new or "@" in new
        return
    after = compile_source(Source("main", edited(source.text, edits["main"]))).program
    meant = new[1:] if old.kind is Kind.VARIABLE and new.startswith("$") and len(new) > 1 else new
    expected = Other(old.kind, old.name, meant, rule).program(program)
    assert isinstance(after, Program)
    assert compact(program_json(after)) == compact(program_json(expected))


PROGRAM = """\
ontology "x" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority human-authorized, model-judged.
admit human-authorized by default.
admit only human-authorized for approved.
admit only model-judged for judged_*.
## {by} approved {what}; {{by}} stands for itself
predicate approved(what: string, by: string).
predicate judged_bad(what: string, answer: "yes" | "no").
fact first: approved("a", "me") from human-authorized observed 2026-08-14T10:00:00Z.
fact second: approved("a", "me") from human-authorized observed 2026-08-14T11:00:00Z supersedes first.
rule veto: not approved($x, "me") if judged_bad($x, "yes").
rule other: approved($x, "you") if approved($x, "me").
query approved("a", "me").
test "t" {
  without first, second.
  given fact first: approved("a", "me") from human-authorized.
  given fact third: judged_bad("b", "no") from model-judged.
  expect proved approved("a", "me") because first.
}
"""


def marked(place: str, number: int = 1) -> str:
    """The program with the cursor at the start of the n-th place that reads so."""
    at = -1
    for _ in range(number):
        at = PROGRAM.index(place, at + 1)
    return f"{PROGRAM[:at]}¦{PROGRAM[at:]}"


def test_a_predicate_is_renamed_wherever_it_is_named() -> None:
    assert one(marked("approved(what"), "granted") == PROGRAM.replace("approved(", "granted(").replace(
        "for approved", "for granted"
    )


def test_an_argument_is_renamed_in_its_documentation_as_well() -> None:
    assert one(marked("by: string"), "who") == PROGRAM.replace("by: string", "who: string").replace(
        "## {by}", "## {who}"
    )
    assert one(marked("what}"), "string") == PROGRAM.replace("approved(what:", "approved(`string`:").replace(
        "{what}", "{string}"
    )


def test_a_variable_is_renamed_in_its_rule_alone() -> None:
    assert one(marked("$x", 3), "$y") == PROGRAM.replace(
        'approved($x, "you") if approved($x', 'approved($y, "you") if approved($y'
    )


def test_an_id_that_a_test_gives_is_another_than_that_of_the_program() -> None:
    assert one(marked("first:", 2), "zero") == PROGRAM.replace("given fact first", "given fact zero").replace(
        "because first", "because zero"
    )
    assert one(marked("first:"), "zero") == (
        PROGRAM.replace("\nfact first", "\nfact zero")
        .replace("supersedes first", "supersedes zero")
        .replace("without first", "without zero")
    )


def test_a_name_that_needs_backquotes_gets_them() -> None:
    assert "predicate `is ready?`(what" in one(marked("approved(what"), "is ready?")
    assert "predicate `is ready?`(what" in one(marked("approved(what"), "`is ready?`")


@pytest.mark.parametrize(
    ("place", "new", "message"),
    [
        ("approved(what", "judged_bad", "is taken"),
        ("approved(what", " ", "is no name"),
        ("approved(what", "judged_approval", "covers"),
        ("judged_bad(what", "bad", "covers"),
        ("veto", "other", "is taken"),
        ("veto", "third", "is taken"),
        ("human-authorized", "Human", "authority class"),
        ("human-authorized", "model-judged", "is taken"),
        ("by: string", "a{b", "documentation"),
        ("by: string", "what", "is taken"),
    ],
)
def test_what_would_change_the_meaning_is_refused(place: str, new: str, message: str) -> None:
    assert message in refusal(there(marked(place)), new)


def test_what_an_action_request_brings_is_not_renamed() -> None:
    policy = 'action policy "x" version "1".\nauthority a.\nadmit a by default.\npredicate p(x: string).\n'
    rule = "rule r: action_authorized($a) if action_tool($a, $t), p($t).\n"
    assert "action request" in refusal(there(policy + rule.replace("action_tool", "¦action_tool")), "q")
    assert "action request" in refusal(there(policy.replace("p(x", "¦p(x") + rule), "mission_active")


def test_nothing_is_renamed_where_a_statement_cannot_be_read() -> None:
    assert "cannot be read" in refusal(there(marked("approved(what") + "fact x: approved(\n"), "granted")


LIBRARY = "authority human-authorized.\nadmit human-authorized by default.\npredicate p(x: string).\n"
MAIN = 'ontology "x" version "1".\nuse "lib.reason".\nquery p("a").\n'


def test_a_predicate_is_renamed_in_what_is_used_and_in_every_program_that_uses_it(tmp_path: Path) -> None:
    (tmp_path / "lib.reason").write_text(LIBRARY)
    (tmp_path / "beside.reason").write_text(MAIN)
    (tmp_path / "unrelated.reason").write_text(LIBRARY)
    found = there(MAIN.replace("p(", "¦p("), path=str(tmp_path / "main.reason"))
    assert rename(found, "q") == {
        "main.reason": MAIN.replace("p(", "q("),
        "lib.reason": LIBRARY.replace("p(x", "q(x"),
        "beside.reason": MAIN.replace("p(", "q("),
    }


def test_programs_that_share_a_library_keep_their_own_names_apart(tmp_path: Path) -> None:
    own = MAIN + "predicate own(x: string).\n"
    (tmp_path / "lib.reason").write_text(LIBRARY)
    (tmp_path / "beside.reason").write_text(own)
    found = there(own.replace("own(", "¦own("), path=str(tmp_path / "main.reason"))
    assert rename(found, "mine") == {"main.reason": own.replace("own(", "mine(")}


def test_what_json_or_the_package_brings_is_not_renamed(tmp_path: Path) -> None:
    facts = '[{"id": "f", "predicate": "p", "arguments": ["a"], "authority": "human-authorized"}]'
    (tmp_path / "lib.reason").write_text(LIBRARY)
    (tmp_path / "facts.json").write_text(facts)
    main = MAIN + 'use facts "facts.json".\n'
    assert "facts.json" in refusal(there(main.replace("p(", "¦p("), path=str(tmp_path / "main.reason")), "q")
    shipped = 'ontology "x" version "1".\nuse "bridge:std/quorum".\nquery ¦quorum("a", "b").\n'
    assert "ships" in refusal(there(shipped, path=str(tmp_path / "other.reason")), "q")


@pytest.mark.parametrize("name", bundled.names())
def test_what_ships_is_found_no_fault_with_under_other_names(name: str, tmp_path: Path) -> None:
    text = bundled.bundled(name).decode().replace("requests/", "")
    for requests in resources.files("reason_programs").joinpath("gates/requests").iterdir():
        (tmp_path / requests.name).write_bytes(requests.read_bytes())
    path = str(tmp_path / "main.reason")
    found = there(text, path=path)
    reading = found.desk.reading(found.document)
    for kind in Kind:
        own = [one for one in reading.occurrences if one.declares and one.symbol.kind is kind]
        own = [one for one in own if one.symbol.name != "model-judged" and not kept(found, one)]
        if not own:
            assert kind is Kind.AUTHORITY
            continue
        wanted = own[0]
        after = rename(found._replace(offset=wanted.start), f"{wanted.symbol.name}-zz")["main.reason"]
        assert after != text
        assert codes(after, path) == codes(text, path) == []


def kept(found: There, wanted: Occurrence) -> bool:
    """Whether something cannot be renamed here, since it is of a file that ships."""
    try:
        require_renamable(found.desk.together(found.document, wanted), wanted)
    except UsageError:
        return True
    return False


def codes(text: str, path: str) -> list[str]:
    looked = there(text, path=path)
    load = looked.desk.documents.load_for(path)
    return [one.code for one in findings(looked.document, load, looked.desk.readings, time.monotonic)]
