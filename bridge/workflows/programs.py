"""Loading what decides: ``.reason`` sources and Reason JSON, from a path, from standard input, or bundled.

A name is a path first. ``bridge:gates/tool_call`` names a program that ships with the package; nothing is ever taken
from there silently.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from bridge.core.diagnostics import Diagnostic, ProgramRefused, locate
from bridge.core.sources import Source, Span
from bridge.core.strict_json import MAX_BYTES, Json
from bridge.errors import InputError, ShapeError
from bridge.reason.model import (
    ACTION_V1,
    POLICY_TEMPLATE_V1,
    ActionRequest,
    Atom,
    PolicyTemplate,
    Program,
)
from bridge.workflows.bundled import BUNDLED, beside, bundled
from bridge.workflows.inputs import parse_json, read_bytes, read_json, read_ordinary
from bridge.workflows.library_files import Load, loader
from bridge.workflows.limits import Bounds, begun

if TYPE_CHECKING:
    from bridge.reason.lowering.compile import Lowered
    from bridge.reason.lowering.documentation import Documentation
    from bridge.reason.program_tests import ProgramTest

Loadable: TypeAlias = Program | PolicyTemplate | ActionRequest


@dataclass(frozen=True)
class Loaded:
    """A program and where its parts stand in its source; JSON has no spans, no documentation and no tests.

    ``lowered`` is all that its source says.
    """

    program: Loadable
    name: str
    spans: Mapping[str, Span] = field(default_factory=dict)
    documentation: "Mapping[str, Documentation]" = field(default_factory=dict)
    warnings: tuple[Diagnostic, ...] = ()
    tests: "tuple[ProgramTest, ...]" = ()
    lowered: "Lowered | None" = None

    def say(self, atom: Atom) -> str:
        """An atom in the words of the program's documentation lines, or as it is written where there are none."""
        from bridge.reason.lowering.documentation import explain
        from bridge.workflows.binding_words import BINDING_WORDS

        return explain(atom, {**BINDING_WORDS, **self.documentation})


def load_request(name: str, *, bounds: Bounds | None = None) -> Loaded:
    """Load an action request, whatever its schema says it is.

    Raises:
        InputError: it cannot be read.
        ShapeError: it is not a request.
    """
    from bridge.reason import wire

    bounds = begun(bounds)
    value = read_json(name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting, deadline=bounds.deadline)
    return Loaded(wire.read_request(value), name)


def load(
    name: str,
    *,
    at: str | None = None,
    query: str | None = None,
    with_tests: bool = True,
    bounds: Bounds | None = None,
) -> Loaded:
    """Load a program, a policy template or an action request.

    Args:
        name: a path, ``-`` for standard input, or ``bridge:`` and a bundled program.
        at: replaces the evaluation time.
        query: replaces the query, in the language's own notation, such as ``approved("v1")``.
        with_tests: whether its tests are looked at too; a test that does not make sense refuses the program.
        bounds: those of the run.

    Raises:
        InputError: it cannot be read.
        LimitError: a bound was reached.
        ProgramRefused: a source with diagnostics.
        ShapeError: JSON that is none of the three.
    """
    bounds = begun(bounds)
    data = content(name, bounds)
    return parse(data, name=name, at=at, query=query, with_tests=with_tests, bounds=bounds)


def parse(
    data: bytes,
    *,
    name: str,
    at: str | None = None,
    query: str | None = None,
    with_tests: bool = True,
    bounds: Bounds | None = None,
) -> Loaded:
    """``load`` for bytes already read; JSON is told from source by its first character."""
    bounds = begun(bounds)
    if is_json(data, name):
        value = parse_json(data, named=name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting)
        return of_json(value, name=name, at=at, query=query)
    from bridge.reason.analysis.oversized import oversized
    from bridge.reason.lowering import compile_source

    load = loader_for(name, max_bytes=bounds.input_bytes)
    lowered = compile_source(
        source(data, name), at=at, query=query, load=load, with_tests=with_tests, limits=bounds.engine
    )
    if too_large := locate(oversized(lowered.program.rules), lowered.spans):
        raise ProgramRefused(too_large)
    return Loaded(lowered.program, name, lowered.spans, lowered.documentation, lowered.warnings, lowered.tests, lowered)


def of_json(value: Json, *, name: str, at: str | None = None, query: str | None = None) -> Loaded:
    """``load`` for JSON already parsed.

    Raises:
        ShapeError: it is none of the three, or a time or a query is given for what takes them from an action.
        ProgramRefused: a query that makes no sense.
    """
    return Loaded(_restated(read(value), at, query), name)


def content(name: str, bounds: Bounds, *, ordinary: bool = False) -> bytes:
    """What a path, ``-`` or the name of a bundled program stands for.

    Args:
        name: what it is called.
        bounds: those of the run.
        ordinary: whether only an ordinary file will do, as among the members of a folder.

    Raises:
        InputError: it cannot be read.
        LimitError: a bound was reached.
    """
    if name.startswith(BUNDLED):
        return bundled(name)
    if ordinary:
        return read_ordinary(name, max_bytes=bounds.input_bytes)
    return read_bytes(name, max_bytes=bounds.input_bytes, deadline=bounds.deadline)


def source(data: bytes, name: str) -> Source:
    """The source that bytes are.

    Raises:
        InputError: they are no UTF-8.
    """
    try:
        return Source(name, data.decode())
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: not UTF-8 at byte {error.start}", where=name, help="save the file as UTF-8"
        ) from None


def loader_for(name: str, *, max_bytes: int = MAX_BYTES) -> Load | None:
    """What reads the files that a source of this name uses; None where it was not read from a folder."""
    if name == "-":
        return None
    return beside if name.startswith(BUNDLED) else loader(name, max_bytes=max_bytes)


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
