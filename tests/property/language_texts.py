"""Programs as source text, token by token, so that layout and spelling can be varied and faults put in."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeAlias

from bridge.core.canonical import compact
from bridge.reason.model import Atom, Fact, PolicyTemplate, Program, Rule, Term, is_variable
from bridge.reason.syntax import spelling

Tokens: TypeAlias = list[str]

_SPACES = (" ", " ", " ", "  ", "\t", "\n", "\r\n", "\n\n", " # said in passing\n", " #! fact x:\r\n", " ## {x}\n")
_TIGHT = {"(", ")", ",", ":"}


def statements(program: Program | PolicyTemplate, random: Random) -> list[Tokens]:
    """The statements of a program in any order, but facts and rules each in theirs."""
    declarations = list(_declarations(program, random))
    random.shuffle(declarations)
    facts = [list(_fact(fact, random)) for fact in program.facts]
    rules = [list(_rule(rule, random)) for rule in program.rules]
    queues = [declarations, facts, rules]
    mixed: list[Tokens] = []
    while queues := [queue for queue in queues if queue]:
        mixed.append(random.choice(queues).pop(0))
    return mixed


def text(parts: Iterable[Tokens], random: Random | None = None) -> str:
    """Statements as text: one on each line, or in any layout."""
    if random is None:
        return "".join(f"{_plain(tokens)}\n" for tokens in parts)
    flat = [token for tokens in parts for token in tokens]
    spaced = (token + space(token, after, random) for token, after in zip(flat, [*flat[1:], ""], strict=True))
    return random.choice(["", "\ufeff", "\n", "# a program\n"]) + "".join(spaced)


def space(token: str, after: str, random: Random) -> str:
    """Any space, or none where punctuation keeps two tokens apart; after a ``.`` a name would go on."""
    tight = token in _TIGHT or after in _TIGHT or after == "."
    return "" if tight and random.random() < 0.5 else random.choice(_SPACES)


def _plain(tokens: Tokens) -> str:
    return " ".join(tokens[:-1]) + tokens[-1]


def _declarations(program: Program | PolicyTemplate, random: Random) -> Iterator[Tokens]:
    kind = ["ontology"] if isinstance(program, Program) else ["action", "policy"]
    ontology, policy = program.ontology, program.authority
    yield [*kind, _string(ontology.id, random), "version", _string(ontology.version, random), "."]
    if policy.classes:
        yield ["authority", *_names(policy.classes, random), "."]
    if policy.default_admit:
        # Bare, the first of them would be the keyword of `admit only … for …`.
        names = [spelling.quoted(one) if one == "only" else _name(one, random) for one in policy.default_admit]
        yield ["admit", *_commas([[name] for name in names]), "by", "default", "."]
    for predicate, classes in policy.predicate_admit.items():
        admitted = ["only", *_names(classes, random)] if classes else ["nothing"]
        yield ["admit", *admitted, "for", _name(predicate, random), "."]
    for predicate, types in ontology.predicates.items():
        yield ["predicate", _name(predicate, random), "(", *_commas([[kind] for kind in types]), ")", "."]
    if isinstance(program, Program):
        yield ["query", *atom(program.query, random), "."]
        if program.evaluation_time is not None:
            yield ["evaluate", "at", program.evaluation_time, "."]


def _fact(fact: Fact, random: Random) -> Iterator[str]:
    yield from ("fact", _name(fact.id, random), ":", *atom(fact.atom, random))
    clauses: list[Tokens] = [["from", _name(fact.authority, random)]]
    if fact.observed_at is not None:
        clauses.append(["observed", fact.observed_at])
    if fact.valid_from is not None or fact.valid_until is not None:
        since = ["from", fact.valid_from] if fact.valid_from is not None else []
        until = ["until", fact.valid_until] if fact.valid_until is not None else []
        clauses.append(["valid", *since, *until])
    if fact.supersedes:
        clauses.append(["supersedes", *_names(fact.supersedes, random)])
    random.shuffle(clauses)
    yield from (token for clause in clauses for token in clause)
    yield "."


def _rule(rule: Rule, random: Random) -> Iterator[str]:
    yield from ("rule", _name(rule.id, random), ":", *atom(rule.then, random))
    if rule.when:
        yield from ("if", *_commas([atom(premise, random) for premise in rule.when]))
    yield "."


def atom(said: Atom, random: Random) -> Tokens:
    """A literal."""
    sign = ["not"] if said.negated else []
    terms = [[_term(term, random)] for term in said.arguments]
    return [*sign, _name(said.predicate, random), "(", *_commas(terms), ")"]


def _commas(items: list[Tokens]) -> Tokens:
    return [token for place, item in enumerate(items) for token in ([","] if place else []) + item]


def _names(names: Iterable[str], random: Random) -> Tokens:
    return _commas([[_name(name, random)] for name in names])


def _name(name: str, random: Random) -> str:
    return spelling.name(name) if random.random() < 0.8 else spelling.quoted(name)


def _term(term: Term, random: Random) -> str:
    if isinstance(term, str):
        return spelling.variable(term[1:]) if is_variable(term) else _string(term, random)
    return compact(term)


def _string(value: str, random: Random) -> str:
    if random.random() < 0.8:
        return spelling.string(value)
    return '"' + "".join(f"\\u{ord(c):04X}" if ord(c) < 0x10000 else c for c in value) + '"'
