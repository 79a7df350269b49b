from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from daybook.conversation import (
    Candidate,
    FoundPassage,
    Passage,
    Relation,
    RelationKind,
    RetrievalPlan,
    Role,
    Round,
    Turn,
)
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.papers import ranking_signals
from daybook.retrieve.papers.himes import (
    Partition,
    PassageAttention,
    RoundAttention,
    TopicIndex,
    TopicShare,
    add_signal,
    attention_of,
    attention_scores,
    ranked_by_attention,
)
from daybook.retrieve.papers.memorystack import (
    HideSuperseded,
    JoinedScores,
    RelationScores,
    SourceFilter,
    relation_scores,
    with_relations,
)
from daybook.retrieve.papers.timerag import RecordRanking
from daybook.retrieve.ranking_signal import RankingSignal, RoundQuery, Scope
from daybook.retrieve.rerank import weigh_candidates
from daybook.settings import DocumentOptions, Settings, SignalOptions, preset
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


def test_a_signal_lifts_by_its_deviation_times_its_weight() -> None:
    ranked = [candidate("a", 1.0), candidate("b", 0.8)]

    lifted = add_signal(ranked, "topic", {"ra": 0.0, "rb": 1.0}, weight=0.3)

    # the mean is 0.5 and the deviation 0.5: a loses 0.3 and b gains it
    assert [one.round.round_id for one in lifted] == ["rb", "ra"]
    assert [one.score for one in lifted] == pytest.approx([1.1, 0.7])
    assert lifted[0].signals == {"fused": pytest.approx(1.1), "topic": 1.0}


def test_what_a_signal_lifts_stays_lifted_where_signals_are_joined_whichever_way_they_were_merged() -> None:
    plan = RetrievalPlan("?", ("?",))
    for merged in ("fused", "rrf"):
        ranked = [
            replace(candidate(name, score), signals={merged: score})
            for name, score in (("a", 1 / 61), ("b", 1 / 62), ("c", 1 / 63))
        ]

        lifted = add_signal(ranked, "attention", {"ra": 0.1, "rb": 0.3, "rc": 0.5}, weight=1.0)
        weighed = weigh_candidates(lifted, plan, moment("2023-02-01"), SignalOptions())

        assert [one.round.round_id for one in lifted] == ["rc", "rb", "ra"]
        assert [one.round.round_id for one in weighed] == ["rc", "rb", "ra"]


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


def test_a_round_is_tagged_by_its_windows_and_keeps_its_tags() -> None:
    partition = Partition(("Travel", "Dining"), at(0, 90))

    tags = partition.tagged(key_vectors(user_keys("r1", "r1", "r2"), at(10, 80, 80)))
    later = partition.tagged(key_vectors(user_keys("r2", "r3"), at(10, 10)), tags)

    assert tags == {"r1": {"Travel": 0.5, "Dining": 0.5}, "r2": {"Dining": 1.0}}
    assert later == {"r2": {"Dining": 1.0}, "r3": {"Travel": 1.0}}  # r2 is not named again


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


def test_of_several_windows_that_which_attends_most_counts() -> None:
    assert attention_of([unit(NORTH, EAST)], unit(EAST), HISTORY, turns=1) == pytest.approx([1.0])


def test_without_earlier_questions_the_order_stays() -> None:
    nobody = KeyVectors(RoundAxis.of([]), np.zeros(0, np.int32), np.zeros(0, SPAN), unit().reshape(0, 2))

    attention = attention_of([unit(EAST)], unit(EAST), nobody, turns=2)

    assert attention == []
    assert ranked_by_attention(FOUND, attention, DocumentOptions(document_attention="alone")) == FOUND


@pytest.mark.parametrize(("mode", "first"), [("off", 0), ("alone", 1), ("added", 0)])
def test_the_mode_says_what_attention_does(mode: str, first: int) -> None:
    options = DocumentOptions(document_attention=mode, document_attention_weight=0.1)

    ranked = ranked_by_attention(FOUND, [0.2, 0.9], options)

    assert ranked[0].passage.position == first


def test_added_attention_counts_in_standard_deviations_of_what_was_found() -> None:
    options = DocumentOptions(document_attention="added", document_attention_weight=0.5)

    ranked = ranked_by_attention(FOUND, [0.2, 0.8], options)

    # a standard deviation below the mean and one above it: 2 - 0.5 and 1 + 0.5
    assert [one.score for one in ranked] == pytest.approx([1.5, 1.5])


@pytest.mark.parametrize(
    ("given", "signal"),
    [
        ({}, None),
        ({"topic_index": True}, TopicIndex),
        ({"source_filter": True}, SourceFilter),
        ({"record_ranking": True}, RecordRanking),
        ({"superseded": "always"}, HideSuperseded),
        ({"superseded": "update"}, HideSuperseded),
        ({"relations": True}, RelationScores),
        ({"attention": 0.1}, RoundAttention),
        ({"topic": 0.1}, TopicShare),
        ({"weigh": True}, JoinedScores),
        ({"document_attention": "added"}, PassageAttention),
    ],
)
def test_an_option_turns_its_signal_on_and_by_default_none_is(
    given: dict[str, object], signal: type[RankingSignal] | None
) -> None:
    on = ranking_signals(Settings.of(**given).options)

    assert [type(one) for one in on] == ([] if signal is None else [signal])
    assert any(one.joins_scores for one in on) is (signal is JoinedScores)


@pytest.mark.parametrize(
    ("name", "on"),
    [
        ("longmemeval", ()),
        ("max-sim", ()),
        ("timerag", (RecordRanking,)),
        ("memorystack", (SourceFilter, HideSuperseded, RelationScores, JoinedScores)),
        ("himes", (TopicIndex, RoundAttention, PassageAttention)),
    ],
)
def test_a_preset_turns_the_signals_of_its_paper_on(name: str, on: tuple[type[RankingSignal], ...]) -> None:
    assert tuple(type(one) for one in ranking_signals(preset(name))) == on


async def test_a_signal_changes_only_what_it_overrides() -> None:
    nothing, scope, query = RankingSignal(), Scope(frozenset({"ra"}), "user"), cast(RoundQuery, None)
    found, none = [candidate("a", 1.0)], key_vectors([], at())

    assert await nothing.narrow(scope, query) is scope
    assert await nothing.rank(found, query) is found
    assert await nothing.rank_passages(FOUND, lambda _: at(0), none, query) is FOUND
