"""RSN009 to RSN022 and RSN025 to RSN027: what a program is made of, and that its statements agree."""

from typing import Final

from bridge.core.codes import Code

_PROGRAM: Final = """\
ontology "release" version "1".
authority human-authorized, tool-reported.
admit human-authorized by default.
predicate approved(version: string).
fact approval: approved("1.4.0") from human-authorized.
query approved("1.4.0").
"""

RSN009: Final = Code(
    code="RSN009",
    title="a program has no header",
    why="The header names the ontology and its version, which are part of the program's digest, and says whether "
    "the file is a program or an action policy. A file without one is a library: other files `use` it.",
    example=_PROGRAM.replace('ontology "release" version "1".\n', ""),
    fix=_PROGRAM,
)

RSN010: Final = Code(
    code="RSN010",
    title="an id is taken",
    why="Facts and rules share one set of ids, and proofs name their sources by them. A rule that is expanded takes "
    "one id for each option, such as `veto@high`.",
    example=_PROGRAM + 'fact approval: approved("1.5.0") from human-authorized.\n',
    fix=_PROGRAM + 'fact approval_150: approved("1.5.0") from human-authorized.\n',
)

RSN011: Final = Code(
    code="RSN011",
    title="a predicate admits nothing, and admits something",
    why="`admit nothing` says that no fact is ever taken for a predicate, only what rules conclude. Together with "
    "an admission of somebody it is unclear which of the two was meant.",
    example=_PROGRAM + "admit nothing for approved.\nadmit only tool-reported for approved.\n",
    fix=_PROGRAM + "admit only human-authorized for approved.\n",
)

RSN012: Final = Code(
    code="RSN012",
    title="a pattern matches no predicate",
    why="A pattern such as `judged_*` stands for every predicate of the program whose name begins like this. One "
    "that stands for none guards nothing, and is most often misspelled.",
    example=_PROGRAM + "admit only tool-reported for aproved_*.\n",
    fix=_PROGRAM + "admit only human-authorized for approved*.\n",
)

RSN013: Final = Code(
    code="RSN013",
    title="two statements say different things about the same",
    why="A program has one header, one clock and one query, and a predicate one declaration. The same said twice "
    "does no harm, so that libraries can share declarations; said differently, one of the two is wrong.",
    example=_PROGRAM + "predicate approved(version: string, role: string).\n",
    fix=_PROGRAM + "predicate approved(version: string).\n",
)

RSN014: Final = Code(
    code="RSN014",
    title="a score has no names for its levels",
    why="`use questions` declares one predicate for each question, and a score answers with one of its levels. "
    "Without names there is nothing that a rule could compare with.",
)

RSN015: Final = Code(
    code="RSN015",
    title="a file cannot be used",
    why="`use` takes in a file from the folder of the program, or below the root that is given. It cannot be read, "
    "is outside, is not what it should be, or uses itself.",
    example=_PROGRAM + 'use "no-such-file.reason".\n',
    fix=_PROGRAM,
)

RSN016: Final = Code(
    code="RSN016",
    title="a program asks nothing",
    why="A program is evaluated to answer one question, and that question is part of its digest.",
    example=_PROGRAM.replace('query approved("1.4.0").\n', ""),
    fix=_PROGRAM,
)

RSN017: Final = Code(
    code="RSN017",
    title="a predicate is not declared",
    why="A misspelled predicate would never be supported, and a rule that reads it would silently never apply. "
    "However often it is used, it is reported once.",
    example=_PROGRAM.replace("query approved", "query aproved"),
    fix=_PROGRAM,
)

RSN018: Final = Code(
    code="RSN018",
    title="a predicate is given another number of arguments than it takes",
    why="An atom with more or fewer arguments is another atom, and never the one that was meant.",
    example=_PROGRAM.replace('query approved("1.4.0")', 'query approved("1.4.0", "release-manager")'),
    fix=_PROGRAM,
)

RSN019: Final = Code(
    code="RSN019",
    title="an authority class is not declared",
    why="Whose word counts is decided by class. A misspelled class would be admitted nowhere, and what it says "
    "withheld.",
    example=_PROGRAM.replace("from human-authorized", "from human-authorised"),
    fix=_PROGRAM,
)

RSN020: Final = Code(
    code="RSN020",
    title="a name is none for an authority class",
    why="Classes are spelled with lowercase letters, digits and internal hyphens, so that no two differ by case alone.",
    example=_PROGRAM.replace("tool-reported.", "Tool_Reported."),
    fix=_PROGRAM,
)

RSN021: Final = Code(
    code="RSN021",
    title="a program declares no authority",
    why="Without a class nobody could state a fact. An action policy may do without, since its request brings one.",
    example='ontology "release" version "1".\npredicate approved(version: string).\nquery approved("1.4.0").\n',
    fix='ontology "release" version "1".\n'
    "authority human-authorized.\n"
    "predicate approved(version: string).\n"
    'query approved("1.4.0").\n',
)

RSN022: Final = Code(
    code="RSN022",
    title="a name is blank where something must be named",
    why="Proofs and results name facts, rules and the ontology by their ids.",
    example=_PROGRAM.replace('"release"', '" "'),
    fix=_PROGRAM,
)

RSN025: Final = Code(
    code="RSN025",
    title="a fact has a clause twice",
    why="Each clause says one thing of the fact, and of two the reader could not tell which holds.",
    example=_PROGRAM.replace("from human-authorized", "from human-authorized from tool-reported"),
    fix=_PROGRAM,
)

RSN026: Final = Code(
    code="RSN026",
    title="nobody says a fact",
    why="Every fact has an author, by class; the admission decides whether that class is believed for this predicate.",
    example='ontology "release" version "1".\n'
    "evaluate at 2026-08-14T12:00:00Z.\n"
    "authority human-authorized.\n"
    "predicate approved(version: string).\n"
    'fact approval: approved("1.4.0") observed 2026-08-14T11:00:00Z.\n'
    'query approved("1.4.0").\n',
    fix='ontology "release" version "1".\n'
    "evaluate at 2026-08-14T12:00:00Z.\n"
    "authority human-authorized.\n"
    "predicate approved(version: string).\n"
    'fact approval: approved("1.4.0") from human-authorized observed 2026-08-14T11:00:00Z.\n'
    'query approved("1.4.0").\n',
)

RSN027: Final = Code(
    code="RSN027",
    title="two arguments have the same name",
    why="Documentation speaks of arguments by their names, so `{version}` must mean one of them.",
    example=_PROGRAM + "predicate moved(version: string, version: string).\n",
    fix=_PROGRAM + "predicate moved(old: string, new: string).\n",
)

CODES: Final = (
    RSN009,
    RSN010,
    RSN011,
    RSN012,
    RSN013,
    RSN014,
    RSN015,
    RSN016,
    RSN017,
    RSN018,
    RSN019,
    RSN020,
    RSN021,
    RSN022,
    RSN025,
    RSN026,
    RSN027,
)
