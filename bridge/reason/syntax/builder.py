"""From the grammar's rules to the syntax tree: what each rule of ``grammar.lark`` builds, as the parser reduces it.

Each function gets what stands at its rule's places: the tokens that carry text, and what was built before. It looks at
the types of tokens alone, and passes on what they say and where they stand, so that a statement of placeholders can be
built as well (``templates``).
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from bridge.reason.syntax import ast
from bridge.reason.syntax.tokens import Token

Parts: TypeAlias = list[Any]


def _name(parts: Parts) -> ast.Name:
    token: Token = parts[0]
    return ast.Name(token.value, token.start, token.end)


def _text(token: Token) -> ast.Text:
    return ast.Text(token.value, token.start, token.end)


def _time(token: Token) -> ast.Time:
    return ast.Time(token.value, token.start, token.end)


def _pattern(parts: Parts) -> ast.Glob:
    token: Token = parts[0]
    return ast.Glob(token.value, token.start, token.end)


def _variable(parts: Parts) -> ast.Variable:
    token: Token = parts[0]
    return ast.Variable(token.value, token.start, token.end)


def _atom(parts: Parts) -> ast.Atom:
    predicate: ast.Name = parts[0]
    return ast.Atom(predicate, tuple(parts[1:-1]), False, predicate.start, parts[-1].end)


def _literal(parts: Parts) -> ast.Atom:
    atom: ast.Atom = parts[-1]
    return atom if len(parts) == 1 else atom._replace(negated=True, start=parts[0].start)


def _one_of(parts: Parts) -> ast.OneOf:
    return ast.OneOf(tuple(parts), parts[0].start, parts[-1].end)


def _comparison(parts: Parts) -> ast.Comparison:
    operator, bound = parts
    return ast.Comparison(operator.value, bound, operator.start, bound.end)


def _set_type(ordered: bool) -> Callable[[Parts], ast.SetType]:
    return lambda parts: ast.SetType(tuple(_text(part) for part in parts if part.type == "STRING"), ordered)


def _base_type(name: str) -> Callable[[Parts], ast.BaseType]:
    return lambda _: ast.BaseType(name)


def _use(what: str) -> Callable[[Parts], ast.Use]:
    return lambda parts: ast.Use(what, _text(parts[0]))


def _word(parts: Parts) -> ast.Name:
    token: Token = parts[0]
    return ast.Name(token.value, token.start, token.end)


RULES: Final[dict[str, Callable[[Parts], object]]] = {
    "file": tuple,
    "test": tuple,
    "piece": lambda parts: parts[0],
    "ontology": lambda parts: ast.Header(False, _text(parts[0]), _text(parts[1])),
    "action_policy": lambda parts: ast.Header(True, _text(parts[0]), _text(parts[1])),
    "evaluate": lambda parts: ast.Evaluate(_time(parts[0])),
    "authority": lambda parts: ast.Authority(parts[0]),
    "admit_by_default": lambda parts: ast.Admit(parts[0], None),
    "admit_only": lambda parts: ast.Admit(parts[0], parts[1]),
    "admit_nothing": lambda parts: ast.Admit((), parts[0]),
    "predicate": lambda parts: ast.Predicate(parts[0], tuple(parts[1:])),
    "fact": lambda parts: ast.Fact(parts[0], parts[1], tuple(parts[2:])),
    "rule": lambda parts: ast.Rule(parts[0], parts[1], tuple(parts[2:])),
    "query": lambda parts: ast.Query(parts[0]),
    "use_source": _use("source"),
    "use_facts": _use("facts"),
    "use_questions": _use("questions"),
    "names": tuple,
    "name": _name,
    "targets": tuple,
    "pattern": _pattern,
    "named_argument": lambda parts: ast.Argument(parts[0], parts[1]),
    "unnamed_argument": lambda parts: ast.Argument(None, parts[0]),
    "string_type": _base_type("string"),
    "integer_type": _base_type("integer"),
    "boolean_type": _base_type("boolean"),
    "closed_set": _set_type(ordered=False),
    "ordered_set": _set_type(ordered=True),
    "from_clause": lambda parts: ast.From(parts[0]),
    "observed_clause": lambda parts: ast.Observed(_time(parts[0])),
    "valid_from": lambda parts: ast.Valid(_time(parts[0]), None),
    "valid_until": lambda parts: ast.Valid(None, _time(parts[0])),
    "valid_between": lambda parts: ast.Valid(_time(parts[0]), _time(parts[1])),
    "supersedes_clause": lambda parts: ast.Supersedes(parts[0]),
    "literal": _literal,
    "atom": _atom,
    "variable": _variable,
    "wildcard": lambda parts: ast.Wildcard(parts[0].start, parts[0].end),
    "one_of": _one_of,
    "comparison": _comparison,
    "text": lambda parts: _text(parts[0]),
    "number": lambda parts: ast.Number(parts[0].value, parts[0].start, parts[0].end),
    "truth": lambda parts: ast.Truth(True, parts[0].start, parts[0].end),
    "falsehood": lambda parts: ast.Truth(False, parts[0].start, parts[0].end),
    "opening": lambda parts: ast.Opening(_text(parts[0])),
    "closing": lambda _: ast.Closing(),
    "given_fact": lambda parts: ast.GivenFact(parts[0]),
    "given_request": lambda parts: ast.GivenRequest(_text(parts[0])),
    "without": lambda parts: ast.Without(parts[0]),
    "at": lambda parts: ast.At(_time(parts[0])),
    "expect_answer": lambda parts: ast.Expect(parts[0], parts[1], tuple(parts[2:])),
    "expect_verdict": lambda parts: ast.Expect(parts[0], None, tuple(parts[1:])),
    "outcome": _word,
    "verdict": _word,
    "because": lambda parts: ast.Because(parts[0]),
    "missing": lambda parts: ast.Missing(parts[0]),
}
