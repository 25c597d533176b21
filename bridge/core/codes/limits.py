"""RSN501 and RSN502: bounds on what a source may ask for."""

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

CODES: Final = (RSN501, RSN502)
