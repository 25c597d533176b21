"""What a removal would take with it: its operands, resolved, and why losing them matters."""

from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.places import Extent, Spot, extent, in_container, is_put_back, root_of, spot
from bridge.judges.bridge_rules.shell.folders import clean, located, windows
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.mounts import machine_path
from bridge.judges.bridge_rules.shell.options import options

_LOST: Final = frozenset(
    (
        Extent.EVERYTHING,
        Extent.SYSTEM,
        Extent.HOME,
        Extent.DRIVE,
        Extent.WORKSPACE,
        Extent.HISTORY,
        Extent.OUTSIDE,
    )
)
_BROAD_VARIABLES: Final = frozenset(
    names(
        "HOME PWD OLDPWD GITHUB_WORKSPACE CI_PROJECT_DIR WORKSPACE HOMEPATH USERPROFILE HOMEDRIVE SYSTEMROOT "
        "SYSTEMDRIVE APPDATA LOCALAPPDATA PROGRAMFILES WINDIR ENV:USERPROFILE ENV:HOME ENV:SYSTEMROOT "
        "ENV:APPDATA ENV:LOCALAPPDATA ENV:SYSTEMDRIVE ENV:WINDIR XDG_DATA_HOME XDG_CONFIG_HOME PSSCRIPTROOT"
    )
)


class Loss(NamedTuple):
    """Why a target matters.

    Args:
        extent: how much it stands for.
        text: the target as it is written.
    """

    extent: Extent
    text: str

    @property
    def why(self) -> str:
        """As the object of "it removes"."""
        return f"{self.extent.value} ({shown(self.text)})" if self.text else self.extent.value


def shown(text: str) -> str:
    """A text short enough for a sentence."""
    return text if len(text) <= 60 else text[:57] + "…"


def loss(word: Word, call: Call, root: str | None, *, recursive: bool) -> Loss | None:
    """Why the removal of a target matters; None where it does not.

    Args:
        word: the target.
        call: the call whose target it is.
        root: the workspace's root, as the state names it.
        recursive: whether folders go with all that is in them.
    """
    known = _path_of(word, call)
    if known is not None:
        return path_loss(known, word, call, root, recursive=recursive)
    if not word.is_known:
        return _unknown_loss(word, root, recursive=recursive) or _named_loss(word, call, root, recursive=recursive)
    return _unplaced_loss(word, recursive=recursive)


def _path_of(word: Word, call: Call) -> str | None:
    text = word.literal
    if not text:
        return None
    path = windows(text)
    if path != text or path.startswith("//?/"):
        return path
    return located(text, is_home=word.is_home_relative, cwd=call.cwd)


_OF_SCRATCH: Final = frozenset(("TMPDIR", "TMP", "TEMP", "RUNNER_TEMP", "ENV:TEMP", "ENV:TMP"))


def is_scratch(word: Word, call: Call, root: str | None) -> bool:
    """Whether a path is a temporary file or a cache: by where it is, or by what it starts with."""
    path = _path_of(word, call)
    if path is not None:
        return not call.elsewhere and extent(spot(windows(path)).path, root_of(root)) is Extent.SCRATCH
    first = word.pieces[0]
    return first.name.upper() in _OF_SCRATCH or any(one.name == "mktemp" for one in first.calls)


def path_loss(path: str, word: Word, call: Call, root: str | None, *, recursive: bool) -> Loss | None:
    """``loss`` of a path that is worked out."""
    if path.startswith("//?/"):
        return Loss(Extent.OUTSIDE, word.text)
    where = spot(windows(path))
    if call.elsewhere and call.elsewhere != "ssh" and call.elsewhere != "adb":
        here = machine_path(path)
        if here is not None:
            return path_loss(here, word, call._replace(elsewhere=None), root, recursive=recursive)
        return Loss(Extent.SYSTEM, word.text) if in_container(where.path) else None
    found = extent(where.path, root_of(root) if not call.elsewhere else None)
    if call.elsewhere and found is Extent.INSIDE and where.path.startswith("/"):
        found = Extent.OUTSIDE
    if found not in _LOST or (found is Extent.HISTORY and not recursive):
        return None
    return Loss(found, word.text) if _is_lost(where, found, recursive=recursive) else None


def _is_lost(where: Spot, found: Extent, *, recursive: bool) -> bool:
    # Without -r a folder stays, so only its content, or a file, is lost.
    if recursive or where.is_content:
        return True
    return found in (Extent.OUTSIDE, Extent.SYSTEM) and not is_put_back(where.path)


def _unplaced_loss(word: Word, *, recursive: bool) -> Loss | None:
    """A relative path where the folder is not known: all of it, or what leads out of it."""
    where = spot(clean(word.text)) if word.text else Spot("x", is_content=False)
    if where.path in (".", "..") or where.path.startswith("../"):
        return Loss(Extent.UNKNOWN, word.text) if recursive or where.is_content else None
    return None


