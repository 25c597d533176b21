"""Compiling in tests: a source text in, the program or the diagnostics out."""

from bridge.core.diagnostics import Diagnostic, ProgramRefused
from bridge.core.sources import Source
from bridge.reason.lowering import Load, Lowered, compile_source


def compiled(text: str, *, at: str | None = None, query: str | None = None, load: Load | None = None) -> Lowered:
    return compile_source(Source("main.reason", text), at=at, query=query, load=load)


def found(
    text: str, *, at: str | None = None, query: str | None = None, load: Load | None = None
) -> tuple[Diagnostic, ...]:
    """Everything a compilation reports, whether it refuses the program or not."""
    try:
        return compiled(text, at=at, query=query, load=load).warnings
    except ProgramRefused as refused:
        return refused.diagnostics


def codes(text: str, *, at: str | None = None, query: str | None = None, load: Load | None = None) -> list[str]:
    return [diagnostic.code for diagnostic in found(text, at=at, query=query, load=load)]


def marked(diagnostic: Diagnostic) -> str:
    """The text at which a diagnostic points."""
    assert diagnostic.span is not None
    return diagnostic.span.source.text[diagnostic.span.start : diagnostic.span.end]


def program(*statements: str) -> str:
    """A program that declares a little of everything, with statements added."""
    return "\n".join([DECLARATIONS, *statements, ""])


def timed(*statements: str) -> str:
    """The same with a clock, at noon."""
    return program("evaluate at 2026-08-14T12:00:00Z.", *statements)


def policy(*statements: str) -> str:
    """An action policy that declares a little."""
    return "\n".join([POLICY, *statements, ""])


DECLARATIONS = """\
ontology "unit" version "1".
authority person, tool, model-judged.
admit person, tool by default.
predicate p(name: string).
predicate q(name: string, count: integer).
predicate on(flag: boolean).
predicate none().
predicate level(name: string, level: "low" < "medium" < "high").
predicate kind(name: string, kind: "fix" | "feature").
query p("a")."""

POLICY = """\
action policy "unit" version "1".
authority person.
admit person by default.
predicate allowed(tool: string)."""
