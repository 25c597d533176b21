"""Loading what is to be explained: what decides, or a mission and an action that a policy is asked about."""

from dataclasses import replace

from bridge.core.strict_json import Json
from bridge.errors import UsageError
from bridge.reason.model import ActionRequest, PolicyTemplate
from bridge.workflows.inputs import parse_json
from bridge.workflows.limits import Bounds, begun
from bridge.workflows.mission import refuse_variables
from bridge.workflows.programs import Loadable, Loaded, content, is_json, load, of_json, parse


def load_explainable(
    name: str,
    *,
    program: str | None = None,
    at: str | None = None,
    query: str | None = None,
    bounds: Bounds | None = None,
) -> Loaded:
    """Load a program, a request, or a JSON object of a ``mission`` and an ``action``, which is asked of a policy.

    Args:
        name: a path, ``-`` for standard input, or ``bridge:`` and a bundled program.
        program: the policy that is asked; of anything else, the source that it was made of, which lends it its words.
        at: replaces the evaluation time of a program.
        query: replaces the query of a program.
        bounds: those of the run.

    Raises:
        UsageError: a mission and an action without their policy, or with a time or a query; a source that does not
            declare the predicates of what it is to lend words; or both from standard input.
        InputError: a file that cannot be read, or a call that cannot be decided on.
        LimitError: a bound was reached.
        ProgramRefused: a source with diagnostics.
        ShapeError: JSON that is none of these.
    """
    if name == program == "-":
        raise UsageError("standard input is read once", where="--program", help="name a file for one of the two")
    bounds = begun(bounds)
    source = None if program is None else load(program, with_tests=False, bounds=bounds)
    data = content(name, bounds)
    if not is_json(data, name):
        loaded = parse(data, name=name, at=at, query=query, with_tests=False, bounds=bounds)
    else:
        value = parse_json(data, named=name, max_bytes=bounds.input_bytes, max_depth=bounds.nesting)
        if _is_asked(value):
            return _asked(value, name, source, restated=at is not None or query is not None)
        loaded = of_json(value, name=name, at=at, query=query)
    return loaded if source is None else with_words(loaded, source)


def with_words(loaded: Loaded, source: Loaded) -> Loaded:
    """What was loaded from JSON, with the documentation and the closed sets of the source that it was made of.

    Raises:
        UsageError: it does not declare the same predicates.
    """
    said, meant = (_predicates(one.program) for one in (loaded, source))
    if said != meant:
        raise UsageError(
            f"{source.name} does not declare the predicates of {loaded.name}",
            where="--program",
            help="name the source that it was made of",
        )
    return replace(loaded, documentation=source.documentation, lowered=source.lowered)


def _is_asked(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and not {"schema", "policy"} & value.keys()
        and bool({"mission", "action"} & value.keys())
    )


def _asked(value: Json, name: str, source: Loaded | None, *, restated: bool) -> Loaded:
    """The request that an action makes of the policy, at the time when it is proposed."""
    from bridge.reason.lowering.tests_request import read_asked
    from bridge.reason.policy.template import request_of

    if restated:
        raise UsageError(
            f"{name} is a mission and an action, which take their clock and query from the action",
            where=name,
            help="leave out --at and --query",
        )
    if source is None or not isinstance(source.program, PolicyTemplate):
        what = "name it" if source is None else f"{source.name} is none"
        raise UsageError(
            f"{name} is a mission and an action, which say nothing without an action policy: {what}",
            where="--program",
            help="give --program the policy that is asked",
        )
    asked = read_asked(value)
    request = request_of(source.program, asked.at, asked.mission, asked.action)
    refuse_variables(request)
    return replace(source, program=request, name=name)


def _predicates(program: Loadable) -> dict[str, tuple[str, ...]]:
    return dict((program.policy if isinstance(program, ActionRequest) else program).ontology.predicates)
