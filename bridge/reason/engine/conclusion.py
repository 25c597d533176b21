"""How a rule's conclusions are kept: by what their heads do not tell."""

from bridge.reason.engine.model import body_variables
from bridge.reason.engine.terms import Row
from bridge.reason.model import Rule, is_variable


class Conclusion:
    """How a rule's conclusions are told from heads and the values of the variables that no head has.

    Args:
        rule: the rule.
        dead: the variables of its body that its head does not have, in the body's order.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.variables = body_variables(rule)
        columns: dict[object, int] = {}
        for column, term in enumerate(rule.then.arguments):
            if isinstance(term, str) and is_variable(term):
                columns.setdefault(term, column)
        self.dead = tuple([variable for variable in self.variables if variable not in columns])
        width = len(rule.then.arguments)
        places = columns | {variable: width + place for place, variable in enumerate(self.dead)}
        self._places = tuple([places[variable] for variable in self.variables])
        self._dead_places = tuple([self.variables.index(variable) for variable in self.dead])

    def reason(self, head: Row, dead: Row) -> "tuple[Rule, Row]":
        """The reason of a head, from the values of the dead variables."""
        values = head + dead
        return self.rule, tuple([values[place] for place in self._places])

    def dead_of(self, values: Row) -> Row:
        """The values of the dead variables among those of all."""
        return tuple([values[place] for place in self._dead_places])
