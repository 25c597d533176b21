"""Small random programs from a seed: plain and fast, for running two engines against each other in volume.

Constants are chosen to be confused: the text ``1``, the number 1 and ``true``; 1 and 10, whose order is that of their
JSON text; text with quotes, commas and a dollar sign alone. Rules recurse, repeat variables and atoms, name constants
in heads, join parts that share nothing, and conclude negations.
"""

from random import Random

from bridge.reason.model import Atom, Fact, Rule, Term, is_variable

CONSTANTS: tuple[Term, ...] = ("1", 1, True, False, 0, 10, 9, -1, -10, "a", "a!", "a1", "10", 'q"', "$", "é", "a,b", "")
VARIABLES = ("$x", "$y", "$z", "$w")
ARITIES = {"n": 0, "p": 1, "q": 1, "e": 2, "f": 2, "t": 3}


def random_program(random: Random) -> tuple[tuple[Fact, ...], tuple[Rule, ...]]:
    """Facts and rules over a few predicates and constants, so that rules feed each other."""
    predicates = random.sample(list(ARITIES), random.randint(1, 4))
    constants = random.sample(CONSTANTS, random.randint(2, 5))
    return _facts(random, predicates, constants), _rules(random, predicates, constants)


def linked_program(random: Random) -> tuple[tuple[Fact, ...], tuple[Rule, ...]]:
    """Facts and rules over pairs, most of whose bodies are two halves that one variable links, as of one generation."""
    predicates = random.sample(("e", "f", "g"), random.randint(2, 3))
    concluded = predicates[: random.randint(1, 2)]
    constants = random.sample(CONSTANTS, random.randint(3, 6))

    def pair(left: Term, right: Term, among: list[str] = predicates) -> Atom:
        return Atom(random.choice(among), (left, right) if random.random() < 0.7 else (right, left))

    facts: dict[str, Fact] = {}
    for index in range(random.randint(6, 16)):
        atom = Atom(random.choice(predicates), (random.choice(constants), random.choice(constants)))
        facts.setdefault(repr(atom), Fact(f"f{index}", atom.predicate, atom.arguments, "t"))
    rules: list[Rule] = []
    for name in random.sample([f"r{number}" for number in range(9)], random.randint(1, 4)):
        x, p, q, y = random.sample(VARIABLES, 4)
        if random.random() < 0.3:
            rules.append(Rule(name, (pair(x, y),), pair(x, y, concluded)))
            continue
        ends = predicates[len(concluded) :] if random.random() < 0.5 else predicates
        body = [pair(x, p, ends or predicates), pair(p, q, concluded), pair(q, y, ends or predicates)]
        if random.random() < 0.2:
            body.append(pair(random.choice((x, p)), random.choice((x, p, random.choice(constants)))))
        random.shuffle(body)
        rules.append(Rule(name, tuple(body), pair(x, y, concluded)))
    return tuple(facts.values()), tuple(rules)


def _facts(random: Random, predicates: list[str], constants: list[Term]) -> tuple[Fact, ...]:
    facts: dict[str, Fact] = {}
    for index in range(random.randint(0, 12)):
        atom = _atom(random, predicates, (), constants)
        facts.setdefault(repr(atom), Fact(f"f{index}", atom.predicate, atom.arguments, "t", atom.negated))
    return tuple(facts.values())


def _rules(random: Random, predicates: list[str], constants: list[Term]) -> tuple[Rule, ...]:
    """Rules whose bodies bind their heads; ids do not follow the order in which they stand."""
    rules: list[Rule] = []
    for name in random.sample([f"r{number}" for number in range(12)], random.randint(0, 6)):
        body = tuple(
            _atom(random, predicates, VARIABLES, constants) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))
        )
        bound = sorted({t for atom in body for t in atom.arguments if isinstance(t, str) and is_variable(t)})
        rules.append(Rule(name, body, _atom(random, predicates, tuple(bound), constants)))
    return tuple(rules)


def _atom(random: Random, predicates: list[str], variables: tuple[str, ...], constants: list[Term]) -> Atom:
    predicate = random.choice(predicates)
    terms = [
        random.choice(variables) if variables and random.random() < 0.85 else random.choice(constants)
        for _ in range(ARITIES[predicate])
    ]
    return Atom(predicate, tuple(terms), random.random() < 0.15)
