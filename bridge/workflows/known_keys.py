"""The keys that a verification goes by, until when each counts, and whom each is trusted to speak as."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bridge.errors import VerificationError
from bridge.receipts import keys as keystore
from bridge.receipts.key_pair import PublicKey
from bridge.receipts.model import ActionStatement, ReceiptStatement
from bridge.receipts.trust import PERSON, Root, Trust
from bridge.receipts.verify import Verified
from bridge.workflows.trust import listed, read_trust
from bridge.workflows.workspace import Workspace


@dataclass(frozen=True)
class Known:
    """Keys by the names to report them by.

    Args:
        keys: the keys that may have signed.
        trust: their windows, and whom they speak as; empty where the keys were named one by one.
    """

    keys: Mapping[str, PublicKey]
    trust: Trust = Trust.EMPTY

    def check(self, verified: Verified) -> None:
        """Refuse what a key signed outside of its time; a key that no root lists has none.

        Raises:
            VerificationError: names the key and its window.
        """
        for signer in verified.signers:
            roots = [root for root in self.trust.roots if root.key == signer.key]
            if roots and not any(root.covers(verified.signed_at) for root in roots):
                raise VerificationError(
                    f"{signer.keyid} counts {roots[0].window}, and {verified.artifact_id} is signed at "
                    f"{verified.signed_at}",
                    where=verified.artifact_id,
                )

    def proves(self, verified: Verified) -> bool | None:
        """Whether who is said to have spoken is whom a signer's key speaks as; None where that is not asked.

        It is asked of systems and of persons. Agents have no keys of their own here: whoever signs names them.
        """
        said = verified.statement
        if not isinstance(said, ReceiptStatement | ActionStatement) or not self.trust.roots:
            return None
        by = said.system if isinstance(said, ReceiptStatement) else said.actor
        if not by.startswith((PERSON, "system://")):
            return None
        return any(self.trust.speaks(signer.key, by, verified.signed_at) for signer in verified.signers)


def known_keys(workspace: Workspace, named: Sequence[str] = (), trust: str | None = None) -> Known:
    """The keys that may have signed.

    Args:
        workspace: whose keys, and whose ``trust.json``, are meant where nothing else is named.
        named: public keys, ``ed25519:…``, and no others.
        trust: a file of trust, and no other keys than it lists.

    Raises:
        KeyRefused: a key that must not be used.
        InputError: a file that is not of trust.
        VerificationError: there is none, so that nothing could hold.
    """
    if named:
        return Known({text: PublicKey.read(text) for text in named})
    if trust is not None:
        stated = read_trust(trust)
        return _some(Known(stated.keys, stated), trust)
    records = keystore.records(workspace.keys) if workspace.keys.is_dir() else ()
    others = listed(workspace)
    # A person's key signs for the workspace's systems as little as for anybody else until it is listed.
    persons = Trust(tuple(Root(one.public, None, valid_until=one.valid_until) for one in records if one.owner))
    own = {one.id: one.public for one in records}
    strangers = {text: key for text, key in others.keys.items() if key not in own.values()}
    known = Known({**own, **strangers}, Trust.of_workspace(records).joined(persons).joined(others))
    return _some(known, str(workspace.keys))


def _some(known: Known, where: str) -> Known:
    if not known.keys:
        raise VerificationError(
            "no key is trusted here, so no signature can hold",
            where=where,
            help="name a workspace with keys, or a public key you trust with --key",
        )
    return known
