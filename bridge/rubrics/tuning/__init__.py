"""Proposals to change a rubric, held against cases that they were not made from (spec: Rubrics, 6.6 and 6.7)."""
