"""Names that a reader takes for a judge's: misspelled, in another case, or in letters that only look the same."""

import re
import unicodedata
from typing import Final

from bridge.admission.literals import JUDGED_PREFIX
from bridge.reason.model import MODEL_JUDGED

_STEM: Final = JUDGED_PREFIX.removesuffix("_")
# Letters of other scripts that are drawn like those of the prefix.
_DRAWN_ALIKE: Final = str.maketrans(
    "\u0458\u03f3\u029d\u057d\u03c5\u028b\u1d1c\u0501\u217e\u1d05"
    "\u0261\u0581\u0121\u011f\u0435\u04bd\u0451\u0117\u02cd\uff3f\u203f",
    "jjjuuuudddggggeeee___",
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_OF_A_JUDGE: Final = frozenset({"judge", "judging", "judgement", "judgements", "judgment", "judgments"})
_OF_A_MODEL: Final = frozenset({"model", "llm", "ai"})


def reads_like_a_judgement(predicate: str) -> bool:
    """Whether the first word of a name reads like ``judged``, or like another form of the word."""
    words = _WORD.findall(_plain(predicate))[:1]
    return any(word in _OF_A_JUDGE or word.startswith(_STEM) or _one_slip(word) for word in words)


def reads_like_a_judge(authority: str) -> bool:
    """Whether the name of a class other than ``model-judged`` reads like a judge's."""
    words = authority.split("-")
    return authority != MODEL_JUDGED and any(word in _OF_A_JUDGE | _OF_A_MODEL or _one_slip(word) for word in words)


def _plain(name: str) -> str:
    """A name in the letters it seems to be written in: one case, one script, and nothing that cannot be seen."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) not in {"Cf", "Mn", "Me"})
    return seen.casefold().translate(_DRAWN_ALIKE)


def _one_slip(word: str) -> bool:
    """Whether a word is ``judged``, or it with one letter after the first more, less, other or swapped.

    The last letter less makes ``judge``, which is another form of the word anyway.
    """
    if word[:1] != _STEM[0]:
        return False
    cut = [(word[:i] + word[i + 1 :], _STEM[:i] + _STEM[i + 1 :]) for i in range(len(word))]
    swapped = {_STEM[:i] + _STEM[i + 1] + _STEM[i] + _STEM[i + 2 :] for i in range(len(_STEM) - 1)}
    return word in swapped or any(more in (_STEM, less) or word == less for more, less in cut)
