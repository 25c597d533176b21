"""A session's package reaches a program through ``--package``."""

from tests.cli.conftest import Run
from tests.cli.shell import Shell

SUBJECT = "art_" + "5" * 32


def sealed(rbridge: Run) -> str:
    """The folder of a package with six judgements."""
    assert rbridge("session", "start").code == 0
    assert rbridge("judge", "--tool", "Bash", "--attest", "--subject", SUBJECT).code == 0
    assert rbridge("session", "close", "--out", "sealed").code == 0
    return "sealed"


def test_it_yields_what_the_store_yields(rbridge: Run, shell: Shell) -> None:
    sealed(rbridge)
    (package,) = (shell.folder / "sealed").iterdir()
    done = rbridge("facts", "--package", str(package))
    assert done.code == 0
    assert done.out == rbridge("facts", "--store").out
    assert done.out != "[]\n"


def test_one_that_was_changed_yields_nothing(rbridge: Run, shell: Shell) -> None:
    sealed(rbridge)
    (package,) = (shell.folder / "sealed").iterdir()
    receipt = package / "receipt.json"
    receipt.chmod(0o600)
    receipt.write_bytes(receipt.read_bytes().replace(b"session.start", b"session.stare"))
    assert "does not hold" in rbridge("facts", "--package", str(package)).complaint
