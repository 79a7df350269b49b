"""Requests are tight, and replies are read leniently."""

from collections.abc import Iterator, Mapping
from datetime import date

import pytest
from pydantic import ValidationError

from daybook.conversation import QuestionKind
from daybook.models.llm.chat_model import shape_of
from daybook_prompts.replies import REPLIES, Classified, Expanded, Interval, NotedAnswer, Period, Scored
from tests.prompts.test_prompt_files import ALL

ASKED_FOR = [*REPLIES.values(), *(prompt.reply for prompt in ALL if prompt.reply)]


def nodes(node: object) -> Iterator[Mapping[str, object]]:
    if isinstance(node, Mapping):
        yield node
        for part in node.values():
            yield from nodes(part)
    elif isinstance(node, list):
        for part in node:
            yield from nodes(part)


def test_no_text_and_no_list_is_asked_for_without_an_end() -> None:
    for reply_type in ASKED_FOR:
        endless = [
            node
            for node in nodes(shape_of(reply_type, "reply").schema)
            if (node.get("type") == "array" and "maxItems" not in node)
            or (node.get("type") == "string" and not {"maxLength", "enum", "pattern", "const"} & node.keys())
        ]

        assert endless == []


def test_no_bound_is_larger_than_a_grammar_of_llama_cpp_can_repeat() -> None:
    for reply_type in ASKED_FOR:
        bounds = [node.get("maxLength", 0) for node in nodes(shape_of(reply_type, "reply").schema)]

        assert all(isinstance(bound, int) and bound < 2_000 for bound in bounds)


def test_kinds_are_an_enumeration_and_days_have_a_pattern() -> None:
    kinds = shape_of(Classified, "classify").schema
    period = shape_of(Period, "time_range").schema

    assert {"type": "string", "enum": [kind.value for kind in QuestionKind]} in list(nodes(kinds))
    assert {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"} in list(nodes(period))


def test_of_too_many_items_the_first_are_kept() -> None:
    reply = Expanded.model_validate({"phrasings": [str(number) for number in range(9)], "parts": []})

    assert reply.phrasings == ["0", "1", "2", "3", "4", "5"]


def test_a_text_beyond_its_bound_is_read_all_the_same() -> None:
    reply = NotedAnswer.model_validate(
        {
            "notes": [{"round": 1, "quote": "a" * 900, "note": ""}],
            "not_known": False,
            "answer": "b" * 9_000,
        }
    )

    assert (len(reply.notes[0].quote), len(reply.answer)) == (900, 9_000)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2025-06-29", date(2025, 6, 29)),
        ("2025-06-29 10:00 (Sunday)", date(2025, 6, 29)),
        (" 2025-06-29T10:00:00Z", date(2025, 6, 29)),
        ("", None),
        (" ", None),
        (None, None),
    ],
)
def test_a_day_is_read_from_a_moment_too(written: str | None, day: date | None) -> None:
    assert Period.model_validate({"first": written, "last": None}).first == day


@pytest.mark.parametrize("written", ["Sunday", "29.06.2025", "2025-13-01", "2025-06"])
def test_what_names_no_day_is_unreadable(written: str) -> None:
    with pytest.raises(ValidationError):
        Period.model_validate({"first": written, "last": None})


def test_an_interval_needs_both_of_its_days() -> None:
    with pytest.raises(ValidationError):
        Interval.model_validate({"from": "2025-06-29", "to": "", "unit": "days"})


def test_a_share_slightly_out_of_range_is_clamped() -> None:
    assert Scored.model_validate({"id": 1, "score": 1.2}).score == 1.0
