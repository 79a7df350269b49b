"""A question of the demo with what a chat model says to it, step by step, for the server on loopback.

    uv run python -m tests.interfaces.scripted_demo

prints what `daybook ask --why` does of it, with the bundled embedding model.
"""

import json
import os
from collections.abc import Mapping
from tempfile import TemporaryDirectory
from typing import Any

from daybook import Daybook
from daybook.interfaces.cli.program import run
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.settings.environment import read_settings
from tests.scripted_server import Body, ScriptedServer, scripted_server

RERANK = "Name every excerpt"
"""Stands in the request of that step."""
ASKED_AT = "2025-06-29T10:00:00+01:00"
OFFER = "How many days passed between my interview at the museum and the job offer?"
NOTES = {
    "I had my interview at the Floating Dock Museum yesterday!": "Said on 3 April: it was on 2 April.",
    "They rang this morning: the Floating Dock Museum has offered me the job!!": "The offer, 14 April.",
}
"""A note for each quote."""


def script(server: ScriptedServer, *, scores: bool = True) -> None:
    """Have the server say what every step asks of it, the scores only where it is to."""
    if scores:
        server.reply(_scores, when=RERANK, tokens=(2_150, 260))
    server.reply(_reading, when="First take notes", tokens=(8_300, 310))


def _scores(body: Body) -> Mapping[str, Any]:
    """Give a high score to the excerpts that show the beginning of a quote, and a low one to the rest."""
    shown = {item["id"]: json.dumps(item, ensure_ascii=False) for item in _data(body, "items")}
    return {
        "scores": [
            {"id": number, "score": 0.95 if any(quote[:24] in text for quote in NOTES) else 0.1}
            for number, text in shown.items()
        ]
    }


def _reading(body: Body) -> Mapping[str, Any]:
    notes = [
        {"round": item["round"], "quote": quote, "note": note}
        for quote, note in NOTES.items()
        for item in _data(body, "rounds")
        if quote in str(item)
    ]
    return {
        "notes": notes,
        "reasoning": "From the interview on 2 April to the offer on 14 April.",
        "counted": [],
        "intervals": [{"from": "2025-04-02", "to": "2025-04-14", "unit": "days"}],
        "not_known": False,
        "missing": "",
        "answer": "[[1]] days: from 2 April to 14 April 2025.",
    }


def _data(body: Body, slot: str) -> list[dict[str, Any]]:
    _, _, after = body["messages"][1]["content"].partition(f"{slot}: ")
    found, _ = json.JSONDecoder().raw_decode(after)
    return list(found)


def main() -> None:
    """Ask the question as a user would, of a server that this starts."""
    with TemporaryDirectory() as folder, scripted_server() as server:
        script(server)
        os.environ |= {
            "DAYBOOK_DATA_DIR": folder,
            "DAYBOOK_CHAT_MODEL": "reader",
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "sk-loopback",
        }
        with Daybook.open(settings=read_settings()) as daybook:
            daybook.add(bundled_history(), owner="me")
        run(["ask", OFFER, "--asked-at", ASKED_AT, "--why"])


if __name__ == "__main__":
    main()
