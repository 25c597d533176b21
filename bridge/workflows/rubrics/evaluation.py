"""Labelled cases judged in bulk, or read with their saved results, and evaluated."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bridge.core import strict_json
from bridge.core.strict_json import Json
from bridge.errors import BridgeError, InputError, JsonError, UsageError
from bridge.rubrics.encoding import canonical
from bridge.rubrics.evaluation.cases import Case, check_case, read_cases
from bridge.rubrics.evaluation.json_lines import refused
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.results import Observed, ResultRow, observe, read_result_files, read_results
from bridge.rubrics.evaluation.sweep import Sweep, read_sweep, swept
from bridge.rubrics.hashes import rubric_hash
from bridge.rubrics.load import Dialect, LoadedRubric
from bridge.workflows.inputs import read_bytes, read_ordinary
from bridge.workflows.replacing import replace_file
from bridge.workflows.rubrics.judging import run
from bridge.workflows.rubrics.sources import find
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

_MAX_METADATA = 1024 * 1024


@dataclass(frozen=True)
class Dataset:
    """Labelled cases with the rubrics that they are judged by, and what a side file says of them."""

    cases: tuple[Case, ...]
    loaded: Mapping[str, LoadedRubric]
    metadata: Mapping[str, Json] | None = None


@dataclass(frozen=True)
class Asking:
    """Who judges the cases, and how many at once.

    Args:
        settings: whose environment holds keys and addresses.
        workspace: whose rules and judges are asked.
        backend: as the command line names it.
        mock: answer from cans.
        jobs: how many cases are asked about at once.
        clock: monotonic seconds.
    """

    settings: Settings
    workspace: Workspace
    backend: str | None = None
    mock: bool = False
    jobs: int = 1
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)


def load_dataset(
    name: str, rubrics: Sequence[str], settings: Settings, workspace: Workspace, dialect: Dialect | None = None
) -> Dataset:
    """The cases of a file, with their rubrics.

    Args:
        name: the file, or ``-``.
        rubrics: ids or files; where there are none, those that the cases name.
        settings: whose environment may name a judge-jev checkout.
        workspace: whose rubrics are known by name.
        dialect: whose rubrics they are.

    Raises:
        InputError: a file that cannot be read, or a case that does not fit its rubric; with its line.
        UsageError: a rubric that is not there.
    """
    cases = read_cases(read_bytes(name), "standard input" if name == "-" else name)
    wanted = rubrics or sorted({case.rubric_id for case in cases})
    found = [find(each, settings, workspace, dialect=dialect) for each in wanted]
    loaded = {each.rubric.id: each for each in found}
    if len(loaded) < len(found):
        raise UsageError("two of the rubrics have the same id", where="--rubric", help="name each once")
    for case in cases:
        if case.rubric_id not in loaded:
            known = ", ".join(sorted(loaded))
            raise refused(case.place, f"the rubric '{case.rubric_id}' is none of those given", f"given: {known}")
        check_case(case, loaded[case.rubric_id].rubric)
    return Dataset(cases, loaded, None if name == "-" else _metadata(Path(name)))


def judged_rows(cases: Sequence[Case], dataset: Dataset, asking: Asking) -> Iterator[ResultRow]:
    """Judge cases, each row in its turn; a case that cannot be judged has a row that says why.

    Args:
        cases: which of the dataset's.
        dataset: whose rubrics they are judged by.
        asking: who is asked.
    """

    def judge_one(case: Case) -> ResultRow:
        return _judged(case, dataset.loaded[case.rubric_id], asking)

    if asking.jobs == 1:
        yield from map(judge_one, cases)
        return
    pool = ThreadPoolExecutor(asking.jobs, thread_name_prefix="evaluate")
    try:
        yield from pool.map(judge_one, cases)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def read_sweeps(given: Sequence[str], dataset: Dataset) -> tuple[Sweep, ...]:
    """The sweeps that options describe, read before anybody is asked.

    Raises:
        UsageError: one of them is none.
    """
    rubrics = {name: each.rubric for name, each in dataset.loaded.items()}
    return tuple(read_sweep(each, rubrics) for each in given)


def saved_rows(name: str) -> tuple[ResultRow, ...]:
    """The rows of a file, or of every ``.jsonl`` file of a folder, such as one of captures.

    Args:
        name: the file, the folder, or ``-``.

    Raises:
        InputError: it cannot be read, or a line is not a row; with its line.
    """
    if name == "-" or not Path(name).is_dir():
        return read_results(read_bytes(name), "standard input" if name == "-" else name)
    files = sorted(path for path in Path(name).glob("*.jsonl") if path.is_file())
    if not files:
        raise InputError(f"there is no .jsonl file in {name}", where=name)
    return read_result_files((str(path), read_ordinary(str(path))) for path in files)


def kept_rows(name: str) -> tuple[ResultRow, ...]:
    """The rows of a file that was being written, those alone that have a result; none where there is no file.

    Raises:
        InputError: a line that is not a row; a last one that was cut off is passed over.
    """
    if not Path(name).exists():
        return ()
    data = read_ordinary(name)
    return tuple(row for row in read_results(data[: data.rfind(b"\n") + 1], name) if row.result is not None)


def written_rows(name: str, kept: Sequence[ResultRow], rows: Iterable[ResultRow]) -> Iterator[ResultRow]:
    """The rows, each written to a file before it is given on.

    Args:
        name: the file; it is replaced whole by the kept rows, and then grows.
        kept: rows from before.
        rows: as they come.

    Raises:
        InputError: the file cannot be written.
    """
    replace_file(Path(name), b"".join(_line(row) for row in kept))
    for row in rows:
        try:
            with Path(name).open("ab") as file:
                file.write(_line(row))
        except OSError as error:
            raise InputError(f"cannot write {name}: {error.strerror or error}", where=name) from None
        yield row


def _line(row: ResultRow) -> bytes:
    return canonical(row.json()) + b"\n"


def evaluate(
    dataset: Dataset, rows: Iterable[ResultRow], *, sweeps: Sequence[Sweep] = (), allow_version_drift: bool = False
) -> Evaluation:
    """The evaluation of cases and their results; nobody is asked.

    Args:
        dataset: the cases.
        rows: at most one for each case.
        sweeps: as ``read_sweeps`` returns them.
        allow_version_drift: take results of another version or content of their rubric.

    Raises:
        InputError: a result of no case, or one that does not fit; with its line.
    """
    by_id = {case.id: case for case in dataset.cases}
    kept = {row.case_id: row for row in rows}
    for row in kept.values():
        if row.case_id not in by_id:
            raise refused(row.place, f"there is no case '{row.case_id}'", "the results are of another file of cases")
    rubrics = {name: each.rubric for name, each in dataset.loaded.items()}
    hashes = {name: rubric_hash(rubric) for name, rubric in rubrics.items()}
    observed: list[Observed] = []
    failed: list[tuple[str, str]] = []
    for case in dataset.cases:
        found = kept.get(case.id)
        seen = None
        if found is not None:
            name = case.rubric_id
            seen = observe(case, found, rubrics[name], hash_=hashes[name], allow_version_drift=allow_version_drift)
        if seen is not None:
            observed.append(seen)
        elif found is not None:
            failed.append((case.id, found.error or "the row has no result"))
    return Evaluation(
        cases=dataset.cases,
        rubrics=rubrics,
        observed=tuple(observed),
        failed=tuple(failed),
        missing=tuple(case.id for case in dataset.cases if case.id not in kept),
        sweeps=tuple(swept(each, rubrics[each.rubric_id], observed) for each in sweeps),
        metadata=dataset.metadata,
    )


def _judged(case: Case, loaded: LoadedRubric, asking: Asking) -> ResultRow:
    if case.input is None:
        return ResultRow(case.id, "none", error="the case has no input", place=case.place)
    started = asking.clock()
    try:
        judged = run(
            loaded,
            case.input,
            settings=asking.settings,
            workspace=asking.workspace,
            name=asking.backend,
            mock=asking.mock,
        )
    except UsageError:
        raise
    except BridgeError as error:
        return ResultRow(case.id, "none", error=error.message, place=case.place)
    result = judged.result.json()
    # How long a can takes to open is no latency, and would make two equal runs differ.
    took = None if judged.result.evidence.mock else round((asking.clock() - started) * 1000, 3)
    return ResultRow(
        case.id,
        result["backend_provenance"],
        result,
        latency_ms=took,
        latency_source=None if took is None else "measured",
        place=case.place,
    )


def _metadata(path: Path) -> Mapping[str, Json] | None:
    side = path.with_name(f"{path.name.removesuffix('.jsonl')}.meta.json")
    if not side.is_file():
        return None
    try:
        value: Any = strict_json.loads(read_ordinary(str(side), max_bytes=_MAX_METADATA))
    except JsonError as error:
        raise InputError(f"{side}: not strict JSON: {error.message}", where=str(side)) from None
    if not isinstance(value, dict):
        raise InputError(f"{side}: must be a JSON object", where=str(side))
    return value
