"""Bridge: a judge is asked, the answer is signed, and logic decides.

Data goes one way: a tool call is judged (``judges``), the answers are signed (``receipts``), signed answers become
facts (``facts``), a program decides (``reason``), and an independent checker agrees (``checker``). The library's front
door is ``bridge.decide``, and ``bridge.workflows`` behind it; nothing heavier than the standard library is imported
before it is needed.
"""

from typing import TYPE_CHECKING

from bridge.errors import BridgeError

if TYPE_CHECKING:
    from bridge.workflows.library import decide

    __version__: str

__all__ = ["BridgeError", "__version__", "decide"]


def __getattr__(name: str) -> object:
    if name == "decide":
        from bridge.workflows.library import decide

        return decide
    if name == "__version__":
        from bridge.core.version import VERSION

        return VERSION
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
