"""Evaluation: ``naive`` is the specification, ``seminaive`` is what runs; both give the same ``Model``."""

from bridge.reason.engine.limits import DEFAULT, MAX_ROUNDS, Limits
from bridge.reason.engine.model import Derivation, Model, Support

__all__ = ["DEFAULT", "MAX_ROUNDS", "Derivation", "Limits", "Model", "Support"]
