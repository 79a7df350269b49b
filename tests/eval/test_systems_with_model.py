from __future__ import annotations

import json
from pathlib import Path

import pytest

from daybook.conversation import Role, Round, Turn
from daybook.embedding import Embedder
from daybook.errors import BadSettings, ModelUnavailable
from daybook.llm import one_model
from daybook.settings import ModelSettings
from daybook_eval.baselines.running_summary import summary_by_rules
from daybook_eval.data.cases import read_cases
from daybook_eval.records import QuestionRecord
from daybook_eval.runs.executor import SequentialExecutor
from daybook_eval.runs.question_job import QuestionJob, settings_of
from daybook_eval.systems import bench
from tests.eval.small_questions import write_questions
from tests.ledgers import moment
from tests.llm.scripted_chat import ScriptedChat
from tests.store.bag_of_words import BagOfWords

GUESS = json.dumps({"not_known": False, "answer": "In the garage, I guess.", "quotes": []})


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


def ask_one(
    system: str, model: ScriptedChat | None, folder: Path, patch: pytest.MonkeyPatch
) -> QuestionRecord:
    patch.setattr(bench, "load_embedder", bag_of_words)
    if model is not None:
        scripted = one_model(model, settings=ModelSettings())
        patch.setattr(bench, "load_chat_models", lambda settings: scripted)
    data = write_questions(folder / "questions.json", count=1)
    job = QuestionJob(
        system, settings_of(system), answers=True, cache=folder / "vectors.sqlite", scratch=folder
    )
    (record,) = SequentialExecutor().each(job, read_cases(data))
    return record


def test_a_model_is_asked_even_where_there_is_nothing_to_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedChat(GUESS)

    record = ask_one("no-memory", model, tmp_path, monkeypatch)

    assert (record.status, record.answer) == ("done", "In the garage, I guess.")
    assert record.usage["read"] == record.usage["total"]
    assert record.usage["total"].calls == 1
    model.assert_spent()


def test_a_question_whose_model_failed_is_recorded_as_failed_and_not_as_answered_by_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = ScriptedChat(ModelUnavailable("the server is away"))

    record = ask_one("oracle-sessions", away, tmp_path, monkeypatch)

    assert (record.status, record.error) == ("failed", "the model failed at read")


def test_summaries_are_all_that_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summaries = ["It was about bread.", "They said: I keep my kayak in the garage.", "It was about trains."]
    quote = {"round": 2, "quote": "I keep my kayak in the garage", "note": "where it is"}
    read = json.dumps({"notes": [quote], "not_known": False, "answer": "In the garage."})
    model = ScriptedChat(*summaries, read)

    record = ask_one("summaries", model, tmp_path, monkeypatch)

    assert record.answer == "In the garage."
    assert next(one.session for one in record.candidates) == 1
    assert {one.round_id for one in record.packed} == {"summary 0", "summary 1", "summary 2"}
    assert (record.usage["summarise"].calls, record.usage["total"].calls) == (3, 1)
    model.assert_spent()


def test_summaries_cannot_do_without_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSettings, match="needs a chat model"):
        ask_one("summaries", None, tmp_path, monkeypatch)


def test_a_running_summary_takes_up_the_one_before_session_by_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries = ["Bread.", "Bread. They keep a kayak in the garage.", "They keep a kayak in the garage."]
    quote = {"round": 1, "quote": "They keep a kayak in the garage", "note": "where it is"}
    read = json.dumps({"notes": [quote], "not_known": False, "answer": "In the garage."})
    model = ScriptedChat(*summaries, read)

    record = ask_one("summary-memory", model, tmp_path, monkeypatch)

    assert record.answer == "In the garage."
    assert [one.round_id for one in record.packed] == ["summary"]
    assert "summary of what was said before" not in str(model.requests[0].messages)
    assert "summary of what was said before" in str(model.requests[1].messages)
    assert "Bread." in str(model.requests[1].messages)
    assert "kayak in the garage" in str(model.requests[2].messages)
    assert (record.usage["summarise"].calls, record.usage["total"].calls) == (3, 1)
    model.assert_spent()


def test_without_a_model_the_running_summary_is_what_rules_find_to_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = ask_one("summary-memory", None, tmp_path, monkeypatch)

    assert record.status == "done"
    assert record.packed == ()  # no template finds where a thing is kept
    assert record.not_known


def test_over_its_budget_a_summary_by_rules_drops_what_was_said_longest_ago() -> None:
    texts = ("I have two dogs.", "I live in Ulm.", "I love green tea.", "I have two dogs.")
    rounds = [
        Round(f"r{place}", "ada", "s", 0, place, moment("2024-01-01"), Turn(Role.USER, text), None)
        for place, text in enumerate(texts)
    ]

    def words(text: str) -> int:
        return len(text.split())

    assert summary_by_rules(rounds, count_tokens=words) == [
        "I live in Ulm.", "I love green tea.", "I have two dogs.",
    ]  # fmt: skip
    assert summary_by_rules(rounds, budget=9, count_tokens=words) == ["I love green tea.", "I have two dogs."]
