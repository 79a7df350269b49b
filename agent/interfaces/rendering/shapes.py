"""The JSON of every command: the one place for each shape.

Times are ISO 8601 with an offset; durations are milliseconds, unless they are named seconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from agent.conversation import Answer, Candidate, Round
from agent.conversation.plain import plain_answer, plain_plan

if TYPE_CHECKING:
    from agent.asking import Found
    from agent.interfaces.doctor import Diagnosis
    from agent.store import Added, Receipt, SessionSummary, Stats

Shape = dict[str, Any]

_UNSAFE = re.compile("[\x7f-\x9f\u202d\u202e\ud800-\udfff]")


def as_json(shape: Mapping[str, Any]) -> str:
    """Write one JSON object that is safe to show: what a terminal would obey is escaped."""
    text = json.dumps(shape, ensure_ascii=False, indent=2)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def answer_shape(answer: Answer) -> Shape:
    """`daybook ask`."""
    return {**plain_answer(answer)}


def demo_shape(question: str, kind: str, answer: Answer) -> Shape:
    """One answer of `daybook demo`."""
    return {"question": question, "kind": kind, **plain_answer(answer)}


def import_shape(added: Sequence[Added], left_out: Mapping[str, int], seconds: float) -> Shape:
    """`daybook import`; `left_out` counts messages that are no conversation, by role."""
    owners = [asdict(item) for item in added]
    return {"owners": owners, "seconds": round(seconds, 3), "left_out": dict(left_out)}


def search_shape(found: Found) -> Shape:
    """`daybook search`."""
    return {
        "rounds": [_candidate(candidate) for candidate in found.candidates],
        "timings": dict(found.timings),
        "plan": plain_plan(found.plan),
    }


def sessions_shape(sessions: Sequence[SessionSummary]) -> Shape:
    """`daybook sessions`."""
    return {"sessions": [{**asdict(item), "started_at": item.started_at.isoformat()} for item in sessions]}


def rounds_shape(rounds: Sequence[Round]) -> Shape:
    """`daybook show`."""
    return {"rounds": [_round(round_) for round_ in rounds]}


def stats_shape(stats: Stats) -> Shape:
    """`daybook stats`."""
    return asdict(stats)


def receipt_shape(receipt: Receipt) -> Shape:
    """`daybook forget`."""
    return {"removed": dict(receipt.removed), "verified": receipt.verified}


def reindex_shape(stats: Stats, seconds: float) -> Shape:
    """`daybook reindex`."""
    return {"rounds": stats.rounds, "vectors": stats.vectors, "seconds": round(seconds, 3)}


def diagnosis_shape(diagnosis: Diagnosis) -> Shape:
    """`daybook doctor`."""
    return {
        "sound": diagnosis.sound,
        "findings": [asdict(finding) for finding in diagnosis.findings],
        "versions": dict(diagnosis.versions),
        "embedder": diagnosis.embedder,
        "models": dict(diagnosis.models),
        "data_dir": str(diagnosis.data_dir),
        "leaves_the_machine": list(diagnosis.leaves_the_machine),
    }


def _candidate(candidate: Candidate) -> Shape:
    return {**_round(candidate.round), "score": candidate.score, "signals": dict(candidate.signals)}


def _round(round_: Round) -> Shape:
    """Write a round; a side that is missing is ""."""
    return {
        "round_id": round_.round_id,
        "session_id": round_.session_id,
        "said_at": round_.said_at.isoformat(),
        "user": round_.user.content if round_.user else "",
        "assistant": round_.assistant.content if round_.assistant else "",
    }
