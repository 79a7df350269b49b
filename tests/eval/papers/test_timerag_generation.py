"""Replies by what each method remembers: by a scripted model, and without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.eval.judging.conftest import evaluate, server
from tests.eval.nli.tiny_classifier import write_classifier
from tests.eval.papers.msc_talk import msc_folder
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer

pytestmark = pytest.mark.slow

__all__ = ["evaluate", "server"]


def test_each_method_replies_by_its_own_memory(
    tmp_path: Path, evaluate: Command, server: ScriptedServer
) -> None:
    for _ in range(8):  # two turns, four methods
        server.reply("I do not sail.")
    nli = write_classifier(tmp_path / "nli")

    ran = evaluate(
        *("papers", "timerag-generation", "--data", str(msc_folder(tmp_path / "data")), "--json"),
        *("--cache", str(tmp_path / "cache"), "--set", "chat_model=small", "--set", f"nli={nli}"),
        *("--set", "model_concurrency=1"),
    )

    rows = {row[0]: row for row in ran.json["rows"]}
    assert list(rows) == ["No-Memory", "Full-History", "Summary-Memory", "TimeRAG-Memory"]
    assert [row[1] for row in rows.values()] == [2, 2, 2, 2]
    assert [row[4] for row in rows.values()] == [1, 1, 1, 1]  # the classifier of the test tells denials
    sent = [request["messages"][-1]["content"] for request in server.requests]
    assert "I have two dogs." not in sent[0]
    assert "I have two dogs." in sent[2]
    assert "[possession.pet] I have two dogs. (time=2021-05-01)" in sent[6]


def test_without_a_model_the_nearest_thing_kept_is_the_reply(tmp_path: Path, evaluate: Command) -> None:
    ran = evaluate(
        *("papers", "timerag-generation", "--data", str(msc_folder(tmp_path / "data")), "--json"),
        *("--cache", str(tmp_path / "cache")),
    )

    rows = {row[0]: row for row in ran.json["rows"]}
    assert rows["No-Memory"][4] is None
    assert rows["TimeRAG-Memory"][2] > rows["No-Memory"][2]  # ROUGE-L of what was really said again
    assert "nearest thing kept, without a model" in ran.json["on"]


def test_a_folder_without_a_classifier_is_refused_before_anything_is_read(
    tmp_path: Path, evaluate: Command
) -> None:
    ran = evaluate("papers", "timerag-generation", "--data", str(tmp_path), "--set", f"nli={tmp_path}")

    assert ran.code == 2
    assert "config.json: cannot be read" in ran.err


def test_what_is_shown_is_counted_in_tokens(tmp_path: Path, evaluate: Command) -> None:
    ran = evaluate(
        *("papers", "timerag-efficiency", "--data", str(msc_folder(tmp_path / "data")), "--json"),
        *("--cache", str(tmp_path / "cache")),
    )

    memory = {row[0]: row[1] for row in ran.json["rows"]}
    context = {row[0]: row[2] for row in ran.json["rows"]}
    assert memory["No-Memory"] == 0 < memory["Summary-Memory"] < memory["Full-History"]
    assert context["TimeRAG-Memory"] - memory["TimeRAG-Memory"] == pytest.approx(context["No-Memory"])
    assert json.dumps(ran.json["rows"])
