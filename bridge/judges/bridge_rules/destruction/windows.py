"""PowerShell and ``cmd``: what removes, formats and wipes there."""

import re
from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import rule
from bridge.judges.bridge_rules.destruction.places import Extent
from bridge.judges.bridge_rules.destruction.targets import Loss, loss, shown
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Piece, Source, Word
from bridge.judges.bridge_rules.shell.options import tail
from bridge.judges.bridge_rules.shell.windows_values import is_list

_REMOVE: Final = frozenset(names("remove-item ri rm del erase rd rmdir clear-content clc"))
_CMDLETS: Final = frozenset(("remove-item", "ri", "clear-content", "clc"))
_ALWAYS: Final = _CMDLETS | {"del", "erase"}
_LISTERS: Final = frozenset(("get-childitem", "gci", "ls", "dir", "get-item", "gi"))
_SWITCHES: Final = pattern(r"(?:/[A-Za-z?](?::[^\s/]*)?)+\Z")
_KEPT: Final = pattern(r"\\\\|(?:HKLM|HKCR|HKU):", re.IGNORECASE)
_REMOVED_ELSEWHERE: Final = pattern(
    r"remove-(?:(?:az|s3|rds|ec2|ddb|cfn|eks|ecs|efs|gcs|gce)[a-z]\w*|ad(?:user|group|computer|object|organizationalunit))"
)
"""The cmdlets of clouds and directories that remove."""
_PICKERS: Final = frozenset(names("where-object where ? select-object select select-string"))
_BOUND: Final = pattern(r"-(?:literal)?path:", re.IGNORECASE)
_VALUED: Final = pattern(r"-(?:include|exclude|filter|credential|erroraction|ea|stream|depth)\Z", re.IGNORECASE)
_RECURSES: Final = pattern(r"-(?:r|re|rec|recu|recur|recurs|recurse)(?::\$true)?\Z", re.IGNORECASE)
_FORCES: Final = pattern(r"-(?:f|fo|for|forc|force)(?::\$true)?\Z", re.IGNORECASE)
_PROVIDER: Final = pattern(r"(?:Microsoft\.PowerShell\.Core\\)?FileSystem::", re.IGNORECASE)
_EXTENDED: Final = pattern(r"\\\\\?\\[A-Za-z]:\\[^$%]*\Z")
_OPAQUE: Final = pattern(r"[\\/]{2}[?.][\\/]|\\\?\\")


def _removes(call: Call, root: str | None) -> Iterator[str]:
    name = (call.name or "").lower()
    if name not in _REMOVE:
        return
    texts = [word.text for word in call.arguments]
    lowered = [text.lower() for text in texts]
    if "-whatif" in lowered or "/?" in lowered or "-?" in lowered:
        return
    switches = {one for text in lowered if _SWITCHES.match(text) for one in re.findall(r"/[a-z?]", text)}
    is_cmd = not switches.isdisjoint(("/s", "/q", "/f"))
    if name not in _ALWAYS and not is_cmd and not any(_RECURSES.match(text) or _FORCES.match(text) for text in texts):
        return
    recursive = "/s" in switches or any(map(_RECURSES.match, texts)) or name in ("clear-content", "clc")
    is_fed = call.stdin is not None or any(map(_is_item, call.arguments))
    for word in _targets(call, name):
        found = _loss(word, call, root, recursive=recursive or is_fed)
        if found:
            yield f"it removes {found.why}"
            return


def _loss(word: Word, call: Call, root: str | None, *, recursive: bool) -> Loss | None:
    if word.is_known and _EXTENDED.match(word.text):
        word = tail(word, 4)
    # A shell that ate the backslashes leaves "C:Usersdev".
    if recursive and (_OPAQUE.search(word.text) or re.match(r"[A-Za-z]:\w", word.text) or _KEPT.match(word.text)):
        return Loss(Extent.OUTSIDE, word.text)
    provider = _PROVIDER.match(word.text)
    word = word if provider is None else tail(word, provider.end())
    text = word.text
    if "\\" in text and not (word.is_known and re.match(r"[A-Za-z]:|\\\\", text)):
        word = Word(tuple(p._replace(text=p.text.replace("\\", "/")) for p in word.pieces), word.node)
    return loss(word, call, root, recursive=recursive)


