from collections.abc import Sequence

import numpy as np
import pytest

from daybook.store.postings import Postings, entries_of, joined, with_later

Entry = tuple[int, int, int]
"""A word, a round and how often the word stands there."""


def some_entries(seed: int, rounds: range) -> list[Entry]:
    """Entries in the order of their rounds; the words reach to either end of 64 bits."""
    random = np.random.default_rng(seed)
    words = [0, 5, 9, 2**63, 2**64 - 1]
    return [
        (word, place, int(random.integers(1, 9)))
        for place in rounds
        for word in words
        if random.random() < 0.4
    ]


def postings(entries: Sequence[Entry]) -> Postings:
    return Postings.of(
        np.array([word for word, _, _ in entries], dtype=np.uint64),
        np.array([place for _, place, _ in entries], dtype=np.int32),
        np.array([count for _, _, count in entries], dtype=np.uint16),
    )


def listed(parts: Sequence[Postings], word: int) -> list[tuple[int, int]]:
    rounds, counts = entries_of(parts, word)
    return list(zip(rounds.tolist(), counts.tolist(), strict=True))


def expected(entries: Sequence[Entry], word: int) -> list[tuple[int, int]]:
    return [(place, count) for one, place, count in entries if one == word]


def arrays(of: Postings) -> list[list[int]]:
    return [column.tolist() for column in (of.words, of.starts, of.rounds, of.counts)]


@pytest.mark.parametrize("word", [0, 1, 5, 9, 2**63, 2**64 - 1])
def test_the_rounds_of_a_word_are_found_in_their_order(word: int) -> None:
    entries = some_entries(1, range(30))

    assert listed([postings(entries)], word) == expected(entries, word)


def test_no_word_is_found_where_there_is_none() -> None:
    assert listed([postings([])], 5) == []
    assert len(postings([])) == 0


def test_postings_joined_are_those_of_all_entries() -> None:
    first, then = some_entries(2, range(9)), some_entries(3, range(9, 30))

    assert arrays(joined(postings(first), postings(then))) == arrays(postings(first + then))
    assert arrays(joined(postings([]), postings(then))) == arrays(postings(then))


def test_what_is_added_often_is_found_and_lies_in_few_parts() -> None:
    entries: list[Entry] = []
    parts: tuple[Postings, ...] = (postings([]),)
    for place in range(300):
        more = some_entries(place, range(place, place + 1))
        parts = with_later(parts, postings(more))
        entries += more

    assert len(parts) <= 10
    for word in (0, 1, 9, 2**64 - 1):
        assert listed(parts, word) == expected(entries, word)


def test_rounds_without_a_word_add_no_part() -> None:
    parts = (postings(some_entries(4, range(5))),)

    assert with_later(parts, postings([])) == parts


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_rounds_that_are_left_out_take_their_entries_with_them(share: float) -> None:
    entries = some_entries(5, range(40))
    is_kept = np.random.default_rng(6).random(40) < share
    moved = np.cumsum(is_kept) - 1

    left = postings([(word, int(moved[place]), count) for word, place, count in entries if is_kept[place]])

    assert arrays(postings(entries).kept(is_kept)) == arrays(left)
    assert postings(entries).kept(is_kept).rounds.dtype == np.int32
