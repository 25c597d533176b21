"""The command line, for the vectors that name commands."""

from tests.cli.conftest import rbridge, shell

__all__ = ["rbridge", "shell"]
