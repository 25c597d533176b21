"""What the reader makes of command lines: the words of every call, where it stands and what it is fed."""

import pytest

from bridge.judges.bridge_rules.shell import Call, Source, read


def calls(command: str, cwd: str | None = "/w") -> list[list[str]]:
    return [[word.text for word in call.argv] for call in read(command, cwd=cwd).calls]


def last(command: str, cwd: str | None = "/w") -> Call:
    return read(command, cwd=cwd).calls[-1]


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("a b c", ["a", "b", "c"]),
        ("a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g"]),
        ("a b'c'\"d\"e", ["a", "bcde"]),
        ("a ''", ["a", ""]),
        ("$'\\x61\\142' $'c\\nd'", ["ab", "c\nd"]),
        ("a \\\n b", ["a", "b"]),
        ("a {b,c}d e{1..3}", ["a", "bd", "cd", "e1", "e2", "e3"]),
        ("a {b} '{c,d}' {e,{f,g}}", ["a", "{b}", "{c,d}", "e", "f", "g"]),
        ("a # b", ["a"]),
        ("a b#c", ["a", "b#c"]),
        ("x='1 2'; a $x", ["a", "1", "2"]),
        ("x='1 2'; a \"$x\"", ["a", "1 2"]),
        ("x=a; y=${x}b; $y c", ["ab", "c"]),
        ("x=(1 '2 3'); a \"${x[@]}\"", ["a", "1", "2 3"]),
        ("x=a.tar.gz; a ${x%.*} ${x%%.*} ${x#*.} ${x##*.}", ["a", "a.tar", "a", "tar.gz", "gz"]),
        ("x=abc; a ${x/b/-} ${x^^} ${x:1:1} ${#x}", ["a", "a-c", "ABC", "b", "${#x}"]),
        ("a ${u:-d} ${u:+e}", ["a", "d", "e"]),
        ("x=; a ${x:+e} b", ["a", "b"]),
        ("unset x; a $x b", ["a", "b"]),
        ("a \"$u\" $u/b", ["a", "$u", "$u/b"]),
        ("a $(echo b c) \"$(echo d e)\"", ["a", "b", "c", "d e"]),
        ("a `echo b`", ["a", "b"]),
        ("a > b 2>&1 c < d", ["a", "c"]),
        ("X=1 a b", ["a", "b"]),
        ("f() { a \"$2\" $1; }; f 1 2", ["a", "2", "1"]),
        ("alias l='a b'\nl c", ["a", "b", "c"]),
        ("set -- 1 2; shift; a $1", ["a", "2"]),
    ],
)  # fmt: skip
def test_the_words_of_the_last_call(command: str, argv: list[str]) -> None:
    assert calls(command)[-1] == argv


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("a; b && c || d & e", ["a", "b", "c", "d", "e"]),
        ("a | b |& c", ["a", "b", "c"]),
        ("(a; b) ; { c; }", ["a", "b", "c"]),
        ("! a", ["a"]),
        ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
        ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
        ("for i in x y; do a; done", ["a", "a"]),
        ("case x in (a|b) c;; *) d;; esac", ["c", "d"]),
        ("f() { a; }", []),
        ("[[ -n $(a) ]] && b", ["a", "b"]),
        ("[ -d / ] && b", ["[", "b"]),
        ("(( x = $(a) )); b", ["a", "b"]),
        ("a <(b) >(c)", ["b", "c", "a"]),
        ("cat <<E; b\n$(a)\nE\nc", ["a", "cat", "b", "c"]),
        ("cat <<'E'\n$(a)\nE", ["cat"]),
        ("sudo -u x nice -n 5 a", ["sudo", "nice", "a"]),
        ("env -i X=1 a", ["env", "a"]),
        ("timeout -k 1 5s a", ["timeout", "a"]),
        ("bash -c 'a; b'", ["bash", "a", "b"]),
        ("eval 'a' b", ["eval", "a"]),
        ("find . -exec a {} + -exec b {} \\;", ["find", "a", "b"]),
        ("echo 1 2 | xargs -n1 a", ["echo", "xargs", "a"]),
        ("ssh -p 1 h a", ["ssh", "a"]),
        ("docker exec -it -u r c a", ["docker", "a"]),
        ("kubectl exec p -- a", ["kubectl", "a"]),
        ("echo 'a b' | sh", ["echo", "sh", "a"]),
        ("echo YSBi | base64 -d | sh", ["echo", "base64", "sh", "a"]),
        ("echo a > f; sh f", ["echo", "sh", "a"]),
        ("python -c \"import os; os.system('a')\"", ["python", "a"]),
    ],
)  # fmt: skip
def test_every_call_is_seen_in_order(command: str, expected: list[str]) -> None:
    assert [words[0] for words in calls(command)] == expected


@pytest.mark.parametrize(
    ("command", "cwd"),
    [
        ("a", "/w"),
        ("cd b; a", "/w/b"),
        ("cd ..; a", "/"),
        ("cd /x/./y/../z && a", "/x/z"),
        ("cd; a", "~"),
        ("cd ~/b; a", "~/b"),
        ("cd - ; a", None),
        ("cd b; cd -; a", "/w"),
        ("(cd b); a", "/w"),
        ("cd $unknown/x; a", None),
        ("pushd b; popd; a", "/w"),
        ("env -C b a", "/w/b"),
        ("ssh h a", None),
        ("cd b | a", "/w"),
    ],
)
def test_where_the_last_call_stands(command: str, cwd: str | None) -> None:
    assert last(command).cwd == cwd


