"""The search for counterexamples over many generated programs: ``python -m tests.soak_guarantees [N [SEED [SETS]]]``.

Prints how many programs kept the convention, how many broke it, and in how many of those something was found; exits 1
with the first program that keeps the convention and in which something is found.
"""

import sys
from collections import Counter
from random import Random

from bridge.admission.table import violations
from bridge.reason.model import POLICY_TEMPLATE_V1, PolicyTemplate, Program
from bridge.testing.guarantees.asked import asked_of
from bridge.testing.guarantees.blocks import blocks
from bridge.testing.guarantees.search import search
from bridge.testing.guarantees.subject import Subject
from bridge.testing.strategies.choices import SeededChoices
from bridge.testing.strategies.generation import Kind, policy


def subject_of(kind: Kind, drafted: Program, *, convention: bool) -> Subject:
    """What is searched of a generated program; of kind ``ACTION`` it is an action policy."""
    if kind is not Kind.ACTION:
        return Subject(drafted, convention=convention)
    template = PolicyTemplate(POLICY_TEMPLATE_V1, drafted.ontology, drafted.authority, drafted.facts, drafted.rules)
    return Subject(template, asked=asked_of(template), convention=convention)


def soak(count: int, seed: int, sets: int) -> Counter[str]:
    """Search many programs, and count what was met.

    Raises:
        AssertionError: a program that keeps the convention breaks a guarantee.
    """
    rng = Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        kind, drafted = policy(SeededChoices(rng))
        plain = subject_of(kind, drafted, convention=True)
        if codes := {found.code for found in violations(plain.plain)}:
            subject = subject_of(kind, drafted, convention=False)
            found = search(subject, examples=sets).counterexample
            met.update((f"broken {code}{'' if found is None else ' and shown'}") for code in codes)
            if found is not None:
                blocks(subject, found, request="request.json")
            continue
        met["kept"] += 1
        found = search(plain, examples=sets).counterexample
        assert found is None, (drafted, found)
    return met


def main(arguments: list[str]) -> int:
    """Soak as many programs as asked, and print the counts."""
    count, seed, sets = (int(given) for given in (*arguments, *("2000", "1", "300")[len(arguments) :]))
    try:
        met = soak(count, seed, sets)
    except AssertionError as broke:
        sys.stderr.write(f"{broke}\n")
        return 1
    sys.stdout.write(f"programs {count}\n" + "".join(f"{name} {met[name]}\n" for name in sorted(met)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
