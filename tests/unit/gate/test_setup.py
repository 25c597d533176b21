"""How a gate is set up: our variables, a seed's beside them, the settings file, and what is a fault."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.workflows.gating.setup import VARIABLES, open_gate
from tests.unit.gate.hook import event, run

VALUES = {"judge": "treeship-rules", "threshold": "0.7", "bound": "100", "strict": "1"}
SETTING = st.sampled_from(sorted(VARIABLES))


@given(name=SETTING, data=st.data())
def test_the_variables_of_a_setting_are_one_setting(name: str, data: st.DataObject) -> None:
    variables = data.draw(st.lists(st.sampled_from(VARIABLES[name]), min_size=1, unique=True))
    opened = open_gate(dict.fromkeys(variables, VALUES[name]), current=Path("/nowhere"))
    assert opened.fault is None
    assert (opened.strict, opened.bound, opened.threshold and opened.threshold.value) == (
        name == "strict",
        100.0 if name == "bound" else None,
        0.7 if name == "threshold" else 0.5,
    )


@given(name=SETTING, data=st.data())
def test_two_that_differ_are_a_fault_that_names_both(name: str, data: st.DataObject) -> None:
    first, second = data.draw(st.lists(st.sampled_from(VARIABLES[name]), min_size=2, max_size=2, unique=True))
    opened = open_gate({first: VALUES[name], second: "0"}, current=Path("/nowhere"))
    assert opened.fault is not None
    assert first in opened.fault
    assert second in opened.fault


@pytest.mark.parametrize(
    "environment",
    [
        {"BRIDGE_JUDGE": "bridge-rules", "TREESHIP_JUDGE": "1"},
        {"BRIDGE_JUDGE": "treeship-rules", "TREESHIP_JUDGE": "rules"},
        {"BRIDGE_JUDGE": "none", "TREESHIP_JUDGE": "0"},
        {"BRIDGE_JUDGE": "https://judge.example/v1", "TREESHIP_JUDGE": "https://judge.example/v1"},
        {"BRIDGE_THRESHOLD": "0.5", "TREESHIP_JUDGE_THRESHOLD": ".50"},
        {"BRIDGE_BOUND": "100", "TREESHIP_JUDGE_BOUND": "1e2"},
        {"BRIDGE_STRICT": "1", "TREESHIP_JUDGE_STRICT": "true"},
        {"BRIDGE_STRICT": "off", "TREESHIP_JUDGE_STRICT": "0"},
    ],
    ids=lambda one: " ".join(one.values()),
)
def test_two_that_mean_the_same_agree_however_they_are_written(environment: dict[str, str]) -> None:
    assert open_gate(environment, current=Path("/nowhere")).fault is None


@pytest.mark.parametrize(
    "environment",
    [
        {"BRIDGE_JUDGE": "bridge-rules", "TREESHIP_JUDGE": "0"},
        {"BRIDGE_JUDGE": "bridge-rules", "TREESHIP_JUDGE": "http://judge.example"},
        {"BRIDGE_JUDGE": "http://judge.example", "TREESHIP_JUDGE": "1"},
        {"BRIDGE_JUDGE": "none", "TREESHIP_JUDGE": "1"},
        {"BRIDGE_THRESHOLD": "nan", "TREESHIP_JUDGE_THRESHOLD": "nan"},
        {"BRIDGE_STRICT": "1", "TREESHIP_JUDGE_STRICT": "maybe"},
    ],
    ids=lambda one: " ".join(one.values()),
)
def test_two_that_do_not_are_a_fault(environment: dict[str, str]) -> None:
    assert "are set, and differ" in (open_gate(environment, current=Path("/nowhere")).fault or "")


def test_our_own_variable_says_which_rules() -> None:
    opened = open_gate({"BRIDGE_JUDGE": "treeship-rules", "TREESHIP_JUDGE": "1"}, current=Path("/nowhere"))
    assert type(opened.judge).__name__ == "TreeshipRules"


def test_the_scheme_of_a_judges_url_is_one_in_any_case() -> None:
    opened = open_gate({"TREESHIP_JUDGE": "HTTPS://judge.example/"}, current=Path("/nowhere"))
    assert (opened.fault, opened.built_in) == (None, False)


@pytest.mark.parametrize(
    ("environment", "fault"),
    [
        ({"BRIDGE_THRESHOLD": "nan"}, "between 0 and 1"),
        ({"BRIDGE_THRESHOLD": "1.5"}, "between 0 and 1"),
        ({"BRIDGE_THRESHOLD": "high"}, "must be a number"),
        ({"BRIDGE_BOUND": "inf"}, "finite"),
        ({"BRIDGE_STRICT": "perhaps"}, "strict must be 1 or 0"),
        ({"BRIDGE_JUDGE": "nobody"}, "there is no judge"),
        ({"BRIDGE_ATTEST": "some"}, "refusals or calls"),
        ({"BRIDGE_WORKSPACE": "/no/such/folder"}, "no such folder"),
    ],
)
def test_a_setting_that_cannot_be_used_is_a_fault(environment: dict[str, str], fault: str) -> None:
    opened = open_gate(environment, current=Path("/nowhere"))
    assert fault in (opened.fault or "")


def test_a_fault_of_the_judge_names_where_the_judge_is_named(home: Path) -> None:
    (home / ".bridge/config.toml").write_text('judge = "nobody"\n')
    from_file, from_variable = open_gate({}, current=home), open_gate({"BRIDGE_JUDGE": "someone"}, current=home)
    assert (from_file.fault or "").endswith('config.toml: judge: there is no judge "nobody"')
    assert from_variable.fault == 'BRIDGE_JUDGE: there is no judge "someone"'


@pytest.mark.parametrize("name", ["threshold", "bound"])
def test_a_fault_names_the_variable_that_is_set(name: str) -> None:
    for variable in VARIABLES[name]:
        opened = open_gate({variable: "high"}, current=Path("/nowhere"))
        assert (opened.fault or "").startswith(f"{variable}: ")


def test_a_strictness_that_cannot_be_understood_is_strict() -> None:
    assert open_gate({"TREESHIP_JUDGE_STRICT": "perhaps"}, current=Path("/nowhere")).strict


@pytest.mark.parametrize("value", ["1", "rules", "anything"])
def test_any_other_value_of_the_seeds_variable_is_the_rules(value: str) -> None:
    opened = open_gate({"TREESHIP_JUDGE": value}, current=Path("/nowhere"))
    assert opened.judge is not None
    assert opened.built_in


@pytest.mark.parametrize("environment", [{"TREESHIP_JUDGE": "0"}, {"BRIDGE_JUDGE": "none"}])
def test_nobody_judges_where_the_judge_is_off(environment: dict[str, str]) -> None:
    assert run(event("rm -rf /"), environment=environment).out == ""


def test_the_settings_file_comes_after_the_environment(home: Path) -> None:
    (home / ".bridge/config.toml").write_text('strict = "1"\nthreshold = 0.9\nnetwork_scope = "a.example b.example"\n')
    opened = open_gate({"BRIDGE_THRESHOLD": "0.2"}, current=home)
    assert opened.strict
    assert opened.threshold is not None
    assert opened.threshold.value == 0.2
    assert opened.network_scope == ("a.example", "b.example")


@pytest.mark.parametrize("content", ["judge = ", "no_such_setting = 1", "\x00"])
def test_a_broken_settings_file_names_itself(home: Path, content: str) -> None:
    (home / ".bridge/config.toml").write_text(content)
    said = run(event("ls"))
    # It may say that the gate is strict.
    assert (said.code, said.decision) == (0, "ask")
    assert "config.toml" in said.err
    assert run(event("rm -rf /")).decision == "deny"


@pytest.mark.parametrize(("written", "strict"), [("true", True), ("false", False), ("1", True), ('"off"', False)])
def test_the_file_says_whether_it_is_strict(home: Path, written: str, strict: bool) -> None:
    (home / ".bridge/config.toml").write_text(f"strict = {written}\n")
    opened = open_gate({}, current=home)
    assert (opened.fault, opened.strict) == (None, strict)


@pytest.mark.parametrize("line", ['strict = "perhaps"', "program = []", 'program = "p.reason"\nthreshold = 7'])
def test_a_fault_beside_a_program_or_a_strictness_nobody_understands_is_strict(home: Path, line: str) -> None:
    (home / ".bridge/config.toml").write_text(line + "\n")
    opened = open_gate({}, current=home)
    assert opened.fault is not None
    assert opened.strict


def test_an_unreadable_settings_file_is_a_fault(home: Path) -> None:
    (home / ".bridge/config.toml").mkdir()
    assert "config.toml" in run(event("ls")).err


def test_paths_are_held_to_the_folder_that_the_event_names(bare: Path) -> None:
    def read(path: str) -> str | None:
        return run(event(tool_name="Read", tool_input={"file_path": path}, cwd="/home/dev/acme")).decision

    assert read("/home/dev/acme/src/main.rs") is None
    assert read("/etc/passwd") == "deny"
    assert read(str(bare / "a")) == "deny"


def test_an_agent_cannot_go_to_a_folder_that_it_set_up_itself(home: Path) -> None:
    elsewhere = home / "sub"
    (elsewhere / ".bridge").mkdir(parents=True)
    (elsewhere / ".bridge/config.toml").write_text('judge = "none"\n')
    moved = event("rm -rf /", cwd=str(elsewhere))
    assert run(moved).decision is None
    assert run(moved, environment={"CLAUDE_PROJECT_DIR": str(home)}).decision == "deny"


@pytest.mark.parametrize("cwd", [7, None, "", "relative", "/nul\0", "/" + "x" * 5000, "/dev/null/x"])
def test_a_folder_that_is_none_keeps_no_call_from_being_judged(bare: Path, cwd: object) -> None:
    assert run(event("rm -rf /", cwd=cwd)).decision == "deny"
    harmless = run(event("ls", cwd=cwd))
    assert (harmless.decision, harmless.err) == (None, "")


def test_a_folder_that_is_none_does_not_switch_the_judge_off(home: Path) -> None:
    (home / ".bridge/config.toml").write_text('program = "bridge:gates/tool_call"\n')
    assert run(event("ls", cwd="/" + "x" * 5000)).decision == "ask"


def test_a_hook_whose_folder_is_gone_judges_all_the_same(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare / "gone").mkdir()
    monkeypatch.chdir(bare / "gone")
    (bare / "gone").rmdir()
    said = run(event("ls"))
    assert (said.decision, said.err) == (None, "")
