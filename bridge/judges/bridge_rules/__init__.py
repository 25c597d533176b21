"""The default judge: deterministic rules that read a command as a shell does, and the rest by where it stands.

Deterministic and without a look at any file or network, so replayable: whoever holds a receipt's state, and the rules
file where there was one, can run the same rules again.
"""

from bridge.judges.bridge_rules.judge import MODEL, QUESTIONS, BridgeRules, Explanation

__all__ = ["MODEL", "QUESTIONS", "BridgeRules", "Explanation"]
