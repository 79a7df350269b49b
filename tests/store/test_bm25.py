"""Our scores against those that rank-bm25 computes from the texts of all documents."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Role, Round, Turn
from daybook.english.words import words_of
from daybook.store.bm25 import bm25_plus
from daybook.store.keys import searchable
from daybook.store.lexical import Fields, LexicalIndex
from daybook.store.owner_index import OwnerIndex
from tests.store.conversations import MAY
from tests.store.indexed import NO_LIMITS, stored_row, version, words_of_rounds

WORDS = [f"word{chr(97 + number)}" for number in range(12)]
QUERIES = ["worda", "wordb wordl wordb", "wordx", " ".join(WORDS)]
KINDS: list[tuple[Fields, str | None]] = [
    (("user", "assistant"), None),
    (("user",), None),
    (("assistant",), None),
    (("user", "assistant"), "Ada"),
]


def some_rounds(count: int, seed: int) -> list[Round]:
    """Rounds of two speakers, who take either side; a side may be missing or have no word."""
    random = np.random.default_rng(seed)
    chances = 1 / np.arange(1, len(WORDS) + 1)

    def turn(role: Role, speaker: str) -> Turn | None:
        said = random.choice(WORDS, size=random.integers(0, 30), p=chances / chances.sum())
        return Turn(role, " ".join(said) or "...", speaker=speaker) if random.random() < 0.8 else None

    rounds = []
    for number in range(count):
        names = random.permutation(["Ada", "Ben"]).tolist()
        sides = [turn(role, name) for role, name in zip((Role.USER, Role.ASSISTANT), names, strict=True)]
        rounds.append(Round(f"r{number}", "me", "s", 0, number, MAY, *sides))
    return rounds


def scores_of_texts(
    rounds: Sequence[Round], query: str, fields: Fields, speaker: str | None
) -> dict[str, float]:
    """Score the rounds that share a word, each word for the documents that have it."""
    said = {
        round_.round_id: [
            word
            for turn in round_.turns
            if turn.role.value in fields and speaker in (None, turn.speaker)
            for word in words_of(searchable(round_).get(turn.role.value, ""))
        ]
        for round_ in rounds
    }
    documents = {name: words for name, words in said.items() if words}
    if not documents:
        return {}
    scorer = BM25Plus(list(documents.values()))
    totals: dict[str, float] = {}
    for word in dict.fromkeys(words_of(query)):
        for (name, words), score in zip(documents.items(), scorer.get_scores([word]), strict=True):
            if word in words:
                totals[name] = totals.get(name, 0.0) + float(score)
    return totals


def assert_like_texts(index: LexicalIndex, rounds: Sequence[Round]) -> None:
    assert list(index.rounds) == [round_.round_id for round_ in rounds]
    for query in QUERIES:
        for fields, speaker in KINDS:
            scores = index.scores(query, fields=fields, speaker=speaker)
            found = {name: value for name, value in zip(scores.rounds, scores.values, strict=True) if value}
            expected = scores_of_texts(rounds, query, fields, speaker)
            assert found == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_scores_are_those_that_rank_bm25_computes_from_the_texts(count: int) -> None:
    rounds = some_rounds(count, seed=count)

    assert_like_texts(words_of_rounds(rounds), rounds)


def test_scores_are_the_same_where_rounds_come_one_by_one() -> None:
    rounds = some_rounds(25, seed=7)
    index = OwnerIndex(version(0))

    for number, round_ in enumerate(rounds, start=1):
        index = index.extended([stored_row(round_, number)], version(number), NO_LIMITS)
        assert_like_texts(index.words, rounds[:number])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_scores_are_the_same_where_rounds_are_taken_out(share: float) -> None:
    rounds = some_rounds(40, seed=8)
    is_kept = np.random.default_rng(9).random(40) < share
    index = OwnerIndex(version(0))
    for number, round_ in enumerate(rounds, start=1):
        index = index.extended([stored_row(round_, number)], version(number), NO_LIMITS)

    index = index.kept(np.flatnonzero(is_kept) + 1, version(40, revision=1))
    left = [round_ for round_, keep in zip(rounds, is_kept.tolist(), strict=True) if keep]
    assert_like_texts(index.words, left)

    later = replace(some_rounds(41, seed=10)[-1], round_id="later")
    index = index.extended([stored_row(later, 41)], version(41, revision=1), NO_LIMITS)
    assert_like_texts(index.words, [*left, later])


def test_many_words_asked_for_one_after_another_are_scored_as_the_first_time() -> None:
    rounds = some_rounds(10, seed=11)
    index = words_of_rounds(rounds)
    first = index.scores("worda wordb").values

    for number in range(300):
        index.scores(f"stranger{number}")

    assert np.array_equal(index.scores("worda wordb").values, first)


def test_a_word_that_no_document_has_scores_nothing() -> None:
    nothing = np.zeros(0, dtype=np.int64)

    assert bm25_plus(nothing, nothing, documents=3, average_length=2.0).tolist() == []
