"""The table of rules, applied: what a program breaks, and the refusal."""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bridge.admission import rsn101, rsn102, rsn103, rsn104, rsn105, rsn106, rsn107
from bridge.admission.analysis import Analysis, analyse
from bridge.core.deadline import NEVER, Deadline, in_time
from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.errors import UsageError
from bridge.reason.identity import ByIdentity
from bridge.reason.model import PROGRAM_V2, Atom, AuthorityPolicy, Ontology, Program, Rule

Find: TypeAlias = Callable[[Analysis], Iterator[Diagnostic]]

RULES: Final[Mapping[str, Find]] = MappingProxyType(
    {
        "RSN101": rsn101.find,
        "RSN102": rsn102.find,
        "RSN103": rsn103.find,
        "RSN104": rsn104.find,
        "RSN105": rsn105.find,
        "RSN106": rsn106.find,
        "RSN107": rsn107.find,
    }
)


def violations(
    program: Program, *, without: Collection[str] = (), deadline: Deadline = NEVER
) -> tuple[Diagnostic, ...]:
    """Every way in which a program breaks the convention, by code and then by place.

    Args:
        program: any program, valid or not; for an action its effective program, where the request's bindings appear.
        without: codes of rules not to apply.
        deadline: when it must be done.

    Raises:
        UsageError: ``without`` names something that is not a rule of the convention.
        LimitError: it takes longer than the deadline allows.
    """
    unknown = sorted(set(without) - set(RULES))
    if unknown:
        raise UsageError(f"no rule of the convention is called {', '.join(unknown)}", help=f"one of {', '.join(RULES)}")
    analysis = analyse(program, deadline)
    finds = [find for code, find in RULES.items() if code not in without]
    return tuple(diagnostic for find in finds for diagnostic in in_time(find(analysis), deadline))


def enforce(program: Program, *, deadline: Deadline = NEVER) -> None:
    """Refuse a program that breaks the convention.

    Raises:
        ProgramRefused: with every violation.
        LimitError: it takes longer than the deadline allows.
    """
    # Of facts, only those that supersede others can break anything (RSN106).
    if any(fact.supersedes for fact in program.facts):
        found = violations(program, deadline=deadline)
    else:
        about = (program.ontology, program.authority, program.rules, program.query.predicate)
        found = _of_rules(*about, deadline=deadline)
    if found:
        raise ProgramRefused(found)


def _without_facts(
    ontology: Ontology, authority: AuthorityPolicy, rules: tuple[Rule, ...], asked: str, *, deadline: Deadline
) -> tuple[Diagnostic, ...]:
    bare = Program(PROGRAM_V2, ontology, authority, None, (), rules, Atom(asked))
    return violations(bare, deadline=deadline)


_of_rules: Final = ByIdentity(_without_facts)
