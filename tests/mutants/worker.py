"""One process that tries mutants in a copy of the tree: requests as lines of JSON on stdin, verdicts on stdout.

What the tests need and no mutant touches is imported once; each attempt is a fork of this process, so nothing of one
mutant is left when the next is tried. Run by ``tests.mutants.workshop`` with the copy as working directory.
"""

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Iterable, Sequence
from importlib.util import cache_from_source
from pathlib import Path

import pytest

PYTEST = (
    *(
        "-x",
        "-q",
        "--tb=native",
        "--assert=plain",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:benchmark",
    ),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
UNTOUCHED = ("bridge.core", "bridge.errors", "bridge.judgement", "bridge.reason")
"""The rooms below those that are mutated; they stay imported."""
MEMORY = 4 * 2**30
SECONDS = 120
"""Of processor time for the tests of a stage, which without a change need some ten."""
SAID = "said.txt"
"""What pytest printed about the last attempt."""


def main() -> None:
    """Warm up, then answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w")
    said = os.open(SAID, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(said, 1)
    os.dup2(said, 2)
    warm = False
    for line in sys.stdin:
        request = json.loads(line)
        if not warm:
            _warm_up(file for stage in request["stages"] for file in stage)
            warm = True
        answers.write(json.dumps(_answer(Path(request["path"]), request["text"], request["stages"])) + "\n")
        answers.flush()


def _warm_up(tests: Iterable[str]) -> None:
    pytest.main([*PYTEST, "--collect-only", *tests])
    for name in list(sys.modules):
        if name.startswith("tests") or (name.startswith("bridge.") and not name.startswith(UNTOUCHED)):
            del sys.modules[name]
    gc.collect()
    gc.freeze()


def _answer(path: Path, text: str, stages: Sequence[Sequence[str]]) -> dict[str, str]:
    """Try the tests stage by stage until some fail: ``survived``, ``killed``, ``looped`` or ``untested``."""
    original, verdict = path.read_text(encoding="utf-8"), "survived"
    try:
        _write(path, text)
        for tests in stages:
            verdict = _attempt(tests)
            if verdict != "survived":
                break
        return {"verdict": verdict, "said": Path(SAID).read_text(encoding="utf-8", errors="replace")[-4000:]}
    finally:
        _write(path, original)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def _attempt(tests: Sequence[str]) -> str:
    os.truncate(SAID, 0)
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os._exit(pytest.main([*PYTEST, *tests]))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return "looped" if code == -signal.SIGXCPU else "killed"
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        return "untested"
    return "survived" if code == pytest.ExitCode.OK else "killed"


if __name__ == "__main__":
    main()
