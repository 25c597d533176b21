"""Hypothesis strategies for what the package works on; each module is one room's vocabulary."""
