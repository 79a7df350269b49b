import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook.conversation.errors import BadInput, BadSettings
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.cli.app import build_app
from daybook_eval.judging.judges import open_judges
from daybook_eval.papers.himes.behaviours import PassageSearch
from daybook_eval.papers.himes.topics import topic_by_model
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.rewriting.cast import grade_examples
from daybook_eval.rewriting.example import Behaviour, RewritingExample, Said, write_examples
from daybook_eval.rewriting.measure import (
    by_rules,
    by_trained_model,
    measure_file,
    open_rewriters,
    score_behaviours,
    score_examples,
)
from daybook_prompts import load_prompt
from tests.eval.small_questions import write_questions
from tests.models.llm.scripted_chat import ScriptedChat
from tests.scripted_server import ScriptedServer


def example(
    question: str, rewrite: str, *before: str, behaviour: Behaviour | None = None
) -> RewritingExample:
    roles = ("user", "assistant")
    dialogue = tuple(Said(role=roles[place % 2], content=text) for place, text in enumerate(before))
    return RewritingExample(
        id=question, source="mine", behaviour=behaviour, dialogue=dialogue, question=question, rewrite=rewrite
    )


FAST = example(
    "Is it fast?", "Is a kayak fast?", "What is a kayak?", "A boat.", behaviour=Behaviour.COREFERENCE
)
WHERE = example("Where is Ghent?", "Where is Ghent?", behaviour=Behaviour.NONE_NEEDED)


def test_figures_tell_what_came_nearer_what_came_farther_and_what_was_damaged() -> None:
    scores = score_examples(
        [FAST, FAST, WHERE, WHERE], ["Is a kayak fast?", "Boats?", "Where is Ghent?", "Where?"]
    )

    assert (scores.questions, scores.stand_alone) == (4, 2)
    assert scores.raw_f1 == pytest.approx(4 / 7)
    assert scores.rewritten_f1 == pytest.approx(1 / 2)
    assert (scores.exact, scores.worse, scores.damaged) == (0.5, 1, 1)


def test_a_set_that_needs_no_rewriting_has_no_f1() -> None:
    scores = score_behaviours([WHERE], ["Where is Ghent?"])[Behaviour.NONE_NEEDED]

    assert (scores.raw_f1, scores.rewritten_f1, scores.exact, scores.damaged) == (None, None, None, 0)


async def test_rules_mark_the_answer_that_a_user_disputes() -> None:
    found = await by_rules(example("That's wrong.", "", "How deep is Lake Bled?", "It is 3 m deep."))

    assert found == "How deep is Lake Bled? The answer It is 3 m deep is disputed."


