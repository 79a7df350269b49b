"""Questions of the demo with what a chat model says to them, for the server on loopback.

    uv run python -m tests.interfaces.scripted_demo

prints what `daybook ask --why` does of the first one, with the bundled embedding model.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from daybook import Daybook
from daybook.interfaces.cli.program import run
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.settings.environment import read_settings
from tests.scripted_server import Body, ScriptedServer, scripted_server

TIME_RANGE = "Name the period"
"""Stands in the request of that step."""
ASKED_AT = "2025-06-29T10:00:00+01:00"


@dataclass(frozen=True)
class Spoken:
    """What the model says, step by step, to one question."""

    question: str
    kinds: Mapping[str, float]
    phrasings: Sequence[str]
    notes: Mapping[str, str]
    """What each quote tells, by the quote."""
    answer: Mapping[str, Any]
    period: Mapping[str, Any] | None = field(
        default_factory=lambda: {"first": None, "last": None, "about": "said"}
    )
    """None where the test itself says what comes of that step."""
    rewritten: str | None = None
    """None where there is no dialogue, and so nothing is rewritten."""


OFFER = Spoken(
    question="How many days passed between my interview at the museum and the job offer?",
    kinds={"temporal": 0.95, "multi-session": 0.8},
    phrasings=["I had my interview at the museum yesterday", "the museum has offered me the job"],
    notes={
        "I had my interview at the Floating Dock Museum yesterday!": "Said on 3 April: it was on 2 April.",
        "They rang this morning: the Floating Dock Museum has offered me the job!!": "The offer, 14 April.",
    },
    answer={
        "reasoning": "From the interview on 2 April to the offer on 14 April.",
        "intervals": [{"from": "2025-04-02", "to": "2025-04-14", "unit": "days"}],
        "answer": "[[1]] days: from 2 April to 14 April 2025.",
    },
)
RACES = Spoken(
    question="How many races have I run so far this year?",
    kinds={"multi-session": 0.9},
    phrasings=["I ran the race", "my finishing time in the race"],
    period={"first": "2025-01-01", "last": "2025-06-29", "about": "said"},
    notes={
        "I ran the Harbour 10k yesterday": "The first race.",
        "I ran the Bluebell Trail Race on Sunday": "The second.",
        "I ran the Solstice Six on Saturday evening": "The third.",
    },
    answer={
        "counted": ["Harbour 10k", "Bluebell Trail Race", "Solstice Six"],
        "answer": "Three: the Harbour 10k, the Bluebell Trail Race and the Solstice Six.",
    },
)
FASTEST = Spoken(
    question="And what is it now?",
    rewritten="What is my fastest 5k now?",
    kinds={"update": 0.9},
    phrasings=["I got my 5k down to a new best"],
    notes={
        "my best 5k so far is 31:20 round the reservoir": "Her best in February.",
        "on Thursday I got my 5k down to 28:45 round the reservoir": "Her best since June.",
    },
    answer={"answer": "28:45, round the reservoir; in February it was 31:20."},
)


def script(server: ScriptedServer, spoken: Spoken) -> None:
    """Have the server say all that."""
    if spoken.rewritten:
        server.reply({"question": spoken.rewritten, "disputed": ""}, when="prepare questions for a search")
    kinds = [{"kind": kind, "confidence": sure} for kind, sure in spoken.kinds.items()]
    server.reply({"kinds": kinds}, when="Say which of these hold", tokens=(520, 24))
    server.reply(
        {"phrasings": list(spoken.phrasings), "parts": []}, when="looked up in old", tokens=(480, 40)
    )
    if spoken.period is not None:
        server.reply(spoken.period, when=TIME_RANGE, tokens=(410, 22))
    server.reply(lambda body: _scores(spoken, body), when="Score every excerpt", tokens=(2_150, 260))
    server.reply(lambda body: _reading(spoken, body), when="First take notes", tokens=(8_300, 310))


def _scores(spoken: Spoken, body: Body) -> Mapping[str, Any]:
    """Give a high score to the excerpts that show the beginning of a quote, and a low one to the rest."""
    items = _data(body, "items")
    beginnings = [quote[:24] for quote in spoken.notes]
    shown = {item["id"]: json.dumps(item, ensure_ascii=False) for item in items}
    return {
        "scores": [
            {"id": number, "score": 0.95 if any(begin in text for begin in beginnings) else 0.1}
            for number, text in shown.items()
        ]
    }


def _reading(spoken: Spoken, body: Body) -> Mapping[str, Any]:
    numbers = {
        quote: item["round"] for item in _data(body, "rounds") for quote in spoken.notes if quote in str(item)
    }
    notes = [
        {"round": numbers[quote], "quote": quote, "note": note}
        for quote, note in spoken.notes.items()
        if quote in numbers
    ]
    silent = {"reasoning": "", "counted": [], "intervals": [], "not_known": False, "missing": ""}
    return {"notes": notes, **silent, **spoken.answer}


def _data(body: Body, slot: str) -> list[dict[str, Any]]:
    _, _, after = body["messages"][1]["content"].partition(f"{slot}: ")
    found, _ = json.JSONDecoder().raw_decode(after)
    return list(found)


def main() -> None:
    """Ask the first question as a user would, of a server that this starts."""
    with TemporaryDirectory() as folder, scripted_server() as server:
        script(server, OFFER)
        os.environ |= {
            "DAYBOOK_DATA_DIR": folder,
            "DAYBOOK_CHAT_MODEL": "reader",
            "DAYBOOK_UNDERSTAND_MODEL": "small",
            "DAYBOOK_RERANK_MODEL": "small",
            "DAYBOOK_PRICES": "reader=2.50/10, small=0.15/0.60",
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "sk-loopback",
        }
        with Daybook.open(settings=read_settings()) as daybook:
            daybook.add(bundled_history(), owner="me")
        run(["ask", OFFER.question, "--asked-at", ASKED_AT, "--why"])


if __name__ == "__main__":
    main()
