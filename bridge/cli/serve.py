"""``rbridge serve``: the judge, the decision and the gate over HTTP."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bridge.cli import asking, output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.exits import EXITS
from bridge.cli.options import (
    ConventionOption,
    EscalatedOption,
    FactsOption,
    FormatOption,
    WorkspaceOption,
    convention_on,
    is_json,
    settings,
    workspace,
)
from bridge.errors import UsageError

if TYPE_CHECKING:
    from bridge.serve.server import Running
    from bridge.serve.service import Asking, Calling, Deciding
    from bridge.serve.token import Token
    from bridge.workflows.settings import Settings
    from bridge.workflows.workspace import Workspace

HostOption = Annotated[str, typer.Option("--host", help="The address to listen on; beyond this machine with a token.")]
PortOption = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 for any that is free.")]
TokenOption = Annotated[
    str | None,
    typer.Option("--token-file", metavar="FILE", help="The bearer token that requests must show; or BRIDGE_TOKEN."),
]
AllowHostOption = Annotated[
    list[str] | None, typer.Option("--allow-host", metavar="NAME", help="A further name to answer to. Repeatable.")
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, max=64, help="How many processes answer.")]
ProgramOption = Annotated[
    str | None, typer.Option("--program", metavar="FILE", help="The action policy that /v1/decide decides by.")
]
SigningOption = Annotated[
    bool, typer.Option("--attest/--no-attest", help="Sign decisions, and judgements that ask for it.")
]
BodyOption = Annotated[
    int | None, typer.Option("--max-body", metavar="BYTES", min=1024, help="The longest body; default 2 MiB.")
]
ConnectionsOption = Annotated[
    int | None, typer.Option("--max-connections", metavar="N", min=1, help="Of one process; default 1000.")
]
LogOption = Annotated[bool, typer.Option("--log/--no-log", help="A line of JSON on standard error for each request.")]


@bounded()
def serve(
    context: typer.Context,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8765,
    token_file: TokenOption = None,
    allow_host: AllowHostOption = None,
    workers: WorkersOption = 1,
    program: ProgramOption = None,
    facts: FactsOption = None,
    include_escalated: EscalatedOption = False,
    convention: ConventionOption = "on",
    actor: Annotated[str | None, typer.Option("--actor", metavar="URI", help="Who acts by default.")] = None,
    principal: Annotated[str | None, typer.Option("--principal", help="On whose behalf by default.")] = None,
    question: asking.QuestionOption = None,
    questions_file: asking.QuestionsFileOption = None,
    judge: asking.JudgeOption = None,
    judge_url: asking.JudgeUrlOption = None,
    agree: asking.AgreeOption = None,
    threshold: asking.ThresholdOption = None,
    set_by: asking.SetByOption = None,
    bound: asking.BoundOption = None,
    network_scope: asking.ScopeOption = None,
    contract: asking.ContractOption = None,
    attest: SigningOption = True,
    key: asking.KeyOption = None,
    max_body: BodyOption = None,
    max_connections: ConnectionsOption = None,
    log: LogOption = True,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Answer the judge contract, judge, decide and gate over HTTP until told to stop; prints the URL once it answers.

    Exit codes: 0 stopped, with all answered that had begun; 1 it could not be started.
    """
    given = dict(locals())
    _require_extra()
    from bridge.serve.guard import is_loopback
    from bridge.serve.server import listen, url_of
    from bridge.serve.server import serve as answer
    from bridge.serve.token import find_token
    from bridge.serve.workers import run

    if not host:
        raise UsageError("--host must not be empty", where="--host", help="name 127.0.0.1")
    token = find_token(token_file, os.environ)
    if token is None and not is_loopback(host):
        raise UsageError(
            f"{host} can be reached from other machines, and there is no token to keep them out",
            where="--host",
            help="give one with --token-file or BRIDGE_TOKEN",
        )
    home = workspace(workspace_)
    running = _running(given, home, settings(home), token)
    first = listen(host, port, shared=workers > 1)
    sockets = [first, *(listen(host, first.getsockname()[1], shared=True) for _ in range(workers - 1))]
    as_json, url = is_json(context, format), url_of(first)

    def ready() -> None:
        if as_json:
            output.document({"url": url, "workers": workers})
        else:
            output.text(url)
        output.flush()

    if workers > 1:
        run(running, sockets, ready=ready)
    else:
        answer(running, first, ready=lambda _: ready())
    return EXITS["done"]


