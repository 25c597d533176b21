"""From a name to a judge: what the environment and the settings file set up, and what they cannot."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import BridgeError, InputError, JudgeUnavailable, UsageError
from bridge.judgement.agreement import Rule
from bridge.judges.cloudflare import CloudflareJudge
from bridge.judges.http import HttpJudge
from bridge.judges.openai import OpenAIJudge
from bridge.judges.panel import Panel
from bridge.judges.pinned import PinnedJudge
from bridge.judges.recorded import ReplayJudge
from bridge.judges.rules import TreeshipRules
from bridge.judges.systemone import SystemOneJudge
from bridge.workflows import settings
from bridge.workflows.configured_judges import (
    DEFAULT_JUDGE,
    answers_others,
    configured_judge,
    configured_panel,
    judge_name,
    shown,
)
from bridge.workflows.workspace import Workspace

KEY = "sk-test-0123456789"
TOML = """\
[judges.jev]
kind = "systemone"
url = "https://jev.example/api"
key_env = "MY_KEY"
pin = "jev-1.13.0"
provider = "us"
timeout = 4
retries = 0

[judges.mine]
kind = "http"
url = "http://127.0.0.1:9/judge"

[judges.openai]
model = "gpt-test"
key_env = "MY_KEY"

[judges.local]
kind = "openai"
url = "http://127.0.0.1:9/v1"
model = "llama"

[judges.flare]
kind = "cloudflare"
account = "abc"
key_env = "MY_KEY"
pin = "jev-1.13.0"

