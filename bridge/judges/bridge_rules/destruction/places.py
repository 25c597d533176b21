"""Where a path leads, and how much would be lost there: the root, a home, the workspace, another's folder, a cache.

Everything here is text: no folder is looked at. Paths are compared as ``shell.folders.clean`` spells them; a Windows
path as Git Bash does, ``/c/work``, in lower case.
"""

import re
from enum import Enum, unique
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.shell.folders import clean, windows
from bridge.judges.bridge_rules.shell.listing import names


@unique
class Extent(Enum):
    """How much a path stands for."""

    EVERYTHING = "the root of the file system"
    SYSTEM = "a folder of the system"
    HOME = "a home folder"
    DRIVE = "a whole drive"
    WORKSPACE = "the workspace itself, or a folder above it"
    HISTORY = "the repository's history"
    OUTSIDE = "a place outside the workspace"
    UNKNOWN = "whatever folder the shell stands in"
    INSIDE = "a place inside the workspace"
    SCRATCH = "a temporary file or a cache"


_SYSTEM: Final = frozenset(
    names(
        "/bin /boot /dev /etc /home /lib /lib32 /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr "
        "/var /usr/bin /usr/lib /usr/local /usr/sbin /usr/share /usr/local/bin /usr/local/lib /var/lib "
        "/var/log /var/www /var/backups /var/spool /var/mail /Applications /Library /System /Users /Volumes "
        "/private /cores /data /backup /backups /app /workspace /nix /snap /tmp /var/tmp /private/tmp "
        "/private/var /var/cache /dev/shm"
    )
)
_OF_OTHERS: Final = pattern(
    r".*tmp\Z|/dev/shm\Z|/(?:srv|opt|mnt|media|app|data|backups?|workspace|Volumes|var/(?:www|log|backups|cache))\Z"
)
_VITAL: Final = pattern(r"/etc/(?:passwd|shadow|group|sudoers|fstab)\Z")
_SYSTEM_TREES: Final = pattern(r"/(?:bin|boot|etc|lib|lib32|lib64|sbin|usr|var|root|System|Library)(?=/|\Z)")
_TEMPORARY: Final = pattern(
    r"(?:/private)?/(?:tmp|var/tmp)/.|(?:/private)?/var/folders/.|/dev/shm/.|/run/user/\d+/.|"
    r"/[a-z]/users/[^/]+/appdata/local/temp/.|/[a-z]/(?:windows/)?temp/."
)
_SYSTEM_CACHES: Final = pattern(
    r"/var/lib/apt/lists(?:/|\Z)|/var/cache/(?:apt|apk|dnf|yum|pacman|debconf|man)(?:/|\Z)|/usr/share/(?:doc|man|locale)/."
)
_OF_A_BUILD: Final = pattern(r"/(?!host|rootfs).+/(?:cache|tmp|node_modules|__pycache__)(?:/|\Z)")
_HOME_CACHES: Final = pattern(
    r"(?:\.cache|Library/(?:Caches|Logs/[^/]+)|\.npm|\.pnpm-store|\.gradle/(?:caches|daemon|native|wrapper/dists)"
    r"|\.cargo/registry|\.cargo/git|\.m2/repository|\.nuget/packages|\.cocoapods/repos|\.bun/install/cache|\.pub-cache"
    r"|\.(?:pytest|mypy|ruff)_cache|\.(?:node|electron)-gyp|\.local/share/pnpm/store|\.[\w-]+/(?:[\w-]+/)?(?:http-|build-)?caches?"
    r"|\.(?:rustup/toolchains|pyenv/versions|nvm/versions/node|rbenv/versions|virtualenvs|local/share/virtualenvs)/[^/*?]+"
    r"|Library/Developer/Xcode/DerivedData|go/pkg/mod|\.local/share/Trash|\.Trash|\.terraform\.d/plugin-cache"
    r"|AppData/Local/Temp|\.conda/pkgs|\.nv/ComputeCache|\.parcel-cache|\.eslintcache)(?:/|\Z)",
    re.IGNORECASE,
)
_PUT_BACK: Final = pattern(
    r"(?:.*/(?:[^/*?\[]+\.(?:pid|sock|socket|lock|lck|sw[op]|tmp|part|crdownload)|(?:\.?lock|lock-frontend|\.DS_Store|nohup\.out)"
    r"|\.zcompdump[^/]*|(?:\.local/bin|Downloads|Library/LaunchAgents|\.config/systemd/user)/[^/*?\[]+)"
    r"|/usr/local/s?bin/[^/*?\[]+|/etc/(?:nginx|apache2)/(?:sites|conf|mods)-enabled/[^/*?\[]+"
    r"|/etc/apt/(?:sources\.list\.d|keyrings|trusted\.gpg\.d)/[^/*?\[]+|/usr/share/keyrings/[^/*?\[]+)\Z"
)
_HOME: Final = pattern(r"(?:/home/[^/]+|/Users/[^/]+|/root|/[a-z]/users/[^/]+|~[^/]*)(?=/|\Z)")
_ANYTHING: Final = pattern(r"(?:\.?[*?]+|\.\[!?\^?\.\]\*|\*\.\*|\.\?\?\*|[*]+\.?[*]*|\[!\.\]\*|!\(.*\)|\.\.\?\*)\Z")
_HISTORY: Final = pattern(r"(?:.*/)?\.(?:git|hg|svn|jj)(?:/(?:objects|refs|logs)(?:/.*)?)?\Z")


