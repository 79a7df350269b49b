from __future__ import annotations

import json
from pathlib import Path

from daybook_eval.measures.dialogue_grades import Grades
from daybook_eval.rewriting.cast import graded, read_cases
from tests.scripted_server import ScriptedServer


def cast(folder: Path) -> Path:
    """Write a topic of two questions, of which the second does not stand alone."""
    asked = ["What is a kayak?", "Is it fast?"]
    turns = [{"number": number, "raw_utterance": text} for number, text in enumerate(asked, start=1)]
    (folder / "cast2019_topics.json").write_text(json.dumps([{"number": 7, "turn": turns}]))
    (folder / "cast2019_resolved.tsv").write_text("7_1\tWhat is a kayak?\n7_2\tIs a kayak fast?\n")
    return folder


async def test_each_wording_of_a_question_is_graded_by_the_dialogue_before_it(
    tmp_path: Path, server: ScriptedServer
) -> None:
    for grade in ({"grade": 40}, {"grade": 70}, "Good.", "Fine."):
        server.reply(grade)

    cases = read_cases(cast(tmp_path))
    found = await graded(cases, "small")

    assert [case.before for case in cases] == [(), ("What is a kayak?",)]
    assert sorted(one.mean or 0 for one in found.values()) == [0, 40, 70]
    assert Grades(None, 0, 1) in found.values()
    contents = [body["messages"][1]["content"] for body in server.requests]
    assert all(json.dumps("What is a kayak?\nIs it fast?") in content for content in contents)
    assert 'graded: "Is a kayak fast?"' in " ".join(contents)
