"""Thresholds tuned from labelled answers, and a proposal written into its rubric; nobody is asked."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from bridge.core import strict_json
from bridge.core.sources import Source
from bridge.errors import InputError, JsonError, UsageError
from bridge.rubrics import shipped
from bridge.rubrics.encoding import canonical, digest
from bridge.rubrics.evaluation.cases import Case, Split, check_case
from bridge.rubrics.evaluation.results import ResultRow, is_enriched
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.load import LoadedRubric
from bridge.rubrics.plain_yaml import MAX_BYTES
from bridge.rubrics.tuning.cost_policy import DEFAULT, CostPolicy, read_policy
from bridge.rubrics.tuning.parameters import Vector, parameters
from bridge.rubrics.tuning.proposal import STEPS, Effort, propose
from bridge.rubrics.tuning.readiness import ready
from bridge.rubrics.tuning.report import Tuned
from bridge.rubrics.tuning.search import Rewards, State, begin, rounds
from bridge.rubrics.tuning.table import Table, build
from bridge.workflows.inputs import read_bytes, read_ordinary
from bridge.workflows.replacing import replace_file

_SCHEMA: Final = "bridge.rubric-tuning-state.v1"
_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True)
class Request:
    """What is tuned from what.

    Args:
        loaded: the rubric.
        cases: labelled; those of other rubrics are passed over.
        rows: their results.
        policy: what verdicts cost.
        effort: how hard to look.
        min_support: how many cases each verdict needs in each split.
        synthetic_demo: take canned answers, to show how it works.
        jobs: how many processes weigh candidates.
        resume: a file that keeps the search between its rounds; None keeps nothing.
    """

    loaded: LoadedRubric
    cases: Sequence[Case]
    rows: Sequence[ResultRow]
    policy: CostPolicy = DEFAULT
    effort: Effort = field(default_factory=Effort)
    min_support: int = 2
    synthetic_demo: bool = False
    jobs: int = 1
    resume: str | None = None


def load_policy(name: str | None) -> CostPolicy:
    """The cost policy of a file; ours where there is none.

    Raises:
        InputError: it cannot be read, or is none.
    """
    if name is None:
        return DEFAULT
    data = read_bytes(name, max_bytes=MAX_BYTES)
    try:
        return read_policy(Source(name, data.decode().removeprefix(_BYTE_ORDER_MARK)))
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8: byte {error.start}", where=name, help="save it as UTF-8") from None


def steps(effort: Effort) -> int:
    """How many steps a tuning has, for whoever shows how far it is."""
    return effort.iterations + STEPS


def tune_thresholds(request: Request, *, done: Callable[[], None] = lambda: None) -> Tuned:
    """Look for thresholds that cost less.

    Args:
        request: what is tuned from what.
        done: called after each of its ``steps``.

    Raises:
        InputError: cases and results from which nothing may be proposed, or a state of another search.
    """
    rubric = request.loaded.rubric
    for case in request.cases:
        if case.rubric_id == rubric.id:
            check_case(case, rubric)
    observed = ready(
        rubric,
        request.cases,
        request.rows,
        request.policy,
        min_support=request.min_support,
        synthetic_demo=request.synthetic_demo,
    )
    table = build(rubric, parameters(rubric), observed, request.policy)
    state = _searched(table, request, done)
    proposal = propose(table, state, request.effort, done=done)
    enriched = sum(map(is_enriched, observed))
    return Tuned(request.loaded, proposal, request.policy, request.effort, request.synthetic_demo, enriched)


def apply(tuned: Tuned, name: str) -> Path:
    """Write a proposal into the rubric's file; what is written besides the numbers and the version stays.

    Args:
        tuned: what is proposed.
        name: the rubric, as the command line names it.

    Returns:
        The file.

    Raises:
        UsageError: nothing is proposed, or it may not be applied.
        InputError: the file is another than was read, or cannot be written.
    """
    proposal = tuned.proposal
    if proposal.status != "proposed":
        raise UsageError("there is nothing to apply", where="--apply", help="; ".join(proposal.reasons))
    if tuned.synthetic_demo:
        raise UsageError("a demonstration is not applied", where="--apply", help="leave out --synthetic-demo")
    if proposal.red_team != "passed":
        raise UsageError(
            f"the red-team gate is {proposal.red_team}, and nothing is applied without it",
            where="--apply",
            help="add frozen-redteam cases to the set",
        )
    path = _file(tuned.loaded, name)
    data = read_ordinary(str(path), max_bytes=MAX_BYTES)
    text = data.decode(errors="replace")
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    if text.removeprefix(_BYTE_ORDER_MARK) != tuned.loaded.source.text:
        raise InputError(f"{path} was changed while it was tuned", where=str(path), help="tune again")
    replace_file(path, f"{mark}{tuned.text}".encode())
    return path


def _file(loaded: LoadedRubric, name: str) -> Path:
    by_name = not name.lower().endswith((".yaml", ".yml"))
    if name == "-" or (by_name and name in shipped.NAMES and loaded.source.text == shipped.text(name)):
        what = "standard input" if name == "-" else "a rubric that ships"
        raise UsageError(f"{what} cannot be written to", where="--apply", help="copy the rubric to a file, and name it")
    return Path(loaded.source.name)


def _searched(table: Table, request: Request, done: Callable[[], None]) -> State:
    effort, trained = request.effort, table.of(Split.TRAIN)
    key = _key(request)
    state = None if request.resume is None else _kept(request.resume, key, table)
    with _weighing(trained, request.jobs) as rewards:
        state = begin(table.parameters, rewards) if state is None else state
        for _ in range(state.iteration):
            done()
        following = rounds(
            table.parameters,
            state,
            rewards,
            seed=effort.seed,
            iterations=effort.iterations,
            candidates=effort.candidates,
        )
        for state in following:
            if request.resume is not None:
                _keep(request.resume, key, state)
            done()
    return state


def _key(request: Request) -> str:
    """What must be the same for a search to go on."""
    effort = request.effort
    return digest(
        {
            "rubric": rubric_hash(request.loaded.rubric),
            "policy": request.policy.digest,
            "cases": [[one.id, one.split.value, one.expected.value, one.kept.value] for one in request.cases],
            "results": [one.json() for one in request.rows],
            "effort": [effort.seed, effort.iterations, effort.candidates],
        }
    )


def _kept(name: str, key: str, table: Table) -> State | None:
    path = Path(name)
    if not path.exists():
        return None
    try:
        kept: Any = strict_json.loads(read_ordinary(name))
        if kept["schema"] != _SCHEMA or kept["key"] != key:
            message = f"{name} keeps another search: of other cases, another rubric, policy or effort"
            raise InputError(message, where="--resume", help="name another file, or delete it")
        state = State(
            int(kept["iteration"]),
            tuple(map(float, kept["mean"])),
            tuple(map(float, kept["std"])),
            tuple((float(reward), tuple(map(float, values))) for reward, values in kept["pool"]),
        )
    except (JsonError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{name} is no kept search: {error}", where="--resume", help="delete it") from None
    sizes = {len(state.mean), len(state.std), *(len(values) for _, values in state.pool)}
    if sizes != {len(table.parameters)}:
        raise InputError(f"{name} is no kept search: its numbers are too many or too few", where="--resume")
    return state


def _keep(name: str, key: str, state: State) -> None:
    document = {
        "schema": _SCHEMA,
        "key": key,
        "iteration": state.iteration,
        "mean": list(state.mean),
        "std": list(state.std),
        "pool": [[reward, list(values)] for reward, values in state.pool],
    }
    replace_file(Path(name), canonical(document) + b"\n")


@contextmanager
def _weighing(trained: Table, jobs: int) -> Iterator[Rewards]:
    if jobs == 1:
        yield lambda drawn: [-trained.mean_cost(values) for values in drawn]
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_hold, initargs=(trained,)) as pool:
        yield lambda drawn: list(pool.map(_weigh, drawn, chunksize=max(1, len(drawn) // jobs)))


_held: list[Table] = []


def _hold(table: Table) -> None:
    _held[:] = [table]


def _weigh(values: Vector) -> float:
    return -_held[0].mean_cost(values)
