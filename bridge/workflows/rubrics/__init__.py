"""Judging whole replies and runs by rubrics: what the ``rbridge rubric`` commands do, as functions."""
