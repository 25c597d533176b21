"""``rbridge decide``: the main job in one command."""

from typing import Annotated

import typer

from bridge.cli import asking, output
from bridge.cli.bounds import Options, bounded, chosen
from bridge.cli.exits import EXITS
from bridge.cli.facts import believed, sources
from bridge.cli.options import (
    AtOption,
    ByJudgeOption,
    ConventionOption,
    EscalatedOption,
    FactsOption,
    FormatOption,
    PackageOption,
    ReceiptsOption,
    StoreOption,
    SupersedeOption,
    TrustOption,
    WorkspaceOption,
    convention_on,
    is_json,
    moment,
    settings,
    workspace,
)

ProgramOption = Annotated[
    str,
    typer.Option(
        "--program", metavar="FILE", help="An action policy, or a bundled one such as bridge:gates/tool_call."
    ),
]


@bounded()
def decide(
    context: typer.Context,
    tool: asking.ToolOption,
    program: ProgramOption,
    input: asking.InputOption = "{}",
    facts: FactsOption = None,
    store: StoreOption = False,
    receipts: ReceiptsOption = None,
    package: PackageOption = None,
    trust: TrustOption = None,
    supersede: SupersedeOption = False,
    mission: Annotated[
        str | None, typer.Option("--mission", metavar="FILE", help="What was asked of the agent.")
    ] = None,
    principal: Annotated[str | None, typer.Option("--principal", help="On whose behalf; default user:unknown.")] = None,
    instruction: Annotated[str, typer.Option("--instruction", help="What was asked; its digest is kept.")] = "",
    effect: Annotated[
        list[str] | None, typer.Option("--effect", metavar="KIND:RESOURCE[=VALUE]", help="Repeatable.")
    ] = None,
    actor: Annotated[
        str | None, typer.Option("--actor", metavar="URI", help="Who acts; default agent://unknown.")
    ] = None,
    capability: asking.CapabilityOption = None,
    question: asking.QuestionOption = None,
    questions_file: asking.QuestionsFileOption = None,
    judge: asking.JudgeOption = None,
    judge_url: asking.JudgeUrlOption = None,
    agree: asking.AgreeOption = None,
    record: asking.RecordOption = None,
    by_judge: ByJudgeOption = False,
    threshold: asking.ThresholdOption = None,
    set_by: asking.SetByOption = None,
    bound: asking.BoundOption = None,
    network_scope: asking.ScopeOption = None,
    contract: asking.ContractOption = None,
    attest: asking.AttestOption = False,
    key: asking.KeyOption = None,
    state_out: asking.StateOutOption = None,
    request_out: Annotated[str | None, typer.Option("--request-out", metavar="FILE", help="Write the request.")] = None,
    certificate_out: Annotated[
        str | None, typer.Option("--certificate-out", metavar="FILE", help="Write the certificate.")
    ] = None,
    include_escalated: EscalatedOption = False,
    convention: ConventionOption = "on",
    at: AtOption = None,
    workspace_: WorkspaceOption = None,
    format: FormatOption = None,
    *,
    limits: Options,
) -> int:
    """Judge a call, sign, and let a program decide.

    Exit codes: 0 authorized, 2 undecided, 3 denied, 4 conflicted, 1 an error: never an allow.
    """
    given = dict(locals())
    from bridge.core import canonical
    from bridge.reason.wire import request_json
    from bridge.render import decided as rendered
    from bridge.workflows import decide as deciding
    from bridge.workflows import programs
    from bridge.workflows.facts import load_facts
    from bridge.workflows.inputs import require_writable, write_file

    require_writable(request_out, certificate_out, state_out)
    named = sources(store, receipts, package, trust, supersede=supersede)
    time, home = moment(at), workspace(workspace_)
    configured = settings(home)
    each = chosen(limits, configured)
    plan = asking.asking(given, home, configured)
    proposal = deciding.propose(
        plan.call,
        at=time,
        actor=configured.text("actor", actor),
        mission=mission,
        principal=configured.text("principal", principal),
        instruction=instruction,
        effects=effect or (),
    )
    reading = each.start()
    loaded = programs.load(program, with_tests=False, bounds=reading)
    output.warnings(loaded.warnings)
    more = load_facts(facts or (), include_escalated=include_escalated, bounds=reading)
    signed = believed(
        named,
        loaded.program,
        workspace_=workspace_,
        supersede=supersede,
        include_escalated=include_escalated,
        by_judge=by_judge,
    )
    asked = deciding.Asked(plan.judge, plan.questions, plan.threshold, plan.contract) if plan.judge else None
    with asking.signer(home, time, wanted=attest, key=key) as signer:
        decided = deciding.decide(
            proposal,
            loaded,
            asked=asked,
            facts=(*more.facts, *signed),
            signer=signer,
            include_escalated=include_escalated,
            by_judge=by_judge,
            convention=convention_on(convention),
            limits=each,
        )
    if not convention_on(convention):
        output.note("the convention is off: nothing keeps a judge's answer from standing in for a person's")
    output.notes((*more.notes, *decided.notes))
    if decided.judged is not None:
        asking.write_state(state_out, decided.judged.shown)
    for path, document in ((request_out, request_json(decided.request)), (certificate_out, decided.certificate)):
        if path is not None:
            write_file(path, (canonical.pretty(document) + "\n").encode())
    if is_json(context, format):
        output.document(rendered.document(decided, state_out=state_out, by_judge=by_judge))
    else:
        output.text(rendered.text(decided))
    return EXITS[decided.status]
