"""What ``rubric run``, ``reply`` and ``trajectory`` take alike: who answers, and what is made and kept of it."""

from typing import Final

from bridge.cli import asking, rubric_attesting, rubric_keeping
from bridge.cli.option_lists import OptionList, option_list
from bridge.cli.options import AtOption, FormatOption, WorkspaceOption
from bridge.cli.rubric_options import (
    BackendOption,
    DebugOption,
    MockOption,
    TracingOption,
    TracingToOption,
    VerboseOption,
)

ANSWERING: Final[OptionList] = option_list(mock=(MockOption, False), backend=(BackendOption, None))
"""Who answers."""

JUDGING: Final[OptionList] = option_list(
    attest=(rubric_attesting.AttestOption, False),
    facts=(rubric_attesting.FactsOption, False),
    subject=(asking.SubjectOption, None),
    state_out=(asking.StateOutOption, None),
    key=(asking.KeyOption, None),
    at=(AtOption, None),
    tracing=(TracingOption, False),
    tracing_to=(TracingToOption, None),
    save=(rubric_keeping.SaveOption, False),
    capture=(rubric_keeping.CaptureOption, None),
    redact=(rubric_keeping.RedactOption, None),
    verbose=(VerboseOption, False),
    debug=(DebugOption, False),
    workspace_=(WorkspaceOption, None),
    format=(FormatOption, None),
)
"""What is made, kept and said of it."""
