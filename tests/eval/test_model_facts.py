from pathlib import Path

import pytest

from daybook.conversation import Role, Round, Turn
from daybook_eval.fact_labels.template_trace import traced_facts
from daybook_eval.model_facts import CHANGES, SAID_AT, Told, told_in, user_turns, what_passes
from tests.eval.data_files import SHARED, line, written


@pytest.mark.parametrize(
    ("text", "templates"),
    [
        (
            "I live in Oslo and I'm a baker.",
            {"Oslo": "I live|reside [right|just] in|near|outside [of] {v}", "baker": "I be {v}"},
        ),
        ("I love cheese.", {"cheese": "likes._of → preference.food"}),
        ("My dog Rex snores.", {"dog Rex": "relatives._called → possession.pet"}),
        ("It rains.", {}),
    ],
)
def test_a_fact_is_traced_to_the_template_that_found_it(text: str, templates: dict[str, str]) -> None:
    said = Round("r", "ada", "s", 0, 0, SAID_AT, Turn(Role.USER, text), None)

    assert {traced.fact.value: traced.template for traced in traced_facts(said)} == templates


def test_only_what_users_say_is_read_of_a_question_file(tmp_path: Path) -> None:
    path = written(tmp_path / "own.jsonl", line())

    assert list(user_turns(path)) == ["Hello.", "I took the Kalmar ferry."]


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
    ["another's value", "another's value, as a conclusion", "said of a sister", "the contrary", "over"],
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
