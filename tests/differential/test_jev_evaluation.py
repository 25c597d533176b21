"""Agreement with judge-jev on its smoke corpus: every figure, saved and canned (marked vectors)."""

import pytest

from bridge.core.sources import Source
from bridge.errors import InputError
from bridge.rubrics.evaluation.cases import Case, Split
from bridge.rubrics.evaluation.ci_gates import Bounds, ci_gates
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.results import observe, read_results
from bridge.rubrics.model import Verdict
from bridge.rubrics.tuning.cost_policy import read_policy
from bridge.rubrics.tuning.readiness import NotTunable
from bridge.workflows.rubrics import sources
from bridge.workflows.rubrics.evaluation import Asking, evaluate, judged_rows, load_dataset
from bridge.workflows.rubrics.tuning import Request, tune_thresholds
from bridge.workflows.settings import Settings, load
from bridge.workflows.workspace import Workspace, find
from tests.vectors import VECTORS, needs_vectors, rows

pytestmark = [pytest.mark.vectors, needs_vectors]

CASES = "jev/evaluation/datasets/smoke.jsonl"
RESULTS = "jev/evaluation/fixtures/smoke-saved-results.jsonl"


@pytest.fixture
def place(tmp_path: object) -> tuple[Settings, Workspace]:
    home = find(str(tmp_path), environment={}, current=VECTORS)
    return load(home.config, {"JUDGE_JEV_ROOT": str(VECTORS / "jev")}), home


@pytest.fixture
def saved(place: tuple[Settings, Workspace]) -> Evaluation:
    dataset = load_dataset(str(VECTORS / CASES), (), *place)
    return evaluate(dataset, read_results((VECTORS / RESULTS).read_bytes(), RESULTS))


@pytest.fixture
def canned(place: tuple[Settings, Workspace]) -> Evaluation:
    dataset = load_dataset(str(VECTORS / CASES), (), *place)
    return evaluate(dataset, judged_rows(dataset.cases, dataset, Asking(*place, mock=True)))


@pytest.mark.parametrize("source", ["saved", "canned"])
def test_every_label_is_met(source: str, request: pytest.FixtureRequest) -> None:
    of: Evaluation = request.getfixturevalue(source)
    total = len(rows(CASES))
    assert (of.coverage.count, of.coverage.denominator) == (total, total)
    assert (of.figures.agreement.rate, of.figures.macro_f1) == (1.0, 1.0)
    unsafe = sum(row["expected_verdict"] in ("fail", "escalate") for row in rows(CASES))
    assert (of.figures.false_pass.count, of.figures.false_pass.denominator) == (0, unsafe)
    assert (of.red_team.status, of.disagreements) == ("passed", ())
    bounds = Bounds(min_agreement=1, min_macro_f1=1, max_false_pass_rate=0)
    assert all(one.passed for one in ci_gates(of, bounds))


def test_saved_verdicts_are_what_their_answers_route_to(saved: Evaluation) -> None:
    assert not any("route to now" in each for each in saved.limitations)
    assert len(rows(RESULTS)) == len(saved.observed)


def test_usage_is_summed_by_where_it_comes_from(saved: Evaluation) -> None:
    count = len(saved.observed)
    usage = {"input_tokens": 120 * count, "output_tokens": 45 * count, "unknown": 0}
    assert saved.json()["usage"] == {"synthetic_saved_fixture": usage}
    assert saved.json()["dataset"]["dataset_kind"] == "synthetic-curated-smoke"


@pytest.mark.parametrize(
    ("floor", "reviews"),
    [(0.5, 1), (0.6, 1), (0.95, 3)],
)
def test_a_sweep_of_the_floor_moves_what_it_gates(saved: Evaluation, floor: float, reviews: int) -> None:
    from bridge.rubrics.evaluation.sweep import read_sweep, swept

    sweep = read_sweep(f"assistant-reply|confidence_floor={floor}", saved.rubrics)
    (of,) = swept(sweep, saved.rubrics["assistant-reply"], saved.observed).figures
    assert of.review.count == reviews


def test_their_capture_is_a_result_of_its_state(place: tuple[Settings, Workspace]) -> None:
    name = "jev/fixtures/capture-record-v1.jsonl"
    (row,) = read_results((VECTORS / name).read_bytes(), name)
    record = rows(name)[0]
    rubric = sources.find(record["rubric_id"], *place).rubric
    seen = observe(Case(row.case_id, rubric.id, Split.TRAIN, Verdict.PASS), row, rubric)
    assert seen is not None
    assert (seen.verdict, row.case_id) == (record["verdict"], record["state_hash"])


def test_their_cost_policy_is_read() -> None:
    path = VECTORS / "jev/shared/tuning/cost-policy-v1.yaml"
    policy = read_policy(Source(path.name, path.read_text(encoding="utf-8")))
    worst = policy.of(Verdict.ESCALATE, Verdict.PASS)
    assert worst == max(policy.costs.values())
    assert policy.of(Verdict.PASS, Verdict.PASS) == 0
    assert policy.of(Verdict.REVIEW, Verdict.REVIEW) == policy.review_cost
    assert policy.of(Verdict.SKIP, Verdict.FAIL, 1000) == policy.default + policy.token_cost_per_1000
    assert policy.required_classes == (Verdict.PASS, Verdict.FAIL, Verdict.REVIEW, Verdict.ESCALATE)


def test_their_smoke_corpus_is_too_small_to_tune_on(place: tuple[Settings, Workspace]) -> None:
    dataset = load_dataset(str(VECTORS / CASES), (), *place)
    saved = read_results((VECTORS / RESULTS).read_bytes(), RESULTS)
    of_replies = dataset.loaded["assistant-reply"]
    with pytest.raises(NotTunable, match="each needs 2"):
        tune_thresholds(Request(of_replies, dataset.cases, saved, synthetic_demo=True))
    with pytest.raises(InputError, match="carries no rubric_hash"):
        tune_thresholds(Request(of_replies, dataset.cases, saved))
