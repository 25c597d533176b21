"""What changes in meaning from one program to another: rules and admissions compared structurally.

What makes no difference to any answer makes none here: ids, the order of rules, premises and facts, the names of
variables, a rule or a premise that is there twice, and a rule that follows from another. Such things are told apart as
changes that mean nothing.
"""

from bridge.reason.comparison.change import Asks, Change, Comparison, How, Part
from bridge.reason.comparison.declared import compare_declared
from bridge.reason.comparison.stated import compare_facts, compare_rules
from bridge.reason.comparison.worded import compare_answers, compare_documentation
from bridge.reason.model import PolicyTemplate, Program

__all__ = ["Asks", "Change", "Comparison", "How", "Part", "compare", "compare_answers", "compare_documentation"]


def compare(old: Program | PolicyTemplate, new: Program | PolicyTemplate) -> Comparison:
    """Every difference from one valid program, or action policy, to another.

    ``compare(new, old)`` is the mirror of it.

    Raises:
        ValueError: one is a program and the other a policy, which answer different questions.
    """
    if isinstance(old, Program) != isinstance(new, Program):
        raise ValueError("a program and an action policy answer different questions")
    declared = compare_declared(old, new)
    stated = (*compare_rules(old.rules, new.rules), *compare_facts(old.facts, new.facts))
    return Comparison((*declared, *stated))
