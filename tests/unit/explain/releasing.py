"""A small release program, and its parts, for the examples of explanation."""

from bridge.reason.check import check
from bridge.reason.explain import WhyNot, why_not
from bridge.reason.model import Program
from bridge.workflows.explain import Explained, Mode, explain
from bridge.workflows.programs import Loaded, parse

HEADER = """
ontology "release" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority agent-proposed, tool-reported, human-authorized, auditor, model-judged.
admit human-authorized by default.
admit only agent-proposed for asked.
admit only tool-reported, human-authorized for tested, linked.
admit only model-judged for judged_*.
admit nothing for ready, reaches.
## {who} asks for {what}
predicate asked(who: string, what: string).
## {what} passed its tests
predicate tested(what: string).
## {who} approved {what}
predicate approved(who: string, what: string).
predicate linked(from: string, to: string).
predicate reaches(from: string, to: string).
## a judge rates {what} {level}
predicate judged_risk(what: string, level: "low" < "middle" < "high").
## {what} is ready
predicate ready(what: string).
"""
RULES = """
rule allow: ready($what) if asked($who, $what), tested($what), approved("lead", $what), judged_risk($what, "low").
rule veto: not ready($what) if asked(_, $what), judged_risk($what, "high").
"""
ASKED = 'fact ask: asked("ana", "v1") from agent-proposed observed 2026-08-14T09:00:00Z.\n'
TESTED = 'fact tests: tested("v1") from tool-reported observed 2026-08-14T10:00:00Z.\n'
APPROVED = 'fact lead: approved("lead", "v1") from human-authorized observed 2026-08-14T10:00:00Z.\n'
QUERY = 'query ready("v1").\n'


def risk(level: str) -> str:
    """What the judge says."""
    return f'fact risk: judged_risk("v1", "{level}") from model-judged observed 2026-08-14T11:00:00Z.\n'


def loaded(*parts: str, rules: str = RULES, query: str = QUERY) -> Loaded:
    """A program of the header, rules, facts and a query."""
    return parse("".join([HEADER, rules, *parts, query]).encode(), name="release.reason")


def program(*parts: str, rules: str = RULES, query: str = QUERY) -> Program:
    """The same as a program."""
    found = loaded(*parts, rules=rules, query=query).program
    assert isinstance(found, Program)
    return found


def needs(*parts: str, rules: str = RULES, query: str = QUERY, most: int = 5) -> WhyNot:
    """What the program lacks."""
    source = loaded(*parts, rules=rules, query=query)
    assert isinstance(source.program, Program)
    assert source.lowered is not None
    return why_not(source.program, check(source.program), most=most, answers=source.lowered.answers)


def explained(*parts: str, rules: str = RULES, query: str = QUERY, mode: Mode | None = None) -> Explained:
    """The explanation of a program."""
    return explain(loaded(*parts, rules=rules, query=query), mode=mode)
