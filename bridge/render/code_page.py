"""The page of a diagnostic code: why it exists, a program that has the problem, and the same program mended."""

from bridge.core.codes import Code


def page(code: Code) -> str:
    """Markdown, ending in a newline."""
    parts = [f"# {code.code}: {code.title}", code.why]
    if code.example:
        parts += ["## A program that has it", _program(code.example)]
    if code.fix:
        parts += ["## The same, mended", _program(code.fix)]
    return "\n\n".join(parts) + "\n"


def index(codes: list[Code]) -> str:
    """The page that lists every code, in their order."""
    rows = [f"| [{code.code}]({code.code.lower()}.md) | {code.title} |" for code in codes]
    head = "# Diagnostics\n\nWhat a code means never changes.\n\n| Code | What is wrong |\n|---|---|\n"
    return head + "\n".join(rows) + "\n"


def _program(source: str) -> str:
    return f"```reason\n{source.rstrip()}\n```"
