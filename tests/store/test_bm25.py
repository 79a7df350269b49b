"""Ranking by words: against rank-bm25 over the texts, the inverted lists, and the index."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from rank_bm25 import BM25Okapi, BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Role, Round, Turn, rounds_of
from daybook.store.bm25 import (
    WHOLE_ROUND,
    Fields,
    LexicalIndex,
    Postings,
    entries_of,
    with_later,
)
from daybook.store.keys import searchable
from daybook.text.english.words import words_of
from tests.store.conversations import MAY, reply, session, user
from tests.store.indexed import words_of_rounds

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


def documents_of(rounds: Sequence[Round], fields: Fields, speaker: str | None) -> dict[str, list[str]]:
    said = {
        round_.round_id: [
            word
            for turn in round_.turns
            if turn.role.value in fields and speaker in (None, turn.speaker)
            for word in words_of(searchable(round_).get(turn.role.value, ""))
        ]
        for round_ in rounds
    }
    return {name: words for name, words in said.items() if words}


def scores_of_texts(
    rounds: Sequence[Round], query: str, fields: Fields, speaker: str | None
) -> dict[str, float]:
    """Score the rounds that share a word, each word for the documents that have it."""
    documents = documents_of(rounds, fields, speaker)
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


def test_okapi_ranks_what_shares_a_word_by_the_scores_that_rank_bm25_gives_the_texts() -> None:
    random, rare = np.random.default_rng(1), [f"rare{a}{b}" for a, b in product("abcdef", "ghijkl")]
    rounds = _rounds(*(" ".join([*random.choice(WORDS, 2), *random.choice(rare, 3)]) for _ in range(80)))
    index = words_of_rounds(rounds)
    for query, fields in product(["worda rareag", "rarebh rarebi worda"], [WHOLE_ROUND, ("user",)]):
        documents, asked = documents_of(rounds, fields, None), words_of(query)
        scores = BM25Okapi(list(documents.values())).get_scores(asked)
        expected = {
            name: score
            for (name, words), score in zip(documents.items(), scores, strict=True)
            if set(words) & set(asked)
        }

        found = index.search(query, fields=fields, limit=80, okapi=True)

        assert len(expected) > 5
        assert dict(found) == pytest.approx(expected)
        assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


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


def _rounds(*texts: str) -> list[Round]:
    turns = [turn for text in texts for turn in (user(text), reply("Noted."))]
    return list(rounds_of(session("a", *turns), "ada"))


def test_the_fields_decide_what_a_document_is() -> None:
    rounds = list(rounds_of(session("a", user("Any jam?"), reply("Plum jam."), user("Plums?")), "ada"))
    index = words_of_rounds(rounds)
    first, second = (round_.round_id for round_ in rounds)

    assert {name for name, _ in index.search("plum", limit=5)} == {first, second}
    assert [name for name, _ in index.search("plum", fields=("user",), limit=5)] == [second]
    assert [name for name, _ in index.search("plum", fields=("assistant",), limit=5)] == [first]
    assert index.search("plum", fields=("both",), limit=5) == index.search("plum", limit=5)


def test_only_rounds_within_are_found() -> None:
    rounds = _rounds("cat one", "cat two", "cat three")

    hits = words_of_rounds(rounds).search("cat", limit=5, within=[rounds[2].round_id, "r-unknown"])

    assert [name for name, _ in hits] == [rounds[2].round_id]


def test_a_speaker_decides_whose_words_count() -> None:
    turns = [user("Plum jam."), reply("Fig jam."), user("Fig tart."), reply("Plum tart.")]
    named = [replace(turn, speaker=name) for turn, name in zip(turns, ["Ada", "Ben"] * 2, strict=True)]
    first, second = rounds_of(session("a", *named), "ada")
    index = words_of_rounds([first, second])

    def found(speaker: str | None, fields: Fields = WHOLE_ROUND) -> list[str]:
        scores = index.scores("plum", speaker=speaker, fields=fields)
        return [name for name, value in zip(scores.rounds, scores.values, strict=True) if value]

    assert index.speakers == ("Ada", "Ben")
    assert index.said_by(["Ben"]).tolist() == [[False, True], [False, True]]
    assert index.said_by(["Ben", "Ada"]).all()
    assert not index.said_by(["Cleo"]).any()
    assert found(None) == [first.round_id, second.round_id]
    assert found("Ada") == [first.round_id]
    assert found("Ben") == [second.round_id]
    assert found("Ben", ("user",)) == found("Cleo") == []
