"""Whether a call names a file path outside the workspace root, by the text of the path alone: no file is looked at."""

from typing import Final

from bridge.judges.rules.state import ToolCall, values_under

_KEYS: Final = frozenset(
    ("file_path", "path", "notebook_path", "filePath", "target", "destination", "dest", "output", "paths")
)


def path_outside_workspace(call: ToolCall) -> bool:
    """Whether any path under a path-like key lies outside the root; no where no root is known."""
    root = call.workspace_root
    if root is None:
        return False
    return any(_is_outside(path, root) for path in values_under(_KEYS, call.input) if isinstance(path, str))


def _is_outside(path: str, root: str) -> bool:
    if path.startswith("~"):
        return True
    top = normalise(root, "/")
    place = normalise(path, root)
    return place != top and not place.startswith(top if top == "/" else top + "/")


def normalise(path: str, base: str) -> str:
    """A path in one spelling: relative ones joined to the base, ``.`` and empty segments dropped, ``..`` resolved."""
    kept: list[str] = []
    for segment in (path if path.startswith("/") else f"{base}/{path}").split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    return "/" + "/".join(kept)
