"""What is no longer so: left out of excerpts, and noted of quotes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from daybook.conversation import Excerpt, Note, Role, Span, Superseded
from daybook.conversation.language import Analyzer


def drop_superseded(excerpts: Sequence[Excerpt], analyzer: Analyzer) -> list[Excerpt]:
    """Leave out what was superseded, so that the present is not answered with it.

    Whole sentences go; an excerpt of which nothing is left goes with them. What the assistant said stays.
    Since records may be wrong, words also stay that were replaced in the same breath, or whose replacement is
    not shown.
    """
    round_ids = {excerpt.round.round_id for excerpt in excerpts}
    remaining = [_without(excerpt, _fallen(excerpt, round_ids, analyzer)) for excerpt in excerpts]
    return [excerpt for excerpt in remaining if excerpt.spans]


def mark_superseded_notes(
    notes: Sequence[Note], words: Mapping[str, Sequence[Superseded]]
) -> tuple[Note, ...]:
    """Mark notes whose quotes hold superseded words, given by the ids of their rounds."""
    return tuple(
        next(
            (
                replace(note, superseded=fallen)
                for fallen in words.get(note.round_id, ())
                if _says(note, fallen)
            ),
            note,
        )
        for note in notes
    )


def _says(note: Note, words: Superseded) -> bool:
    return note.role is Role.USER and (words.quote in note.quote or note.quote in words.quote)


def _fallen(excerpt: Excerpt, shown: Collection[str], analyzer: Analyzer) -> list[tuple[int, int]]:
    """Give the sentences of the user's side that no longer hold, by where they begin and end."""
    here = excerpt.round.round_id
    replaced = [
        words
        for words in excerpt.candidate.superseded
        if not words.by_round or (words.by_round in shown and words.by_round != here)
    ]
    return [
        (start, stop)
        for start, stop in analyzer.sentences(excerpt.round.fields.get(Role.USER, ""))
        if any(words.start < stop and start < words.stop for words in replaced)
    ]


def _without(excerpt: Excerpt, fallen: Sequence[tuple[int, int]]) -> Excerpt:
    return replace(excerpt, spans=tuple(_standing(excerpt, fallen))) if fallen else excerpt


def _standing(excerpt: Excerpt, fallen: Sequence[tuple[int, int]]) -> Iterator[Span]:
    text = excerpt.round.fields.get(Role.USER, "")
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
