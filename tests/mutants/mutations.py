"""What can be changed in a module, one change at a time: mutmut's operators, applied to the whole source.

Mutmut itself changes the bodies of functions that have no decorator. Here constants, class members, properties and
what runs while a module is imported are changed as well, because that is where a checker keeps its tables.
"""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import libcst as cst
import libcst.matchers as m
from mutmut.mutation.mutators import mutation_operators

_LEFT_ALONE = (
    m.Annotation()
    | m.Decorator()
    | m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias")))
    | m.Call(func=m.Name("len") | m.Name("isinstance"))
)
"""Types say nothing at run time; and of ``len`` and ``isinstance`` no change but a crash is possible."""

_TARGET = m.SaveMatchedNode(m.Name(), "name")
_ASSIGNMENT = m.Assign([m.AssignTarget(_TARGET)]) | m.AnnAssign(_TARGET)


class Change(NamedTuple):
    """What identifies a mutant whatever the lines around it do: whose code it is, and the lines before and after."""

    owner: str
    before: str
    after: str

    def __str__(self) -> str:
        lines = [*(f"-{line}" for line in self.before.split("\n")), *(f"+{line}" for line in self.after.split("\n"))]
        return "\n".join([self.owner, *lines])


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    source: "Source"
    statement: int
    owner: str
    original: cst.CSTNode
    mutated: cst.CSTNode

    @cached_property
    def text(self) -> str:
        """The module's source with the change."""
        changed = self.source.tree.body[self.statement].visit(_Replacement(self.original, self.mutated))
        assert isinstance(changed, cst.CSTNode)
        parts = list(self.source.parts)
        parts[self.statement + 1] = self.source.tree.code_for_node(changed)
        return "".join(parts)

    @cached_property
    def change(self) -> Change:
        """What tells this mutant from others."""
        old, new = self.source.text.splitlines(), self.text.splitlines()
        changed = [line for line in difflib.unified_diff(old, new, n=0, lineterm="") if line[0] in "+-"][2:]
        before, after = ("\n".join(line[1:].strip() for line in changed if line[0] == sign) for sign in "-+")
        return Change(self.owner, before, after)


@dataclass(frozen=True)
class Source:
    """A module to make mutants of."""

    path: Path
    module: str
    text: str

    @classmethod
    def read(cls, root: Path, path: Path) -> "Source":
        """The module at a path below a root."""
        relative = path.relative_to(root)
        return cls(relative, ".".join(relative.with_suffix("").parts), path.read_text(encoding="utf-8"))

    @cached_property
    def tree(self) -> cst.Module:
        """The concrete syntax."""
        return cst.parse_module(self.text)

    @cached_property
    def parts(self) -> Sequence[str]:
        """The source, cut before, between and after its statements."""
        tree = self.tree
        header = "".join(map(tree.code_for_node, tree.header))
        footer = "".join(map(tree.code_for_node, tree.footer))
        return (header, *map(tree.code_for_node, tree.body), footer)

    def mutants(self) -> Iterator[Mutant]:
        """Every mutant, in the order of the source."""
        for number, statement in enumerate(self.tree.body):
            finder = _Finder(self, number, self._owner(statement))
            statement.visit(finder)
            yield from finder.found

    def unchanged(self) -> Mutant:
        """The mutant that is none."""
        return Mutant(self, 0, self.module, self.tree, self.tree)

    def _owner(self, statement: cst.CSTNode) -> str:
        """A constant is the owner of what it is made of, a function or class names itself, the rest is the module's."""
        assigned = m.extract(statement, m.SimpleStatementLine([_ASSIGNMENT]))
        return f"{self.module}.{assigned['name'].value}" if assigned else self.module  # type: ignore[union-attr]


class _Finder(cst.CSTVisitor):
    def __init__(self, source: Source, statement: int, owner: str) -> None:
        super().__init__()
        self.source = source
        self.statement = statement
        self.owners = [owner]
        self.found: list[Mutant] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if m.matches(node, _LEFT_ALONE):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.owners.append(node.name.value)
        owner = ".".join(self.owners)
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    self.found.append(Mutant(self.source, self.statement, owner, node, mutated))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.owners.pop()


class _Replacement(cst.CSTTransformer):
    """The one node, by identity, replaced by another."""

    def __init__(self, original: cst.CSTNode, mutated: cst.CSTNode) -> None:
        super().__init__()
        self.original = original
        self.mutated = mutated

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node is not self.original

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        return self.mutated if original_node is self.original else updated_node
