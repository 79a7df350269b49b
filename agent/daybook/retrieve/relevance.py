"""Lifts a round beyond its searches' scores, and holds the floor below which none bears on a message."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from daybook.conversation import Candidate, Role, Round, TimeRange
from daybook.conversation.language import Analyzer
from daybook.store.bm25 import LexicalIndex
from daybook.store.keys import MAX_SENTENCES
from daybook.text.unicode_text import phrase_pattern

FLOOR = 0.29
"""The least plain cosine of MiniLM where memory knows every word of the message."""
_UNSAID = 0.3
"""Added if memory has no record: what was never spoken of cannot be remembered."""
_FEW_ROUNDS = 20
"""Rounds at which that counts by half: in a young memory nearly every word is new."""
_SHARED, _SHARED_FLOOR = 0.2, 0.04
"""What a round is nearer by that holds every word of the message, and what the floor is higher by for it."""
RECENCY, HALF_LIFE = 1.5, timedelta(days=20)
"""Standard deviations by which a message lifts what was said right before it, and the age of half as much.
Each of RealMem's five people gains; questions would lose."""
_OF_SESSION, _BEST_OF_SESSION = 0.1, 3
"""What a message gives a round of the scores of so many best rounds of its session, each."""
DATED_FIRST = 10
"""Candidates whose dates are read: those of a long turn take two milliseconds."""
LONGEST = timedelta(days=32)
"""Of a longer time ("last year", "since May") nothing follows for a period within it."""
PHRASE_LIFT, IDENTIFIER_LIFT = 3.0, 2.0
"""Standard deviations by which a round is lifted that holds all of the query, or an identifier of it."""
_IDENTIFIER = re.compile(
    r"\b(?=\S{0,60}[^\W\d])(?=\S{0,60}\d)\w(?:[-\w./:#@]*\w)?|\b_*[^\W_]+(?:[@_][-\w.]*\w)+"
)
"""A word of letters and digits, or one that "_" or "@" joins."""
_SHORTEST = 4
"""Characters of an identifier: "5k", "2nd" and "3pm" are none."""
_JOINTS = "-_/."
_OUTER = " \t\n.,;:!?\"'\u201c\u201d\u2018\u2019"


def relevance_floor(message: str, memory: LexicalIndex, texts: Iterable[str] = ()) -> float:
    """Give the least cosine at which something of a memory bears on a message.

    "Why is the sea salty?" is near to any talk of the sea, and "salty" was never said. Cosine and unsaid
    words together tell what needs memory better than the cosine alone, on both halves of the histories of
    `daybook-eval everyday` and on LoCoMo, where neither number was chosen.

    Args:
        message: in stand-alone form.
        memory: the owner's words.
        texts: of documents, whose words are known as well.
    """
    stems = set(memory.analyzer.words(message))
    unsaid = {stem for stem in stems if not memory.has_word(stem)}
    for text in texts if unsaid else ():
        unsaid.difference_update(memory.analyzer.words(text))
    rounds = len(memory.rounds)
    return FLOOR + _UNSAID * len(unsaid) / max(len(stems), 1) * rounds / (rounds + _FEW_ROUNDS)


def bears_on(message: str, candidates: Iterable[Candidate], *, floor: float, analyzer: Analyzer) -> bool:
    """True if one of some rounds reaches the floor by its cosine and the words of the message that it has.

    Only what people said counts, users or named speakers. Both together in one round tell what needs memory
    better than the cosine, on both halves of the histories of `daybook-eval everyday` and on those of its
    unseen list; LoCoMo and REALTALK, on which nothing was chosen, have one to two questions in a hundred
    fewer below the floor.

    Args:
        message: in stand-alone form.
        candidates: with what matched.
        floor: as `relevance_floor` gives it.
        analyzer: of the language.
    """
    stems = frozenset(analyzer.words(message))

    def shared(round_: Round) -> float:
        said = " ".join(turn.content for turn in round_.turns if turn.role is Role.USER or turn.speaker)
        return len(stems.intersection(analyzer.words(said))) / max(len(stems), 1)

    return any(one.relevance + _SHARED * shared(one.round) >= floor + _SHARED_FLOOR for one in candidates)


