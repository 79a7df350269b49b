"""What was said after a record, and bears on the question as much as the words that the record rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daybook.conversation import Excerpt, Ledger, Record, Role, Span, Status, Support

AS_NEAR = 0.1
"""How much less near to the question, in cosines, later words may be that still challenge a record."""
BEARS = 0.4
"""The least cosine to the question that they need, since the record's own words may be far from it; as for
quotes that share no word with a question."""
MOST = 2
"""Sentences that are quoted."""
LONGEST = 240
"""Characters of words that are quoted: a sentence, not a whole turn."""


def newer_statements(record: Record, ledger: Ledger, excerpts: Sequence[Excerpt]) -> list[Support]:
    """Find later words of the owner that may say that a record no longer holds.

    Words that some fact rests on are none: what they say is in the ledger.

    Returns:
        The `MOST` nearest to the question, in the order of time; none where no later words bear on it, or the
        record's own are nearer.
    """
    near = [(excerpt, span) for excerpt in excerpts for span in _sentences(excerpt)]
    own = [span.score for excerpt, span in near if excerpt.round.round_id in record.round_ids]
    reference = max(own or [span.score for _, span in near], default=0.0)
    later = [
        (span.score, excerpt, span)
        for excerpt, span in near
        if excerpt.round.said_at > record.said_at
        and span.score >= max(reference - AS_NEAR, BEARS)
        and not any(_rests_on(one, excerpt, span) for one in ledger.of_round(excerpt.round.round_id))
    ]
    nearest = sorted(later, key=lambda scored: -scored[0])[:MOST]
    return sorted((_support(excerpt, span) for _, excerpt, span in nearest), key=lambda one: one.said_at)


def _support(excerpt: Excerpt, span: Span) -> Support:
    round_ = excerpt.round
    quote = round_.fields[Role.USER][span.start : span.stop].strip()
    return Support(round_.round_id, round_.session_id, span.start, span.stop, quote, round_.said_at)


def _sentences(excerpt: Excerpt) -> Iterator[Span]:
    """Give the windows of the user's side that matched and are short enough to quote."""
    spans = (span for span in excerpt.candidate.matches if span.role is Role.USER)
    return (span for span in spans if span.stop - span.start <= LONGEST)


def _rests_on(record: Record, excerpt: Excerpt, span: Span) -> bool:
    """Whether words are in the ledger as a fact of their own; an event may be what changed another fact."""
    if record.status is Status.QUARANTINED or record.slot.startswith("event."):
        return False
    round_id = excerpt.round.round_id
    return any(
        one.round_id == round_id and one.start < span.stop and span.start < one.stop for one in record.support
    )
