"""RSN414 for a program that comes as JSON: a variable that its rule names once."""

from collections import Counter
from collections.abc import Iterator

from bridge.core.codes.advice import RSN414
from bridge.core.diagnostics import Diagnostic
from bridge.reason.analysis.finding import finding
from bridge.reason.analysis.subject import Subject
from bridge.reason.model import Rule, is_variable
from bridge.reason.syntax.spelling import variable


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The variables that join nothing; those that begin with ``$_`` say so themselves."""
    for place, rule in enumerate(subject.program.rules):
        uses = Counter(term for atom in (rule.then, *rule.when) for term in atom.arguments if is_variable(term))
        for path, name in _in_body(rule):
            if uses[name] == 1 and not name.startswith("$_"):
                message = f"`{variable(name[1:])}` is named once, so anything will do in its place"
                remedy = "let its name begin with `$_` where anything should do"
                yield finding(RSN414, f"$.rules[{place}].{path}", message, help=remedy)


def _in_body(rule: Rule) -> Iterator[tuple[str, str]]:
    for index, atom in enumerate(rule.when):
        for argument, term in enumerate(atom.arguments):
            if isinstance(term, str) and is_variable(term):
                yield f"when[{index}].arguments[{argument}]", term