async def test_a_chat_model_is_measured_beside_the_rules_where_one_is_set(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.reply({"question": "Is a kayak fast?", "disputed": ""})
    server.reply("Nonsense.")
    server.reply("Nonsense again.")
    monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
    settings = read_settings().changed(model_concurrency=1)

    found = await measure_file([FAST, WHERE], settings, source="mine")

    assert list(found) == ["rules", "small"]
    assert found["small"]["coreference-resolution"].exact == 1.0
    assert found["small"]["no-rewriting"].damaged == 0, "a reply that cannot be read changes nothing"


async def test_every_wording_of_any_examples_is_graded_by_its_dialogue(server: ScriptedServer) -> None:
    for grade in (30, 60, 90):
        server.reply({"grade": grade})

    found = await grade_examples(
        [FAST, WHERE], read_settings().changed(model_concurrency=1), models=["small"]
    )

    assert [(grades.wording, grades.grades.mean) for grades in found] == [
        ("as it was put", 30),
        ("by rules", 60),
        ("by hand", 90),
    ]
    assert "A boat." in server.requests[0]["messages"][1]["content"]


def test_the_command_measures_a_file_by_rules(tmp_path: Path) -> None:
    write_examples(tmp_path / "mine.jsonl", [FAST, WHERE])

    result = CliRunner().invoke(build_app(), ["rewriting", "measure", str(tmp_path / "mine.jsonl"), "--json"])

    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rules"]["all"]["questions"] == 2


async def test_a_file_without_examples_is_refused() -> None:
    with pytest.raises(BadInput, match="no examples"):
        await measure_file([], read_settings(), source="empty.jsonl")


ASKED = RewritingExample(
    id="mill",
    source="rules",
    dialogue=(Said(role="user", content="Tell me about the mill."),),
    question="When was it built?",
    rewrite="When was the mill built?",
)


async def test_what_the_guard_refuses_is_done_by_rules() -> None:
    model = ScriptedChat("When was the old mill built?", "When was the mill built?")
    rewriter = by_trained_model(model, Settings())

    refused, taken = await rewriter(ASKED), await rewriter(ASKED)

    assert refused == await by_rules(ASKED)
    assert taken == ASKED.rewrite
    model.assert_spent()


async def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        assert list(open_rewriters(Settings(), stack)) == ["rules"]
        with pytest.raises(BadSettings, match="DAYBOOK_REWRITER"):
            open_rewriters(Settings.of(rewriter=tmp_path), stack)


def inputs(tmp_path: Path, **settings: str) -> Inputs:
    return Inputs(tmp_path, tmp_path / "cache", limit=2, settings=tuple(settings.items()))


def test_rare_shared_words_find_a_passage_first() -> None:
    search = PassageSearch(["The red boat sails.", "The blue boat sails.", "The red car drives."])

    assert search.best("Is the blue boat fast?", limit=2) == ["The blue boat sails.", "The red boat sails."]
    assert search.best("Tea?", limit=2) == []


def test_responders_are_given_the_same_and_graded_apart(tmp_path: Path, server: ScriptedServer) -> None:
    for grade in (10, 20, 30, 40, 50, 60, 70, 80):
        if grade % 20 == 10:
            server.reply("Not known.", when="passages: ")
        server.reply({"reason": "So.", "grade": grade}, when="criterion: ")
    settings = {"responders": "a,b", "judge": "c", "model_concurrency": "1"}

    table = make_table("himes-responders", inputs(tmp_path, **settings))

    assert [row[:3] for row in table.rows[:2]] == [("a", 20, 30), ("b", 60, 70)]
    asked = [body for body in server.requests if "passages: " in body["messages"][1]["content"]]
    assert [body["model"] for body in asked] == ["a", "a", "b", "b"]
    assert [body["messages"] for body in asked[:2]] == [body["messages"] for body in asked[2:]]


def test_without_a_model_the_table_says_what_it_needs(tmp_path: Path, server: ScriptedServer) -> None:
    table = make_table("himes-responders", inputs(tmp_path))

    assert all("published" in str(row[0]) for row in table.rows)
    assert "--set responders=" in table.notes[-1]


def test_responders_without_a_judge_are_refused(tmp_path: Path, server: ScriptedServer) -> None:
    with pytest.raises(BadSettings, match="judge"):
        make_table("himes-responders", inputs(tmp_path, responders="a"))


def test_partitions_are_searched_beside_all_of_memory(tmp_path: Path, server: ScriptedServer) -> None:
    write_questions(tmp_path / "longmemeval_s_small.json")

    table = make_table("himes-topics", Inputs(tmp_path, tmp_path / "cache.sqlite", limit=2))

    flat, topic, subtopic = table.rows
    assert [row[0] for row in table.rows] == ["flat", "topic", "topic and sub-topic"]
    assert flat[1:6] == (1.0, 1.0, 1.0, 5, 1.0)
    assert 0 <= float(subtopic[5] or 0) <= float(topic[5] or 0) <= 1


async def test_a_model_names_topic_and_sub_topic_and_a_strange_name_is_asked_for_again(
    server: ScriptedServer,
) -> None:
    server.reply({"topic": "Dining", "subtopic": "Medical procedures"})
    server.reply({"topic": "Dining", "subtopic": "Cuisine types"})
    server.reply({"topic": "Cars", "subtopic": "Wheels"})
    server.reply({"topic": "Cars", "subtopic": "Wheels"})
    async with AsyncExitStack() as stack:
        (model,) = open_judges(read_settings(), ["m"], stack)
        prompt = load_prompt("classify_topic")

        assert await topic_by_model("What is laksa?", model, prompt) == ("Dining", "Cuisine types")
        assert await topic_by_model("What is a car?", model, prompt) is None