class Spot(NamedTuple):
    """Where a path leads.

    Args:
        path: the folder or file, without a last segment that stands for anything.
        is_content: whether such a segment stood there: the folder's content, not the folder.
    """

    path: str
    is_content: bool


def spot(path: str) -> Spot:
    """A clean path, its ``/*`` taken as all that is in the folder."""
    content = False
    while True:
        head, _, last = path.rpartition("/")
        if not last or not _ANYTHING.match(last):
            return Spot(path, content)
        path, content = head or ("/" if path.startswith("/") else "."), True


def root_of(root: str | None) -> str | None:
    """A workspace root, as places are compared."""
    # With the root for a workspace, nothing is outside; what is the system's is still the system's.
    if root is None or root == "/":
        return "" if root else None
    return windows(clean(root) if root.startswith("/") else root)


def extent(path: str | None, root: str | None) -> Extent:
    """How much a path stands for.

    Args:
        path: a clean path; None where it is not known.
        root: the workspace's root as ``root_of`` gives it: empty for the root itself, None where none is known.
    """
    if path is None:
        return Extent.UNKNOWN
    if path == "/":
        return Extent.EVERYTHING
    home = _HOME.match(path)
    if home and home.end() == len(path) and path != root:
        return Extent.HOME
    if root == "":
        return _under_the_root(path)
    if _is_above(path, root):
        return Extent.WORKSPACE
    if root is not None and path.startswith("/") and _is_within(path, root):
        return _inside(path)
    if re.fullmatch(r"/[a-z]", path):
        return Extent.DRIVE
    if path.startswith(("/", "~")):
        return _elsewhere(path, root)
    return _relative(path)


def _under_the_root(path: str) -> Extent:
    found = _elsewhere(path, None) if path.startswith(("/", "~")) else _relative(path)
    return Extent.INSIDE if found is Extent.OUTSIDE and path.startswith("/") else found


def is_of_the_system(path: str) -> bool:
    """Whether a path is a folder of the system as a whole, or a file without which it does not start.

    Folders for what does not last, and those that hold what others than the system put there, are none of them.
    """
    where = spot(clean(path)).path
    return (where in _SYSTEM and not _OF_OTHERS.match(where)) or bool(_VITAL.match(where))


def is_put_back(path: str) -> bool:
    """Whether a path is one file that is made, fetched or installed again: a lock, a socket, a download, a link."""
    return bool(_PUT_BACK.match(path))


def _is_within(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")


def _is_above(path: str, root: str | None) -> bool:
    if root is not None and path.startswith("/"):
        return _is_within(root, path)
    return path in (".", "..") or bool(re.fullmatch(r"(?:\.\./)*\.\.", path))


def _inside(path: str) -> Extent:
    return Extent.HISTORY if _HISTORY.match(path) else Extent.INSIDE


def _relative(path: str) -> Extent:
    return Extent.OUTSIDE if path.startswith("../") else _inside(path)


def _elsewhere(path: str, root: str | None) -> Extent:
    home = _HOME.match(path)
    if home and _HOME_CACHES.match(path, home.end() + 1):
        return Extent.SCRATCH
    if path in _SYSTEM:
        return Extent.SYSTEM
    if _TEMPORARY.match(path) or _SYSTEM_CACHES.match(path):
        return Extent.SCRATCH
    if _SYSTEM_TREES.match(path):
        return Extent.SYSTEM
    # Where no workspace is known, a named folder that is nobody's home or system's may well be the workspace.
    return Extent.OUTSIDE if root is not None or path.startswith("~") or path.count("/") < 2 else Extent.INSIDE


def in_container(path: str | None) -> bool:
    """Whether a path inside a container holds what would be lost: a top folder, or where services keep their data."""
    if path is None or path.startswith("."):
        return False
    keeps = re.match(
        r"/(?:var/lib|var/www|var/backups|etc|data|mnt|home|srv|backups?|bitnami"
        r"|(?:host|hostfs|rootfs)/(?:etc|home|root|var|usr|boot|bin|lib|opt|srv|Users))(?:/|\Z)",
        path,
    )
    if _TEMPORARY.match(f"{path}/x") or _SYSTEM_CACHES.match(path) or _OF_A_BUILD.match(path):
        return False
    return path == "/" or path.startswith("~") or path.count("/") == 1 or bool(keeps)
