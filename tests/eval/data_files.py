"""Small data files of every format."""

import gzip
import json
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parents[3] / "shared" / "data"


def turn(role: str, content: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def line(question_id: str = "q1", **changed: Any) -> dict[str, Any]:
    """A question in our own format: a ferry taken in May."""
    return {
        "question_id": question_id,
        "question_type": "trips",
        "question": "Which ferry did I take?",
        "answer": "The Kalmar.",
        "asked_at": "2024-05-30T10:18:00+02:00",
        "sessions": [
            {"session_id": "s", "started_at": "2024-05-01T08:00", "turns": [turn("user", "Hello.")]},
            {
                "session_id": "s",
                "started_at": "2024-05-02T08:00",
                "turns": [
                    turn("assistant", "Welcome back."),
                    turn("user", "I took the Kalmar ferry."),
                    turn("assistant", "Nice."),
                ],
            },
        ],
        "evidence": [[1, 1]],
        **changed,
    }


def longmemeval(
    question_id: str, *, evidence: list[str], fillers: list[str], **changed: Any
) -> dict[str, Any]:
    """A LongMemEval question; evidence sessions stand on the 10th, 12th …, fillers from the 1st on."""
    sessions = [[turn("user", text, has_answer=True), turn("assistant", "I see.")] for text in evidence]
    sessions += [[turn("user", text), turn("assistant", "I see.")] for text in fillers]
    dates = [f"2024/05/{10 + 2 * place:02} (Fri) 08:00" for place in range(len(evidence))]
    dates += [f"2024/05/{1 + place:02} (Wed) 09:00" for place in range(len(fillers))]
    return {
        "question_id": question_id,
        "question_type": "single-session-user",
        "question": f"What about {question_id}?",
        "answer": 2,
        "question_date": "2024/05/30 (Thu) 10:18",
        "haystack_dates": dates,
        "haystack_session_ids": [f"{question_id}-{place}" for place in range(len(sessions))],
        "haystack_sessions": sessions,
        "answer_session_ids": [f"{question_id}-{place}" for place in range(len(evidence))],
        **changed,
    }


def locomo(*qa: dict[str, Any]) -> dict[str, Any]:
    """A LoCoMo conversation of two sessions between Ana and Ben."""
    said = [("Ana", "D1:1", "I adopted a whippet."), ("Ben", "D1:2", "Mine is called Moss.")]
    talk = [{"speaker": speaker, "dia_id": name, "text": text} for speaker, name, text in said]
    return {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": talk,
            "session_2_date_time": "9:00 am on 20 May, 2023",
            "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "She runs."}],
        },
        "qa": list(qa),
    }


def written(path: Path, *records: dict[str, Any], lines: bool = True) -> Path:
    """Write records as JSON Lines, or as one list; gzip where the name ends in ".gz"."""
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path
