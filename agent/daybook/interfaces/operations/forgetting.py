"""Forgetting in two calls: what would go, and then, with the confirmation of just that, that it goes."""

from __future__ import annotations

from hashlib import sha256

from daybook.errors import BadInput
from daybook.interfaces.operations.results import Forgotten
from daybook.library.daybook import Daybook
from daybook.store import Preview, Selector

_LENGTH = 16


async def forget(
    daybook: Daybook, owner: str, selector: Selector, *, confirmation: str | None = None
) -> Forgotten:
    """Say what forgetting would remove; with the confirmation of that, remove it for good.

    The confirmation is a digest of whose memory it is, what was named, and every text that would go: nothing
    is held between the two calls, and where something else would go meanwhile it fits no more.

    Raises:
        UnknownItem: what is named is not there.
        BadInput: the confirmation is not that of what would go now.
    """
    preview = await daybook.awould_forget(selector, owner=owner)
    needed = _confirmation(owner, selector, preview)
    if confirmation is None:
        removed, texts = dict(preview.removed), list(preview.texts)
        return Forgotten(done=False, removed=removed, texts=texts, confirmation=needed, verified=False)
    if confirmation != needed:
        problem = (
            "it is not that of what would be forgotten now; ask without one, and show the owner what would go"
        )
        raise BadInput(problem, source="confirmation")
    receipt = await daybook.aforget(selector, owner=owner)
    return Forgotten(
        done=True, removed=dict(receipt.removed), texts=[], confirmation=None, verified=receipt.verified
    )


def _confirmation(owner: str, selector: Selector, preview: Preview) -> str:
    named = repr((owner, selector, sorted(preview.removed.items()), preview.texts))
    return sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
