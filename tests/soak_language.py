"""The laws of the language over many seeded programs: ``python -m tests.soak_language [N [SEED]]``.

1. A program compiles to itself from what ``decompile`` prints, and from any other layout and spelling.
2. ``fmt`` keeps every token, every comment and what they stand on, changes no digest, and lays out once and for all.
3. One fault in one statement is one error, in that statement.

Half the programs get names that are hard to print. Each process takes a stretch of seeds, so a seed says the same
program however many there are. Prints how many were made and what of; exits 1 with the first that breaks a law.
"""

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random

from bridge.core.canonical import compact
from bridge.core.diagnostics import ProgramRefused, Severity
from bridge.core.sources import Source
from bridge.errors import ProgramError
from bridge.reason.lowering import compile_source
from bridge.reason.model import POLICY_TEMPLATE_V1, PolicyTemplate, Program
from bridge.reason.syntax.format import formatted
from bridge.reason.syntax.printer import decompile
from bridge.reason.wire import program_json, template_json
from bridge.testing.strategies.choices import SeededChoices
from bridge.testing.strategies.generation import Kind, policy
from bridge.testing.strategies.programs import random_program
from tests.property.language_faults import injected
from tests.property.language_layouts import source
from tests.property.language_renaming import renamed, renamed_template
from tests.property.language_texts import statements

_STRETCH = 500


class LawBrokenError(Exception):
    """A law does not hold of a program; the message says which seed makes it, and shows the source."""


def soak(first: int, count: int) -> Counter[str]:
    """Hold the programs of some seeds to the laws, and count what was met.

    Raises:
        LawBrokenError: a law is broken.
    """
    met: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            met.update(_held(seed))
        except ProgramError as refused:
            raise LawBrokenError(f"seed {seed}: {refused}") from None
    return met


def _held(seed: int) -> list[str]:
    random = Random(seed)
    program = _program(random)
    kind = "template" if isinstance(program, PolicyTemplate) else program.schema.rpartition(".")[2]
    meant = _canonical(program)
    tested = random.random() < 0.5
    text = source(program, random, tests=tested)
    printed = decompile(program)
    # What fmt gives back it has itself compared with what it was given, and laid out again.
    found = formatted(Source("soak.reason", text))
    for law, held, shown in (
        ("1, compile(decompile(j)) = j", _canonical(_compiled(printed)) == meant, printed),
        ("2, no digest changes", tested or _canonical(_compiled(found)) == meant, text),
        ("3, one fault is one error in its place", _faulted(program, random), printed),
    ):
        if not held:
            raise LawBrokenError(f"seed {seed}: law {law}\n{shown}")
    return [kind, "with tests in every layout" if tested else "compiled from every layout"]


def _program(random: Random) -> Program | PolicyTemplate:
    hard = random.random() < 0.5
    if random.random() < 0.3:
        _, found = policy(SeededChoices(random), Kind.ACTION)
        template = PolicyTemplate(POLICY_TEMPLATE_V1, found.ontology, found.authority, found.facts, found.rules)
        return renamed_template(template, random) if hard else template
    program = random_program(random)
    return renamed(program, random) if hard else program


def _compiled(text: str) -> Program | PolicyTemplate:
    return compile_source(Source("soak.reason", text)).program


def _canonical(program: Program | PolicyTemplate) -> str:
    return compact(program_json(program) if isinstance(program, Program) else template_json(program))


def _faulted(program: Program | PolicyTemplate, random: Random) -> bool:
    fault = injected(statements(program, random), random)
    if fault is None:
        return True
    try:
        compile_source(Source("soak.reason", fault.text))
    except ProgramRefused as refused:
        errors = [one for one in refused.diagnostics if one.severity is Severity.ERROR]
        places = [one.span.start for one in errors if one.span]
        return len(errors) == 1 and all(fault.start <= place <= fault.end for place in places)
    return False


def main(arguments: list[str]) -> int:
    """Soak as many programs as asked, and print the counts."""
    count = int(arguments[0]) if arguments else 100_000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    begun = time.monotonic()
    met: Counter[str] = Counter()
    stretches = [(first, min(_STRETCH, seed + count - first)) for first in range(seed, seed + count, _STRETCH)]
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        running = [processes.submit(soak, first, size) for first, size in stretches]
        try:
            for done, finished in enumerate(as_completed(running), 1):
                met += finished.result()
                if done % 20 == 0:
                    sys.stderr.write(f"{100 * done // len(running)} %, {time.monotonic() - begun:.0f} s\n")
        except LawBrokenError as broke:
            processes.shutdown(cancel_futures=True)
            sys.stderr.write(f"{broke}\n")
            return 1
    sys.stdout.write(f"programs {count}\n" + "".join(f"{name} {met[name]}\n" for name in sorted(met)))
    sys.stdout.write(f"seconds {time.monotonic() - begun:.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
