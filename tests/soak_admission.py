"""The guarantees of the admission convention over many seeded programs: ``python -m tests.soak_admission [N [SEED]]``.

Prints how many programs were made, kept the convention, and were changed by a judge; exits 1 with the first program
that keeps the convention and breaks a guarantee.
"""

import sys
from collections import Counter
from random import Random

from bridge.admission.analysis import analyse
from bridge.admission.literals import is_judgement
from bridge.admission.table import violations
from bridge.reason.model import Program
from bridge.testing.strategies.programs import random_program
from tests.property.admission_laws import World, broken, forged


def soak(count: int, seed: int) -> Counter[str]:
    """Check that many programs and the forged form of each, and count what was met.

    Raises:
        AssertionError: a guarantee is broken, or the analysis differs from the definitions.
    """
    rng = Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        program = random_program(rng)
        codes = {found.code for found in violations(program)}
        met.update(codes or ("accepted",))
        if not codes:
            met.update(_kept(program))
    return met


def _kept(program: Program) -> set[str]:
    world, analysis = World(program), analyse(program)
    sets = (analysis.given, analysis.judge_made, analysis.judge_touched, analysis.authorizing, analysis.free)
    read = world.sets
    assert sets == (read.given, read.judge_made, read.judge_touched, read.authorizing, read.free), program
    for form in (program, forged(program)):
        assert not (names := broken(form)), (names, form)
    gained = world.with_judges - world.without_judges
    return {"denied" if negated else "enabled" for name, negated, _ in gained if not is_judgement(name)}


def main(arguments: list[str]) -> int:
    """Soak as many programs as asked, and print the counts."""
    count = int(arguments[0]) if arguments else 200_000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    try:
        met = soak(count, seed)
    except AssertionError as broke:
        sys.stderr.write(f"{broke}\n")
        return 1
    sys.stdout.write(f"programs {count}\n" + "".join(f"{name} {met[name]}\n" for name in sorted(met)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
