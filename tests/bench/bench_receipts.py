"""A package of many receipts, beside the bare verification of its signatures in the same run."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bridge.receipts import envelope as envelopes
from bridge.receipts.package.verify import verify
from bridge.receipts.pae import pae
from bridge.workflows.package import Request, TrustedPins, verify_packages
from tests.bench.compare import FULL, compare, report, timed
from tests.unit.receipts.makers import KEY
from tests.unit.receipts.package.sessions import action, judgement, sealed

pytestmark = timed

PAIRS = 50_000 if FULL else 1_500
"""Actions, each with the judgement of it."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    makers = [maker for number in range(PAIRS) for maker in (action(meta={"number": number}), judgement())]
    return sealed(tmp_path_factory.mktemp("many"), makers)


@pytest.fixture(scope="module")
def bare(package: Path) -> Callable[[], None]:
    """Verifies the signatures of the package with the library alone, everything else being prepared."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Ed25519PublicKey.from_public_bytes(KEY.public.raw)
    read = [envelopes.read(path.read_bytes()) for path in sorted(package.glob("artifacts/*.json"))]
    signed = [(one.signatures[0].sig, pae(one.payload_type, one.payload)) for one in read]

    def run() -> None:
        for signature, message in signed:
            key.verify(signature, message)

    return run


def test_verifying_a_package(benchmark: BenchmarkFixture, package: Path, bare: Callable[[], None]) -> None:
    assert str(verify(str(package)).verdict) == "signatures-pass"
    compare(
        benchmark,
        f"a package of {2 * PAIRS + 2} receipts, read, followed and verified",
        lambda: verify(str(package)),
        {"bare Ed25519": bare},
        bar="1.82x bare Ed25519, which is 0.55 of its rate",
        rounds=3,
    )


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_two_cores(package: Path) -> None:
    """Elapsed time, which the processor time of this process says nothing of."""
    spent = {}
    for jobs in (1, 2):
        began = time.perf_counter()
        assert verify_packages([str(package)], TrustedPins(), Request(jobs=jobs)).holds
        spent[jobs] = time.perf_counter() - began
    report(
        f"a package of {2 * PAIRS + 2} receipts: {spent[1]:.2f} s by one process, {spent[2]:.2f} s by two, "
        f"{spent[1] / spent[2]:.2f} times as fast",
        "twice as fast on two idle cores",
    )


def test_memory(package: Path) -> None:
    """The size of a fresh process that verifies; most of it is the interpreter, and then the rows of the report."""
    code = (
        "import resource, sys; from bridge.receipts.package.verify import verify; verify(sys.argv[1]); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(package)], check=True, capture_output=True, text=True)
    report(f"a package of {2 * PAIRS + 2} receipts: {int(done.stdout)} MB", "250 MB at 100,000 receipts")
