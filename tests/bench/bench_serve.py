"""The work of a request without HTTP, and what a shared commit saves."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.core.strict_json import Json
from bridge.receipts.envelope import Envelope
from bridge.receipts.group import GroupStore
from bridge.receipts.store import Store
from bridge.receipts.turn import TurnStore
from bridge.serve.answering import decide_call, judge_call
from bridge.serve.problems import body
from bridge.serve.turns import MOST
from bridge.workflows.attest import Signer
from tests.bench.compare import timed
from tests.unit.receipts.makers import receipt
from tests.unit.serve.servers import key_in, service_in

pytestmark = timed

CALL: dict[str, Json] = {"tool": "Bash", "input": {"command": "ls -la src"}}


def test_judging_a_call(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    service = service_in(tmp_path)
    benchmark(lambda: body(judge_call(service, dict(CALL))))


def test_deciding_a_call_with_receipts(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    key = key_in(tmp_path)
    with GroupStore(tmp_path / ".bridge" / "store.sqlite3") as store:
        service = service_in(tmp_path).signing(Signer(key, store, created=False))
        numbers = iter(range(1_000_000))
        benchmark(lambda: body(decide_call(service, {"tool": "Bash", "input": {"command": f"ls {next(numbers)}"}})))


@pytest.mark.parametrize("how", ["one after the other", "by threads", "in turns of 16"])
def test_signing_and_storing_64_receipts(benchmark: BenchmarkFixture, tmp_path: Path, how: str) -> None:
    rounds = iter(range(1_000_000))

    def made() -> list[Envelope]:
        one = next(rounds)
        return [receipt(f"{one}/{number}") for number in range(64)]

    def turns(store: TurnStore) -> None:
        for number, one in enumerate(made(), 1):
            store.append(one)
            if number % MOST == 0:
                store.commit()

    path = tmp_path / "store.sqlite3"
    if how == "by threads":
        with GroupStore(path) as group, ThreadPoolExecutor(8) as pool:
            benchmark(lambda: list(pool.map(group.append, made())))
    elif how == "in turns of 16":
        with TurnStore(path) as keeping:
            benchmark(lambda: turns(keeping))
    else:
        with Store(path) as alone:
            benchmark(lambda: [alone.append(one) for one in made()])
