"""A list of options stands in a command where its argument does, and what it says arrives as one value."""

from typing import Annotated, Any

import pytest
import typer

from bridge.cli.option_lists import Options, option_list, taking

NUMBERS = option_list(
    least=(Annotated[int, typer.Option("--least")], 1),
    most=(Annotated[int | None, typer.Option("--most")], None),
)
WORDS = option_list(word=(Annotated[list[str] | None, typer.Option("--word")], None))


def command(seen: list[Any]) -> Any:
    app = typer.Typer()

    @app.command()
    @taking("numbers", NUMBERS)
    @taking("words", WORDS)
    def run(
        name: Annotated[str, typer.Argument()],
        numbers: Options,
        loud: Annotated[bool, typer.Option("--loud")] = False,
        *,
        words: Options,
    ) -> int:
        """Say what is given."""
        seen.append((name, numbers, loud, words))
        return 0

    return typer.main.get_command(app)


@pytest.mark.parametrize(
    ("given", "arrives"),
    [
        (["a"], ("a", {"least": 1, "most": None}, False, {"word": None})),
        (
            ["--word", "x", "--most", "3", "a", "--loud", "--word", "y"],
            ("a", {"least": 1, "most": 3}, True, {"word": ["x", "y"]}),
        ),
    ],
)
def test_what_a_list_says_arrives_by_the_names_of_its_options(given: list[str], arrives: object) -> None:
    seen: list[Any] = []
    command(seen).main(given, standalone_mode=False)
    assert seen == [arrives]


def test_the_options_stand_where_the_argument_does() -> None:
    made = command([])
    assert [one.name for one in made.params][:5] == ["name", "least", "most", "loud", "word"]
    assert made.help == "Say what is given."


def test_a_list_can_be_taken_by_several_commands() -> None:
    first, second = command([]), command([])
    assert [one.opts for one in first.params] == [one.opts for one in second.params]
