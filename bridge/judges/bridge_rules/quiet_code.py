"""Programs that can reach no host: they use nothing but what their language has for texts, data and files."""

from typing import Final

from bridge.core.lazy_pattern import pattern
from bridge.judges.bridge_rules.listed import listed

_PYTHON: Final = listed(
    """abc argparse ast base64 binascii bs4 calendar codecs collections collections.abc configparser copy csv
    dataclasses datetime decimal difflib enum fileinput fnmatch fractions functools glob gzip hashlib heapq html io
    itertools json locale math operator os os.path pathlib pprint random re ruamel.yaml secrets shutil statistics
    string struct sys tempfile textwrap time toml tomllib tomli tomlkit types typing unicodedata urllib.parse uuid
    warnings xml.dom.minidom xml.etree xml.etree.ElementTree yaml zipfile zlib"""
)
_NODE: Final = listed("assert crypto fs fs/promises os path querystring string_decoder url util zlib")
_IMPORT: Final = pattern(
    r"\bfrom\s+([\w.]+)\s+import\b|\bimport\s+([A-Za-z_][\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*[A-Za-z_][\w.]*(?:\s+as\s+\w+)?)*)"
)
_IMPORTS: Final = pattern(r"\bimport\b")
_REQUIRE: Final = pattern(r"""\brequire\s*\(\s*['"](?:node:)?([^'"]+)['"]\s*\)""")
_REQUIRES: Final = pattern(r"\b(?:require|import|createRequire)\b")
_DATA_FILE: Final = pattern(r"\.{1,2}/[\w./-]+\.json")
_ODD: Final = pattern(
    r"__|\b(?:globals|locals|vars|compile|builtins|Function|Worker|WebSocket|EventSource|vm|constructor)\b"
)
"""Ways to what a program does not name."""


def is_quiet(name: str, code: str) -> bool:
    """Whether all that a program brings in is of its language and reaches no host; False where that cannot be told.

    What it calls by name, such as a client of the web, is for the caller to look at.

    Args:
        name: the interpreter, in lower case.
        code: the program.
    """
    if _ODD.search(code) is not None:
        return False
    if name.startswith("python"):
        found = list(_IMPORT.finditer(code))
        named = (part.split()[0] for match in found for part in (match[1] or match[2]).split(","))
        return len(found) == len(_IMPORTS.findall(code)) and _PYTHON.issuperset(named)
    if name == "node":
        brought = _REQUIRE.findall(code)
        return len(brought) == len(_REQUIRES.findall(code)) and all(
            one in _NODE or _DATA_FILE.fullmatch(one) is not None for one in brought
        )
    return False
