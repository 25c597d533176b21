"""What ``judge`` and ``decide`` share: which judge is asked which questions, about what, against which bar."""

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bridge.cli import output
from bridge.errors import UsageError
from bridge.workflows.configured_judges import (
    DEFAULT_JUDGE,
    NO_JUDGE,
    answers_others,
    configured_judge,
    configured_panel,
    http_judge,
    known_questions,
    shown,
)
from bridge.workflows.inputs import object_argument, read_json, require_writable, write_file
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.judgement.model import Contract, Question, Threshold
    from bridge.judges.base import Judge
    from bridge.workflows.attest import Signer
    from bridge.workflows.judge import ToolCall

ToolOption = Annotated[str, typer.Option("--tool", help="The tool's name, such as Bash.")]
CapabilityOption = Annotated[str | None, typer.Option("--capability", help="What the tool may do, such as shell.exec.")]
InputOption = Annotated[
    str, typer.Option("--input", metavar="JSON|@FILE", help="The arguments of the call, an object.")
]
QuestionOption = Annotated[
    list[str] | None, typer.Option("--question", metavar="KEY", help="Ask this one. Repeatable.")
]
QuestionsFileOption = Annotated[
    str | None,
    typer.Option("--questions-file", metavar="FILE", help="Typed questions: {key: {type, instructions, options}}."),
]
JudgeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--judge",
        metavar="NAME",
        help="bridge-rules (the default), treeship-rules, a judge or panel of config.toml, a URL, systemone, "
        "cloudflare, openai, replay:FILE, or none. Repeatable: several are a panel.",
    ),
]
AgreeOption = Annotated[
    str | None,
    typer.Option(
        "--agree", metavar="RULE", help="How several judges agree: strictest (the default), all, majority or any."
    ),
]
RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Add what the judge answers to a recording, for replay:FILE."),
]
JudgeUrlOption = Annotated[str | None, typer.Option("--judge-url", metavar="URL", help="Ask an HTTP judge instead.")]
ThresholdOption = Annotated[
    float | None, typer.Option("--threshold", help="The bar, from 0 to 1; default 0.5.", show_default=False)
]
SetByOption = Annotated[str | None, typer.Option("--set-by", help="Who set the bar; default: default.")]
BoundOption = Annotated[float | None, typer.Option("--bound", help="The most an amount in the call may be.")]
ScopeOption = Annotated[
    list[str] | None, typer.Option("--network-scope", metavar="HOST", help="A host the call may reach. Repeatable.")
]
ContractOption = Annotated[
    str | None, typer.Option("--contract", metavar="ID[@VERSION]", help="The decision contract to record.")
]
StateOutOption = Annotated[
    str | None, typer.Option("--state-out", metavar="FILE", help="Write the exact state the judge was shown.")
]
SubjectOption = Annotated[
    str | None, typer.Option("--subject", metavar="ID", help="What the judgement is about, such as an art_… id.")
]
EnforceOption = Annotated[bool, typer.Option("--enforce", help="Put the decision in the exit code: deny 2, ask 3.")]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Say which rule found what, and where; for bridge-rules.")
]
AttestOption = Annotated[bool, typer.Option("--attest", help="Sign the answers and store the receipts.")]

KeyOption = Annotated[
    str | None, typer.Option("--key", metavar="KEY_ID|FILE", help="The key to sign with; default: the workspace's.")
]


@dataclass(frozen=True)
class Asking:
    """A call, and how it is judged; ``judge`` is None where nobody is asked."""

    call: "ToolCall"
    judge: "Judge | None"
    questions: "dict[str, Question]"
    threshold: "Threshold"
    contract: "Contract | None"


def asking(given: dict[str, Any], workspace: Workspace, settings: Settings) -> Asking:
    """Put together what a command line, the environment and the settings say.

    Args:
        given: the command's options by their names.
        workspace: whose root is the call's.
        settings: of the environment and the settings file.

    Raises:
        UsageError: options that do not fit together, an unknown judge or question.
        InputError: a file or JSON that cannot be read.
    """
    from bridge.judgement.model import Threshold
    from bridge.workflows.judge import ToolCall, read_contract

    for name in ("tool", "capability", "set_by", "actor", "principal"):
        if given.get(name) == "":
            raise UsageError(f"--{name.replace('_', '-')} must not be empty", where=f"--{name.replace('_', '-')}")
    scope = given["network_scope"] or (settings.text("network_scope") or "").split()
    call = ToolCall(
        tool=given["tool"],
        input=object_argument(given["input"], option="--input"),
        capability=given["capability"],
        workspace_root=str(workspace.root),
        network_scope=tuple(scope),
        amount_bound=settings.number("bound", given["bound"]),
    )
    value, set_by = settings.number("threshold", given["threshold"]), settings.text("set_by", given["set_by"])
    threshold = Threshold(0.5 if value is None else value, set_by or "default")
    contract = read_contract(given["contract"]) if given["contract"] is not None else None
    judge, questions = judging(given, settings, workspace)
    return Asking(call, judge, questions, threshold, contract)


