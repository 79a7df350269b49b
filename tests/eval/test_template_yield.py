import json
from pathlib import Path

import pytest

from daybook_eval.cli import main
from daybook_eval.data.msc import read_dialogues
from daybook_eval.model_facts import CHANGES, Told, told_in, what_passes
from daybook_eval.template_yield import Yield, of_dialogues, of_turns, user_turns
from tests.eval.data_files import SHARED, line, turn, written
from tests.eval.test_read_cases import dialogue, said


def test_a_fact_is_counted_for_the_template_that_found_it_and_a_repeated_turn_once() -> None:
    turns = ["I live in Oslo and I'm a baker.", "I live in Oslo and I'm a baker.", "It rains."]

    counted, facts = of_turns(turns, 0.55)

    place, trade = "I live|reside [right|just] in|near|outside [of] {v}", "I be {v}"
    assert counted == {place: Yield(found=1, written=1), trade: Yield(found=1, written=1)}
    [traced] = facts[trade]
    assert (traced.fact.value, traced.fact.support.quote) == ("baker", "I'm a baker.")


def test_what_does_not_reach_tau_is_found_and_not_written() -> None:
    counted, facts = of_turns(["I love knots and I'm a baker."], 0.95)

    assert counted["likes._of → preference.other"] == Yield(found=1, written=0)
    assert set(facts) == {"I be {v}"}


def test_what_an_annotator_wrote_too_is_right(tmp_path: Path) -> None:
    talk = [
        said(0, "I love cheese. I have two dogs.", "I love cheese."),
        said(1, "Nice."),
    ]
    dialogues = read_dialogues(written(tmp_path / "msc.jsonl", dialogue(dialog=talk)))

    counted = of_dialogues(dialogues, 0.55)

    assert counted["likes._of → preference.food"] == Yield(1, 1, right=1)
    assert counted["relatives._animal → possession.pet"] == Yield(1, 1, right=0)


def test_only_what_users_say_is_read_of_a_question_file(tmp_path: Path) -> None:
    path = written(tmp_path / "own.jsonl", line())

    assert list(user_turns(path)) == ["Hello.", "I took the Kalmar ferry."]


def test_the_command_prints_every_template_of_every_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = {
        "session_id": "s",
        "started_at": "2024-05-02T08:00",
        "turns": [turn("user", "I live in Oslo.")],
    }
    path = written(tmp_path / "own.jsonl", line(sessions=[session], evidence=[]))

    with pytest.raises(SystemExit, match="0"):
        main(["template-yield", "--data", str(path), "--json"])

    found = {"I live|reside [right|just] in|near|outside [of] {v}": {"found": 1, "written": 1, "right": None}}
    assert json.loads(capsys.readouterr().out) == {"own": found}


TURNS = SHARED / "longmemeval_oracle_dev.json.gz"
pytestmark = pytest.mark.skipif(not TURNS.exists(), reason=f"needs {TURNS}")


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """Facts that rules write, with their rounds."""
    return told_in(list(dict.fromkeys(user_turns(TURNS))))


def test_facts_that_were_told_pass_and_are_written(told: list[Told]) -> None:
    row = what_passes(told, CHANGES["as told"])

    assert row.given > 50
    assert row.passed > 0.95 * row.given
    assert row.written == row.passed


@pytest.mark.parametrize(
    "kind",
    [
        "another's value",
        "another's value, as a conclusion",
        "said of a sister",
        "the contrary",
        "over",
    ],
)
def test_facts_that_the_words_contradict_do_not(told: list[Told], kind: str) -> None:
    row = what_passes(told, CHANGES[kind])

    assert row.given > 50
    assert row.passed < 0.05 * row.given


def test_facts_about_something_else_are_less_sure_than_true_ones(told: list[Told]) -> None:
    true = what_passes(told, CHANGES["as told"])
    slot = what_passes(told, CHANGES["another's slot"])
    attribute = what_passes(told, CHANGES["another's attribute, without a slot"])

    assert true.reliability > slot.reliability + 0.05 > attribute.reliability + 0.1
    assert attribute.reliability < 0.6 < true.reliability


def test_records_of_something_else_are_not_updated(told: list[Told]) -> None:
    row = what_passes(told, CHANGES["updating a record of something else"])

    assert row.passed > 0.95 * row.given
    assert row.updates < 0.05 * row.given
