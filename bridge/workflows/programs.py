"""Loading what decides: ``.reason`` sources and Reason JSON, from a path, from standard input, or bundled.

A name is a path first. ``bridge:gates/tool_call`` names a program that ships with the package; nothing is ever taken
from there silently.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

from bridge.core.diagnostics import Diagnostic
from bridge.core.sources import Source, Span
from bridge.core.strict_json import Json
from bridge.errors import InputError, ShapeError
from bridge.reason.model import (
    ACTION_V1,
    POLICY_TEMPLATE_V1,
    ActionRequest,
    Atom,
    PolicyTemplate,
    Program,
)
from bridge.workflows.inputs import parse_json, read_bytes, read_json
from bridge.workflows.library_files import loader

if TYPE_CHECKING:
    from bridge.reason.lowering.documentation import Documentation

BUNDLED: Final = "bridge:"

Loadable: TypeAlias = Program | PolicyTemplate | ActionRequest


@dataclass(frozen=True)
class Loaded:
    """A program and where its parts stand in its source; JSON has no spans and no documentation."""

    program: Loadable
    name: str
    spans: Mapping[str, Span] = field(default_factory=dict)
    documentation: "Mapping[str, Documentation]" = field(default_factory=dict)
    warnings: tuple[Diagnostic, ...] = ()

    def say(self, atom: Atom) -> str:
        """An atom in the words of the program's documentation lines, or as it is written where there are none."""
        from bridge.reason.lowering.documentation import explain
        from bridge.workflows.binding_words import BINDING_WORDS

        return explain(atom, {**BINDING_WORDS, **self.documentation})


def load_request(name: str) -> Loaded:
    """Load an action request, whatever its schema says it is.

    Raises:
        InputError: it cannot be read.
        ShapeError: it is not a request.
    """
    from bridge.reason import wire

    return Loaded(wire.read_request(read_json(name)), name)


def load(name: str, *, at: str | None = None, query: str | None = None) -> Loaded:
    """Load a program, a policy template or an action request.

    Args:
        name: a path, ``-`` for standard input, or ``bridge:`` and a bundled program.
        at: replaces the evaluation time.
        query: replaces the query, in the language's own notation, such as ``approved("v1")``.

    Raises:
        InputError: it cannot be read.
        ProgramRefused: a source with diagnostics.
        ShapeError: JSON that is none of the three.
    """
    data = bundled(name) if name.startswith(BUNDLED) else read_bytes(name)
    return parse(data, name=name, at=at, query=query)


def parse(data: bytes, *, name: str, at: str | None = None, query: str | None = None) -> Loaded:
    """``load`` for bytes already read; JSON is told from source by its first character."""
    if is_json(data, name):
        loaded = Loaded(read(parse_json(data, named=name)), name)
        return replace(loaded, program=_restated(loaded.program, at, query))
    from bridge.reason.lowering import compile_source

    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: not UTF-8 at byte {error.start}", where=name, help="save the file as UTF-8"
        ) from None
    named = name == "-" or name.startswith(BUNDLED)
    lowered = compile_source(Source(name, text), at=at, query=query, load=None if named else loader(name))
    return Loaded(lowered.program, name, lowered.spans, lowered.documentation, lowered.warnings)


def is_json(data: bytes, name: str) -> bool:
    """Whether bytes are meant as JSON: by the ending of the name, else by the first character."""
    if name.endswith((".reason", ".json")):
        return name.endswith(".json")
    return name != "" and not name.startswith(BUNDLED) and data.lstrip()[:1] in {b"{", b"["}


def read(value: Json) -> Loadable:
    """The program, template or request that a JSON value is, by its ``schema``.

    Raises:
        ShapeError: none of them.
    """
    from bridge.reason import wire

    schema = value.get("schema") if isinstance(value, dict) else None
    if schema == ACTION_V1:
        return wire.read_request(value)
    if schema == POLICY_TEMPLATE_V1:
        return wire.read_template(value)
    return wire.read_program(value)


def bundled(name: str) -> bytes:
    """The text of a program that ships.

    Raises:
        InputError: there is none of that name; lists those there are.
    """
    root = resources.files("reason_programs")
    wanted = name.removeprefix(BUNDLED)
    found = {
        f"{room.name}/{file.name.removesuffix('.reason')}": file
        for room in root.iterdir()
        if room.is_dir()
        for file in room.iterdir()
        if file.name.endswith(".reason")
    }
    if wanted not in found:
        known = ", ".join(BUNDLED + one for one in sorted(found))
        raise InputError(f"no bundled program {name}", where=name, help=f"there are: {known}")
    return found[wanted].read_bytes()


def _restated(program: Loadable, at: str | None, query: str | None) -> Loadable:
    if at is None and query is None:
        return program
    if not isinstance(program, Program):
        what = "an action request" if isinstance(program, ActionRequest) else "a policy template"
        raise ShapeError(
            f"{what} takes its clock and query from the action", where="$", help="leave out --at and --query"
        )
    if at is not None:
        program = program._replace(evaluation_time=at)
    return program if query is None else program._replace(query=_atom(query))


def _atom(query: str) -> Atom:
    from bridge.reason.lowering import parse_query

    return parse_query(query)
