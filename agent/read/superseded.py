"""What is no longer so: left out of excerpts, and noted of quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agent.conversation import Excerpt, Note, Role, Span, Superseded
from agent.conversation.sentences import sentence_spans


def without_superseded(excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """Leave out what was superseded, so that the present is not answered with it.

    Whole sentences go; an excerpt of which nothing is left goes with them. What the assistant said stays.
    """
    kept = [
        replace(excerpt, spans=tuple(_standing(excerpt))) if excerpt.candidate.superseded else excerpt
        for excerpt in excerpts
    ]
    return [excerpt for excerpt in kept if excerpt.spans]


def note_superseded(notes: Sequence[Note], words: Mapping[str, Sequence[Superseded]]) -> tuple[Note, ...]:
    """Have notes say that their quotes are no longer so.

    Args:
        notes: of a reading.
        words: of rounds by their ids, what is no longer so.
    """
    return tuple(
        next(
            (replace(note, superseded=one) for one in words.get(note.round_id, ()) if _says(note, one)), note
        )
        for note in notes
    )


def _says(note: Note, words: Superseded) -> bool:
    return note.role is Role.USER and (words.quote in note.quote or note.quote in words.quote)


def _standing(excerpt: Excerpt) -> Iterator[Span]:
    text = excerpt.round.fields.get(Role.USER, "")
    fallen = [
        (start, stop)
        for start, stop in sentence_spans(text)
        if any(words.start < stop and start < words.stop for words in excerpt.candidate.superseded)
    ]
    for span in excerpt.spans:
        if span.role is not Role.USER:
            yield span
            continue
        reached = span.start
        for start, stop in fallen:
            if start < span.stop and reached < stop:
                if text[reached:start].strip():
                    yield replace(span, start=reached, stop=start)
                reached = stop
        if text[reached : span.stop].strip():
            yield replace(span, start=reached)