def lift_sessions(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Lift rounds by how well their session is found: a message goes on with a session more than a round."""
    places = [(one.round.session_id, one.round.occurrence) for one in candidates]
    scores: dict[tuple[str, int], list[float]] = {}
    for place, one in zip(places, candidates, strict=True):
        scores.setdefault(place, []).append(one.score)
    best = {place: sum(sorted(found)[-_BEST_OF_SESSION:]) for place, found in scores.items()}
    return _lifted(candidates, [_OF_SESSION * best[place] for place in places])


def lift_recent(candidates: Sequence[Candidate], asked_at: datetime) -> list[Candidate]:
    """Lift rounds by how lately they were said: a message goes on with what was last spoken of."""
    ages = [max(asked_at - candidate.round.said_at, timedelta()) / HALF_LIFE for candidate in candidates]
    return _lifted(candidates, [RECENCY * float(0.5**age) for age in ages])


def lift_verbatim(candidates: Sequence[Candidate], query: str, analyzer: Analyzer) -> list[Candidate]:
    """Lift the rounds that hold a query word for word, and those that hold its identifiers whole.

    Vectors and stems see TKT-100 and TKT-1000, "rye bread" and "bread with rye" as much the same. A turn
    that only asks lifts nothing: it may be the same question.
    """
    phrase = query.strip(_OUTER)
    wanted = [(name, _JOINTS, IDENTIFIER_LIFT) for name in dict.fromkeys(_IDENTIFIER.findall(query))]
    wanted = [one for one in wanted if len(one[0]) >= _SHORTEST]
    if analyzer.words(phrase):
        wanted.append((phrase, "", PHRASE_LIFT))
    texts = [
        (place, turn.content, turn.content.casefold())
        for place, candidate in enumerate(candidates)
        for turn in candidate.round.turns
        if turn.sources is None
    ]
    lifts = [0.0] * len(candidates)
    for words, joints, lift in wanted:
        each = sorted(words.casefold().split(), key=len, reverse=True)  # hardly a text has all: no pattern
        near = [(place, text) for place, text, folded in texts if all(word in folded for word in each)]
        if not near:
            continue
        pattern = phrase_pattern(words, joints=joints)
        for place in {place for place, text in near if pattern.search(text) and not analyzer.only_asks(text)}:
            lifts[place] += lift
    return _lifted(candidates, lifts) if any(lifts) else list(candidates)


def lift_event_dates(
    candidates: Sequence[Candidate], period: TimeRange, *, lift: float, analyzer: Analyzer
) -> list[Candidate]:
    """Lift rounds that date an event into a period by some standard deviations, as if they were said in it.

    "Last Sunday I baked …" is told on a Tuesday: a question names the day of the event as often as that of
    its telling. The first `DATED_FIRST` candidates get the signal "happened", 1 or 0.

    Source: LongMemEval, section 5.4; that dates of events lift and do not filter is ours.
    """
    head = candidates[:DATED_FIRST]
    happened = [float(dates_something_in(period, candidate.round, analyzer)) for candidate in head]
    dated = [
        replace(candidate, signals={**candidate.signals, "happened": is_dated})
        for candidate, is_dated in zip(head, happened, strict=True)
    ]
    rest = candidates[DATED_FIRST:]
    return _lifted([*dated, *rest], [*(lift * one for one in happened), *[0.0] * len(rest)])


def dates_something_in(period: TimeRange, round_: Round, analyzer: Analyzer) -> bool:
    """True if a round dates an event into a period; only what people say counts, users or named speakers."""
    for turn in round_.turns:
        if turn.role is not Role.USER and not turn.speaker:
            continue
        for start, stop in analyzer.sentences(turn.content)[:MAX_SENTENCES]:
            time = analyzer.time_of(turn.content[start:stop], turn.said_at or round_.said_at)
            if time is not None and _is_short(time) and time.overlaps(period):
                return True
    return False


def _is_short(time: TimeRange) -> bool:
    return time.start is not None and time.end is not None and time.end - time.start <= LONGEST


def _lifted(candidates: Sequence[Candidate], lifts: Sequence[float]) -> list[Candidate]:
    lifted = [
        replace(candidate, score=candidate.score + lift) if lift else candidate
        for candidate, lift in zip(candidates, lifts, strict=True)
    ]
    return sorted(lifted, key=lambda candidate: -candidate.score)
