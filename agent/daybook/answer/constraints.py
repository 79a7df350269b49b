"""Allergies and diets that the owner stated, and the messages that they may matter to.

A wording picks a statement, and examples of such statements and of other talk decide; messages about food,
health, travel, gifts or guests are told by examples alone. The thresholds are for the cosines of MiniLM.
"""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Round
from daybook.conversation.language import Analyzer, ConstraintCue, ConstraintKind, Examples
from daybook.models.embedding import Embedder
from daybook.models.embedding.embedder import Vectors
from daybook.store import Store
from daybook.store.arrays import RoundAxis, cosines
from daybook.store.keys import KeyVectors

_MAX_OWNERS = 100
"""Owners whose constraints are held; those of another are looked for anew."""
_ALONE = 2
"""How many times as long as a sentence its vector's stretch may be, to tell what the sentence is like."""
_LIKE = 0.5
"""The cosine from which on a message is like an example."""
_BODILY, _BODILY_AT_ALL = -0.05, 0.28
"""By how much a message may be farther from examples of bodily ones, since what is not seen here may do harm,
and the least cosine to one of them: a knot is as far from food as from anything."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Positive examples, and negative ones that look like them."""

    positive: Vectors
    """Unit vectors, shape (examples, dim)."""
    negative: Vectors
    """The same."""

    def nearest(self, vectors: Vectors) -> tuple[Vectors, Vectors]:
        """Give each vector's greatest cosine to a positive and to a negative example, shape (n,) each."""
        if not len(vectors):
            return np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.float32)
        return cosines(self.positive, vectors).max(axis=0), cosines(self.negative, vectors).max(axis=0)

    def margin(self, vectors: Vectors) -> float:
        """By how much the vectors are nearer to the positive examples, where that is most."""
        likes, unlikes = self.nearest(vectors)
        return float(np.max(likes - unlikes))


@dataclass(frozen=True, slots=True)
class EmbeddedExamples:
    """The examples of a language under one embedder."""

    constraints: Contrast
    """Statements of allergies and diets."""
    bodily: Contrast
    """Messages about food, health, travel, gifts and guests."""

    @classmethod
    async def of(cls, examples: Examples, embedder: Embedder) -> "EmbeddedExamples":
        """Embed some 150 short texts."""
        lists = (examples.constraints, examples.no_constraints, examples.bodily, examples.not_bodily)
        is_, is_not, bodily, others = [await embedder.embed(list(texts)) for texts in lists]
        return cls(Contrast(is_, is_not), Contrast(bodily, others))

    def is_bodily(self, vectors: Vectors, before: Vectors, *, raised: float = 0.0) -> bool:
        """True if what somebody must not eat, drink or touch may matter to a message.

        A message that is like no example ("and after that?") is taken to go on with what was said before it.

        Args:
            vectors: of the message in stand-alone form and of its sentences, shape (n, dim).
            before: of the user's turns before it, shape (m, dim).
            raised: how much nearer to an example it has to be than others.
        """
        likes, unlikes = self.bodily.nearest(vectors)
        if np.any((likes - unlikes >= _BODILY) & (likes >= _BODILY_AT_ALL + raised)):
            return True
        leans = len(before) and max(likes.max(), unlikes.max()) < _LIKE
        return bool(leans) and self.bodily.margin(before) >= _BODILY


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the owner in a round."""

    round: Round
    start: int
    stop: int
    """Characters of the user's turn, `start` in and `stop` out."""
    analyzer: Analyzer

    @property
    def place(self) -> tuple[datetime, int, int]:
        """Where it stands in the owner's history: it sorts by when it was said."""
        return (self.round.said_at, self.round.position, self.start)

    @property
    def text(self) -> str:
        """Its words."""
        return self._turn[self.start : self.stop]

    def overlaps(self, row: tuple[int, int, int]) -> bool:
        """True if a vector's characters, from the first number to the second, meet it."""
        return row[0] < self.stop and self.start < row[1]

    @property
    def own(self) -> str:
        """Its words but for what is pasted, quoted or secret."""
        return self.analyzer.own_words(self._turn)[self.start : self.stop].replace("\0", " ").strip()

    @property
    def constraint(self) -> ConstraintCue | None:
        """Returns the constraint that its wording states, or None."""
        return self.analyzer.constraint_in(self.text, lambda: self.own)

    def passage(self) -> str:
        """Give it as it is shown, without white space around it."""
        return self.text.strip()

    @property
    def _turn(self) -> str:
        return self.round.user.content if self.round.user else ""


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


