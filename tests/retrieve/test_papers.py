from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from daybook.conversation import (
    Candidate,
    Relation,
    RelationKind,
    Role,
    Round,
    Session,
    Support,
    Turn,
    rounds_of,
)
from daybook.embedding.protocol import Vectors
from daybook.retrieve.dense import DenseHits
from daybook.retrieve.keying import ABSENT
from daybook.retrieve.papers.attention import attention_scores
from daybook.retrieve.papers.signals import add_signal, relation_scores, with_relations
from daybook.retrieve.papers.topic_partition import Partition
from daybook.retrieve.record_keys import RecordKeys, merged_texts
from daybook.store.keys import Key
from daybook.store.round_axis import RoundAxis
from tests.ledgers import ledger, moment, moved, record
from tests.store.indexed import key_vectors

BATH, LEEDS = moved()


def candidate(name: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    round_ = Round(f"r{name}", "me", "s", 0, 0, moment("2023-01-05"), said, None)
    return Candidate(round_, score, {"fused": score})


def at(*degrees: float) -> Vectors:
    """Unit vectors of the plane at those angles."""
    return np.array([[np.cos(np.radians(one)), np.sin(np.radians(one))] for one in degrees], dtype=np.float32)


def user_keys(*names: str) -> tuple[Key, ...]:
    return tuple(Key(name, "user", 0, 1) for name in names)


def test_a_signal_lifts_by_its_deviation_times_its_weight() -> None:
    ranked = [candidate("a", 1.0), candidate("b", 0.8)]

    lifted = add_signal(ranked, "topic", {"ra": 0.0, "rb": 1.0}, weight=0.3)

    # the mean is 0.5 and the deviation 0.5: a loses 0.3 and b gains it
    assert [one.round.round_id for one in lifted] == ["rb", "ra"]
    assert [one.score for one in lifted] == pytest.approx([1.1, 0.7])
    assert lifted[0].signals == {"fused": pytest.approx(1.1), "topic": 1.0}


def test_a_signal_of_nothing_changes_nothing() -> None:
    ranked = [candidate("a", 1.0)]

    assert add_signal(ranked, "topic", {}, weight=0.3) == ranked
    assert add_signal([], "topic", {"ra": 1.0}, weight=0.3) == []


def test_a_round_is_related_by_the_edges_of_its_records() -> None:
    known = ledger(
        record("a", "s", "x", "A", "2023-01-01"),
        record("b", "s", "y", "B", "2023-01-01"),
        record("c", "s", "z", "C", "2023-01-01"),
        relations=[
            Relation("ma", RelationKind.ELABORATES, "mb", 0.7, 0.8),
            Relation("mc", RelationKind.RELATED_TO, "mb", 0.4, 0.5),
            Relation("ma", RelationKind.SAME_TOPIC, "mb", 0.5, 1.0),
        ],
    )

    # a: 0.56 + 0.5 is more than 1; b has all three; c: 0.2
    assert relation_scores(known) == {"ra": 1.0, "rb": 1.0, "rc": pytest.approx(0.2)}


def test_what_was_superseded_gains_nothing_by_its_relations() -> None:
    known = ledger(BATH, LEEDS, relations=[Relation("mleeds", RelationKind.SUPERSEDES, "mbath", 1.0, 0.95)])

    assert relation_scores(known) == {"rleeds": pytest.approx(0.95)}


def test_without_relations_there_is_no_such_signal() -> None:
    assert with_relations([candidate("a", 1.0)], ledger(LEEDS))[0].signals == {"fused": 1.0}


def test_a_round_attends_to_the_earlier_turns_that_are_most_like_the_question() -> None:
    keys = key_vectors(user_keys("r1", "r2", "r3"), at(0, 60, 90))

    scores = attention_scores(at(0), keys, {"r2", "r3"}, turns=1)

    # the turn most like the question is r1's; r2 stands at 60 degrees to it, and r3 at 90
    assert scores == {"r2": pytest.approx(0.5, abs=1e-6), "r3": pytest.approx(0.0, abs=1e-6)}


def test_a_round_does_not_attend_to_itself() -> None:
    keys = key_vectors(user_keys("r1", "r2"), at(0, 60))

    scores = attention_scores(at(0), keys, {"r1"}, turns=1)

    assert scores == {"r1": pytest.approx(0.5, abs=1e-6)}


def test_a_round_attends_by_its_best_window() -> None:
    keys = key_vectors((*user_keys("r1", "r2"), Key("r2", "assistant", 0, 1)), at(0, 90, 60))

    assert attention_scores(at(0), keys, {"r2"}, turns=1) == {"r2": pytest.approx(0.5, abs=1e-6)}


def test_without_a_turn_of_the_user_nothing_attends() -> None:
    assert attention_scores(at(0), key_vectors((Key("r1", "assistant", 0, 1),), at(0)), {"r1"}, turns=1) == {}


def test_a_text_is_of_the_topic_whose_description_is_nearest() -> None:
    partition = Partition(("Travel", "Travel", "Dining"), at(0, 20, 90))

    assert partition.topics_of(at(25, 60)) == ["Travel", "Dining"]


def test_a_round_is_of_a_topic_by_its_windows_or_by_its_records() -> None:
    partition = Partition(("Travel", "Dining"), at(0, 90))
    keys = key_vectors(user_keys("r1", "r1", "rleeds"), at(10, 80, 80))

    shares = partition.rounds_of("Travel", keys, ledger(replace(LEEDS, topic="Travel")))

    assert shares == {"r1": 0.5, "rleeds": 1.0}


def test_a_record_finds_its_round_where_it_is_nearer_than_the_words_of_the_round() -> None:
    hits = DenseHits(
        rankings=(("r1", "r2"),),
        rounds=RoundAxis.of(("r1", "r2")),
        keyed=np.array([[0.5, 0.2]], dtype=np.float32),
    )
    keys = RecordKeys((("r2",), ("r1", "elsewhere")), at(0, 80))

    joined = keys.joined_to(hits, at(0), limit=2)

    assert joined.rankings == (("r2", "r1"),)
    assert joined.keyed is not None
    assert joined.keyed.tolist() == [[0.5, pytest.approx(0.9)]]  # a tenth less than its own cosine


def test_a_record_is_a_key_of_a_round_without_others() -> None:
    hits = DenseHits(
        (("r1",),), rounds=RoundAxis.of(("r1", "r2")), keyed=np.array([[0.5, ABSENT]], dtype=np.float32)
    )

    joined = RecordKeys((("r2",),), at(30)).joined_to(hits, at(0), limit=2)

    assert joined.rankings == (("r2", "r1"),)  # 0.87 less a tenth


def test_a_record_that_is_not_near_the_question_finds_nothing() -> None:
    hits = DenseHits(
        (("r1",),), rounds=RoundAxis.of(("r1", "r2")), keyed=np.array([[0.5, ABSENT]], dtype=np.float32)
    )

    joined = RecordKeys((("r2",),), at(60)).joined_to(hits, at(0), limit=2)

    assert joined.rankings == (("r1",),)


def test_a_record_merged_with_its_round_counts_for_all_of_its_cosine_however_far() -> None:
    hits = DenseHits(
        (("r1",),), rounds=RoundAxis.of(("r1", "r2")), keyed=np.array([[0.2, ABSENT]], dtype=np.float32)
    )

    joined = RecordKeys((("r2",),), at(60), apart=False).joined_to(hits, at(0), limit=2)

    assert joined.keyed is not None
    assert joined.keyed.tolist() == [[pytest.approx(0.2), pytest.approx(0.5)]]


def test_the_records_of_a_round_stand_before_its_users_side() -> None:
    (first, second) = rounds_of(
        Session(
            "s",
            moment("2024-01-01"),
            (
                Turn(Role.USER, "I moved to Leeds with my dog."),
                Turn(Role.ASSISTANT, "Oh."),
                Turn(Role.USER, "Hm."),
            ),
        ),
        "me",
    )
    where, whom = (
        replace(LEEDS, text=text, support=_said_in(first)) for text in ("I live in Leeds", "I have a dog")
    )

    texts = merged_texts([where, whom], [first, second])

    assert texts == {first.round_id: "I live in Leeds\nI have a dog\nI moved to Leeds with my dog."}


def _said_in(round_: Round) -> tuple[Support, ...]:
    return (replace(LEEDS.support[0], round_id=round_.round_id),)


def test_without_dense_search_records_find_nothing() -> None:
    none = DenseHits()

    assert RecordKeys((("r2",),), at(60)).joined_to(none, at(0), limit=2) is none
