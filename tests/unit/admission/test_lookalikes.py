"""Names that read like a judge's, and names that do not."""

from string import ascii_lowercase

import pytest

from bridge.admission.lookalikes import reads_like_a_judge, reads_like_a_judgement

LESS = ["jdged", "juged", "juded", "judgd", "judge"]
SWAPPED = ["jduged", "jugded", "judegd", "judgde"]
MORE = [f"{'judged'[:place]}{letter}{'judged'[place:]}" for place in range(1, 7) for letter in ascii_lowercase]
OTHER = [f"{'judged'[:place]}{letter}{'judged'[place + 1 :]}" for place in range(1, 6) for letter in ascii_lowercase]
FORMS = ["judge", "judges", "judging", "judgement", "judgements", "judgment", "judgments"]
NO_SLIP = [
    "",
    "j",
    "ju",
    "jdgd",
    "udged",
    "fudged",
    "ujdged",
    "jedgud",
    "jjjudged",
    "jubilant",
    "adjudged",
    "juddering",
]


@pytest.mark.parametrize("word", ["judged", *LESS, *SWAPPED, *MORE, *OTHER, *FORMS])
def test_judged_with_one_slip_reads_like_a_judge(word: str) -> None:
    assert reads_like_a_judgement(f"{word}_unsafe")
    assert reads_like_a_judge(word)
    assert reads_like_a_judge(f"external-{word}-2")


@pytest.mark.parametrize("word", NO_SLIP)
def test_more_than_one_slip_does_not(word: str) -> None:
    assert not reads_like_a_judgement(f"{word}_unsafe")
    assert not reads_like_a_judge(f"tool-{word}")


def test_longer_words_that_begin_so_read_like_a_judgement_only() -> None:
    assert reads_like_a_judgement("judgedness")
    assert not reads_like_a_judge("judgedness")


@pytest.mark.parametrize(
    "name",
    [
        "Judged_x",
        "JUDGED_x",
        "  judged x",
        "_1_judged",
        "ju\u200bdged_x",
        "ju\u0301dged_x",
        "j\u20dd\u20ddudged_x",
        "j\u0316\u0316udged_x",
        "\uff4a\uff55\uff44\uff47\uff45\uff44_x",
        *(f"{letter}udging" for letter in "\u0458\u03f3\u029d"),
        *(f"j{letter}dging" for letter in "\u057d\u03c5\u028b\u1d1c"),
        *(f"ju{letter}ging" for letter in "\u0501\u217e\u1d05"),
        *(f"jud{letter}ing" for letter in "\u0261\u0581\u0121\u011f"),
        *(f"judg{letter}s" for letter in "\u0435\u04bd\u0451\u0117"),
        *(f"judging{letter}x" for letter in "\u02cd\uff3f\u203f"),
    ],
)
def test_case_script_and_what_cannot_be_seen_do_not_matter(name: str) -> None:
    assert reads_like_a_judgement(name)


@pytest.mark.parametrize("name", ["", "9", "_", "x_judged", "checked_judge", "xjudging", "judgingx", "xxxx"])
def test_only_the_first_word_of_a_predicate_counts(name: str) -> None:
    assert not reads_like_a_judgement(name)


@pytest.mark.parametrize("name", ["model", "llm", "ai", "model-said", "my-llm", "ai-2", "llm-judged", "model-judge"])
def test_a_model_reads_like_a_judge(name: str) -> None:
    assert reads_like_a_judge(name)


@pytest.mark.parametrize("name", ["model-judged", "human-authorized", "tool-reported", "modeljudge", "remodel", "aim"])
def test_others_and_the_judge_itself_do_not(name: str) -> None:
    assert not reads_like_a_judge(name)
