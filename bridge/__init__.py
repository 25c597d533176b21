"""Bridge: a judge is asked, the answer is signed, and logic decides.

Data goes one way: a tool call is judged (``judges``), the answers are signed (``receipts``), signed answers become
facts (``facts``), a program decides (``reason``), and an independent checker agrees (``checker``). The library's front
door is ``bridge.workflows``; nothing heavier than the standard library is imported before it is needed.
"""

__version__ = "0.1.0"
