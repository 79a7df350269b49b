"""Finds what holds now: marks the superseded statements of rounds and notes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from daybook.conversation import (
    Candidate,
    Ledger,
    Note,
    Record,
    Role,
    Round,
    Status,
    Superseded,
    Support,
)

_BETWEEN_WORDS = r"[^\w.!?]{1,8}"
"""Characters between two words of a repeated statement: no end of a sentence."""


@dataclass(frozen=True, slots=True)
class SupersededWords:
    """The statements that no longer hold, as far as the ledger knows."""

    by_round: Mapping[str, tuple[Superseded, ...]] = field(default_factory=dict)
    """Those that records rested on, by the id of their round and in its order."""
    rejected: tuple[tuple[re.Pattern[str], Superseded], ...] = ()
    """Statements that the owner called wrong, with a pattern of the words that had stated each."""
    standing: Mapping[str, tuple[Support, ...]] = field(default_factory=dict)
    """The words of each round that something known rests on."""

    def of(self, round_: Round) -> tuple[Superseded, ...]:
        """List the words of a round's user that no longer hold, in their order.

        What was called wrong is wrong wherever it had been said by then: also in a chat imported later.
        """
        known, said = self.by_round.get(round_.round_id, ()), round_.user
        if said is None or not self.rejected:
            return known
        again = (
            replace(words, start=found.start(), stop=found.end(), quote=found[0])
            for pattern, words in self.rejected
            if round_.said_at <= words.at
            for found in pattern.finditer(said.content)
        )
        there: list[Superseded | Support] = [*known, *self.standing.get(round_.round_id, ())]
        new = (words for words in again if not any(_overlap(words, other) for other in there))
        return tuple(sorted({*known, *new}, key=_place))


def superseded_words(ledger: Ledger) -> SupersededWords:
    """Find the superseded statements of each round in order, without words that still support something."""
    standing: dict[str, list[Support]] = {}
    for record in ledger.with_status(Status.ACTIVE):
        for support in record.support:
            standing.setdefault(support.round_id, []).append(support)
    found: dict[str, list[Superseded]] = {}
    rejected: list[tuple[re.Pattern[str], Superseded]] = []
    for record in ledger.with_status(Status.SUPERSEDED, Status.DELETED):
        for support, words in _words_of(record, ledger):
            if not any(_overlap(support, other) for other in standing.get(support.round_id, ())):
                found.setdefault(support.round_id, []).append(words)
            if record.status is Status.DELETED and (pattern := _repeats(words.quote)):
                rejected.append((pattern, words))
    by_round = {round_id: tuple(sorted(set(words), key=_place)) for round_id, words in found.items()}
    return SupersededWords(
        by_round, tuple(rejected), {name: tuple(words) for name, words in standing.items()}
    )


def mark_superseded(candidates: Sequence[Candidate], words: SupersededWords) -> list[Candidate]:
    """Mark the superseded statements of every candidate."""
    return [
        replace(candidate, superseded=words.of(candidate.round) or candidate.superseded)
        for candidate in candidates
    ]


def mark_superseded_notes(notes: Sequence[Note], read: Iterable[Candidate]) -> tuple[Note, ...]:
    """Mark notes whose quotes hold superseded words of the candidates that were read."""
    words = {candidate.round.round_id: candidate.superseded for candidate in read}
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


def _words_of(record: Record, ledger: Ledger) -> Iterator[tuple[Support, Superseded]]:
    """Pair the words that a record rested on with what superseded it."""
    successor = ledger.records.get(record.superseded_by)
    for support in record.support:
        later = _first_after(support, successor) if successor else None
        at = later.said_at if later else record.superseded_at or record.said_at
        yield (
            support,
            Superseded(
                support.start,
                support.stop,
                support.quote,
                at=record.superseded_at or at,
                by_round=later.round_id if later else "",
                by=successor.text if successor else "",
            ),
        )


def _first_after(support: Support, successor: Record) -> Support | None:
    """Find where the owner first said what took the place of something, after they had said that."""
    later = (new for new in successor.support if (new.said_at, new.start) > (support.said_at, support.start))
    return next(later, successor.support[-1])


def _says(note: Note, words: Superseded) -> bool:
    return note.role is Role.USER and (words.quote in note.quote or note.quote in words.quote)


def _overlap(one: Superseded | Support, other: Superseded | Support) -> bool:
    return one.start < other.stop and other.start < one.stop


def _place(words: Superseded) -> tuple[int, datetime]:
    return (words.start, words.at)


def _repeats(quote: str) -> re.Pattern[str] | None:
    """Match the words of a quote wherever they stand in a row; None if it has fewer than two."""
    words = re.findall(r"\w+(?:['’]\w+)*", quote)
    if len(words) < 2:
        return None
    in_a_row = _BETWEEN_WORDS.join(map(re.escape, words))
    return re.compile(rf"(?<!\w){in_a_row}(?!\w)", re.IGNORECASE)
