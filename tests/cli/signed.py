"""What a signed receipt of a shell's workspace says."""

from typing import Any

from bridge.core import strict_json
from bridge.receipts.store import Store
from tests.cli.shell import Shell


def signed_payload(shell: Shell, id_: str) -> Any:
    """The payload of a receipt of the workspace, as its signed bytes have it."""
    with Store(shell.folder / ".bridge" / "store.sqlite3", create=False) as store:
        statement: Any = strict_json.loads(store.get(id_).envelope.payload)
    return statement["payload"]
