from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from daybook.errors import BadInput
from daybook.settings.environment import read_settings
from daybook_eval.cli.app import build_app
from daybook_eval.rewriting.example import Behaviour, RewritingExample, Said, write_examples
from daybook_eval.rewriting.grade_examples import grade_examples
from daybook_eval.rewriting.measure import score_behaviours, score_examples
from daybook_eval.rewriting.measure_file import measure_file
from daybook_eval.rewriting.rewriters import by_rules
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

    assert [(one.wording, one.grades.mean) for one in found] == [
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
