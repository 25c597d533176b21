"""The result that a program has, derived by the checker: the kernel's, member by member."""

import pytest

from bridge.checker.documents import RESULT
from bridge.checker.results import recompute
from bridge.checker.terms import Program
from tests.unit.checker.documents import EARLIER, LATER, NOW, Document, ProgramOf, atom, no, result_of


def shared(at: str | None) -> Document:
    """A proof that uses one premise twice, and others after it."""
    program = ProgramOf(at=at, p="string", q="string", r="string").admit("q", "human")
    program.fact("p", atom("p", "é"), by="human").fact("q", atom("q", "é"), by="human").fact("other", atom("p", "b"))
    program.fact("hunch", atom("p", "c"), by="guess").fact("told", atom("q", "c"))
    program.rule("r", atom("r", "$x"), atom("q", "$x"), atom("p", "$x"), atom("p", "$x"))
    return program.asking(atom("r", "é"))


def contested() -> Document:
    program = ProgramOf(at=NOW, p="string", q="")
    program.fact("late", no(atom("p", "a")), observed_at=LATER).fact("early", atom("p", "a"), valid_until=LATER)
    program.fact("old", atom("p", "b"), observed_at="2026-03-01T09:00:00Z", valid_from=EARLIER)
    program.fact("new", no(atom("p", "b")), supersedes=["old"])
    program.rule("q", atom("q"), atom("p", "a")).rule("not-q", no(atom("q")), no(atom("p", "b")))
    return program.asking(atom("q"))


def open_question(at: str | None) -> Document:
    program = ProgramOf(at=at, p="string", q="string").fact("p", atom("p", "a"))
    program.rule("q", atom("q", "$x"), atom("p", "$x"), atom("q", "b"))
    return program.asking(atom("q", "c"))


@pytest.mark.parametrize(
    ("document", "status"),
    [
        (shared(None), "proved"),
        (shared(NOW), "proved"),
        (contested(), "inconsistent"),
        ({**contested(), "query": no(atom("q"))}, "inconsistent"),
        ({**shared(NOW), "query": no(atom("r", "é"))}, "disproved"),
        (open_question(None), "unknown"),
        (open_question(NOW), "unknown"),
    ],
)
def test_it_is_the_kernels(document: Document, status: str) -> None:
    recomputed = recompute(Program.read(document))
    assert recomputed["status"] == status
    assert list(recomputed.items()) == list(RESULT(result_of(document), "$").items())