def _unknown_loss(word: Word, root: str | None, *, recursive: bool) -> Loss | None:
    first = word.pieces[0]
    if word.unknown[0].source is Source.INPUT and first.text in ("/", "../") and word.pieces[1] is word.unknown[0]:
        return Loss(Extent.SYSTEM if first.text == "/" else Extent.OUTSIDE, word.text)
    for piece in word.unknown:
        if piece.source is Source.VARIABLE and _is_whole(word, piece) and piece.name.upper() in _BROAD_VARIABLES:
            return Loss(Extent.WORKSPACE if "HOME" not in piece.name.upper() else Extent.HOME, word.text)
        if any(one.name == "getent" for one in piece.calls) and _is_whole(word, piece):
            return Loss(Extent.HOME, word.text)
        if _stands_below(word, piece):
            continue
        for found in _feeding_losses(piece, root):
            return found
    if word.text.replace("\\", "/").startswith("//?/"):
        return Loss(Extent.OUTSIDE, word.text)
    return _unset_loss(word, recursive=recursive)


def _named_loss(word: Word, call: Call, root: str | None, *, recursive: bool) -> Loss | None:
    """What stands in a folder that is known, under a name that is not: it matters as any name there would."""
    known = list(takewhile(lambda piece: piece.is_known, word.pieces))
    folder, slash, _ = known[-1].text.rpartition("/") if known else ("", "", "")
    if not slash:
        return None
    named = Word((*known[:-1], known[-1]._replace(text=f"{folder}/"), Piece("x", quoted=True)), word.node)
    found = loss(named, call, root, recursive=recursive)
    return None if found is None else Loss(found.extent, word.text)


def _stands_below(word: Word, piece: Piece) -> bool:
    """Whether a path is one below the folder that a script stands in: ``$(cd "$(dirname "$0")" && pwd)/dist``."""
    last = piece.calls[-1] if piece.source is Source.COMMAND and piece is word.pieces[0] and piece.calls else None
    rest = Word(word.pieces[1:], word.node).if_unset
    if last is None or last.name != "pwd" or last.cwd is not None or rest[:1] != "/" or ".." in rest:
        return False
    return spot(clean(rest)).path != "/"


def _is_whole(word: Word, piece: Piece) -> bool:
    rest = word.text.replace(piece.text, "", 1)
    return spot(clean(rest or ".")).path in (".", "/")


_GIVEN: Final = frozenset(
    names("0 BASH_SOURCE PSSCRIPTROOT GITHUB_WORKSPACE CI_PROJECT_DIR WORKSPACE INIT_CWD BUILD_SOURCESDIRECTORY")
)
_PRINTS_A_FOLDER: Final = frozenset(names("pwd dirname realpath readlink git npm"))


def _is_given(word: Word) -> bool:
    """Whether it stands below a folder that a script or a job is told, which is not empty by mistake."""
    piece = word.unknown[0]
    name = piece.name.upper().removeprefix("ENV:")
    is_temporary = name in _OF_SCRATCH and ".." not in word.text
    return is_temporary or name in _GIVEN or any(call.name in _PRINTS_A_FOLDER for call in piece.calls[-1:])


def _unset_loss(word: Word, *, recursive: bool) -> Loss | None:
    """An unset variable before a slash leaves the slash: ``"$DIR/"`` is the root."""
    text = word.if_unset
    if not text.startswith("/") or any(not piece.is_known and piece.text in text for piece in word.unknown):
        return None
    where = spot(clean(text))
    found = extent(where.path, None)
    is_top = found in (Extent.SYSTEM, Extent.HOME) and where.path.count("/") == 1 and where.path != "/tmp"  # noqa: S108
    if found is Extent.EVERYTHING or (is_top and not _is_given(word)):
        return (
            Loss(found, f"{word.text}, where {word.unknown[0].text} is unset")
            if recursive or where.is_content
            else None
        )
    return None


_LISTS: Final = frozenset(("ls", "dir", "exa", "eza"))
_NARROWS: Final = frozenset(names("grep egrep rg head tail sed awk fzf cut comm uniq"))


def _keeps_most(call: Call) -> bool:
    """Whether ``grep -v`` leaves all but what it is told."""
    read = options(call.arguments, ("e", "f", "A", "B", "C"))
    return call.name in ("grep", "egrep", "rg") and read.has("v", "invert-match")


