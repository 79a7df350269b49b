"""What is written of Multi-Session Chat, by the gate's own confidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from daybook_eval.data.msc import read_dialogues
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.timerag.people import Person
from daybook_eval.papers.timerag.writing import facts_of, make, written_at
from tests.eval.papers.msc_talk import msc_folder

pytestmark = pytest.mark.slow


def test_what_was_said_in_two_sessions_passes_a_threshold_that_once_said_does_not(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues(msc_folder(tmp_path) / "msc_session3_valid.json.gz")
    person = Person(dialogue, "bot_1")
    once, twice = (
        {record.text: record.confidence for record in written_at(0.3, person, facts_of(person, sessions))}
        for sessions in ([person.first], [person.first, person.third])
    )

    between = (once["I love green tea."] + twice["I love green tea."]) / 2
    kept = written_at(between, person, facts_of(person, [person.first, person.third]))

    assert twice["I love green tea."] > once["I love green tea."]
    assert "I love green tea." in [record.text for record in kept]
    assert "I love green tea." not in [
        record.text for record in written_at(between, person, facts_of(person, [person.first]))
    ]


def test_records_are_held_against_what_annotators_wrote_of_the_same_session(tmp_path: Path) -> None:
    table = make(Inputs(msc_folder(tmp_path), tmp_path / "cache"))

    rows = {(row[0], row[1]): row[2:7] for row in table.rows}
    # of the third session both found "I have a sister" and "I love green tea", which are all there is
    assert rows["TimeRAG-Memory, the gate at 0.55", "third session"] == (1.0, 1.0, 1.0, 2, 2)
    assert rows["TimeRAG-Memory, the gate at 0.55", "first session"] == (1.0, 1.0, 1.0, 4, 4)
    assert table.details["curve"][0]["tau"] == 0.3  # type: ignore[index]
