"""How a rule's conclusions are kept: by what their heads do not tell."""

from collections.abc import Collection, Mapping

from bridge.reason.engine.model import body_variables
from bridge.reason.engine.terms import Constant, Row, text
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


class LinkedConclusion:
    """The same where the value of the last dead variable, the *link*, is found when it is asked for.

    Args:
        conclusion: how the rule's conclusions are told from all values.
        member: the column of the head whose values came as sets.
        sets: the set of each link, which does not change any more.
        follower: what follows the link's value at its first place.
    """

    def __init__(
        self, conclusion: Conclusion, member: int, sets: Mapping[Constant, Collection[Constant]], follower: str
    ) -> None:
        self._conclusion = conclusion
        self._member = member
        self._sets = sets
        self._follower = follower

    def reason(self, head: Row, dead: tuple[Row, Collection[Constant]]) -> "tuple[Rule, Row]":
        """The reason of a head, from the values of the other dead variables and the links that there were."""
        others, links = dead
        value, sets = head[self._member], self._sets
        holding = [link for link in links if value in sets.get(link, ())]
        return self._conclusion.reason(head, (*others, min(holding, key=self._rank)))

    def _rank(self, link: Constant) -> str:
        return text(link) + self._follower
