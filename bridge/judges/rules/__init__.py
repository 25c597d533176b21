"""The built-in judge: Treeship's deterministic rules, ported exactly, its known false positives included.

Deterministic means replayable: whoever holds a receipt's state can run the same rules again and must get the same
answer. So nothing here is improved upon (spec: Judge and receipts, section 5).
"""

from bridge.judges.rules.judge import MODEL_PREFIX, QUESTIONS, REPLAYABLE_VERSIONS, VERSION, TreeshipRules

__all__ = ["MODEL_PREFIX", "QUESTIONS", "REPLAYABLE_VERSIONS", "VERSION", "TreeshipRules"]