def _feeding_losses(piece: Piece, root: str | None) -> Iterator[Loss]:
    """What is lost where the target is what other commands list: ``find``, ``ls``, ``git ls-files``."""
    is_narrowed = any(call.name in _NARROWS and not _keeps_most(call) for call in piece.calls)
    for call in piece.calls:
        name = call.name or ""
        if name in ("find", "gfind"):
            yield from found_losses(call, root, is_narrowed=is_narrowed)
        elif name in ("fd", "fdfind", "locate", "mdfind", "plocate"):
            yield from _named_losses(call, root, name)
        elif name in _LISTS:
            yield from _listed_losses(call, root, is_narrowed=is_narrowed)
        elif name == "git" and any(word.text == "ls-files" for word in call.arguments) and not is_narrowed:
            if {word.text for word in call.arguments} <= {"ls-files", "-z", "-c", "--cached"}:
                yield Loss(Extent.WORKSPACE, "git ls-files")
        elif name == "pwd" and piece.source is Source.COMMAND:
            yield Loss(Extent.UNKNOWN, piece.text)


def _named_losses(call: Call, root: str | None, name: str) -> Iterator[Loss]:
    if name in ("locate", "mdfind", "plocate"):
        yield Loss(Extent.OUTSIDE, f"whatever {name} finds")
        return
    for word in call.arguments[1:]:
        if word.text.startswith(("/", "~", "..")):
            found = loss(word, call, root, recursive=True)
            if found:
                yield found


def _listed_losses(call: Call, root: str | None, *, is_narrowed: bool) -> Iterator[Loss]:
    paths = [word for word in call.arguments if not word.text.startswith("-")]
    for word in paths or [Word((Piece("."),), call.node)]:
        found = loss(word, call, root, recursive=True)
        if found and (not is_narrowed or found.extent is not Extent.WORKSPACE):
            yield Loss(found.extent, f"all that ls lists in {word.text}")


_TYPES: Final = ("-type", "-xtype")
_TESTS: Final = pattern(
    r"-(?:i?name|i?path|i?wholename|i?regex|[acm]time|[acm]min|size|empty|newer\w*|user|group|nouser|nogroup|perm|links|inum|i?lname"
    r"|samefile|uid|gid|anewer|cnewer)\Z"
)


def start_points(call: Call) -> list[Word]:
    """The folders that ``find`` starts at."""
    found = []
    for word in call.arguments:
        if word.text in names("-H -L -P -D -O3 -E -X -x -d -s"):
            continue
        if word.text.startswith("-") or word.text in ("(", "!", ")"):
            break
        found.append(word)
    return found or [Word((Piece("."),), call.node)]


def is_selective(call: Call) -> bool:
    """Whether a ``find`` picks some of what it sees: by a test that is not negated and not true of everything."""
    texts = [word.text for word in call.arguments]
    for at, text in enumerate(texts):
        value = texts[at + 1] if at + 1 < len(texts) else ""
        negated = at > 0 and texts[at - 1] in ("!", "-not")
        if text in _TYPES and not negated and not {"f", "d"} & set(value.split(",")):
            return True
        if _TESTS.match(text) and not negated and value not in ("*", "./*", ".*", "*.*", ".git"):
            return True
    return False


def found_losses(call: Call, root: str | None, *, is_narrowed: bool = False) -> Iterator[Loss]:
    """What is lost where all that a ``find`` finds is removed."""
    selective = is_narrowed or is_selective(call)
    for word in start_points(call):
        found = loss(word, call, root, recursive=True)
        if found is None and not selective and word.text.rstrip("/") in ("/tmp", "/var/tmp"):  # noqa: S108
            found = Loss(Extent.OUTSIDE, word.text)
        if found is None or (selective and (_is_own(word, call, root) or _is_stale_state(word, call))):
            continue
        yield Loss(found.extent, f"what find finds in {shown(word.text)}")


_STATE: Final = pattern(
    r"(?:~|/home/[^/]+|/Users/[^/]+|/root)/\.(?!ssh\b|gnupg\b|aws\b|kube\b|config\b|password-store\b|mozilla\b|local\b)[\w.-]+/(?:.+/)?"
    r"(?:sessions?|logs?|tmp|temp|scratch|locks?|debug|crash(?:es)?|dumps)(?:/|\Z)"
)
_OLDER: Final = pattern(r"\+\d+\Z")


def _is_stale_state(word: Word, call: Call) -> bool:
    """Whether what is old is looked for where a tool keeps what does not last, as ``~/.tool/sessions``."""
    texts = [one.text for one in call.arguments]
    is_old = any(
        text in ("-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin") and _OLDER.match(after)
        for text, after in pairwise(texts)
    )
    return is_old and bool(_STATE.match(_path_of(word, call) or ""))


def _is_own(word: Word, call: Call, root: str | None) -> bool:
    """Whether a selective removal there is everyday: in the workspace itself, or among temporary files."""
    path = _path_of(word, call)
    path = (machine_path(path) if path else path) or path
    return path in (None, ".", "/tmp", "/var/tmp") or path == root_of(root)  # noqa: S108 - a name, no file is made


def losses(words: Iterable[Word], call: Call, root: str | None, *, recursive: bool) -> Iterator[Loss]:
    """``loss`` of each target."""
    for word in words:
        found = loss(word, call, root, recursive=recursive)
        if found:
            yield found