def _require_extra() -> None:
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise UsageError("starlette and uvicorn are not installed", help="pip install 'reason-bridge[serve]'") from None
    del starlette, uvicorn


def _running(given: dict[str, Any], home: "Workspace", configured: "Settings", token: "Token | None") -> "Running":
    from bridge.serve.body import MOST_BYTES, Bounds
    from bridge.serve.connection import CONNECTIONS
    from bridge.serve.gating import hooks
    from bridge.serve.guard import Guard, names
    from bridge.serve.metrics import Metrics
    from bridge.serve.server import Running
    from bridge.serve.service import Service

    calling, asked = _asking(given, home, configured)
    deciding = _deciding(given, configured)
    key, ends = _key(given, home)
    return Running(
        Service(calling, asked, deciding, hooks(home, calling, asked, given["program"]), key_ends=ends),
        home,
        key,
        Guard(token, names(given["host"], given["allow_host"] or ())),
        Metrics(given["workers"]),
        remote=asked is not None and asked.others,
        bounds=Bounds(given["max_body"] or MOST_BYTES),
        connections=given["max_connections"] or CONNECTIONS,
        log=given["log"],
    )


def _asking(given: dict[str, Any], home: "Workspace", configured: "Settings") -> "tuple[Calling, Asking | None]":
    from bridge.serve.service import Asking, Calling
    from bridge.workflows.configured_judges import answers_others, judge_name

    # Any call will do to have the rest read: what is asked, and what calls are held to.
    any_call = {"tool": "any", "input": "{}", "capability": None, "state_out": None, "record": None}
    plan = asking.asking({**given, **any_call}, home, configured)
    calling = Calling(str(home.root), plan.call.network_scope, plan.call.amount_bound)
    if plan.judge is None:
        return calling, None
    others = given["judge_url"] is not None or any(map(answers_others, given["judge"] or [judge_name(configured)]))
    return calling, Asking(plan.judge, plan.questions, others, plan.threshold, plan.contract)


def _deciding(given: dict[str, Any], configured: "Settings") -> "Deciding | None":
    from bridge.serve.service import Deciding
    from bridge.workflows import programs
    from bridge.workflows.facts import load_facts

    if given["program"] is None:
        if given["facts"]:
            raise UsageError("--facts are for a program, and there is none", where="--facts", help="add --program")
        return None
    limits = chosen(given["limits"], configured)
    reading = limits.start()
    loaded = programs.load(given["program"], with_tests=False, bounds=reading)
    output.warnings(loaded.warnings)
    more = load_facts(given["facts"] or (), include_escalated=given["include_escalated"], bounds=reading)
    output.notes(more.notes)
    return Deciding(
        loaded,
        more.facts,
        configured.text("actor", given["actor"]),
        configured.text("principal", given["principal"]),
        given["include_escalated"],
        convention_on(given["convention"]),
        limits,
    )


def _key(given: dict[str, Any], home: "Workspace") -> "tuple[Any, str | None]":
    from bridge.core.clock import now
    from bridge.workflows.keys import choose

    if not given["attest"]:
        if given["key"] is not None:
            raise UsageError("--key names a key to sign with, and nothing is signed", where="--key")
        return None, None
    with asking.wanted_signer(home, now(), key=given["key"]) as signer:
        return signer.key, choose(home, given["key"] or signer.key.keyid).valid_until
