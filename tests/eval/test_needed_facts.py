"""The list of needed facts, and what counts as held."""

import json
from pathlib import Path

import pytest

from daybook_eval.needed_facts import NeededFact, find_facts, needed_facts

TEXTS = (
    "I'm looking for a stand. By the way, I have 12 tin soldiers from Ghent.",
    "I live in Leeds.",
    "I wonder about tin soldiers.",
)


def history(path: Path, text: str) -> Path:
    question = {
        "question_id": "q",
        "question_type": "single-session-user",
        "question": "How many?",
        "answer": "12",
        "question_date": "2023/05/30 (Tue) 10:18",
        "haystack_session_ids": ["s"],
        "haystack_dates": ["2023/05/20 (Sat) 10:18"],
        "haystack_sessions": [[{"role": "user", "content": text, "has_answer": True}]],
        "answer_session_ids": ["s"],
    }
    file = path / "oracle.json"
    file.write_text(json.dumps([question]), "utf-8")
    return file


def fact(text: str, *words: str) -> NeededFact:
    spans = [[text.index(word), text.index(word) + len(word)] for word in words]
    return NeededFact.model_validate(
        {
            "question_id": "q",
            "type": "single-session-user",
            "session": 0,
            "turn": 0,
            "sentence": [0, len(text)],
            "needed": spans,
            "state": "lasting",
        }
    )


@pytest.mark.parametrize(
    ("text", "words", "diary", "ledger", "part"),
    [
        (TEXTS[0], ["12", "soldiers", "Ghent"], True, False, False),
        (TEXTS[0], ["stand", "12"], False, False, True),
        (TEXTS[1], ["live", "Leeds"], False, True, False),
        (TEXTS[2], ["tin soldiers"], False, False, False),
    ],
)
def test_a_fact_is_held_where_one_entry_or_record_has_all_its_words(
    tmp_path: Path, text: str, words: list[str], diary: bool, ledger: bool, part: bool
) -> None:
    (found,) = find_facts([fact(text, *words)], history(tmp_path, text))

    assert (found.in_diary, found.in_ledger, found.in_part) == (diary, ledger, part)


def test_every_fact_of_the_list_lies_in_its_sentence() -> None:
    facts = needed_facts()

    assert len({needed.question_id for needed in facts}) == len(facts) == 98
    for needed in facts:
        assert all(needed.sentence[0] <= start < stop <= needed.sentence[1] for start, stop in needed.needed)
