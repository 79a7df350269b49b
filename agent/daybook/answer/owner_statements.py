"""The owner's statements: sentences that tell something, and the constraints among them."""

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from daybook.answer.personal_messages import Contrast
from daybook.conversation import Round
from daybook.conversation.authorship import NAMED_AS_ANOTHERS, Authorship, authorship_of
from daybook.conversation.language import ConstraintCue, ConstraintKind, Intent, Language
from daybook.store import Store
from daybook.store.arrays import RoundAxis
from daybook.store.keys import KeyVectors

_FEWEST_WORDS = 3
_BESIDE = 400
"""Characters of a turn that is shown whole; of a longer one the sentence and what stands around it."""
_MOST_OWNERS = 100
"""Owners whose constraints are held; those of another are looked for anew."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A stretch of the owner's words in a round."""

    round: Round
    start: int
    stop: int
    """Characters of the user's turn, `start` in and `stop` out."""
    language: Language

    @property
    def place(self) -> tuple[datetime, int, int]:
        """Where it stands in the owner's history: it sorts by when it was said."""
        return (self.round.said_at, self.round.position, self.start)

    @property
    def text(self) -> str:
        """Its words."""
        return self.round.user.content[self.start : self.stop] if self.round.user else ""

    @property
    def own(self) -> str:
        """Its words but for what is pasted, quoted or secret."""
        said = self.language.analyzer.own_words(self.round.user.content) if self.round.user else ""
        return said[self.start : self.stop].replace("\0", " ").strip()

    @property
    def authorship(self) -> Authorship:
        """Whose words most of it is."""
        turn = self.round.user.content if self.round.user else ""
        return authorship_of(turn, self.language.analyzer.authored(turn), self.start, self.stop)

    @property
    def constraint(self) -> ConstraintCue | None:
        """What its wording tells of that every reply must respect; None for nothing."""
        return self.language.constraint_in(self.text, lambda: self.own)

    @property
    def asks(self) -> bool:
        """True if it asks something, or asks for work."""
        return self.language.read_message(self.own).intent is not Intent.STATEMENT

    @property
    def discloses(self) -> bool:
        """True if the owner tells something by it in their own words."""
        return self.language.analyzer.length(self.own) >= _FEWEST_WORDS and not self.asks

    def passage(self) -> str:
        """Give its turn where that is short, else the statement with the sentences around it."""
        turn = self.round.user.content if self.round.user else ""
        if any(part.mode in NAMED_AS_ANOTHERS for part in self.language.analyzer.authored(turn)):
            return self.text.strip()  # what stands around it may be another's
        if len(turn) <= _BESIDE:
            return turn.strip()
        start, stop = self.start, self.stop
        room = max(_BESIDE - (stop - start), 0) // 2
        before = turn.rfind(". ", max(0, start - room), start)
        after = turn.find(". ", stop, stop + room)
        return turn[before + 2 if before >= 0 else start : after + 1 if after >= 0 else stop].strip()


def statement_rows(keys: KeyVectors) -> NDArray[np.intp]:
    """Return the rows of the owner's statements, or of the windows of turns that have none."""
    statements, windows = (keys.rows_of(fields=(field,)) for field in ("statement", "user"))
    has_statements = np.isin(keys.round_places[windows], keys.round_places[statements])
    return np.sort(np.concatenate([statements, windows[~has_statements]]))


def statement_of(
    keys: KeyVectors, row: int, rounds: Mapping[str, Round], language: Language
) -> Statement | None:
    """Return the statement of a row; None where its round is not among those given."""
    key = keys.key(row)
    round_ = rounds.get(key.round_id)
    return Statement(round_, key.start, key.stop, language) if round_ and round_.user else None


@dataclass(frozen=True, slots=True)
class StandingConstraint:
    """A constraint, and the words that state it."""

    kind: ConstraintKind
    statement: Statement


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a constraint stands, without its words, so that forgetting leaves nothing here."""

    kind: ConstraintKind
    round_id: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Seen:
    rounds: frozenset[str] = frozenset()
    """Ids of the rounds that were looked at."""
    spans: frozenset[_Span] = frozenset()


class StandingConstraints:
    """Looks at each round once."""

    def __init__(self, store: Store, language: Language) -> None:
        self._store, self._language = store, language
        self._by_owner: dict[str, _Seen] = {}

    async def of(
        self, owner: str, keys: KeyVectors, rounds: RoundAxis, examples: Contrast
    ) -> list[StandingConstraint]:
        """Find the statements of an owner that every reply must respect, in the order of time.

        Args:
            owner: whose.
            keys: all of the owner's, or those nearest to the examples.
            rounds: all of the owner's.
            examples: of constraints.
        """
        seen = self._by_owner.pop(owner, _Seen())
        new = [name for name in keys.rounds if name not in seen.rounds]
        if new:
            spans = await to_thread(self._found, owner, new, keys, examples)
            seen = _Seen(seen.rounds.union(new), seen.spans.union(spans))
        self._by_owner[owner] = seen  # the last asked for stands last
        if len(self._by_owner) > _MOST_OWNERS:
            del self._by_owner[next(iter(self._by_owner))]
        there = [span for span in seen.spans if span.round_id in rounds]
        said = await to_thread(self._rounds, owner, [span.round_id for span in there])
        found = [
            StandingConstraint(
                span.kind, Statement(said[span.round_id], span.start, span.stop, self._language)
            )
            for span in there
            if span.round_id in said
        ]
        return sorted(found, key=lambda constraint: constraint.statement.place)

    def _found(self, owner: str, names: list[str], keys: KeyVectors, examples: Contrast) -> list[_Span]:
        rounds = self._rounds(owner, names)
        rows = statement_rows(keys)
        rows = rows[np.isin(keys.round_places[rows], keys.rounds.places(names))]
        statements = ((row, statement_of(keys, row, rounds, self._language)) for row in rows.tolist())
        likely = [(row, said, cue) for row, said in statements if said and (cue := said.constraint)]
        likes, unlikes = examples.nearest(keys.matrix[[row for row, _, _ in likely]])
        return [
            _Span(cue.kind, said.round.round_id, said.start, said.stop)
            for (_, said, cue), like, unlike in zip(likely, likes.tolist(), unlikes.tolist(), strict=True)
            if like - unlike >= cue.least
        ]

    def _rounds(self, owner: str, names: list[str]) -> dict[str, Round]:
        distinct = list(dict.fromkeys(names))
        return {round_.round_id: round_ for round_ in self._store.rounds(owner, distinct)} if distinct else {}
