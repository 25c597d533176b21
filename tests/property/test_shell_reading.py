"""Laws of reading commands: how a command is spelled or wrapped does not change what it does; reading is total."""

from base64 import b64encode
from shlex import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.judges.bridge_rules.shell import raw, read, tree
from tests.unit.judges.bridge_rules.destruction.false_alarms import HARMLESS
from tests.unit.judges.bridge_rules.destruction.incidents import DESTRUCTIVE
from tests.unit.judges.bridge_rules.destruction.judged import found, lines

DESTROYS = st.sampled_from([line for table in DESTRUCTIVE.values() for line in lines(table)])
HARMS_NOT = st.sampled_from([line for table in HARMLESS.values() for line in lines(table)])
ONE_LINE = DESTROYS.filter(lambda line: "\n" not in line)
TARGETS = st.sampled_from(["/", "~", "..", "*", "/etc", "$HOME", '"$HOME"/*', "/home/dev", "."])
FLAGS = st.sampled_from(
    [["-rf"], ["-fr"], ["-r", "-f"], ["-f", "-r"], ["--recursive", "--force"], ["-Rfv"], ["-v", "-rf"]]
)
SPACES = st.text(" \t", min_size=1, max_size=3)
NAMES = st.sampled_from(["rm", "'rm'", '"rm"', "r'm'", "\\rm", "r\\m", "$'rm'", "$'\\x72m'", '"r"m', "/bin/rm", "rm''"])
PREFIXES = st.sampled_from(
    [
        "sudo",
        "sudo -u root --",
        "env X=1",
        "nice -n 5",
        "nohup",
        "timeout 5",
        "command",
        "stdbuf -oL",
        "setsid",
        "busybox",
    ]
)
AROUND = st.sampled_from(
    [
        "{}",
        "X=1 {}",
        "( {} )",
        "if true; then {}; fi",
        "for i in 1; do {}; done",
        "f() {{ {}; }}; f",
        "echo $({})",
        "true && {}",
        "false || {}",
        "ls | {}",
        "{} > /dev/null 2>&1",
        "[ -d x ] && {}",
        "! {}",
    ]
)
SUFFIXES = st.sampled_from(["", "; true", " && ls", " || true", "\necho done", " ; echo 'ok' > log.txt", " # tidy"])
ODD = st.text(st.sampled_from("rm -f/~*$(){}[]<>|&;'\"`\\\n #=abEOF0!\0\ud800é"), max_size=60)


@given(NAMES, FLAGS, TARGETS, st.lists(SPACES, min_size=3, max_size=3), st.booleans())
@settings(max_examples=150, deadline=None)
def test_spelling_does_not_save_a_removal(
    name: str, flags: list[str], target: str, spaces: list[str], last: bool
) -> None:
    words = [name, target, *flags] if last else [name, *flags, target]
    assert found(spaces[0].join(words) + spaces[1])


@given(NAMES, FLAGS, TARGETS, st.lists(PREFIXES, max_size=2), AROUND, SUFFIXES)
@settings(max_examples=100, deadline=None)
def test_wrapping_does_not_save_a_removal(
    name: str, flags: list[str], target: str, prefixes: list[str], around: str, suffix: str
) -> None:
    command = around.format(" ".join([*prefixes, name, *flags, target])) + suffix
    assert found(command), command


@given(ONE_LINE)
@settings(max_examples=120, deadline=None)
def test_a_shell_within_a_shell_destroys_as_much(command: str) -> None:
    encoded = b64encode(command.encode()).decode()
    for outer in (
        f"bash -c {quote(command)}",
        f"eval {quote(command)}",
        f"echo {quote(command)} | sh",
        f"echo {encoded} | base64 -d | sh",
        f"bash <<'EOF'\n{command}\nEOF",
        f"sudo sh -c {quote(command)}",
    ):
        assert found(outer), outer


@given(
    DESTROYS,
    st.sampled_from(["echo {}", "grep {} a.txt", "git commit -m {}", "printf '%s' {} > a.txt", "gh pr create -t {}"]),
)
@settings(max_examples=120, deadline=None)
def test_a_command_that_is_only_mentioned_destroys_nothing(command: str, mention: str) -> None:
    assert found(mention.format(quote(command))) == []


@given(
    st.lists(
        HARMS_NOT.filter(lambda line: not line.lstrip().startswith(("cd ", "pushd", "HOME", "set "))),
        min_size=2,
        max_size=2,
    )
)
@settings(max_examples=80, deadline=None)
def test_a_harmless_command_stays_harmless_in_a_subshell(commands: list[str]) -> None:
    first = commands[0]
    if "\n" not in first and "#" not in first and not first.endswith("&"):
        assert found(f"( {first} ); true") == []


@given(ODD)
@settings(max_examples=400, deadline=None)
def test_any_text_has_a_reading(text: str) -> None:
    reading = read(text, cwd="/w")
    assert all(0 <= call.node.start <= call.node.end <= len(text) for call in reading.calls)
    assert read(text, cwd="/w") == reading
    read(text, cwd=None, windows=True)
    found(text)


@given(
    st.sampled_from([line for tables in (DESTRUCTIVE, HARMLESS) for table in tables.values() for line in lines(table)])
)
@settings(max_examples=150, deadline=None)
def test_the_grammar_and_the_reader_by_hand_see_the_same_calls(command: str) -> None:
    by_tree, by_hand = read(command, cwd="/w"), read(command, cwd="/w", grammar=False)
    assert [call.argv for call in by_tree.calls] == [call.argv for call in by_hand.calls]
    assert tree.parse(command) is not None
    assert raw.parse(command) is not None
