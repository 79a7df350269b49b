"""Baseline responders without a chat model, for comparing persona measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from daybook.embedding import Embedder
from daybook_eval.dialogues.next_turns import NextTurn, Place


class Responder(Protocol):
    """Something that replies."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Reply to each; None where there is no reply to be measured."""


class OriginalReply:
    """The actual reply."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the turn as it is in the file."""
        return [turn.said for turn in turns]


class Stranger:
    """What somebody else said in another dialogue: as far as any talk agrees with any persona."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the other dialogue's turn."""
        return [turn.stranger_said or None for turn in turns]


class Echo:
    """The words just heard, said back: no memory at all."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the other person's turn."""
        return [turn.heard for turn in turns]


class NearestTurn:
    """The earlier turn of one's own that is nearest in meaning to what was heard: raw memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Search one's own earlier turns by cosine."""
        return await _nearest(self._embedder, [(turn.heard, turn.earlier) for turn in turns])


class NearestStatement:
    """The statement about oneself that is nearest in meaning to what was heard: written memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Search what is known by cosine."""
        return await _nearest(self._embedder, [(turn.heard, turn.known) for turn in turns])


class FileReplies:
    """A system's replies that were read from a file."""

    def __init__(self, replies: Mapping[Place, str]) -> None:
        self._replies = replies

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the reply of the turn, where the file has one."""
        return [self._replies.get((turn.dialogue_id, turn.place)) for turn in turns]


async def _nearest(embedder: Embedder, searches: Sequence[tuple[str, Sequence[str]]]) -> list[str | None]:
    """Find for each search the text with the highest cosine; the first of equals."""
    texts = list(dict.fromkeys(text for query, held in searches for text in (query, *held)))
    vectors = await embedder.embed(texts)
    rows = {text: row for row, text in enumerate(texts)}
    found: list[str | None] = []
    for query, held in searches:
        scores = vectors[[rows[text] for text in held]] @ vectors[rows[query]]
        found.append(held[int(scores.argmax())])
    return found
