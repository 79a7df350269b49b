"""Writes questions in LongMemEval's own form, one at a time, so that files of any length can be made."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from daybook_eval.data.case import Case


def write_longmemeval(path: Path, cases: Iterable[Case]) -> int:
    """Write a file as LongMemEval's S, M and oracle files are; returns how many questions it has."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for case in cases:
            file.write("," * bool(count))
            json.dump(_plain(case), file)
            count += 1
        file.write("]")
    return count


def _plain(case: Case) -> dict[str, Any]:
    gold = {(one.session, one.turn) for one in case.evidence_turns}
    return {
        "question_id": case.question_id,
        "question_type": case.question_type,
        "question": case.question,
        "answer": case.answer,
        "question_date": f"{case.asked_at:%Y/%m/%d (%a) %H:%M}",
        "haystack_dates": [f"{one.started_at:%Y/%m/%d (%a) %H:%M}" for one in case.sessions],
        "haystack_session_ids": [one.session_id for one in case.sessions],
        "haystack_sessions": [
            [
                {"role": turn.role.value, "content": turn.content, "has_answer": (place, number) in gold}
                for number, turn in enumerate(session.turns)
            ]
            for place, session in enumerate(case.sessions)
        ],
        "answer_session_ids": [case.sessions[place].session_id for place in case.answer_sessions],
    }
