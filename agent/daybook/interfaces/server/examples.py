"""What the routes give, as examples in OpenAPI; a test holds their keys against real answers."""

from __future__ import annotations

from typing import Any

Example = dict[str, Any]

_CITED: Example = {
    "round_id": "r3f1c0ffee5a1b2c3d4e5f607",
    "session_id": "2024-03-05-parking",
    "said_at": "2024-03-05T09:00:00+00:00",
    "quote": "I parked the car on level four.",
}
_USAGE: Example = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost": None}
_PLAN: Example = {
    "question": "Where did I park?",
    "kinds": ["single_fact"],
    "phrasings": ["Where did I park?"],
    "time_range": None,
    "happens_in": None,
    "disputed": "",
}
ROUND: Example = {
    "round_id": "r3f1c0ffee5a1b2c3d4e5f607",
    "session_id": "2024-03-05-parking",
    "said_at": "2024-03-05T09:00:00+00:00",
    "user": "I parked the car on level four.",
    "assistant": "Level four it is.",
}
ANSWER: Example = {
    "answer": "You said on 5 March 2024: “I parked the car on level four.”",
    "not_known": False,
    "nearest": False,
    "doubt": 0.1,
    "evidence": [_CITED],
    "notes": [{**_CITED, "said_by": "user", "note": "what was said"}],
    "unsupported": [],
    "plan": _PLAN,
    "degraded": [],
    "degraded_reasons": {},
    "usage": _USAGE,
    "timings": {"embed": 4.1, "search": 2.3},
}
FOUND: Example = {
    "rounds": [{**ROUND, "score": 1.7, "signals": {"dense": 0.61}, "superseded": []}],
    "timings": {"search": 2.3},
    "plan": _PLAN,
}
RECORD: Example = {
    "record_id": "m3f1c0ffee5a1b2c3",
    "slot": "identity.residence",
    "subject": "me",
    "attribute": "residence",
    "value_type": "place",
    "value": "Aarhus",
    "polarity": "positive",
    "text": "You live in Aarhus.",
    "status": "active",
    "confidence": 0.9,
    "happened": None,
    "until": None,
    "said_at": "2024-03-05T09:00:00+00:00",
    "imported_at": "2024-03-05T09:00:00+00:00",
    "topic": "identity",
    "subtopic": "residence",
    "support": [_CITED],
    "superseded_by": None,
    "superseded_at": None,
    "flag": None,
    "rests_on": [],
    "lapsed_because": None,
}
CHAT: Example = {
    "reply": "Noted.",
    "round_id": "r3f1c0ffee5a1b2c3d4e5f607",
    "session_id": "chat-2024-03-05",
    "evidence": [],
    "learned": [RECORD],
    "unfounded": [],
    "answer": None,
    "context": [],
    "proposal": None,
    "consent": None,
    "degraded": [],
    "degraded_reasons": {},
    "usage": _USAGE,
}
CONTEXT: Example = {
    "text": '[\n{"mark": "m1", "kind": "constraint", "user": "I am allergic to peanuts."}\n]',
    "items": [{"mark": "m1", "kind": "constraint", "quote": "I am allergic to peanuts."}],
    "records": [RECORD],
    "rounds": [ROUND],
    "is_personal": True,
    "tokens": 31,
    "milliseconds": 12.5,
}
ADDED: Example = {"owner": "ada", "sessions": 1, "rounds": 2, "added": 2, "skipped": 0}
SESSIONS: Example = {
    "sessions": [
        {
            "session_id": "2024-03-05-parking",
            "occurrence": 0,
            "started_at": "2024-03-05T09:00:00+00:00",
            "rounds": 1,
            "title": "I parked the car on level four.",
        }
    ]
}
LEDGER: Example = {"records": [{**RECORD, "supersedes": []}]}
POSTED: Example = {
    "events": [7],
    "dry": False,
    "changes": [{"record_id": "m3f1c0ffee5a1b2c3", "before": None, "after": RECORD}],
    "entries": [],
}
DIARY: Example = {
    "entries": [
        {
            "entry_id": "d3f1c0ffee5a1b2c3",
            "text": "I went to a concert on Friday.",
            "what": "went to a concert",
            "who": [],
            "where": "",
            "happened": {"from": "2024-03-08T00:00:00+00:00", "to": "2024-03-09T00:00:00+00:00"},
            "sure": "day",
            "planned": False,
            "status": "happened",
            "confidence": 0.8,
            "speaker": "",
            "said_at": "2024-03-09T18:00:00+00:00",
            "imported_at": "2024-03-09T18:00:00+00:00",
            "cancelled_at": None,
            "support": [_CITED],
        }
    ]
}
RECEIPT: Example = {"removed": {"rounds": 1, "sentences": 0, "records": 1}, "verified": True, "unreached": []}
DOCUMENT: Example = {
    "document_id": "k3f1c0ffee5a1",
    "title": "Harbour rules",
    "source": "upload:rules.md",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "collection": "documents",
    "media_type": "text/markdown",
    "added_at": "2024-03-05T09:00:00+00:00",
    "passages": 1,
    "pages": None,
    "shared": False,
    "gone": False,
}
DOCUMENTS: Example = {"documents": [DOCUMENT]}
STATS: Example = {
    "owners": 1,
    "sessions": 2,
    "rounds": 2,
    "vectors": 6,
    "bytes": 1_474_560,
    "embedder": "minilm",
    "items": 0,
    "documents": 0,
    "passages": 0,
}

COMPLETION_REQUEST: Example = {
    "model": "daybook",
    "messages": [{"role": "user", "content": "What should I cook tonight?"}],
}
COMPLETION: Example = {
    "id": "chatcmpl-0f1e2d3c",
    "object": "chat.completion",
    "created": 1_709_629_200,
    "model": "daybook",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Something without peanuts.", "refusal": None},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 90, "completion_tokens": 6, "total_tokens": 96},
}
MODELS: Example = {
    "object": "list",
    "data": [{"id": "daybook", "object": "model", "created": 0, "owned_by": "daybook"}],
}
