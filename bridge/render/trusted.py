"""Who is believed, as the document and the text that ``rbridge trust list`` prints."""

from typing import Any

from bridge.receipts.trust import Root, Trust, root_json
from bridge.render.plain import plain


def document(trust: Trust) -> dict[str, Any]:
    """Every root, with whether it is a key of the workspace itself."""
    return {"roots": [{**root_json(root), "own": root.own} for root in trust.roots], "status": "ok"}


def text(trust: Trust) -> str:
    """A line for each root."""
    if not trust.roots:
        return "no key is trusted here; `rbridge trust add` lists one"
    return "\n".join(map(_line, trust.roots))


def _line(root: Root) -> str:
    judges = f"for {', '.join(root.judges)} only" if root.judges is not None else ""
    own = "(own key)" if root.own else ""
    said = (root.key.text, root.speaks_as or "nobody, a signer of packages", judges, root.window, root.label or "", own)
    return "  ".join(plain(part) for part in said if part)
