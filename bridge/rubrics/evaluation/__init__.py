"""Labelled cases held against verdicts: how often a rubric is right, and where it is wrong (spec: Rubrics, 6.5)."""
