"""``rbridge reason explain``: why, why not, what carries the other side, and what a judge changed."""

import enum
from typing import Annotated

import typer

from bridge.cli import output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.convention import convention_enforced
from bridge.cli.exits import EXITS
from bridge.cli.options import ClockOption, ConventionOption, EscalatedOption, FactsOption, is_json, moment


class ExplanationFormat(enum.StrEnum):
    """How an explanation is shown; ``text`` and ``human`` are one."""

    TEXT = "text"
    HUMAN = "human"
    JSON = "json"
    MERMAID = "mermaid"


class Wanted(enum.StrEnum):
    """Which part of an explanation is wanted."""

    WHY = "why"
    WHY_NOT = "why-not"
    AGAINST = "against"
    JUDGE = "judge"
    ALL = "all"


@bounded()
def explain(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="A .reason source, Reason JSON, an action request, or its mission and action alone; - is stdin.",
        ),
    ],
    program: Annotated[
        str | None,
        typer.Option(
            "--program",
            metavar="FILE",
            help="The policy that a mission and action are put to; of a request or JSON, its source, for the words.",
        ),
    ] = None,
    facts: FactsOption = None,
    query: Annotated[str | None, typer.Option("--query", metavar="ATOM", help="Replaces the query.")] = None,
    mode: Annotated[
        Wanted | None,
        typer.Option("--mode", help="Which part; default: what the status asks for.", show_default=False),
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="How many sets of facts are wanted.")] = 5,
    include_escalated: EscalatedOption = False,
    convention: ConventionOption = "on",
    at: ClockOption = None,
    format: Annotated[
        ExplanationFormat | None,
        typer.Option("--format", help="human (or text), json, or mermaid.", show_default=False, case_sensitive=False),
    ] = None,
    *,
    limits: Options,
) -> int:
    """Explain a program or a request: why, or what would prove it, what carries the other side, what a judge changed.

    Exit codes: 0 explained, whatever the status; 1 an error.
    """
    from bridge.core import canonical
    from bridge.render import explained as rendered
    from bridge.render import explained_document, mermaid
    from bridge.workflows.explain import Mode
    from bridge.workflows.explain import explain as explain_program
    from bridge.workflows.explainable import load_explainable
    from bridge.workflows.facts import load_facts

    bounds = chosen(limits).start()
    enforced = convention_enforced(convention)
    time = moment(at) if at is not None else None
    loaded = load_explainable(file, program=program, at=time, query=query, bounds=bounds)
    output.warnings(loaded.warnings)
    more = load_facts(facts or (), include_escalated=include_escalated, bounds=bounds)
    wanted = None if mode is None else Mode(mode.value)
    explained = explain_program(loaded, facts=more.facts, mode=wanted, most=most, convention=enforced, bounds=bounds)
    output.notes((*more.notes, *explained.notes, *([f"evaluated at {at} as --at says"] if at else [])))
    if format is ExplanationFormat.JSON or (format is None and is_json(context, None)):
        output.text(canonical.pretty(explained_document.document(explained), sort=True))
    elif format is ExplanationFormat.MERMAID:
        output.text(mermaid.flowchart(explained))
    else:
        output.text(rendered.text(explained))
    return EXITS["done"]
