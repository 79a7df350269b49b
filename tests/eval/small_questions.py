"""A small file in LongMemEval's format: made up, with what is asked for in one session and fillers in two."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from daybook_eval.rewriting.example import RewritingExample

THINGS = ("kayak", "violin", "oven", "ladder", "tent", "camera", "sofa", "lantern")
PLACES = ("garage", "attic", "shed", "cellar", "office", "cabin", "hall", "porch")


def write_questions(path: Path, count: int = 6) -> Path:
    path.write_text(json.dumps([question(number) for number in range(count)]), encoding="utf-8")
    return path


def question(number: int) -> dict[str, Any]:
    thing, place = THINGS[number % 8], PLACES[number % 8]
    told = [
        {"role": "user", "content": f"I keep my {thing} in the {place} now.", "has_answer": True},
        {"role": "assistant", "content": f"Noted: the {thing} has a new place."},
    ]
    return {
        "question_id": f"q{number}",
        "question_type": "single-session-user",
        "question": f"Where do I keep my {thing}?",
        "answer": f"the {place}",
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": [f"s{number}a", f"s{number}b", f"s{number}c"],
        "haystack_dates": ["2023/05/01 (Mon) 09:00", "2023/05/02 (Tue) 09:00", "2023/05/03 (Wed) 09:00"],
        "haystack_sessions": [filler("bread"), told, filler("trains")],
        "answer_session_ids": [f"s{number}b"],
    }


def filler(topic: str) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": f"Tell me something about {topic}."},
        {"role": "assistant", "content": f"There is much to be said of {topic}, old and new."},
        {"role": "user", "content": "And what else?"},
        {"role": "assistant", "content": f"People have liked {topic} for a long time."},
    ]


def write_examples(path: Path, examples: Iterable[RewritingExample]) -> None:
    """Write examples of rewriting to a file, one a line."""
    path.write_text("".join(f"{example.model_dump_json()}\n" for example in examples), encoding="utf-8")
