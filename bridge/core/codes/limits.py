"""RSN5xx: bounds on what a source may ask for, and on what a run may take."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority model-judged.
admit only model-judged for judged_*.
predicate judged_risk(version: string, level: "none" < "low" < "medium" < "high" < "critical").
predicate ready(version: string).
rule stop: not ready($v) if
"""
_TWO: Final = '  judged_risk($v, >= "none"), judged_risk($v, >= "none")'
_QUERY: Final = 'query ready("1.4.0").\n'

RSN501: Final = Code(
    code="RSN501",
    title="a rule stands for too many rules",
    why="A rule is expanded into one for each combination of its options, and their number is the product. Nothing "
    "is built before it is known to be at most 256.",
    example=f"{_PROGRAM}{_TWO},\n{_TWO}.\n{_QUERY}",
    fix=f"{_PROGRAM}{_TWO}.\n{_QUERY}",
)

RSN502: Final = Code(
    code="RSN502",
    title="a program is made of too many files",
    why="Each `use` reads a file that may use others. A bound keeps a mistake, or a malicious library, from reading "
    "a whole disk.",
)

RSN503: Final = Code(
    code="RSN503",
    title="a program has too many facts",
    why="Every fact that takes part is held in memory. The bound is counted before anything is concluded, and when "
    "files of facts are taken in. `--max-facts` changes it.",
)

RSN504: Final = Code(
    code="RSN504",
    title="a program derives too many atoms",
    why="Every derived atom is held in memory with the reason for it, so their number bounds the memory of a run: a "
    "rule that multiplies its premises is stopped within its round. An atom of a wide rule counts for more than one: "
    "one for every 32 terms and variables begun. `--max-derived` changes the bound.",
)

RSN505: Final = Code(
    code="RSN505",
    title="a program takes too many steps",
    why="A step is one way to satisfy the first few premises of a rule, or all of them. A body may have far more of "
    "them than the rule has conclusions, and their number is the same on every machine, which the time is not. "
    "`--max-steps` changes the bound.",
)

RSN506: Final = Code(
    code="RSN506",
    title="reasoning does not converge in the rounds allowed",
    why="Each level of a derivation takes a round. 1024 rounds is the reference kernel's own bound, with this very "
    "outcome, so a program that is answered here is answered there. `--max-rounds` changes it; what needs more than "
    "1024 is answered by no other kernel, nor verified.",
)

RSN507: Final = Code(
    code="RSN507",
    title="a run takes too long",
    why="What runs away costs its time and nothing else: the clock is looked at in reading, in the analysis of the "
    "admission convention, in joins and in proofs alike, and a run that is stopped has answered nothing. "
    "`--max-seconds` changes the bound.",
)

RSN508: Final = Code(
    code="RSN508",
    title="an input is too long",
    why="An input is held in memory whole, and what is read of it is several times as large. No more than the bound "
    "and a byte is ever read. `--max-input-bytes` changes it; formats with a bound of their own keep that.",
)

RSN509: Final = Code(
    code="RSN509",
    title="a JSON document is nested too deep",
    why="What reads nested arrays and objects goes as deep as they do. 127 containers are the most that the reference "
    "kernel reads, so that a deeper document would be no program anywhere else. `--max-nesting` lowers the bound.",
)

RSN510: Final = Code(
    code="RSN510",
    title="a rule is too large to be joined",
    why="To plan the join of a rule costs the square of its size. A rule counts one for each atom and for each term, "
    "and 4096 is the most; none that a person could read comes near it.",
)

RSN511: Final = Code(
    code="RSN511",
    title="rules look facts up in too many ways",
    why="For each way in which rules look a relation up, by these columns or by those, the engine keeps an index of "
    "its rows in memory. All of them together may have five rows for each fact and each derived atom that may be, so "
    "`--max-facts` and `--max-derived` change this bound as well.",
)

RSN512: Final = Code(
    code="RSN512",
    title="a file has more faults than are listed",
    why="The first hundred errors of a file are listed, and the others are counted. So many are most often one mistake "
    "made again and again, or no source at all.",
)

RSN513: Final = Code(
    code="RSN513",
    title="not every rule was compared with the others",
    why="Whether one rule makes another needless (RSN420, RSN421) is a search over their premises. Where thousands of "
    "rules conclude one predicate from many premises over another, all the searches together are bounded, and a lint "
    "says at which rule it stopped. Nothing else that is found depends on it.",
)

CODES: Final = (
    RSN501,
    RSN502,
    RSN503,
    RSN504,
    RSN505,
    RSN506,
    RSN507,
    RSN508,
    RSN509,
    RSN510,
    RSN511,
    RSN512,
    RSN513,
)
