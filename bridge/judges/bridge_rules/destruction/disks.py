"""Disks: raw writes, new file systems, wiped signatures, removed volumes."""

from collections.abc import Iterator
from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.destruction.finding import only_shows, rule
from bridge.judges.bridge_rules.destruction.targets import loss, shown
from bridge.judges.bridge_rules.rule import CommandRule
from bridge.judges.bridge_rules.shell.listing import names
from bridge.judges.bridge_rules.shell.model import Call, Word
from bridge.judges.bridge_rules.shell.options import options, tail

_DISK: Final = pattern(
    r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper/|md|dm-|loop|sr|zd|nbd|ram|mem|kmem|port|by-|disk/|block/|\*)\S*\Z"
    r"|\\\\\.\\(?:PhysicalDrive\d+|[A-Za-z]:)\Z"
)


def is_disk(text: str) -> bool:
    """Whether a path is a disk, a partition or memory."""
    return bool(_DISK.match(text))


_WRITERS: Final = frozenset(names("dd dcfldd gdd cp gcp mv install tee badblocks sgdisk truncate ddrescue"))


def _writes(call: Call, root: str | None) -> Iterator[str]:
    for one in call.redirections:
        if one.writes and is_disk(one.target.text):
            yield f"it writes over the disk {one.target.text}"
    if call.name not in _WRITERS or only_shows(call.arguments):
        return
    for word in _written(call):
        if is_disk(word.text):
            yield f"it writes over the disk {shown(word.text)}"
    if call.name in ("dd", "dcfldd", "gdd"):
        for word in _outputs(call):
            found = (
                None if is_disk(word.text) or word.text.startswith("/dev/") else loss(word, call, root, recursive=True)
            )
            if found:
                yield f"it writes over {found.why}"


def _outputs(call: Call) -> list[Word]:
    return [tail(word, 3) for word in call.arguments if word.text.startswith("of=")]


def _written(call: Call) -> list[Word]:
    name = call.name or ""
    if name in ("dd", "dcfldd", "gdd"):
        return _outputs(call)
    if name in ("cp", "gcp", "mv", "install"):
        return list(options(call.arguments).operands[-1:])
    given = options(call.arguments)
    if name == "ddrescue":
        return list(given.operands[1:2])
    is_read = (name == "badblocks" and not given.has("w")) or (name == "sgdisk" and given.has(*_PRINTS))
    return [] if is_read else list(given.operands)


_PRINTS: Final = ("p", "print", "i", "info", "v", "verify", "O", "print-mbr")


_FORMATS: Final = pattern(r"mkfs(?:\..*)?|mke2fs|mkswap|mkntfs|mkdosfs|newfs(?:_.*)?|format\.com")
_WIPES: Final = {
    "wipefs": ("a", "all", "o", "offset", "f", "force"),
    "blkdiscard": (),
    "sgdisk": ("Z", "z", "o", "d", "zap-all", "zap", "clear", "delete"),
    "nwipe": (),
    "hdparm": ("security-erase", "security-erase-enhanced", "trim-sector-ranges"),
    "lvremove": (),
    "vgremove": (),
    "pvremove": (),
    "pvcreate": (),
    "scrub": (),
}
_VERBS: Final = {
    "zfs": ("destroy", "rollback"),
    "zpool": ("destroy", "labelclear"),
    "cryptsetup": ("luksFormat", "luksErase", "erase", "luksKillSlot"),
    "btrfs": ("subvolume delete", "subvolume del"),
    "diskutil": (
        "eraseDisk",
        "eraseVolume",
        "zeroDisk",
        "secureErase",
        "partitionDisk",
        "apfs deleteVolume",
        "apfs deleteContainer",
        "randomDisk",
        "reformat",
    ),
    "nvme": ("format", "sanitize"),
    "mdadm": (),
    "parted": (),
    "tmutil": ("delete", "deletelocalsnapshots"),
    "snapper": ("delete",),
    "timeshift": (),
    "virsh": ("vol-delete", "pool-delete", "vol-wipe"),
    "qm": ("destroy",),
    "pct": ("destroy",),
}
_PARTED: Final = pattern(r"\b(?:mklabel|mktable|rm|mkpart)\b")


