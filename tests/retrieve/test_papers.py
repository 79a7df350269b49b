from dataclasses import replace

import numpy as np
import pytest

from daybook.conversation import (
    Candidate,
    FoundPassage,
    Passage,
    QuestionKind,
    Relation,
    RelationKind,
    RetrievalPlan,
    Role,
    Round,
    Turn,
)
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.papers.himes import Partition, attention_of, ranked_by_attention
from daybook.retrieve.papers.memorystack import (
    JoinedSignals,
    relation_scores,
    weigh_candidates,
)
from daybook.store.arrays import RoundAxis
from daybook.store.keys import SPAN, Key, KeyVectors
from tests.ledgers import ledger, moment, moved, record
from tests.retrieve.plane import at
from tests.store.indexed import key_vectors

BATH, LEEDS = moved()


def candidate(name: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    round_ = Round(f"r{name}", "me", "s", 0, 0, moment("2023-01-05"), said, None)
    return Candidate(round_, score, {"fused": score})


def user_keys(*names: str) -> tuple[Key, ...]:
    return tuple(Key(name, "user", 0, 1) for name in names)


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


def test_a_text_is_of_the_topic_whose_description_is_nearest() -> None:
    partition = Partition(("Travel", "Travel", "Dining"), at(0, 20, 90))

    assert partition.topics_of(at(25, 60)) == ["Travel", "Dining"]


def test_the_partition_of_a_question_is_the_rounds_with_a_window_of_its_topic() -> None:
    partition = Partition(("Travel", "Dining"), at(0, 90))
    keys = key_vectors(user_keys("r1", "r1", "r2", "r3"), at(10, 80, 80, 20))

    assert partition.rounds_like(at(15), keys) == {"r1", "r3"}
    assert partition.rounds_like(at(15), key_vectors([], at())) == frozenset()


def unit(*rows: tuple[float, float]) -> Vectors:
    return np.array(rows, dtype=np.float32)


EAST, NORTH, BETWEEN = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)
HISTORY = KeyVectors(
    RoundAxis.of(["r0", "r1", "r2"]),
    np.arange(3, dtype=np.int32),
    np.zeros(3, dtype=SPAN),
    unit(EAST, BETWEEN, NORTH),
)
FOUND = [
    FoundPassage(Passage("d", "D", place, "", None, f"text {place}"), score=score)
    for place, score in enumerate((2.0, 1.0))
]


def test_a_passage_scores_the_mean_cosine_to_the_nearest_earlier_questions() -> None:
    windows = [unit(EAST), unit(NORTH)]

    # the two nearest to east are east itself and what lies between: (1 + 0.6) / 2 and (0 + 0.8) / 2
    assert attention_of(windows, unit(EAST), HISTORY, turns=2) == pytest.approx([0.8, 0.4])


def test_only_earlier_questions_of_the_partition_attend() -> None:
    windows = [unit(EAST), unit(NORTH)]

    assert attention_of(windows, unit(EAST), HISTORY, among={"r2"}) == pytest.approx([0.0, 1.0])
    assert attention_of(windows, unit(EAST), HISTORY, among=set()) == []


def test_attention_alone_ranks_and_without_any_the_order_stays() -> None:
    assert [one.passage.position for one in ranked_by_attention(FOUND, [0.2, 0.9])] == [1, 0]
    assert ranked_by_attention(FOUND, []) == FOUND


def test_equation_7_is_the_weighted_mean_of_the_signals_times_the_boosts() -> None:
    plan = RetrievalPlan("?", ("?",), {QuestionKind.MULTI_SESSION: 0.6})
    ranked = [candidate("a", 1.0), candidate("b", 0.5)]

    first, second = weigh_candidates(ranked, plan, moment("2023-01-05"))

    # no relation and no reranker: 0.5 and 0.1 share the weight; both are of one session, whose best is a
    assert first.score == pytest.approx(1.35 * (0.5 * 1.0 + 0.1 * 1.0) / 0.6)
    assert second.score == pytest.approx((0.5 * 0.5 + 0.1 * 1.0) / 0.6)


def test_what_the_model_did_not_score_has_three_tenths_in_equation_7() -> None:
    scored = replace(candidate("a", 1.0), signals={"fused": 1.0, "rerank": 0.9})

    ranked = JoinedSignals().rank_reranked([candidate("b", 1.0), scored], RetrievalPlan("?", ("?",)))

    assert [one.round.round_id for one in ranked] == ["ra", "rb"]
    assert [one.signals["rerank"] for one in ranked] == [0.9, 0.3]
