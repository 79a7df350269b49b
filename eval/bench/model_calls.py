"""What the model steps of a question send and receive, and how long understanding waits for its models.

A scripted server on loopback stands for the models: its replies are of realistic length and quote what the
request shows. Tokens are counted here, of the messages of each request and of each reply.

    uv run python -m eval.bench.model_calls --data ../shared/data/longmemeval_s_dev.json.gz
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from pydantic import SecretStr
from rich.console import Console

from agent import Daybook
from agent.conversation import Role, Turn
from agent.embedding import CachedEmbedder, Embedder, VectorCache, load_embedder
from agent.retrieve import token_counter
from agent.settings import ReadMode, Settings
from eval.data.longmemeval import Case, read_cases
from tests.scripted_server import Body, ScriptedServer, scripted_server

MODES: Mapping[str, Mapping[str, object]] = {
    "full": {},
    "fast": {"fast": True},
    "per-round notes": {"read_mode": ReadMode.PER_ROUND, "fast": True},
}
UNDERSTANDING = ("rewrite", "classify", "expand", "time_range")
DELAY = 0.3
"""Seconds that a reply takes where waiting is measured."""
DIALOGUE = (Turn(Role.USER, "Let us go on."), Turn(Role.ASSISTANT, "Gladly. What would you like to know?"))
NOTE = "The user says this in passing; it bears on the question, and is dated by the day when it was said."
DIRECT = {
    "counted": [],
    "intervals": [],
    "not_known": False,
    "missing": "",
    "answer": "Going by what you said, this is the latest state of things, and nothing later changes it.",
}
_USER = re.compile(r'"round": ?(\d+).*?"(?:user|quote)": ?"((?:[^"\\]|\\.)*)"')
_SENTENCE = re.compile(r"[^.!?\\\[\]\u2026]{20,160}[.!?]")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a LongMemEval file, plain or gzip")
    parser.add_argument("--questions", type=int, default=10, help="how many of its questions to ask")
    parser.add_argument("--cache", type=Path, help="take the vectors of histories from this file")
    args = parser.parse_args()
    cases = list(read_cases(args.data, limit=args.questions))
    embedder = load_embedder("minilm")
    stored = CachedEmbedder(embedder, VectorCache(args.cache)) if args.cache else embedder
    console = Console(width=110)
    with TemporaryDirectory() as folder, scripted_server() as server:
        _keep(Path(folder), cases, stored)
        for name, dialogue in (("without dialogue", ()), ("with rewriting", DIALOGUE)):
            waits = _waits(Path(folder), server, embedder, cases, dialogue)
            console.print(f"understanding {name}, {DELAY * 1000:.0f} ms a reply: p50 {median(waits):.0f} ms")
        for name, settings in MODES.items():
            _print_tokens(console, name, _counts(Path(folder), server, embedder, cases, settings))


def _keep(folder: Path, cases: Sequence[Case], embedder: Embedder) -> None:
    with Daybook.open(settings=Settings.from_env({}, data_dir=folder), embedder=embedder) as daybook:
        for case in cases:
            daybook.add(case.sessions, owner=case.owner)


@contextmanager
def _thinking(
    folder: Path, server: ScriptedServer, embedder: Embedder, settings: Mapping[str, object]
) -> Iterator[Daybook]:
    model = {
        "chat_model": "scripted",
        "openai_api_key": SecretStr("sk-none"),
        "openai_base_url": server.url,
        "model_retries": 0,
    }
    given = Settings.from_env({}, data_dir=folder, **{**model, **settings})
    with Daybook.open(settings=given, embedder=embedder) as daybook:
        yield daybook


def _waits(
    folder: Path, server: ScriptedServer, embedder: Embedder, cases: Sequence[Case], dialogue: Sequence[Turn]
) -> list[float]:
    """Milliseconds from the start of the first step of understanding to the end of the last, warm."""
    waits: list[float] = []
    with _thinking(folder, server, embedder, MODES["fast"]) as daybook:
        for case in cases:
            moments: list[float] = []

            def note(part: Mapping[str, object], moments: list[float] = moments) -> None:
                if part["stage"] in UNDERSTANDING:
                    moments.append(perf_counter() * 1000)

            _script(server, case, delay=DELAY)
            daybook.ask(
                case.question, owner=case.owner, asked_at=case.asked_at, dialogue=dialogue, on_stage=note
            )
            server.drop_rest()
            waits.append(max(moments) - min(moments))
    return waits[1:] or waits


def _counts(
    folder: Path,
    server: ScriptedServer,
    embedder: Embedder,
    cases: Sequence[Case],
    settings: Mapping[str, object],
) -> list[tuple[int, int, int]]:
    """Calls, input tokens and output tokens of each question."""
    count = token_counter()
    counts: list[tuple[int, int, int]] = []
    with _thinking(folder, server, embedder, settings) as daybook:
        for case in cases:
            server.requests.clear()
            said: list[str] = []
            _script(server, case, said=said)
            answer = daybook.ask(case.question, owner=case.owner, asked_at=case.asked_at, dialogue=DIALOGUE)
            server.drop_rest()
            if answer.degraded:
                raise SystemExit(f"{case.question_id}: {answer.degraded} went by rules")
            sent = sum(count(message["content"]) for body in server.requests for message in body["messages"])
            counts.append((len(server.requests), sent, sum(map(count, said))))
    return counts


def _print_tokens(console: Console, name: str, counts: Sequence[tuple[int, int, int]]) -> None:
    columns = list(zip(*counts, strict=True))
    figures = ", ".join(
        f"{what} p50 {median(column):.0f}, most {max(column)}"
        for what, column in zip(("calls", "input tokens", "output tokens"), columns, strict=True)
    )
    console.print(f"{name}, {len(counts)} questions with a dialogue: {figures}")


def _script(server: ScriptedServer, case: Case, *, delay: float = 0.0, said: list[str] | None = None) -> None:
    """Write what each step may be told; what a mode does not ask for is left."""
    kept = said if said is not None else []
    once: Mapping[str, Mapping[str, object]] = {
        "prepare questions for a search": {"question": case.question, "disputed": ""},
        "asks of memory": {"kinds": [{"kind": "temporal", "confidence": 0.8}]},
        "looked up in old conversations": {"phrasings": [f"I said: {case.question}"] * 3, "parts": []},
        "Name the period": {"first": None, "last": None, "about": "said"},
        "Score every excerpt": {"scores": [{"id": one, "score": round(1 / one, 2)} for one in range(1, 21)]},
    }
    for when, reply in once.items():
        server.reply(partial(_kept, kept, reply), when=when, delay=delay)
    server.reply(lambda body: _kept(kept, _notes(body), body), when="First take notes")
    server.reply(lambda body: _kept(kept, _direct(body), body), when="Answer at once")
    for _ in range(400):
        server.reply(lambda body: _kept(kept, _note(body), body), when="one round of an earlier conversation")


def _kept(said: list[str], reply: Mapping[str, object], body: Body) -> str:
    """Write a reply, and remember what was written."""
    said.append(json.dumps(reply))
    return said[-1]


def _notes(body: Body) -> Mapping[str, object]:
    notes = [{"round": number, "quote": quote, "note": NOTE} for number, quote in _quotes(body)]
    reasoning = "The rounds agree where they overlap; the latest of them settles it. " * 2
    return {"notes": notes[:6], "reasoning": reasoning, **DIRECT}


def _direct(body: Body) -> Mapping[str, object]:
    return {**DIRECT, "quotes": [{"round": number, "quote": quote} for number, quote in _quotes(body)[:4]]}


def _note(body: Body) -> Mapping[str, object]:
    """One round in three bears on the question."""
    quotes = [quote for _, quote in _quotes(body)][: len(str(body)) % 3 == 0]
    return {"quotes": quotes, "note": NOTE if quotes else ""}


def _quotes(body: Body) -> list[tuple[int, str]]:
    """A sentence of what the user said in each round that the request shows."""
    data = body["messages"][1]["content"]
    found = [(int(number), _SENTENCE.search(text)) for number, text in _USER.findall(data)]
    return [(number, match[0].strip()) for number, match in found if match]


if __name__ == "__main__":
    main()