def test_without_a_folder_paths_start_at_a_dot() -> None:
    assert [last(command, None).cwd for command in ("a", "cd b; a", "cd ..; a")] == [".", "./b", ".."]


def test_what_a_call_is_fed_is_known_where_the_line_says_it() -> None:
    fed = {
        "a <<< b": "b\n",
        "a <<E\nb\nE": "b\n",
        "echo b | a": "b\n",
        "printf '%s' b | a": "b",
        "cat <<< b | a": "b\n",
    }
    assert {command: last(command).stdin.text for command in fed} == fed  # type: ignore[union-attr] # each is fed
    assert last("a").stdin is None


def test_what_feeds_a_call_is_known_where_its_text_is_not() -> None:
    reading = read("find / | grep x | a", cwd="/w")
    call = reading.calls[-1]
    assert [one.name for one in reading.before(call)] == ["find", "grep"]
    assert call.stdin is not None
    assert [one.name for one in call.stdin.calls] == ["find", "grep"]


def test_redirections_and_variables_stay_with_their_call() -> None:
    call = last("X=1 Y=$u a > b 2>> c < d")
    assert [(one.operator, one.descriptor, one.target.text) for one in call.redirections] == [
        (">", 1, "b"),
        (">>", 2, "c"),
        ("<", 0, "d"),
    ]
    assert [(name, word.text) for name, word in call.environment] == [("X", "1"), ("Y", "$u")]
    assert [one.empties for one in call.redirections] == [True, False, False]


def test_an_unknown_piece_says_what_it_is() -> None:
    words = last('a "$u/x" ~/y $(b) "${v:?}" *.c "*.d"').arguments
    sources = [[piece.source for piece in word.pieces if piece.source is not Source.LITERAL] for word in words]
    assert sources == [[Source.VARIABLE], [Source.HOME], [Source.COMMAND], [Source.VARIABLE], [], []]
    assert [word.if_unset for word in words[:1]] == ["/x"]
    assert words[3].if_unset == "${v:?}"
    assert [word.has_glob for word in words] == [False, False, False, False, True, False]
    assert [one.name for one in words[2].calls] == ["b"]


def test_a_call_says_what_it_was_reached_through() -> None:
    assert last("sudo bash -c 'eval a'").via == ("sudo", "bash -c", "eval")
    assert last("ssh h 'docker exec c a'").elsewhere == "docker"
    assert last("echo $(a)", "/w").via == ()
    assert read("echo $(a)", cwd="/w").calls[0].via == ("$(…)",)


def test_a_node_is_a_stretch_of_the_command_line() -> None:
    command = "ls; ünïcode='x' rm -rf \"$(pwd)\" | cat"
    nodes = [call.node.text(command) for call in read(command, cwd="/w").calls]
    assert nodes == ["ls", "pwd", "ünïcode='x' rm -rf \"$(pwd)\"", "cat"]


def test_what_is_over_a_bound_is_unread_and_the_rest_is_read() -> None:
    reading = read("a; b {1..9999}; c", cwd="/w")
    assert [call.name for call in reading.calls] == ["a", "c"]
    assert [one.text for one in reading.unread] == ["b {1..9999}"]


@pytest.mark.parametrize(
    "command",
    [
        "".join(f"f{i}() " + "( " * 35 + f"f{i + 1}" + " )" * 35 + ";" for i in range(70)) + "f0",
        "".join(f"f{i}() {{ for x in 1; do eval f{i + 1}; done; }};" for i in range(70)) + "f0",
        "eval " * 60 + "a",
        "echo " + "$(echo " * 60 + "a" + ")" * 60,
        "a " + ("${b:-" * 10 + "$(c ") * 6 + (")" + "}" * 10) * 6,
    ],
)
def test_deep_nesting_is_given_up_and_said(command: str) -> None:
    assert read(command, cwd="/w").unread


def test_fifty_evals_are_read() -> None:
    assert last("eval " * 50 + "a b").argv[0].text == "a"


def test_a_fork_bomb_ends() -> None:
    assert [call.name for call in read(":(){ :|:& };:", cwd="/w").calls] == [":", ":", ":"]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("Remove-Item C:\\a -Recurse", [["Remove-Item", "C:\\a", "-Recurse"]]),
        ("a 'b c' \"d $HOME\"; e | f", [["a", "b c", "d ~"], ["e"], ["f"]]),
        ("$x = 'b'; a $x", [["a", "b"]]),
        ('a `"b', [["a", '"b']]),
        ("if ($y) { a b }", [["if"], ["$y"], ["a", "b"]]),
        ('cmd /c "rd /q /s E:\\"', [["cmd", "/c", "rd /q /s E:\\"], ["rd", "/q", "/s", "E:\\"]]),
    ],
)
def test_windows_command_lines(command: str, expected: list[list[str]]) -> None:
    reading = read(command, cwd="C:\\w", windows=True)
    assert [[word.text for word in call.argv] for call in reading.calls] == expected
