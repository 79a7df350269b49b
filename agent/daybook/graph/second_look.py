"""The second look: one search for what the reader missed, and another reading with what it found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from daybook.conversation import Candidate
from daybook.graph.parts import Parts
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.retrieve import RoundSearch, embed_phrasings, mark_superseded
from daybook.retrieve.papers import searched_side

MAX_LOOKS = 1
"""Further searches for one question."""
_ADDED = 10
"""Rounds that a further search adds, at most."""
_NEAR = 0.3
"""Their least cosine to what is missing: what is farther is no reason to read again."""


def looks_of(parts: Parts) -> int:
    """Say how many further searches a question may have: none where a preset says how much is read."""
    return 0 if parts.settings.options.read.read_rounds else MAX_LOOKS


def wants_another(state: RecallState) -> bool:
    """True if the reader missed something, and it may be searched for."""
    return bool(state["missing"]) and state["looks_left"] > 0


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Searches for what was missing."""

    parts: Parts

    async def look_again(self, state: RecallState) -> Update:
        """Put rounds that were not read and are near to what is missing behind those that the answer cites.

        Nothing is missing any longer where no such round is found.
        """
        shown = {excerpt.round.round_id for excerpt in state["excerpts"]}
        found = [
            candidate
            for candidate in await self._found(state)
            if candidate.round.round_id not in shown and candidate.relevance >= _NEAR
        ]
        left = state["looks_left"] - 1
        if not found:
            return {"looks_left": left, "missing": ""}
        cited = {evidence.round_id for evidence in state["result"].evidence}
        before = [excerpt.candidate for excerpt in state["excerpts"] if excerpt.round.round_id in cited]
        ordered = (*before, *found[:_ADDED], *state["candidates"])
        once = {candidate.round.round_id: candidate for candidate in reversed(ordered)}
        candidates = [once.pop(name) for item in ordered if (name := item.round.round_id) in once]
        return {"looks_left": left, "candidates": candidates}

    async def _found(self, state: RecallState) -> Sequence[Candidate]:
        words, options = state["missing"], self.parts.settings.options.search
        plan = replace(state["retrieval_plan"], question=words, phrasings=(words,))
        side = searched_side(plan, options.signals)
        search = RoundSearch.of(plan, state["index"], options, state["scope"], side)
        vectors, context = await embed_phrasings(search, self.parts.embedder), state["ledger_context"]
        found = await search.by_meaning(vectors, context.keys)
        asked_at = state["asked"].asked_at
        fused = await search.fuse(found, search.by_words(), self.parts.store, asked_at)
        return mark_superseded(fused, context.superseded)