_TOOLS: Final = frozenset((*_WIPES, *_VERBS, "parted", "sfdisk", "fdisk"))


def _is_image(word: Word, call: Call, root: str | None) -> bool:
    """Whether what is formatted is a named file of the workspace, and so no disk."""
    is_file = word.is_known and "." in word.text and not word.text.startswith("/dev")
    return is_file and loss(word, call, root, recursive=True) is None


def _formats(call: Call, root: str | None) -> Iterator[str]:
    name = call.name or ""
    if not _FORMATS.fullmatch(name) and name not in _TOOLS:
        return
    if only_shows(call.arguments) or not call.arguments:
        return
    given = options(call.arguments)
    on_disk = any(text.startswith("/dev/") for text in given.texts)
    if _FORMATS.fullmatch(name) and not on_disk and any(_is_image(word, call, root) for word in given.operands):
        return
    if _FORMATS.fullmatch(name) and not given.has("n", "V"):
        yield f"{name} makes a new file system over what is there"
    elif name in _WIPES and _wipes(name, call):
        yield f"{name} wipes what is there"
    elif name in ("parted", "sfdisk", "fdisk") and _partitions(name, call):
        yield f"{name} changes the partitions of a disk"
    elif name == "mdadm" and given.has("zero-superblock"):
        yield "mdadm wipes the superblock of an array"
    elif name == "timeshift" and given.has("delete", "delete-all"):
        yield "it deletes snapshots"
    elif not (name in ("zfs", "zpool") and given.has("n")):
        yield from _verbs(name, " ".join(given.texts))


def _wipes(name: str, call: Call) -> bool:
    given = options(call.arguments)
    if given.has("n", "no-act", "test") or not given.operands:
        return False
    return not _WIPES[name] or given.has(*_WIPES[name])


def _partitions(name: str, call: Call) -> bool:
    text = " ".join(word.text for word in call.arguments)
    if name == "parted":
        return bool(_PARTED.search(text))
    fed = call.stdin.text if call.stdin else "".join(r.target.text for r in call.redirections if r.operator == "<")
    return (name == "sfdisk" and ("--delete" in text or bool(fed.strip()))) or (name == "fdisk" and bool(fed.strip()))


def _verbs(name: str, text: str) -> Iterator[str]:
    for verb in _VERBS.get(name, ()):
        if text == verb or text.startswith(verb + " "):
            yield f"{name} {verb} destroys what is there"


RULES: Final[tuple[CommandRule, ...]] = (
    rule(
        "writes-raw-disk",
        "Writing to a disk, a partition or memory as such, by a redirection, dd, cp or tee; dd over a file outside the "
        "workspace. An image file in the workspace is a file like any other.",
        _writes,
        yes=(
            "cat rescue.img >/dev/sdc",
            "dd if=/dev/zero bs=1M of=/dev/nvme0n1",
            "cp image.iso /dev/sdb",
            "cat image.iso | sudo tee /dev/sdb >/dev/null",
            "dd if=/dev/urandom of=/etc/passwd",
        ),
        no=(
            "dd if=/dev/zero of=./swap.img bs=4M count=8",
            "dd if=/dev/sda of=/dev/null count=1",
            "cat /dev/sda1 | head -c 512 | xxd",
            "pv /dev/sda | gzip > sda.img.gz",
            "ls > /dev/null",
        ),
    ),
    rule(
        "formats-or-wipes",
        "Making a file system, changing partitions, wiping signatures, or destroying volumes, pools and snapshots.",
        _formats,
        yes=(
            "mkfs.ext4 /dev/sda1",
            "sudo wipefs -a /dev/sdb",
            "blkdiscard /dev/nvme0n1",
            "zfs destroy -r tank/home",
            "diskutil eraseDisk APFS New disk2",
            "lvremove -f vg0/data",
            "parted /dev/sda mklabel gpt",
        ),
        no=("lsblk", "wipefs /dev/sdb", "parted -l", "zfs list", "man mkfs", "which mkfs.ext4", "diskutil list"),
    ),
)
