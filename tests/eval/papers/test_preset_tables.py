"""The tables of presets and of MemoryStack, made of a few small questions and talks."""

import gzip
import json
from pathlib import Path

import pytest

from daybook_eval import embedders
from daybook_eval.papers import memorystack, presets
from daybook_eval.papers.memorystack import PRICES, TYPES
from daybook_eval.papers.tables import TABLES, Inputs, make_table
from daybook_eval.tables import Table
from tests.eval.conftest import bag_of_words
from tests.eval.small_questions import write_questions

pytestmark = pytest.mark.slow


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Inputs:
    for module in (embedders, presets, memorystack):
        monkeypatch.setattr(module, "load_embedder", bag_of_words)
    data = tmp_path / "data"
    data.mkdir()
    write_questions(data / "longmemeval_s_small.json", count=2)
    return Inputs(data, tmp_path / "cache" / "vectors.sqlite", concurrency=1)


def column(table: Table, name: str) -> dict[str, object]:
    place = list(table.columns).index(name)
    return {str(row[0]): row[place] for row in table.rows}


def test_every_preset_is_held_against_the_default(inputs: Inputs) -> None:
    table = make_table("presets", inputs)

    assert [row[0] for row in table.rows] == [
        "default", "classic", "longmemeval", "max-sim", "timerag", "memorystack", "himes",
    ]  # fmt: skip
    assert column(table, "all@10, difference")["default"] == ""
    assert column(table, "all@10, difference")["memorystack"] == "+0.000 [+0.000, +0.000]"
    assert any("memorystack without a model to understand" in note for note in table.notes)


def test_memorystack_without_a_stage_is_held_against_it_whole(inputs: Inputs) -> None:
    table = make_table("memorystack-stages", inputs)

    assert column(table, "round all@5")["memorystack"] == 1
    assert column(table, "all@10, difference")["without sparse search"] == "+0.000 [+0.000, +0.000]"
    by_type = table.details["by_type"]
    assert isinstance(by_type, dict)
    assert by_type["without expansion"].keys() == {"single-session-user"}


@pytest.mark.parametrize("name", ["memorystack-types", "memorystack-errors", "memorystack-latency"])
def test_one_kept_run_serves_several_tables(inputs: Inputs, name: str) -> None:
    first = make_table(name, inputs)
    (run,) = (inputs.cache.parent / "paper-runs").iterdir()
    made = (run / "records.jsonl").read_text()  # with how long each step took

    assert make_table("memorystack-types", inputs).rows
    assert make_table(name, inputs) == first
    assert [*(inputs.cache.parent / "paper-runs").iterdir()] == [run]
    assert (run / "records.jsonl").read_text() == made


def test_types_stand_beside_the_published_ones(inputs: Inputs) -> None:
    table = make_table("memorystack-types", inputs)

    assert column(table, "ours")["SS-User"] == 1
    assert column(table, "ours")["Pref"] is None
    assert column(table, "published")["K-Update"] == 0.974
    assert set(column(table, "type")) == {*TYPES.values(), "overall"}


def test_failures_are_counted_by_cause_and_type(inputs: Inputs) -> None:
    table = make_table("memorystack-errors", inputs)

    assert column(table, "SS-User")["failed of asked"] == "0 of 2"
    assert column(table, "all")["retrieval failure"] == 0
    assert column(table, "share, published")["retrieval failure"] == 14 / 36


def test_the_prices_are_what_the_published_costs_come_to() -> None:
    for sent, told, dollars in TABLES["memorystack-cost"].published.values():
        assert (sent * PRICES[0] + told * PRICES[1]) / 1e6 == pytest.approx(dollars, rel=0.05)


def test_the_cost_of_a_question_is_that_of_its_calls(inputs: Inputs) -> None:
    table = make_table("memorystack-cost", inputs)

    assert column(table, "calls")["LLM re-ranking"] == "1.0"
    assert column(table, "calls")["answer generation"] == "1.0"
    rerank, read, total = (float(str(row[3])) for row in table.rows[:3])
    assert total > rerank + read > rerank > 0


def talk(name: str, *said: tuple[str, str]) -> dict[str, object]:
    turns = [
        {"id": f"bot_{place % 2}", "text": text, "problem_data": {"persona": persona}}
        for place, (text, persona) in enumerate(said)
    ]
    return {
        "initial_data_id": name,
        "dialog": turns,
        "init_personachat": {"init_personas": [["I am."], ["I am."]]},
    }


def test_records_of_every_preset_are_told_related_and_ranked(inputs: Inputs) -> None:
    talks = [
        talk("one", ("I live in Bath. I have a dog named Rex.", "I live in Bath."), ("Nice.", "")),
        talk("two", ("I have a cat named Pixel.", "I have a cat named Pixel."), ("Lovely.", "")),
    ]
    with gzip.open(inputs.data / "msc_small.json.gz", "wt") as file:
        json.dump(talks, file)

    table = make_table("presets-msc", inputs)

    assert column(table, "active records") == {"default": 3, "timerag": 3, "memorystack": 3}
    assert column(table, "follows")["default"] == "2 (1)"  # the cat after the dog, in the next talk
    assert column(table, "Recall@5") == {"default": 1, "timerag": 1, "memorystack": 1}
    assert table.on.endswith("2 sentences of annotators that a record says")
