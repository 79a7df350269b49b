"""Chroma max-sim retrieval with BM25 RRF fusion, LLM reranking and Chain-of-Note over JSON, by one name."""

import pytest

from daybook.conversation import Pipeline
from daybook.store import vectors_on_disk
from tests.graph.test_model_steps import CLASSIFY, EXPAND, QUOTE, READ, RERANK, TIME, asked, models, script
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, HISTORY, OpenDaybook

CAT = "How long ago did I adopt my cat?"


def test_classic_asks_chroma_and_words_then_reranks_and_reads_json_by_chain_of_note(
    open_daybook: OpenDaybook, server: ScriptedServer
) -> None:
    script(server)
    daybook = open_daybook(preset="classic", **models(server))

    explanation = daybook.explain(CAT, owner="ada", asked_at=ASKED)

    calls = [body["messages"][0]["content"] for body in server.requests]
    steps = (CLASSIFY, EXPAND, TIME, RERANK, READ)
    of_each = [next(step for step in steps if step in call) for call in calls]
    assert set(of_each[:3]) == {CLASSIFY, EXPAND, TIME}
    assert of_each[3:] == [RERANK, READ]
    assert all(f'"id": {place}' in asked(server, RERANK) for place in range(1, len(HISTORY) + 1))
    assert '"user": "I adopted a grey cat yesterday' in asked(server, READ)
    assert (explanation.answer.text, explanation.answer.degraded) == ("You adopted Pixel 29 days ago.", ())
    assert explanation.answer.pipeline == Pipeline("classic", "chroma", "rrf", reranked=True)
    assert [item.quote for item in explanation.answer.evidence] == [QUOTE]


def test_chroma_holds_every_vector_that_the_database_has(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook(preset="classic")

    answer = daybook.ask(CAT, owner="ada", asked_at=ASKED)

    stats = daybook.stats(owner="ada")
    assert vectors_on_disk(daybook.settings.data_dir / "chroma") == stats.vectors > len(HISTORY)
    assert answer.pipeline == Pipeline("classic", "chroma", "rrf", reranked=False)
    assert answer.evidence[0].session_id == "cat"


def test_a_round_scores_by_its_ranks_among_the_phrasings_alone(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook(preset="classic")

    found = daybook.explain("grey cat named Pixel", owner="ada", asked_at=ASKED).found

    for hit in found:
        ranks = [hit.signals[name] for name in ("dense_rank", "bm25_rank") if name in hit.signals]
        assert hit.score == pytest.approx(sum(1 / (60 + rank) for rank in ranks))
    assert found[0].round.session_id == "cat"
    assert "fused" not in found[0].signals


def test_a_setting_beside_the_preset_beats_it(open_daybook: OpenDaybook) -> None:
    answer = open_daybook(preset="classic", vectors="exact").ask(CAT, owner="ada", asked_at=ASKED)

    assert answer.pipeline == Pipeline("classic", "exact", "rrf")
