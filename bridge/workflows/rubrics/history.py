"""The history of this command: where it is, and a result saved in it (spec: Rubrics, section 6.3)."""

import datetime
from pathlib import Path
from typing import Final

from bridge.core.clock import spell
from bridge.rubrics.history import History, new_id
from bridge.rubrics.result import JudgmentResult
from bridge.workflows.settings import Settings
from bridge.workflows.workspace import Workspace

FOLDER: Final = "JUDGE_JEV_HISTORY_DIR"
"""The variable that names the folder of the history; without it, it is the workspace's."""


def history(settings: Settings, workspace: Workspace) -> History:
    """The history that the environment names, else the workspace's."""
    named = settings.environment.get(FOLDER)
    return History(Path(named) if named else workspace.folder)


def save(result: JudgmentResult, to: History, *, moment: datetime.datetime, random: bytes) -> str:
    """Save a result; its id.

    Args:
        result: of a judgement or of a replay.
        to: the history.
        moment: when, aware of its zone.
        random: four random bytes.

    Raises:
        HistoryError: it cannot be written.
    """
    saved_at = spell(moment)
    history_id = new_id(saved_at, moment.microsecond, random)
    to.save(result.json(), history_id=history_id, saved_at=saved_at)
    return history_id