def _targets(call: Call, name: str) -> list[Word]:
    found = _named(call, has_switches=name not in _CMDLETS)
    if not found and call.stdin is not None:
        return _listed(call.stdin.calls)
    return [target for word in found for target in (_listed(word.calls) if _starts_as_item(word) else [word])]


def _starts_as_item(word: Word) -> bool:
    return any(map(_is_fed, word.pieces[:1]))


def _is_item(word: Word) -> bool:
    """Whether a word is made of ``$_``, what a pipeline feeds a block."""
    return any(map(_is_fed, word.pieces))


def _is_fed(piece: Piece) -> bool:
    return piece.source is Source.INPUT and piece.text == "$_"


def _named(call: Call, *, has_switches: bool = False) -> list[Word]:
    """The paths that a call names, those of ``-Path:…`` too."""
    found: list[Word] = []
    skip = False
    for word in call.arguments:
        bound = _BOUND.match(word.text)
        if skip:
            skip = False
        elif bound:
            found.append(tail(word, bound.end()))
        elif _VALUED.match(word.text):
            skip = True
        elif not word.text.startswith("-") and not (has_switches and _SWITCHES.match(word.text)):
            found.append(word)
    return found


def _listed(calls: tuple[Call, ...]) -> list[Word]:
    """What the calls of a pipeline list: where some of it is picked, as what is named in the folder."""
    calls = (*calls, *(fed for call in calls if _is_item(call.argv[0]) for fed in call.argv[0].calls))
    picks = any((call.name or "").lower() in _PICKERS and not _keeps_most(call) for call in calls)
    named = [word for call in calls if (call.name or "").lower() in _LISTERS for word in _of_lister(call, picks)]
    return [*named, *(word for call in calls if is_list(call.argv) for word in call.argv)]


_LEAVES: Final = pattern(r"-(?:c|i)?(?:ne|notlike|notmatch|notin|notcontains)\b", re.IGNORECASE)
_TAKES: Final = pattern(r"-(?:c|i)?(?:like|match|eq|contains|in|lt|gt|le|ge)\b|^\s*\$_\.PSIsContainer", re.IGNORECASE)


def _keeps_most(call: Call) -> bool:
    """Whether what is picked is all but what is named: ``Where-Object { $_.Name -ne 'keep' }``."""
    text = " ".join(word.text for word in call.arguments)
    return _LEAVES.search(text) is not None and _TAKES.search(text) is None


def _of_lister(call: Call, picks: bool) -> list[Word]:
    picks = picks or any(word.text.lower() in ("-filter", "-include") for word in call.arguments)
    named = [word for word in _named(call) if not word.text.startswith("*.")]
    if picks or len(named) < len(_named(call)):
        return [Word((*word.pieces, Piece("/x")), word.node) for word in named]
    return named or [Word((Piece("."),), call.node)]


_DISKS: Final = frozenset(
    names(
        "clear-disk format-volume initialize-disk remove-partition remove-volume remove-physicaldisk "
        "reset-physicaldisk remove-vm remove-virtualdisk remove-storagepool"
    )
)


_WIDE: Final = pattern(
    r"(?:[A-Za-z]:|%SystemDrive%)[\\/]?(?:(?:Users(?:[\\/][^\\/]+)?|Windows|Program Files[^\\/]*)[\\/]?)?\*?\Z",
    re.IGNORECASE,
)
_WIPERS: Final = _DISKS | {
    "format",
    "format.com",
    "vssadmin",
    "wbadmin",
    "wmic",
    "cipher",
    "clear-recyclebin",
    "icacls",
    "takeown",
    "diskpart",
    "reg",
    "robocopy",
    "wsl",
}


