"""The guarantees as functions, and what a search puts together from a program."""

from bridge.reason.model import MODEL_JUDGED, Atom, Fact, PolicyTemplate, Program
from bridge.testing.guarantees import Violation, violation
from bridge.testing.guarantees.asked import asked_of
from bridge.testing.guarantees.seeds import seeds
from bridge.testing.guarantees.subject import Case, Subject
from bridge.testing.guarantees.vocabulary import Vocabulary
from bridge.workflows.programs import Loaded, parse
from tests.property.bad_programs import BAD_POLICY, BAD_PROGRAMS

AT = "2026-08-14T12:00:00Z"


def loaded(source: str) -> Loaded:
    return parse(source.encode(), name="bad.reason")


def program(code: str) -> Program:
    found = loaded(BAD_PROGRAMS[code]).program
    assert isinstance(found, Program)
    return found


def policy() -> PolicyTemplate:
    found = loaded(BAD_POLICY).program
    assert isinstance(found, PolicyTemplate)
    return found


def test_a_violation_names_the_guarantee_and_what_breaks_it() -> None:
    answer = Fact("j", "judged_risk", ("i", "low"), MODEL_JUDGED, observed_at=AT)
    found = violation(program("RSN104"), [], [answer], AT)
    assert found == Violation("evidence", Atom("cleared", ("i",)), supported=True)
    assert violation(program("RSN104"), [], [], AT) is None


def test_an_answer_that_is_later_than_the_time_breaks_nothing() -> None:
    answer = Fact("j", "judged_risk", ("i", "low"), MODEL_JUDGED, observed_at="2026-08-14T12:00:01Z")
    assert violation(program("RSN104"), [], [answer], AT) is None


def test_what_people_say_as_well_masks_what_answers_alone_do() -> None:
    answer = Fact("j", "released", ("l1",), MODEL_JUDGED, observed_at=AT)
    person = answer._replace(id="h", authority="human-authorized", observed_at="2026-08-14T11:00:00Z")
    found = violation(program("RSN102"), [person], [answer._replace(supersedes=("h",))], AT)
    assert found is not None
    assert found.masked


def test_arguments_of_a_closed_set_are_its_options_alone() -> None:
    source = loaded(BAD_PROGRAMS["RSN103"])
    assert isinstance(source.program, Program)
    assert source.lowered is not None
    vocabulary = Vocabulary(source.program, source.lowered.answers)
    assert vocabulary.terms("judged_clean", 1) == ("spotless", "stained")
    assert vocabulary.terms("washed", 0)[0] == "c"
    assert "anything" in vocabulary.terms("washed", 0)
    assert vocabulary.common([("washed", 0), ("judged_clean", 1)]) == "spotless"


def test_a_policy_is_asked_about_each_tool_that_its_rules_name() -> None:
    asked = asked_of(policy())
    assert [one.action.tool for one in asked] == ["open", "unlock"]
    assert asked[0].action.arguments.keys() == {"name"}
    assert asked[0].action.effects[0].kind == "turn"


def test_nobody_says_what_only_a_request_says() -> None:
    subject = Subject(policy(), asked=asked_of(policy()))
    assert sorted(subject.speakers) == ["judged_calm", "resident"]
    said = {saying.atom.predicate for seed in seeds(subject) if seed for saying in seed.sayings}
    assert said == {"judged_calm", "resident"}


def test_a_set_that_a_kernel_refuses_is_none() -> None:
    subject = Subject(program("RSN104"), convention=False)
    twice = tuple(Fact(name, "invoice", ("i",), "human-authorized", observed_at=AT) for name in ("a", "b"))
    assert subject.program(Case(twice, at=AT)) is None
    assert subject.broken(Case(twice, at=AT)) is None


def test_with_the_convention_on_a_judge_that_unmakes_a_person_is_left_out() -> None:
    case = Case(at=AT)
    assert Subject(program("RSN106"), convention=True).broken(case) is None
    assert Subject(program("RSN106"), convention=False).broken(case) is not None