[panels.gate]
judges = ["treeship-rules", "jev", "mine"]
rule = "majority"
on_error = "ask"
"""


def configured(
    tmp_path: Path, name: str | None, toml: str = TOML, environment: dict[str, str] | None = None, **given: Any
) -> Any:
    (tmp_path / "config.toml").write_text(toml)
    found = settings.load(tmp_path / "config.toml", {"MY_KEY": KEY, **(environment or {})})
    return configured_judge(name, found, Workspace(tmp_path), **given)


def test_where_nobody_says_anything_it_is_the_default(tmp_path: Path) -> None:
    default = configured(tmp_path, None, "")
    assert type(default) is type(configured(tmp_path, DEFAULT_JUDGE, ""))
    assert isinstance(configured(tmp_path, "treeship-rules", ""), TreeshipRules)


@pytest.mark.parametrize(
    ("environment", "toml", "kind"),
    [
        ({"BRIDGE_JUDGE": "jev"}, TOML, PinnedJudge),
        ({"BRIDGE_JUDGE_URL": "http://127.0.0.1:9/"}, TOML, HttpJudge),
        ({}, 'judge = "mine"\n' + TOML, HttpJudge),
        ({}, 'judge = "gate"\n' + TOML, Panel),
        ({}, 'judge_url = "http://127.0.0.1:9/"\n', HttpJudge),
    ],
)
def test_the_environment_and_the_file_name_one(
    tmp_path: Path, environment: dict[str, str], toml: str, kind: type
) -> None:
    assert isinstance(configured(tmp_path, None, toml, environment), kind)


def test_a_table_sets_a_judge_up(tmp_path: Path) -> None:
    pinned = configured(tmp_path, "jev")
    assert isinstance(pinned, PinnedJudge)
    assert pinned.model == "jev-1.13.0"
    jev = pinned.judge
    assert isinstance(jev, SystemOneJudge)
    assert (jev.base, jev.model, jev.provider) == ("https://jev.example/api", "jev-1.13.0", "us")
    assert (jev.timeout, jev.retries.most) == (4.0, 0)
    # Whoever asks has so long; a table may say less, and not more.
    assert configured(tmp_path, "jev", timeout=30.0).judge.timeout == 4.0
    assert configured(tmp_path, "jev", timeout=2.0).judge.timeout == 2.0
    flare = configured(tmp_path, "flare").judge
    assert isinstance(flare, CloudflareJudge)
    assert flare.url == "https://api.cloudflare.com/client/v4/accounts/abc/ai/run"
    assert isinstance(configured(tmp_path, "openai"), OpenAIJudge)
    assert configured(tmp_path, "local").provider == "127.0.0.1"
    assert configured(tmp_path, "http://127.0.0.1:9/").timeout == 10.0


def test_a_panel_has_the_rules_as_its_floor(tmp_path: Path) -> None:
    panel = configured(tmp_path, "gate")
    assert isinstance(panel, Panel)
    assert (panel.rule, panel.on_error, panel.name) == (Rule.MAJORITY, "ask", "gate")
    assert [(one.name, one.floor, one.knows is None) for one in panel.members] == [
        ("treeship-rules", True, False),
        ("jev", False, True),
        ("mine", False, True),
    ]


def test_several_judges_of_one_place_are_told_apart_without_their_secrets(tmp_path: Path) -> None:
    found = settings.load(tmp_path / "config.toml", {})
    names = ["http://me:hunter2@127.0.0.1:9/a?key=hunter2", "http://127.0.0.1:9/b"]
    panel = configured_panel(names, None, found, Workspace(tmp_path))
    assert [one.name for one in panel.members] == ["http://127.0.0.1:9", "http://127.0.0.1:9 (2)"]
    assert panel.rule is Rule.STRICTEST
    with pytest.raises(UsageError, match="named twice") as caught:
        configured_panel([names[0], names[0]], None, found, Workspace(tmp_path))
    assert "hunter2" not in caught.value.message


def test_a_recording_is_a_judge(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("")
    assert isinstance(configured(tmp_path, f"replay:{tmp_path}/r.jsonl"), ReplayJudge)
    assert configured(tmp_path, f"replay:{tmp_path}/r.jsonl#jev-1.13.0").model == "jev-1.13.0"
    for bad in ("replay:", f"replay:{tmp_path}/none"):
        with pytest.raises(BridgeError):
            configured(tmp_path, bad)


VENDORS: dict[str, dict[str, str]] = {
    "systemone": {"TYPESAFE_API_KEY": KEY},
    "cloudflare": {"CLOUDFLARE_API_TOKEN": KEY, "CLOUDFLARE_ACCOUNT_ID": "abc"},
    "openai": {"OPENAI_API_KEY": KEY, "OPENAI_MODEL": "gpt-test"},
}


@pytest.mark.parametrize(("name", "environment"), VENDORS.items())
def test_the_vendors_own_variables_are_enough_and_all_needed(
    tmp_path: Path, name: str, environment: dict[str, str]
) -> None:
    assert configured(tmp_path, name, "", environment).key is not None
    for missing in environment:
        rest = {variable: value for variable, value in environment.items() if variable != missing}
        with pytest.raises(UsageError) as caught:
            configured(tmp_path, name, "", rest)
        assert missing in caught.value.message + (caught.value.help or "")


@pytest.mark.parametrize(("name", "variable"), [("systemone", "TYPESAFE_BASE_URL"), ("openai", "OPENAI_BASE_URL")])
def test_a_server_of_ones_own_needs_no_key(tmp_path: Path, name: str, variable: str) -> None:
    environment = {variable: "http://127.0.0.1:9", "OPENAI_MODEL": "m"}
    judge = configured(tmp_path, name, "", environment)
    assert judge.key is None
    assert judge.provider == "127.0.0.1"


@pytest.mark.parametrize("kind", ["systemone", "openai"])
def test_a_url_in_a_file_is_not_sent_the_vendors_key(tmp_path: Path, kind: str) -> None:
    toml = f'[judges.x]\nkind = "{kind}"\nurl = "https://elsewhere.example"\nmodel = "m"\n'
    assert configured(tmp_path, "x", toml, VENDORS[kind]).key is None


@pytest.mark.parametrize("place", ["https://api.typesafe.ai.evil.example", "https://evil.example/api.typesafe.ai"])
def test_another_host_is_not_the_vendor(tmp_path: Path, place: str) -> None:
    assert configured(tmp_path, "systemone", "", {"TYPESAFE_BASE_URL": place}).provider != "typesafe"


def test_how_often_to_ask_again_is_the_seeds_variable(tmp_path: Path) -> None:
    given = {**VENDORS["systemone"], "JUDGE_JEV_MAX_RETRIES": "5"}
    assert configured(tmp_path, "systemone", "", given).retries.most == 5
    with pytest.raises(InputError, match="must be a non-negative integer, got 'x'"):
        configured(tmp_path, "systemone", "", {**given, "JUDGE_JEV_MAX_RETRIES": "x"})


JEV = '[judges.jev]\nkind = "systemone"\n'
REFUSED = {
    "nobody": ("none", ""),
    "an unknown name": ("jev", ""),
    "a kind there is not": ("jev", '[judges.jev]\nkind = "oracle"\n'),
    "no kind": ("jev", "[judges.jev]\n"),
    "a key in the file": ("jev", f'{JEV}key = "{KEY}"\n'),
    "an unknown member": ("jev", f"{JEV}secret = 1\n"),
    "a member of another kind": ("jev", f'{JEV}account = "x"\n'),
    "a url that is no text": ("jev", f"{JEV}url = 1\n"),
    "a url that is none": ("jev", f'{JEV}url = "ftp://x"\n'),
    "an unset variable": ("jev", f'{JEV}key_env = "NOT_SET"\n'),
    "a timeout of nothing": ("jev", f"{JEV}timeout = 0\n"),
    "a timeout that is none": ("jev", f"{JEV}timeout = nan\n"),
    "retries below nothing": ("jev", f"{JEV}retries = -1\n"),
    "retries that are a truth value": ("jev", f"{JEV}retries = true\n"),
    "no table": ("jev", 'judges = "jev"\n'),
    "no tables": ("jev", '[judges]\njev = "x"\n'),
    "an http judge without a url": ("jev", '[judges.jev]\nkind = "http"\n'),
    "an openai judge without a model": ("jev", '[judges.jev]\nkind = "openai"\nurl = "http://127.0.0.1:9"\n'),
    "a built-in judge": ("treeship-rules", '[judges.treeship-rules]\nkind = "http"\nurl = "http://127.0.0.1:9"\n'),
    "a panel of a built-in name": ("treeship-rules", '[panels.treeship-rules]\njudges = ["treeship-rules"]\n'),
    "a panel of nobody": ("gate", "[panels.gate]\njudges = []\n"),
    "a panel without judges": ("gate", "[panels.gate]\n"),
    "a panel of nothing": ("gate", "[panels.gate]\njudges = [1]\n"),
    "a panel of an unknown judge": ("gate", '[panels.gate]\njudges = ["x"]\n'),
    "a panel of none": ("gate", '[panels.gate]\njudges = ["treeship-rules", "none"]\n'),
    "a panel of a panel": ("gate", '[panels.gate]\njudges = ["gate"]\n'),
    "a judge twice": ("gate", '[panels.gate]\njudges = ["treeship-rules", "treeship-rules"]\n'),
    "a rule there is not": ("gate", '[panels.gate]\njudges = ["treeship-rules"]\nrule = "most"\n'),
    "a failure that allows": ("gate", '[panels.gate]\njudges = ["treeship-rules"]\non_error = "allow"\n'),
    "a judge and a panel": ("jev", f'{JEV}url = "http://127.0.0.1:9"\n[panels.jev]\njudges = ["treeship-rules"]\n'),
}


@pytest.mark.parametrize(("name", "toml"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_set_up_is_refused_without_showing_a_key(tmp_path: Path, name: str, toml: str) -> None:
    with pytest.raises((UsageError, InputError, JudgeUnavailable)) as caught:
        configured(tmp_path, name, toml)
    error = caught.value
    assert KEY not in f"{error.message} {error.where} {error.help}"
    assert error.message


@pytest.mark.parametrize("value", ["two words", "line\nbreak", "é", "a\x00b", "tab\t"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(tmp_path: Path, value: str) -> None:
    with pytest.raises(InputError) as caught:
        configured(tmp_path, "jev", environment={"MY_KEY": value})
    assert value not in f"{caught.value.message} {caught.value.help}"


def test_no_key_is_in_what_is_printed_of_a_judge(tmp_path: Path) -> None:
    for name in ("jev", "flare", "openai", "gate"):
        assert KEY not in repr(configured(tmp_path, name))


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("https://me:pw@judge.example:8443/v1?key=x#y", "https://judge.example:8443"),
        ("http://judge.example", "http://judge.example"),
        ("http://a@b@c/", "http://c"),
        ("jev", "jev"),
    ],
)
def test_a_url_is_shown_without_what_may_be_a_key(name: str, safe: str) -> None:
    assert shown(name) == safe


def test_which_judge_it_is_and_what_it_may_be_asked(tmp_path: Path) -> None:
    found = settings.load(tmp_path / "none.toml", {"BRIDGE_JUDGE": "jev"})
    assert judge_name(found) == "jev"
    assert answers_others("jev")
    assert not answers_others(DEFAULT_JUDGE)
    assert not answers_others("treeship-rules")


def test_setting_up_the_rules_loads_no_library() -> None:
    program = (
        "import sys; from pathlib import Path; from bridge.workflows import configured_judges as judges;"
        "from bridge.workflows.settings import Settings; from bridge.workflows.workspace import Workspace;"
        "judges.configured_judge('treeship-rules', Settings({}, {}), Workspace(Path('.')));"
        "print([m for m in ('httpx','stamina','pydantic','lark','cryptography','typer','asyncio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