def _wipes(call: Call, root: str | None) -> Iterator[str]:
    name = (call.name or "").lower()
    if name not in _WIPERS and not _REMOVED_ELSEWHERE.fullmatch(name):
        return
    texts = [word.text.lower() for word in call.arguments]
    if "-whatif" in texts or "/?" in texts:
        return
    if name in _DISKS:
        yield f"{name} destroys what is on the disk"
    elif name.startswith("remove-"):
        yield f"{name} removes what is kept there"
    elif name == "clear-recyclebin":
        yield "it empties the bin, from which alone what was removed can be had back"
    elif name in ("icacls", "takeown") and not {"/t", "/r"}.isdisjoint(texts):
        yield from (f"it changes every permission in {shown(w.text)}" for w in call.arguments if _WIDE.match(w.text))
    elif name == "wsl" and "--unregister" in texts:
        yield "it removes a distribution with all its files"
    elif name in ("format", "format.com") and any(re.match(r"[a-z]:", text) for text in texts):
        yield "it makes a new file system over a drive"
    elif name == "vssadmin" and "delete" in texts:
        yield "it deletes the shadow copies"
    elif name == "wbadmin" and "delete" in texts:
        yield "it deletes backups"
    elif name == "wmic" and "shadowcopy" in texts and "delete" in texts:
        yield "it deletes the shadow copies"
    elif name == "cipher" and any(text.startswith("/w") for text in texts):
        yield "it overwrites what was deleted"
    elif name == "diskpart" and (
        "/s" in texts or (call.stdin and re.search(r"(?im)^[ \t]*(?:clean|format|delete)\b", call.stdin.text))
    ):
        yield "it changes or wipes a disk"
    elif (
        name == "reg" and texts[:1] == ["delete"] and any(re.match(r"hk(?:lm|cr|u|ey_)", t.strip("\"'")) for t in texts)
    ):
        yield "it deletes keys of the machine's registry"
    elif name == "robocopy" and ("/mir" in texts or "/purge" in texts) and "/l" not in texts:
        yield from _mirrored(call, root)


def _mirrored(call: Call, root: str | None) -> Iterator[str]:
    for word in call.arguments[1:2]:
        found = _loss(word, call, root, recursive=True)
        if found:
            yield f"it deletes, in {found.why}, all that the source does not have"


def _moves(call: Call, root: str | None) -> Iterator[str]:
    if (call.name or "").lower() in ("move", "move-item", "mi"):
        for word in _named(call, has_switches=True)[:1]:
            found = loss(word, call, root, recursive=False)
            if found and found.extent in _WHOLE:
                yield f"it moves {found.why} away, and each file over the one before where the folder is not there"


_WHOLE: Final = (Extent.WORKSPACE, Extent.HOME, Extent.DRIVE, Extent.EVERYTHING, Extent.UNKNOWN)


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "moves-everything-on-windows",
        "move or Move-Item of everything in the workspace, a home folder or a drive: where the folder that it goes to "
        "does not exist, each file takes its name, and the place of the one before.",
        _moves,
        yes=('Move-Item -Path * -Destination "../new project"', "cmd /c move * ..\\new"),
        no=("Move-Item *.log logs", "Move-Item a.txt b.txt", "cmd /c move src\\* lib"),
    ),
    rule(
        "removes-broadly-on-windows",
        "Remove-Item, del and rd, recursive or forced, where rm may not: a drive, a profile, the workspace or "
        "what is outside it.",
        _removes,
        yes=(
            "Remove-Item -Recurse -Force C:\\Users\\dev",
            'cmd /c "rd /q /s E:\\"',
            "del /s /q C:\\*",
            "Get-ChildItem .. | Remove-Item -Recurse -Force",
            "ri $HOME -r -fo",
            "pwsh -c 'Remove-Item (Join-Path $HOME src) -Recurse -Force'",
            "pwsh -c '$what = @{ Path = \"D:\\photos\"; Recurse = $true }; Remove-Item @what'",
            "pwsh -c 'Set-Alias zap Remove-Item; zap C:\\Users\\dev -Recurse'",
        ),
        no=(
            "Remove-Item -Recurse -Force node_modules",
            "pwsh -c 'Remove-Item (Join-Path $PWD dist) -Recurse -Force'",
            "Get-Help Remove-Item -Detailed",
            "Remove-Item -Recurse C:\\Users\\dev -WhatIf",
            'cmd /c "del notes.txt"',
            "rd /s /q build",
        ),
    ),
    rule(
        "wipes-on-windows",
        "Formatting or clearing a disk, emptying the bin, deleting shadow copies and backups, changing every "
        "permission of a drive or a profile, robocopy /MIR outside the workspace, the cmdlets of clouds and "
        "directories that remove.",
        _wipes,
        yes=(
            "format C: /q /y",
            "Clear-Disk -Number 1 -RemoveData",
            "vssadmin delete shadows /all /quiet",
            "icacls C:\\ /grant Everyone:F /t",
            "Remove-AzResourceGroup -Name prod -Force",
        ),
        no=("Get-Disk", "Format-Table -AutoSize", "vssadmin list shadows", "robocopy src build /MIR"),
    ),
)
