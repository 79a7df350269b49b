from collections.abc import Sequence

import numpy as np
import pytest

from daybook.conversation import Role, Round, Turn
from daybook.store.index_rows import StoredRow
from daybook.store.keys import Key
from daybook.store.owner_index import Limits, OwnerIndex
from daybook.text.english import ENGLISH
from tests.store.conversations import MAY
from tests.store.indexed import NO_LIMITS, stored_row, version

DIM = 4
WORDS = ["plum", "fig", "jam", "tart"]


def row_of(number: int, seed: int, *, row_pk: int | None = None) -> StoredRow:
    """A row of a round; there are rounds without a word, without a key, and without either."""
    random = np.random.default_rng([seed, number])
    sides = [
        Turn(role, " ".join(random.choice(WORDS, size=size)), speaker=f"S{random.integers(0, 3)}")
        if (size := int(random.integers(0, 4)))
        else None
        for role in (Role.USER, Role.ASSISTANT)
    ]
    round_ = Round(f"r{number}", "me", "s", 0, number, MAY, *sides)
    fields = sorted(random.choice(["assistant", "user"], size=random.integers(0, 4)), reverse=True)
    keys = [Key(round_.round_id, field, place, place + 1) for place, field in enumerate(fields)]
    vectors = random.normal(size=(len(keys), DIM)).astype(np.float32)
    return stored_row(round_, number + 1 if row_pk is None else row_pk, keys, vectors)


def rows_of(count: int, seed: int) -> list[StoredRow]:
    return [row_of(number, seed) for number in range(count)]


def read_at_once(rows: Sequence[StoredRow]) -> OwnerIndex:
    return OwnerIndex.empty(version(0), ENGLISH).extended(rows, version(0), NO_LIMITS)


def contents(index: OwnerIndex) -> dict[str, object]:
    """Everything that an index answers."""
    keys = index.all_keys()
    assert keys is not None
    words = index.words
    scores = {
        (query, speaker): words.scores(query, speaker=speaker).values.tolist()
        for query in WORDS
        for speaker in (None, *words.speakers)
    }
    return {
        "rounds": list(index.rounds),
        "rows": index.row_pks.rows.tolist(),
        "keys": [keys.key(row) for row in range(len(keys))],
        "vectors": keys.matrix.reshape(-1, DIM).tolist(),
        "speakers": words.speakers,
        "said": {name: words.said_by([name]).tolist() for name in words.speakers},
        "found": {query: words.search(query, limit=9) for query in WORDS},
        "scores": scores,
    }


@pytest.mark.parametrize("seed", range(5))
def test_an_index_extended_row_by_row_is_the_one_read_at_once(seed: int) -> None:
    rows = rows_of(30, seed)
    index = OwnerIndex.empty(version(0), ENGLISH)

    for number, row in enumerate(rows, start=1):
        index = index.extended([row], version(number), NO_LIMITS)
        assert contents(index) == contents(read_at_once(rows[:number]))
        assert index.version == version(number)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_left_when_rounds_are_taken_out_is_the_index_of_the_others(seed: int) -> None:
    rows = rows_of(30, seed)
    random = np.random.default_rng(seed)
    index = read_at_once(rows[:10]).extended(rows[10:], version(30), NO_LIMITS)

    while rows:
        rows = [row for row in rows if random.random() < 0.7]
        index = index.retained(
            np.array([row.row_pk for row in rows], dtype=np.int64), version(30, revision=1)
        )
        assert contents(index) == contents(read_at_once(rows))

    later = [row_of(number, seed) for number in range(30, 40)]
    assert contents(index.extended(later, version(40), NO_LIMITS)) == contents(read_at_once(later))


def test_an_index_stays_as_it_was_when_later_ones_are_made_of_it() -> None:
    rows = rows_of(40, seed=6)
    index = read_at_once(rows[:20])
    before = contents(read_at_once(rows[:20]))

    longer = index
    for row in rows[20:]:
        longer = longer.extended([row], version(0), NO_LIMITS)
    other = index.extended([row_of(50, seed=7)], version(0), NO_LIMITS)
    shorter = longer.retained(np.array([1, 2, 3]), version(0, revision=1))

    assert contents(index) == before
    assert contents(longer) == contents(read_at_once(rows))
    assert contents(other) == contents(read_at_once([*rows[:20], row_of(50, seed=7)]))
    assert contents(shorter) == contents(read_at_once(rows[:3]))


def test_a_round_indexed_again_takes_the_place_of_its_older_row() -> None:
    rows = rows_of(6, seed=9)
    again = row_of(2, seed=10, row_pk=7)

    index = read_at_once(rows).extended([again], version(7), NO_LIMITS)

    assert contents(index) == contents(read_at_once([*rows[:2], *rows[3:], again]))
    assert index.version == version(7)


@pytest.mark.parametrize(
    ("limits", "is_held"),
    [
        (Limits(keys=3, bytes=3 * DIM * 4), True),
        (Limits(keys=2, bytes=3 * DIM * 4), False),
        (Limits(keys=3, bytes=3 * DIM * 4 - 1), False),
    ],
)
def test_beyond_a_limit_the_vectors_are_not_held_and_the_rest_is(limits: Limits, is_held: bool) -> None:
    rows = [row for row in rows_of(60, seed=13) if row.keys == 1][:3]
    index = OwnerIndex.empty(version(0), ENGLISH)

    for row in rows:
        index = index.extended([row], version(0), limits)

    assert (index.all_keys() is not None) == is_held
    assert len(index.rounds) == len(index.spans.rows) == 3
    assert index.words.rounds is index.rounds
    names = [row.round_id for row in rows]
    vectors = np.frombuffer(b"".join(row.vectors for row in rows), dtype=np.float32).reshape(3, DIM)
    assert np.array_equal(index.some_keys(names, vectors).matrix, vectors)
