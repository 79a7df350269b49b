from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest

from daybook.errors import BadSettings
from daybook.remember.topic_by_model import topic_by_model
from daybook.remember.topics import TOPICS, leaf_of, subtopic_descriptions
from daybook.retrieve.papers.topic_partition import Partition
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import open_judges
from daybook_eval.papers.himes import topics
from daybook_eval.papers.himes.responders import make
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.tables import TABLES
from daybook_eval.rewriting.passage_search import PassageSearch
from daybook_prompts import load_prompt
from tests.eval.small_questions import write_questions
from tests.scripted_server import ScriptedServer


def inputs(tmp_path: Path, **settings: str) -> Inputs:
    return Inputs(tmp_path, tmp_path / "cache", limit=2, settings=tuple(settings.items()))


def test_every_table_of_rewriting_can_be_found() -> None:
    assert {"himes-behaviours", "himes-responders", "himes-topics"} <= set(TABLES)


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

    table = make(inputs(tmp_path, **settings))

    assert [row[:3] for row in table.rows[:2]] == [("a", 20, 30), ("b", 60, 70)]
    asked = [body for body in server.requests if "passages: " in body["messages"][1]["content"]]
    assert [body["model"] for body in asked] == ["a", "a", "b", "b"]
    assert [body["messages"] for body in asked[:2]] == [body["messages"] for body in asked[2:]]


def test_without_a_model_the_table_says_what_it_needs(tmp_path: Path, server: ScriptedServer) -> None:
    table = make(inputs(tmp_path))

    assert all("published" in str(row[0]) for row in table.rows)
    assert "--set responders=" in table.notes[-1]


def test_responders_without_a_judge_are_refused(tmp_path: Path, server: ScriptedServer) -> None:
    with pytest.raises(BadSettings, match="judge"):
        make(inputs(tmp_path, responders="a"))


def test_partitions_are_searched_beside_all_of_memory(tmp_path: Path, server: ScriptedServer) -> None:
    write_questions(tmp_path / "longmemeval_s_small.json")

    table = topics.make(Inputs(tmp_path, tmp_path / "cache.sqlite", limit=2))

    flat, topic, subtopic = table.rows
    assert [row[0] for row in table.rows] == ["flat", "topic", "topic and sub-topic"]
    assert flat[1:6] == (1.0, 1.0, 1.0, 5, 1.0)
    assert 0 <= float(subtopic[5] or 0) <= float(topic[5] or 0) <= 1


def test_sub_topics_have_names_of_their_own_and_part_what_a_topic_holds() -> None:
    described = subtopic_descriptions()

    assert len(described) == sum(len(below) for below in TOPICS.values()) == 64
    assert described[leaf_of("Dining", "Food culture")] == ["Dining: Food culture"]
    names, ends = tuple(described), np.eye(64, dtype=np.float32)
    assert Partition(names, ends).topics_of(ends[[0, 63]]) == [names[0], names[63]]


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
