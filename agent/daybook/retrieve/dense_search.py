"""Dense retrieval: the cosines of an entry's keys to each query, joined into one score by a keying.

An entry is a round, whose sides are fields of their own, or an item or a passage, which has one text.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Role, Span
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.speakers import SpeakerFilter
from daybook.settings import Keying, SearchOptions
from daybook.store.arrays import RoundAxis, best_places, cosines
from daybook.store.keys import FIELDS, FieldName, KeyVectors, first_of_each_field
from daybook.store.owner_index import OwnerIndex
from daybook.store.search_index import SEARCHED, SearchIndex

Scores = NDArray[np.float32]

OTHER_SIDE_PENALTY = 0.03
"""Cosines taken off the words of a side that is not asked about."""
ABSENT = np.float32(-2.0)
"""Below every cosine: the entry has no such field."""
_ROLES: Mapping[FieldName, Role] = {
    "user": Role.USER,
    "statement": Role.USER,
    "assistant": Role.ASSISTANT,
}
"""The role whose words a key spans."""


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """The phrasings of a plan as unit vectors, each of shape (phrasings, dim), the question first."""

    plain: Vectors
    """As texts are embedded: its cosines say how near a text is, and thresholds are meant for them."""
    ranking: Vectors
    """By the query encoder, where there is one: they rank better, on a scale of their own."""


@dataclass(frozen=True, slots=True)
class FieldScores:
    """How well each field of each entry matches each query: the greatest cosine of its keys."""

    rounds: RoundAxis
    cosines: Scores
    """Shape (queries, entries, 4): by the places of FIELDS; ABSENT where there is no such field."""
    nearest: Scores
    """Shape (keys,): the cosine of each key to the query that is nearest to it."""


@dataclass(frozen=True, slots=True)
class DenseHits:
    """Hits of the dense searches of a plan."""

    rankings: tuple[tuple[str, ...], ...] = ()
    """A best-first ranking of round ids for every query."""
    matches: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    """Of each ranked round the windows of its sides, best first, scored by their greatest cosine."""
    rounds: RoundAxis = field(default_factory=lambda: RoundAxis.of(()))
    """Every entry that was scored."""
    best: Scores | None = None
    """Shape (entries,): the greatest score over the queries, in cosines, whoever is asked about."""
    keyed: Scores | None = None
    """Shape (queries, entries): their scores; ABSENT where the keying has no key for one."""
    found_by: str = ""
    """As `Pipeline.vectors` says it."""

    def best_scores(self, round_ids: Sequence[str]) -> dict[str, float]:
        """Return the greatest scores of those rounds that have any."""
        if self.best is None:
            return {}
        places = self.rounds.place_of_each(round_ids)
        scores = np.where(places < 0, ABSENT, self.best[places]).tolist()
        return {name: score for name, score in zip(round_ids, scores, strict=True) if score > ABSENT}


async def search_dense(
    queries: QueryVectors,
    *,
    index: SearchIndex,
    options: SearchOptions,
    asked: SpeakerFilter | None = None,
    within: Collection[str] | None = None,
    side: FieldName | None = None,
) -> DenseHits:
    """Rank the rounds of an owner by their nearness to each query, under the keying of the options.

    Args:
        queries: they are ranked by its ranking vectors; matches and `best` are by the plain ones.
        index: the owner's.
        options: keying, statements, first_windows and search_limit count.
        asked: whose words count for more; None for nobody's.
        within: the ids of the rounds to rank; None for all.
        side: the only side that is searched, whatever the keying; None for all of the keying.
    """
    limit = options.search_limit
    fields_searched = [side] if side else SEARCHED[options.keying]
    if not options.statements:
        fields_searched = [field for field in fields_searched if field != "statement"]
    found = await index.near(queries.ranking, limit=limit, within=within, fields=fields_searched)
    if not len(found):
        return DenseHits()
    if options.first_windows:
        found = first_of_each_field(found)
    fields = score_fields(found, queries.ranking)
    plainly = fields if queries.plain is queries.ranking else score_fields(found, queries.plain)
    plain, keyed = (
        _keyed(scored, options) if side is None else scored.cosines[..., FIELDS.index(side)]
        for scored in (plainly, fields)
    )
    if asked is not None and side is None:
        keyed = _keyed(penalise_other_side(fields, asked.fields(fields.rounds), OTHER_SIDE_PENALTY), options)
    rankings = tuple(tuple(best_first(fields.rounds, row, limit=limit)) for row in keyed)
    ranked = {round_id for ids in rankings for round_id in ids}
    return DenseHits(
        rankings=rankings,
        matches=_matches(found, plainly.nearest, ranked, tuple(_ROLES) if side is None else (side,)),
        rounds=fields.rounds,
        best=plain.max(axis=0),
        keyed=keyed,
        found_by=found.found_by,
    )


def score_texts(index: OwnerIndex, queries: Vectors) -> DenseHits:
    """Score the entries of an index that have one text each: items, and passages of documents.

    There are no rankings, and no scores without keys or where they are too many for memory.
    """
    keys = index.all_keys()
    if keys is None or not len(keys):
        return DenseHits()
    fields = score_fields(keys, queries)
    return DenseHits(rounds=fields.rounds, keyed=keyed_scores(fields, Keying.USER_ONLY))


def has_key(index: OwnerIndex) -> NDArray[np.bool_]:
    """Tell which entries of an index have a key, shape (entries,): the others cannot be found."""
    found = np.zeros(len(index.rounds), dtype=bool)
    found[index.round_places.rows] = True
    return found


def score_fields(keys: KeyVectors, queries: Vectors) -> FieldScores:
    """Compare keys with queries, unit vectors of shape (queries, dim); of a field the best window counts."""
    by_key = cosines(queries, keys.matrix)
    best = np.full((len(queries), len(FIELDS) * len(keys.rounds)), ABSENT, dtype=np.float32)
    slots = keys.fields.astype(np.intp) * len(keys.rounds) + keys.round_places
    for query, similarities in enumerate(by_key):
        np.maximum.at(best[query], slots, similarities)
    by_field = best.reshape(len(queries), len(FIELDS), len(keys.rounds))
    return FieldScores(keys.rounds, by_field.transpose(0, 2, 1), nearest=by_key.max(axis=0))


def penalise_other_side(scores: FieldScores, asked: NDArray[np.bool_], penalty: float) -> FieldScores:
    """Take a penalty off the cosines of fields that are not by whom the question asks about.

    `asked` has shape (rounds, 4). A reply repeats and enlarges on what it answers, in many more windows, so
    it is near to a question by chance more often.
    """
    other = (scores.cosines > ABSENT) & ~asked
    lowered = scores.cosines - other.astype(np.float32) * np.float32(penalty)
    return replace(scores, cosines=lowered)


def keyed_scores(scores: FieldScores, keying: Keying, *, statements: bool = False) -> Scores:
    """Join the fields of each round into one score per query, shape (queries, rounds).

    With u and a the cosines of the user's and the assistant's side, user-only is u, max-sim is max(u, a), and
    concat is the cosine of both sides embedded as one text; ABSENT where the keying has no key for a round.
    With `statements` u is the greater of the user's side and its best statement.

    Source: the keyings of fielded max-sim keying, section 3.2; the statements are ours.
    """
    user, assistant, both, statement = (scores.cosines[..., column] for column in range(len(FIELDS)))
    if statements:
        user = np.maximum(user, statement)
    match keying:
        case Keying.USER_ONLY:
            return user
        case Keying.CONCAT:
            return both
        case Keying.MAX_SIM:
            return np.maximum(user, assistant)


def best_first(rounds: RoundAxis, scores: Scores, *, limit: int) -> list[str]:
    """Rank at most `limit` rounds by one score each, shape (rounds,), leaving out ABSENT ones.

    Equal scores keep the order of the axis.
    """
    places = best_places(scores, np.flatnonzero(scores > ABSENT), limit)
    return rounds.names(places)


def nearest_statements(wanted: set[str], question: Vectors, keys: KeyVectors) -> dict[str, Scores]:
    """Give of each round the vector of the user's window that is nearest to the question."""
    rows = keys.rows_of(wanted, fields=("user", "statement"))
    if not len(rows):
        return {}
    nearness = np.vecdot(question, keys.matrix[rows])
    best: dict[str, Scores] = {}
    for place in np.argsort(-nearness, kind="stable").tolist():
        best.setdefault(keys.key(rows[place]).round_id, keys.matrix[rows[place]])
    return best


def _keyed(fields: FieldScores, options: SearchOptions) -> Scores:
    return keyed_scores(fields, options.keying, statements=options.statements)


def _matches(
    keys: KeyVectors, cosines: NDArray[np.float32], wanted: Collection[str], sides: tuple[FieldName, ...]
) -> dict[str, tuple[Span, ...]]:
    """Collect the windows of the rounds wanted; a key of both sides together has no place in either."""
    matches: dict[str, list[Span]] = {}
    rows = keys.rows_of(wanted, fields=sides)
    rows = rows[np.argsort(-cosines[rows], kind="stable")]
    names = keys.rounds.names(keys.round_places[rows])
    places = keys.spans[rows].tolist(), cosines[rows].tolist()
    for name, (number, start, stop), cosine in zip(names, *places, strict=True):
        matches.setdefault(name, []).append(Span(_ROLES[FIELDS[number]], start, stop, cosine))
    return {round_id: tuple(spans) for round_id, spans in matches.items()}