class StatedConstraints:
    """Finds the statements of allergies and diets of owners, looking at each round once."""

    def __init__(self, store: Store, analyzer: Analyzer) -> None:
        self._store, self._analyzer = store, analyzer
        self._by_owner: dict[str, _Seen] = {}

    async def of(
        self,
        owner: str,
        keys: KeyVectors,
        rounds: RoundAxis,
        examples: Contrast,
        as_of: datetime | None = None,
    ) -> list[tuple[ConstraintKind, Statement]]:
        """Find the constraints of an owner in the order of time.

        Args:
            owner: whose.
            keys: all of the owner's, or those nearest to the examples.
            rounds: all of the owner's.
            examples: of constraints.
            as_of: what is later is not looked at; all is if None.

        Returns:
            Those that nothing later ends.
        """
        seen = self._by_owner.pop(owner, _Seen())
        new = [name for name in keys.rounds if name not in seen.rounds]
        if new:
            spans = await to_thread(self._found, owner, new, keys, examples)
            seen = _Seen(seen.rounds.union(new), seen.spans.union(spans))
        self._by_owner[owner] = seen  # the last asked for stands last
        if len(self._by_owner) > _MAX_OWNERS:
            del self._by_owner[next(iter(self._by_owner))]
        there = [span for span in seen.spans if span.round_id in rounds]
        said = await to_thread(self._rounds, owner, [span.round_id for span in there])
        found = [
            (span.kind, Statement(said[span.round_id], span.start, span.stop, self._analyzer))
            for span in there
            if span.round_id in said
        ]
        past = [item for item in found if as_of is None or item[1].round.said_at <= as_of]
        return _still_held(sorted(past, key=lambda item: item[1].place), self._analyzer)

    def _found(self, owner: str, names: list[str], keys: KeyVectors, examples: Contrast) -> list[_Span]:
        texts = self._store.user_texts(owner, names)
        signed = [name for name, text in texts if self._analyzer.may_constrain(text)]
        said = [
            (statement, cue)
            for round_ in self._rounds(owner, signed).values()
            for statement in _sentences_of(round_, self._analyzer)
            if (cue := statement.constraint)
        ]
        rows = _rows_by_round(keys, [statement.round.round_id for statement, _ in said])
        found = []
        for statement, cue in said:
            near = [row for row in rows[statement.round.round_id] if statement.overlaps(row)]
            if not near:
                continue
            start, stop, row = min(near, key=lambda row: row[1] - row[0])
            like, unlike = examples.nearest(keys.matrix[[row]])
            is_alone = stop - start <= _ALONE * (statement.stop - statement.start)
            if not is_alone or float(like[0] - unlike[0]) >= cue.least:
                found.append(_Span(cue.kind, statement.round.round_id, statement.start, statement.stop))
        return found

    def _rounds(self, owner: str, names: Sequence[str]) -> dict[str, Round]:
        distinct = list(dict.fromkeys(names))
        return {round_.round_id: round_ for round_ in self._store.rounds(owner, distinct)} if distinct else {}


def _statement_rows(keys: KeyVectors) -> NDArray[np.intp]:
    """Return the rows of the owner's statements, or of the windows of turns that have none."""
    statements, windows = (keys.rows_of(fields=(field,)) for field in ("statement", "user"))
    has_statements = np.isin(keys.round_places[windows], keys.round_places[statements])
    return np.sort(np.concatenate([statements, windows[~has_statements]]))


def _rows_by_round(keys: KeyVectors, names: Sequence[str]) -> Mapping[str, list[tuple[int, int, int]]]:
    """List where the vectors of rounds begin and end in the user's turn, each with its row."""
    rows = _statement_rows(keys)
    rows = rows[np.isin(keys.round_places[rows], keys.rounds.places(list(dict.fromkeys(names))))]
    by_round: dict[str, list[tuple[int, int, int]]] = {name: [] for name in names}
    for row in rows.tolist():
        key = keys.key(row)
        by_round[key.round_id].append((key.start, key.stop, row))
    return by_round


def _sentences_of(round_: Round, analyzer: Analyzer) -> list[Statement]:
    """List the sentences of the user's turn of a round."""
    turn = round_.user.content if round_.user else ""
    return [Statement(round_, start, stop, analyzer) for start, stop in analyzer.sentences(turn)]


def _still_held(
    found: Sequence[tuple[ConstraintKind, Statement]], analyzer: Analyzer
) -> list[tuple[ConstraintKind, Statement]]:
    """Leave the statements that no later one ends, in the order of time that they come in."""
    held: list[tuple[ConstraintKind, Statement]] = []
    for kind, statement in found:
        cue = statement.constraint
        if cue is None:
            continue
        if cue.ends is not None:
            held = _without(held, cue.ends, cue, analyzer)
        if cue.states:
            held.append((kind, statement))
    return held


def _without(
    held: list[tuple[ConstraintKind, Statement]], ends: frozenset[str], cue: ConstraintCue, analyzer: Analyzer
) -> list[tuple[ConstraintKind, Statement]]:
    """Take out what a denial ends: what shares a word of its; of a bare one the latest of its kind."""
    theirs = [
        place
        for place, (kind, statement) in enumerate(held)
        if (said := statement.constraint) and said.holder == cue.holder and (ends or kind is cue.kind)
    ]
    if ends:
        ended = {place for place in theirs if not ends.isdisjoint(analyzer.words(held[place][1].own))}
    else:
        ended = set(theirs[-1:])
    return [item for place, item in enumerate(held) if place not in ended]
