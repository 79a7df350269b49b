"""Mem0's search: the rounds that Daybook's search finds, as memories with a score from 0 to 1."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from daybook.conversation import Candidate, Round
from daybook.interfaces.operations.recall import passages
from daybook.interfaces.server.mem0.annotations import Annotation, read_annotations
from daybook.interfaces.server.mem0.filters import Filter
from daybook.interfaces.server.mem0.memories import shapes
from daybook.interfaces.server.mem0.memory import Memory, memories_of
from daybook.library.daybook import Daybook

_ALL = 10_000
"""More than a search ranks."""


async def search(
    daybook: Daybook,
    owner: str,
    query: str,
    *,
    wanted: Filter,
    top_k: int,
    threshold: float | None,
    asked_at: datetime | None,
) -> list[dict[str, Any]]:
    """Find memories, best first, with the shape of each and its score.

    The order is that of `Daybook.asearch`, so of `ask` as well. A score is the cosine similarity of a memory
    to the query, or of the most similar one behind it where that is greater, so that scores descend as ranks
    do. A wording that was replaced is not found any more. Of a round with two sides both are shown, each
    with who said it, and long turns cut to the passages that match.

    Args:
        daybook: the memory.
        owner: whose.
        query: what is looked for.
        wanted: applied to the rounds that were ranked: at most 50 by meaning and 50 by words.
        top_k: how many at most.
        threshold: the least score; None for any.
        asked_at: what "last week" is relative to; now by default.
    """
    found = await daybook.asearch(query, owner=owner, limit=_ALL, asked_at=asked_at)
    annotations = await read_annotations(daybook, owner)
    pairs = await _current(daybook, owner, found.candidates, annotations)
    pairs = [(candidate, memory) for candidate, memory in pairs if wanted.holds(memory.described)]
    scored = list(zip(pairs, _scores([candidate for candidate, _ in pairs]), strict=True))
    scored = [one for one in scored if threshold is None or one[1] >= threshold][:top_k]
    written = await shapes(daybook, owner, [memory for (_, memory), _ in scored])
    question = found.plan.question
    return [
        shape | _shown(candidate, question) | {"score": score}
        for shape, ((candidate, _), score) in zip(written, scored, strict=True)
    ]


async def _current(
    daybook: Daybook, owner: str, candidates: Sequence[Candidate], annotations: Mapping[str, Annotation]
) -> list[tuple[Candidate, Memory]]:
    """Find the memory of each candidate; a round in whose place another stands is passed over."""
    memory_ids = {name: memory_id for memory_id, one in annotations.items() for name in one.wordings}
    rounds: dict[str, Round] = {one.round.round_id: one.round for one in candidates}
    firsts = {memory_ids.get(name, name) for name in rounds}
    named = {*firsts, *(name for one in firsts if one in annotations for name in annotations[one].wordings)}
    if lacking := sorted(named - rounds.keys()):
        others = await to_thread(daybook.parts.store.rounds, owner, lacking)
        rounds |= {one.round_id: one for one in others}
    by_id = {memory.current.round_id: memory for memory in memories_of(rounds.values(), annotations)}
    return [(one, by_id[one.round.round_id]) for one in candidates if one.round.round_id in by_id]


def _scores(candidates: Sequence[Candidate]) -> list[float]:
    """Make scores that descend, each as near to the cosine similarity of its candidate as can be."""
    similar = [min(1.0, max(0.0, one.signals.get("dense", 0.0))) for one in candidates]
    return [round(score, 4) for score in accumulate(reversed(similar), max)][::-1]


def _shown(candidate: Candidate, question: str) -> dict[str, Any]:
    """Write what a candidate says: with both sides, since a program may hand nothing else to its model."""
    shown = passages(candidate, question)
    both = f"User: {shown.user}\nAssistant: {shown.assistant}"
    return {
        "memory": both if shown.user and shown.assistant else shown.user or shown.assistant,
        "assistant": shown.assistant if shown.user else "",
        "is_cut": shown.is_cut,
    }
