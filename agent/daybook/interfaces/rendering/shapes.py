"""The JSON of every command: the one place for each shape (`import_shapes` has those of imports).

Times are ISO 8601 with an offset; durations are milliseconds, unless they are named seconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from daybook.conversation import Answer, Candidate, Excerpt, Role, Round
from daybook.conversation.plain import plain_answer, plain_passage, plain_plan, plain_superseded
from daybook.interfaces.rendering.ledger_edges import edges_behind
from daybook.interfaces.rendering.ledger_shapes import edges_shape
from daybook.interfaces.rendering.safe import UNSEEN
from daybook.library.explain import rank_of
from daybook.settings.urls import without_password

if TYPE_CHECKING:
    from daybook.interfaces.doctor import Diagnosis
    from daybook.library.explain import Explanation, WhyNot
    from daybook.library.pins import Replayed
    from daybook.library.results import SearchResult
    from daybook.store import Receipt, SessionSummary, Stats
    from daybook.store.pins import Pin

Shape = dict[str, Any]

_UNSAFE = re.compile(f"[\x7f-\x9f\u200c\u200d\ud800-\udfff{UNSEEN}]")


def as_json(shape: Mapping[str, Any]) -> str:
    """Write one JSON object that is safe to show: what a terminal would obey is escaped."""
    text = json.dumps(shape, ensure_ascii=False, indent=2)
    return _UNSAFE.sub(lambda found: _escape(found[0]), text)


def _escape(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if sign.isascii() else json.dumps(sign)[1:-1]


def answer_shape(answer: Answer) -> Shape:
    """`daybook ask`."""
    return {**plain_answer(answer)}


def why_shape(explanation: Explanation) -> Shape:
    """The key "why" of `daybook ask --why`: what the answer itself does not hold of how it came about."""
    excerpts = {excerpt.round.round_id: excerpt for excerpt in explanation.packed}
    ranked = {candidate.round.round_id: candidate for candidate in explanation.ranked}
    plan = explanation.answer.plan
    return {
        "plan": {**plain_plan(plan), "kinds": {str(kind): sure for kind, sure in plan.kinds.items()}},
        "rankings": {
            "by_meaning": _ids(explanation.by_meaning),
            "by_words": _ids(explanation.by_words),
            "merged": _ids(explanation.found),
            "read": _ids(explanation.ranked),
        },
        "reranked": explanation.is_reranked,
        "candidates": [
            {
                **_candidate(ranked.get(found.round.round_id, found)),
                "found_rank": place,
                "ranked_rank": rank_of(found.round.round_id, explanation.ranked),
                "packed": _packed(excerpts.get(found.round.round_id)),
            }
            for place, found in enumerate(explanation.found, start=1)
        ],
        **edges_shape(edges_behind(explanation.answer.evidence, explanation.ledger)),
        "passages": [plain_passage(found) for found in explanation.passages],
        "calls": [asdict(call) for call in explanation.calls],
    }


def why_not_shape(followed: WhyNot) -> Shape:
    """`daybook why-not`."""
    return {
        "round_id": followed.round_id,
        "lost_at": str(followed.lost_at),
        "dense_rank": followed.dense_rank,
        "bm25_rank": followed.bm25_rank,
        "found_rank": followed.found_rank,
        "ranked_rank": followed.ranked_rank,
        "answer": followed.explanation.answer.text,
    }


def demo_shape(question: str, kind: str, answer: Answer) -> Shape:
    """One answer of `daybook demo`."""
    return {"question": question, "kind": kind, **plain_answer(answer)}


def search_shape(found: SearchResult) -> Shape:
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
    return {
        "removed": dict(receipt.removed),
        "verified": receipt.verified,
        "unreached": list(receipt.unreached),
    }


def reindex_shape(stats: Stats, seconds: float) -> Shape:
    """`daybook reindex`."""
    return {"rounds": stats.rounds, "vectors": stats.vectors, "seconds": round(seconds, 3)}


def migrated_shape(to: str, tables: Mapping[str, int]) -> Shape:
    """`daybook migrate`; it fails where the copy is not verified."""
    return {"to": without_password(to), "tables": dict(tables), "verified": True}


def diagnosis_shape(diagnosis: Diagnosis) -> Shape:
    """`daybook doctor`."""
    return {
        "sound": diagnosis.sound,
        "findings": [
            {"what": finding.name, "ok": finding.ok, "text": finding.detail} for finding in diagnosis.findings
        ],
        "versions": dict(diagnosis.versions),
        "embedder": diagnosis.embedder,
        "models": dict(diagnosis.models),
        "settings": dict(diagnosis.settings),
        "server": diagnosis.server,
        "prompts": str(diagnosis.prompts) if diagnosis.prompts else None,
        "reply_cache": str(diagnosis.reply_cache) if diagnosis.reply_cache else None,
        "data_dir": str(diagnosis.data_dir),
        "leaves_the_machine": list(diagnosis.leaves_the_machine),
    }


def _ids(candidates: Sequence[Candidate]) -> list[str]:
    return [candidate.round.round_id for candidate in candidates]


def _packed(excerpt: Excerpt | None) -> Shape | None:
    """Write what the reader saw of a round; None where it saw nothing of it."""
    if excerpt is None:
        return None
    return {
        "tokens": excerpt.tokens,
        "cut": [str(role) for role in Role if excerpt.is_cut(role)],
        **{str(role): excerpt.shown(role) for role in Role},
    }


def pin_shape(pinned: Pin) -> Shape:
    """`daybook pin`; a rank is null where the round was not found."""
    rounds = [{"round_id": name, "rank": rank} for name, rank in pinned.ranks.items()]
    return {"question": pinned.question, "asked_at": pinned.asked_at.isoformat(), "rounds": rounds}


def unpinned_shape(question: str) -> Shape:
    """`daybook pin --remove`."""
    return {"question": question, "removed": True}


def check_shape(replayed: Sequence[Replayed]) -> Shape:
    """`daybook check`; `lost` counts the pins of which a round fell out of the first ten."""
    pins = [
        {
            "question": one.question,
            "asked_at": one.asked_at.isoformat(),
            "lost": one.lost,
            "rounds": [
                {
                    "round_id": move.round_id,
                    "before": move.before,
                    "now": move.now,
                    "outcome": move.outcome.value,
                }
                for move in one.moves
            ],
            "changes": {name: list(pair) for name, pair in one.changes.items()},
        }
        for one in replayed
    ]
    return {"pins": pins, "lost": sum(one.lost for one in replayed)}


def _candidate(candidate: Candidate) -> Shape:
    return {
        **_round(candidate.round),
        "score": candidate.score,
        "signals": dict(candidate.signals),
        "superseded": [plain_superseded(words) for words in candidate.superseded],
    }


def _round(round_: Round) -> Shape:
    """Write a round; a side that is missing is ""."""
    return {
        "round_id": round_.round_id,
        "session_id": round_.session_id,
        "said_at": round_.said_at.isoformat(),
        "user": round_.user.content if round_.user else "",
        "assistant": round_.assistant.content if round_.assistant else "",
    }
