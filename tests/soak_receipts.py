"""No byte of a package can be changed unseen: ``python -m tests.soak_receipts [N [SEED]]``.

Every byte of a small package is changed in two or three ways, and N bytes, 10,000 if left out, of one with 200
receipts, which chance chooses. Prints how many changes were made; exits 1 with the first that nobody noticed.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.unit.receipts.package.sessions import action, judgement, sealed
from tests.unit.receipts.package.test_bytes import changes, places, unseen


def soak(package: Path, chosen: list[tuple[Path, int]], chance: random.Random) -> int:
    """Change the chosen bytes of a package, one after the other; how many changes that was."""
    made = 0
    for path, at in chosen:
        for after in changes(path.read_bytes(), at, chance):
            made += 1
            if unseen(package, path, after):
                sys.exit(f"{path.relative_to(package)}: byte {at} was changed unseen, to {after[at : at + 1]!r}")
    return made


def main(count: int = 10_000, seed: int = 0) -> None:
    """Run both parts."""
    began, chance = time.monotonic(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        small = sealed(Path(folder, "small"), [action(), judgement()], notes=["one"])
        every = soak(small, places(small), chance)
        large = sealed(Path(folder, "large"), [maker for _ in range(100) for maker in (action(), judgement())])
        some = soak(large, chance.choices(places(large), k=count), chance)
    spent = time.monotonic() - began
    said = f"{every} changes of every byte of a small package, {some} of a large one: all seen, {spent:.0f} s"
    sys.stdout.write(said + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