def judging(
    given: dict[str, Any], settings: Settings, workspace: Workspace
) -> "tuple[Judge | None, dict[str, Question]]":
    """Who is asked what, as a command line, the environment and the settings say; nobody for ``none``.

    Args:
        given: the command's options by their names.
        settings: of the environment and the settings file.
        workspace: whose files a judge may read.

    Raises:
        UsageError: options that do not fit together, an unknown judge or question.
        InputError: a setting or a file that cannot be used.
        JudgeUnavailable: a URL that cannot be asked.
    """
    names = list(given["judge"] or ())
    if "" in names:
        raise UsageError("--judge must not be empty", where="--judge")
    flags = {"judge": names[0] if names else None, "judge_url": given["judge_url"]}
    setting, name = settings.first(("judge", "judge_url"), flags) or ("judge", DEFAULT_JUDGE)
    if flags[setting] is None and name != DEFAULT_JUDGE:
        output.note(f"the judge is {shown(name)}, as {settings.origin(setting)} says")
    if NO_JUDGE in (names or [name]) and setting == "judge":
        if len(names) > 1:
            raise UsageError("none is nobody, and no judge of a panel", where="--judge", help="leave it out")
        _refuse_unused(given)
        return None, {}
    return _recorded(_chosen(given, names, name, settings, workspace), given["record"]), _questions(
        given, others=setting == "judge_url" or any(map(answers_others, names or [name]))
    )


def _chosen(given: dict[str, Any], names: list[str], name: str, settings: Settings, workspace: Workspace) -> "Judge":
    if len(names) > 1:
        return configured_panel(names, given["agree"], settings, workspace)
    if given["agree"] is not None:
        raise UsageError("--agree is for several judges", where="--agree", help="give --judge more than once")
    if names or given["judge_url"] is None:
        return configured_judge(name, settings, workspace)
    return http_judge(name)


def _recorded(judge: "Judge", path: str | None) -> "Judge":
    if path is None:
        return judge
    from bridge.judges.recorded import recording

    require_writable(path)
    return recording(judge, path)


def _refuse_unused(given: dict[str, Any]) -> None:
    for name in ("question", "questions_file", "contract", "state_out", "agree", "record"):
        if given[name] not in (None, []):
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} is for a judge, and nobody is asked", where=option, help="leave out one of them"
            )


def _questions(given: dict[str, Any], *, others: bool) -> "dict[str, Question]":
    from bridge.judgement.questions import read_questions
    from bridge.workflows.judge import choose

    asked = given["question"] or ()
    if given["questions_file"] is None:
        return choose(known_questions(), asked, others=others)
    return choose(read_questions(read_json(given["questions_file"])), asked, others=False)


def write_state(path: str | None, shown: bytes) -> None:
    """Write the exact bytes the judge was shown, without a newline: what ``state_digest`` is the digest of."""
    if path is not None:
        write_file(path, shown)


@contextmanager
def signer(home: Workspace, at: str, *, wanted: bool, key: str | None = None) -> "Iterator[Signer | None]":
    """The open workspace where a judge's answers are to be signed; None where they are not.

    Raises:
        UsageError: a key is named, and nothing is to be signed.
    """
    if wanted:
        with wanted_signer(home, at, key=key) as opened:
            yield opened
        return
    if key is not None:
        raise UsageError("--key names a key to sign with, and nothing is signed", where="--key", help="add --attest")
    yield None


@contextmanager
def wanted_signer(
    home: Workspace, at: str, *, key: str | None = None, speaker: str | None = None
) -> "Iterator[Signer]":
    """The open workspace; says so when signing made it.

    Args:
        home: the workspace.
        at: canonical time.
        key: the label or the file of the key to sign with.
        speaker: the URI that the statements will name; the judge's where none is given.
    """
    from bridge.cli.keys import asked_passphrase
    from bridge.workflows.attest import JUDGE_SYSTEM, open_signer

    passphrase = asked_passphrase(None)
    with open_signer(home, at=at, key=key, speaker=speaker or JUDGE_SYSTEM, passphrase=passphrase) as opened:
        if opened.created:
            output.note(f"made the signing key {opened.key.keyid} in {home.folder}")
        yield opened
