"""From a program to a source: what it says in the language, in one layout.

Statements stand in the order of the JSON; predicates that admit the same classes share a statement where they fit on a
line. Argument names are not printed, since a program has none.
"""

from collections.abc import Iterable, Iterator, Mapping

from bridge.reason.model import (
    POLICY_TEMPLATE_V1,
    ActionRequest,
    Atom,
    AuthorityPolicy,
    Fact,
    PolicyTemplate,
    Program,
    Rule,
    Term,
    is_variable,
)
from bridge.reason.syntax.expressible import require, require_readable
from bridge.reason.syntax.format import statement
from bridge.reason.syntax.layout import WIDTH
from bridge.reason.syntax.spelling import name, quoted, string, variable


def decompile(program: Program | PolicyTemplate | ActionRequest) -> str:
    r"""The source of a program or of a policy template; of an action request, its policy as a template.

    The source compiles to what was given, or, where the kernel's validation refuses that, is refused too; it never
    compiles to anything else. A template and its request make the request again.

    What the kernel accepts and no source compiles to is refused, with the JSON path:

    - in an action policy, the id of a rule that begins with ``zerker.action.binding.``;
    - in an action policy, two admitted facts that say the same from some time on, without one superseding the other: a
      request may be decided before then, but a source is asked once, at the end of time;
    - a program whose source would be longer than 8 MiB.

    So is what the kernel refuses and a source would hide or make another program of: a schema, an evaluation time or a
    request's query that do not belong together, a time that is not canonical, a term that is no string, integer of 64
    bits or truth value, another type of an argument, and half a surrogate pair.

    Raises:
        ProgramError: the language has no words for a part of it; ``where`` is its JSON path.
    """
    require(program)
    source = "\n".join("".join(f"{statement(one)}\n" for one in part) for part in _parts(_stated(program)) if part)
    require_readable(source)
    return source


def literal_source(atom: Atom) -> str:
    """A literal as the language spells it: ``not approved("1.4.0")``."""
    return _atom(atom)


def fact_source(fact: Fact) -> str:
    """A fact as its statement, with the full stop."""
    return statement(_fact(fact))


def rule_source(rule: Rule) -> str:
    """A rule as its statement, with the full stop."""
    return statement(_rule(rule))


def _stated(program: Program | PolicyTemplate | ActionRequest) -> Program | PolicyTemplate:
    if not isinstance(program, ActionRequest):
        return program
    policy = program.policy
    return PolicyTemplate(POLICY_TEMPLATE_V1, policy.ontology, policy.authority, policy.facts, policy.rules)


def _parts(program: Program | PolicyTemplate) -> Iterator[list[str]]:
    """The statements, in groups that a blank line separates."""
    yield list(_header(program))
    yield list(_authority(program.authority))
    yield [f"predicate {name(one)}({', '.join(types)})." for one, types in sorted(program.ontology.predicates.items())]
    yield [_fact(fact) for fact in program.facts]
    yield [_rule(rule) for rule in program.rules]
    if isinstance(program, Program):
        yield [f"query {_atom(program.query)}."]


def _header(program: Program | PolicyTemplate) -> Iterator[str]:
    kind = "ontology" if isinstance(program, Program) else "action policy"
    yield f"{kind} {string(program.ontology.id)} version {string(program.ontology.version)}."
    if isinstance(program, Program) and program.evaluation_time is not None:
        yield f"evaluate at {program.evaluation_time}."


def _authority(policy: AuthorityPolicy) -> Iterator[str]:
    if policy.classes:
        yield f"authority {_names(policy.classes)}."
    if policy.default_admit:
        yield f"admit {_default(policy.default_admit)} by default."
    for classes, predicates in _admitted(policy.predicate_admit).items():
        opening = f"admit only {_names(classes)} for" if classes else "admit nothing for"
        together = f"{opening} {_names(predicates)}."
        yield from [together] if len(together) <= WIDTH else (f"{opening} {name(one)}." for one in predicates)


def _default(classes: Iterable[str]) -> str:
    # Bare, this word alone would be the keyword of `admit only … for …`.
    return ", ".join(quoted(one) if one == "only" else name(one) for one in classes)


def _admitted(admit: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, ...], list[str]]:
    """The predicates that admit the same classes, by those."""
    found: dict[tuple[str, ...], list[str]] = {}
    for predicate in sorted(admit):
        found.setdefault(admit[predicate], []).append(predicate)
    return found


def _fact(fact: Fact) -> str:
    return f"fact {name(fact.id)}: {_atom(fact.atom)} {' '.join(_clauses(fact))}."


def _clauses(fact: Fact) -> Iterator[str]:
    yield f"from {name(fact.authority)}"
    if fact.observed_at is not None:
        yield f"observed {fact.observed_at}"
    times = {"from": fact.valid_from, "until": fact.valid_until}
    if valid := [f"{word} {time}" for word, time in times.items() if time is not None]:
        yield f"valid {' '.join(valid)}"
    if fact.supersedes:
        yield f"supersedes {_names(fact.supersedes)}"


def _rule(rule: Rule) -> str:
    body = f" if {', '.join(map(_atom, rule.when))}" if rule.when else ""
    return f"rule {name(rule.id)}: {_atom(rule.then)}{body}."


def _atom(atom: Atom) -> str:
    sign = "not " if atom.negated else ""
    return f"{sign}{name(atom.predicate)}({', '.join(map(_term, atom.arguments))})"


def _term(term: Term) -> str:
    if not isinstance(term, str):
        return str(term).lower()
    return variable(term[1:]) if is_variable(term) else string(term)


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(name, names))
