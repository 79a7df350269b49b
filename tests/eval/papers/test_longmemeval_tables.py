import json
from dataclasses import replace
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook_eval.data.cases import read_cases, write_longmemeval
from daybook_eval.papers.longmemeval import tables
from daybook_eval.papers.longmemeval.search import BUDGETS
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.tables import Cell, Table
from tests.eval.small_questions import question, write_questions
from tests.scripted_server import Body, ScriptedServer

pytestmark = pytest.mark.slow


@pytest.fixture
def inputs(tmp_path: Path, without_a_model: None) -> Inputs:
    """A question about a thing and one about a day, and a file of oracle sessions."""
    dated = {"question_type": "temporal-reasoning", "question": "What did I put in the shed on May 2nd?"}
    told = json.dumps([question(0), {**question(2), **dated}])
    (tmp_path / "longmemeval_s.json").write_text(told, encoding="utf-8")
    write_questions(tmp_path / "longmemeval_oracle.json", count=1)
    return Inputs(tmp_path, tmp_path / "vectors.sqlite", concurrency=1)


def by_name(table: Table, cells: int) -> dict[tuple[Cell, ...], dict[str, Cell]]:
    """The rows by their first cells, the cells by column."""
    return {tuple(row[:cells]): dict(zip(table.columns, row, strict=True)) for row in table.rows}


def said(reply: object) -> str:
    return json.dumps(reply)


def replies(body: Body) -> str:
    """Answer each prompt of the tables by what its instructions ask for."""
    asked = json.dumps(body["messages"])
    if "keyphrases" in asked:
        return "kayak; garage"
    if "Sum it up" in asked:
        return "They spoke of a kayak."
    if "List what the user states" in asked:
        return said({"facts": [], "rules": []})
    return said({"notes": [], "not_known": False, "answer": "In the garage.", "quotes": []})


def test_every_design_of_table_3_is_measured_beside_what_was_published(inputs: Inputs) -> None:
    table = make_table("longmemeval-keys", inputs)
    rows = by_name(table, 2)

    assert rows["round", "V"]["published Recall@5"] == 0.582
    assert rows["session", "V + fact"]["published Recall@10"] == 0.862
    assert rows["round", "V"]["Recall@5 against V, 95%"] is None
    assert rows["session", "V, summary apart"]["published Recall@5"] is None
    assert ("round", "summary") not in rows
    # the answer stands in the only round that both have
    assert (
        rows["round", "V"]["answers by rules, top 5"] == rows["session", "V"]["answers by rules, top 10"] == 1
    )
    assert (
        rows["round", "fact"]["answers by rules, top 5"] == 0.0
    )  # no template finds anything to be found by
    assert rows["session", "V + fact"]["published answers, top 10"] == 0.7
    assert any("DAYBOOK_CHAT_MODEL" in note for note in table.notes)


def test_with_a_model_table_3_has_its_expansions_and_answers(
    inputs: Inputs, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.always(replies)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    given = (("chat_model", "m"),)
    table = make_table("longmemeval-keys", Inputs(inputs.data, inputs.cache, 1, 1, given))

    rows = by_name(table, 2)
    assert rows["round", "V"]["answers by a model, top 5"] == 1.0
    assert rows["session", "keyphrase"]["answers by a model, top 10"] == 1.0
    prompts = json.dumps(server.requests)
    assert "Name at most ten keyphrases" in prompts
    assert "Sum it up" in prompts


def test_table_4_asks_temporal_questions_alone_with_each_use_of_their_range(inputs: Inputs) -> None:
    table = make_table("longmemeval-time", inputs)
    rows = by_name(table, 3)

    assert table.on.startswith("1 answerable")
    assert rows["round", "V", "filter, events"]["published Recall@10"] == 0.495
    assert rows["round", "V", "filter, said"]["Recall@5"] == 1.0
    assert rows["round", "Daybook", "event-filter"]["Recall@5"] == 1.0
    assert any("100% of these questions have a time range" in note for note in table.notes)


def test_without_temporal_questions_table_4_says_so(inputs: Inputs) -> None:
    with pytest.raises(BadInput, match="temporal reasoning"):
        make_table("longmemeval-time", replace(inputs, limit=1))


def test_figure_5_tells_evidence_and_answers_of_every_form_of_values(inputs: Inputs) -> None:
    rows = by_name(make_table("longmemeval-values", inputs), 2)

    assert {shown for shown, _ in rows} == {"session", "round", "summary", "fact"}
    assert rows["round", "evidence"]["1000"] == 1.0
    assert rows["fact", "evidence"]["16000"] is not None
    assert rows["session", "answers"]["16000"] is not None


def test_figure_6_by_rules_has_oracle_retrieved_and_the_whole_history(inputs: Inputs) -> None:
    table = make_table("longmemeval-reading", inputs)
    rows = by_name(table, 2)

    assert rows["by the settings", "oracle sessions"]["1000"] == 1.0
    assert rows["by the settings", "whole history at once"]["1000"] is None
    assert any("rules read by quotes" in note for note in table.notes)


def test_figure_6_by_a_model_has_every_mode_and_format(
    inputs: Inputs, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.always(replies)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    given = (("chat_model", "m"), ("fast", "true"))
    table = make_table("longmemeval-reading", Inputs(inputs.data, inputs.cache, 1, 1, given))

    read = [row for row in table.rows if row[1] == "oracle sessions" and row[0] != "by the settings"]
    assert len(read) == 6
    assert all(value is not None for row in read for value in row[2:])
    assert len(table.columns) == 2 + len(BUDGETS)


def test_a_file_in_longmemevals_form_is_read_as_it_was_written(tmp_path: Path) -> None:
    cases = list(read_cases(write_questions(tmp_path / "small.json", count=3)))

    count = write_longmemeval(tmp_path / "again.json", cases)

    assert count == 3
    assert list(read_cases(tmp_path / "again.json")) == cases
    assert tables.read_peak(tmp_path / "again.json", 3) > 1_000_000


def test_long_histories_are_compiled_read_and_searched(
    inputs: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SESSIONS", 3)

    table = make_table("longmemeval-m", inputs)

    assert [row[:2] for row in table.rows][::3] == [["S", "rounds, K = V"], ["3 sessions", "rounds, K = V"]]
    assert table.details["seconds"]
