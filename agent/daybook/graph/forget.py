"""Permanent deletion, including caches outside the store that may quote what is forgotten."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import replace

from daybook.graph.parts import Parts
from daybook.llm import ReplyCache
from daybook.store import Receipt, Selector


async def forget(parts: Parts, selector: Selector, *, owner: str) -> Receipt:
    """Forget what a selector names, and clear the cached replies of models, which may quote it.

    They are cleared even if no model is configured now: one may have been when they were cached.

    Raises:
        UnknownItem: the owner has no such session, record or slot.
        BadInput: a phrase without a word.
    """
    folder = parts.settings.models.reply_cache
    if folder is None:
        return await parts.store.forget(owner, selector)
    cache = ReplyCache(folder)
    replies = await to_thread(cache.clear)
    receipt = await parts.store.forget(owner, selector)
    replies += await to_thread(cache.clear)  # what was asked in the meantime
    return replace(receipt, removed={**receipt.removed, "cached_replies": replies})
