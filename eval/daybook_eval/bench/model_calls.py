"""Tokens of the model calls of a question, and the latency of its understanding steps.

A server on loopback stands for the models: its replies are of realistic length and quote the request.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import TypeAlias

from pydantic import SecretStr

from daybook import Daybook
from daybook.conversation import Role, Turn
from daybook.models.embedding import Embedder, load_embedder
from daybook.retrieve import token_counter
from daybook.settings import ReadFormat, ReadMode, Settings
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.embedders import cached
from daybook_eval.loopback import Body, serving

Answer: TypeAlias = Callable[[Body], str]


@contextmanager
def answering_server(answer: Answer, *, delay: float = 0.0) -> Iterator[str]:
    """Run a server of chat completions that `answer` makes, after a delay in seconds; give its base URL.

    A completion comes whole, or in two pieces where a stream is asked for.
    """

    def reply(body: Body) -> tuple[str, str]:
        text = answer(body)
        sleep(delay)
        if not body.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            return "application/json", json.dumps({"object": "chat.completion", "choices": [choice]})
        deltas: list[Body] = [
            {"index": 0, "delta": {"content": text}, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": "stop"},
        ]
        chunks = [*(json.dumps({"choices": [delta]}) for delta in deltas), "[DONE]"]
        return "text/event-stream", "".join(f"data: {chunk}\n\n" for chunk in chunks)

    with serving(reply) as address:
        yield f"{address}/v1"


MODES: Mapping[str, Mapping[str, object]] = {
    "full": {},
    "fast": {"fast": True},
    "fast, Chain-of-Note of text": {"fast": True, "read_format": ReadFormat.TEXT},
    "fast, direct of JSON": {"fast": True, "read_mode": ReadMode.DIRECT},
    "fast, direct of text": {"fast": True, "read_mode": ReadMode.DIRECT, "read_format": ReadFormat.TEXT},
    "per-round notes": {"read_mode": ReadMode.PER_ROUND, "fast": True},
}
"""How questions are asked; as long as nothing else is said, reading is Chain-of-Note of JSON."""
UNDERSTANDING = ("rewrite", "classify", "expand", "time_range")
DELAY = 0.3
"""Seconds that a reply takes where waiting is measured."""
DIALOGUE = (Turn(Role.USER, "Let us go on."), Turn(Role.ASSISTANT, "Gladly. What would you like to know?"))
NOTE = "The user says this in passing; it bears on the question, and is dated by the day when it was said."
DIRECT = {"counted": [], "intervals": [], "not_known": False, "missing": ""}
_USERS = (
    re.compile(r'"round": ?(\d+).*?"(?:user|quote)": ?"((?:[^"\\]|\\.)*)"'),
    re.compile(r"^round: (\d+)$.*?^user: (.*?)(?=\n\n|^assistant: )", re.MULTILINE | re.DOTALL),
)
"""What the user said in each round, as JSON and as text."""
_ITEM = re.compile(r'"id": ?\d+')
_SENTENCE = re.compile(r"[^.!?\\\[\]\u2026\n]{20,160}[.!?]")


def measure(data: Path, questions: int, vector_file: Path | None) -> None:
    """Print the figures."""
    cases = list(read_longmemeval(data, limit=questions))
    embedder = load_embedder("minilm")
    stored = cached(embedder, vector_file)
    with TemporaryDirectory() as folder:
        keep_histories(Path(folder), cases, stored)
        for name, dialogue in (("without dialogue", ()), ("with rewriting", DIALOGUE)):
            waits = _waits(Path(folder), embedder, cases, dialogue)
            print(f"understanding {name}, {DELAY * 1000:.0f} ms a reply: p50 {median(waits):.0f} ms")
        for name, settings in MODES.items():
            counts = _counts(Path(folder), embedder, cases, settings)
            columns = zip(("calls", "input tokens", "output tokens"), zip(*counts, strict=True), strict=True)
            told = (f"{what} p50 {median(column):.0f}, most {max(column)}" for what, column in columns)
            print(f"{name}, {len(counts)} questions with a dialogue: {', '.join(told)}")


def keep_histories(folder: Path, cases: Sequence[Case], embedder: Embedder) -> None:
    """Keep the histories of questions in one memory, each under its own owner."""
    with Daybook.open(settings=Settings.of(data_dir=folder), embedder=embedder) as daybook:
        for case in cases:
            daybook.add(case.sessions, owner=case.owner)


def standing_in(folder: Path, url: str, changes: Mapping[str, object]) -> Settings:
    """Make the settings of a memory whose chat models the server stands for."""
    model = {"chat_model": "standing-in", "openai_api_key": SecretStr("sk-none"), "openai_base_url": url}
    return Settings.of(data_dir=folder, **{**model, "model_retries": 0, **changes})


def _waits(folder: Path, embedder: Embedder, cases: Sequence[Case], dialogue: Sequence[Turn]) -> list[float]:
    """Milliseconds from the start of the first step of understanding to the end of the last, warm."""
    waits: list[float] = []
    replies = StandIn()
    with (
        answering_server(replies, delay=DELAY) as url,
        Daybook.open(settings=standing_in(folder, url, MODES["fast"]), embedder=embedder) as daybook,
    ):
        for case in cases:
            moments: list[float] = []

            def note(part: Mapping[str, object], moments: list[float] = moments) -> None:
                if part["stage"] in UNDERSTANDING:
                    moments.append(perf_counter() * 1000)

            replies.question = case.question
            daybook.ask(
                case.question, owner=case.owner, asked_at=case.asked_at, dialogue=dialogue, on_stage=note
            )
            waits.append(max(moments) - min(moments))
    return waits[1:] or waits


def _counts(
    folder: Path, embedder: Embedder, cases: Sequence[Case], changes: Mapping[str, object]
) -> list[tuple[int, int, int]]:
    """Calls, input tokens and output tokens of each question; ends where a step went by rules."""
    counts: list[tuple[int, int, int]] = []
    replies = StandIn()
    with (
        answering_server(replies) as url,
        Daybook.open(settings=standing_in(folder, url, changes), embedder=embedder) as daybook,
    ):
        for case in cases:
            replies.begin(case.question)
            answer = daybook.ask(case.question, owner=case.owner, asked_at=case.asked_at, dialogue=DIALOGUE)
            if answer.degraded:
                raise SystemExit(f"{case.question_id}: {answer.degraded} went by rules")
            counts.append(replies.counts())
    return counts


@dataclass(slots=True)
class StandIn:
    """Replies to every step of one question as a model might, and remembers what was exchanged."""

    question: str = ""
    exchanges: list[tuple[Body, str]] = field(default_factory=list)

    def __call__(self, body: Body) -> str:
        """Reply to a request by what its prompt asks for; raises LookupError if no step asks so."""
        prompt = body["messages"][0]["content"]
        told = next((tell for when, tell in _TOLD.items() if when in prompt), None)
        if told is None:
            raise LookupError(f"a request that no step is known for: {prompt[:100]!r}")
        text = json.dumps(told(self.question, body))
        self.exchanges.append((body, text))
        return text

    def begin(self, question: str) -> None:
        """Turn to the next question."""
        self.question = question
        self.exchanges.clear()

    def counts(self, asked: str = "") -> tuple[int, int, int]:
        """Calls, input tokens and output tokens, of the prompts that hold these words."""
        count = token_counter()
        exchanges = [(body, text) for body, text in self.exchanges if asked in body["messages"][0]["content"]]
        sent = sum(count(message["content"]) for body, _ in exchanges for message in body["messages"])
        return len(exchanges), sent, sum(count(text) for _, text in exchanges)


def _notes(question: str, body: Body) -> Mapping[str, object]:
    notes = [{"round": number, "quote": quote, "note": NOTE} for number, quote in _quotes(body)]
    reasoning = "The rounds agree where they overlap; the latest of them settles it. " * 2
    return {"notes": notes[:6], "reasoning": reasoning, **DIRECT, "answer": _answer(notes)}


def _direct(question: str, body: Body) -> Mapping[str, object]:
    quotes = [{"round": number, "quote": quote} for number, quote in _quotes(body)[:4]]
    return {**DIRECT, "quotes": quotes, "answer": _answer(quotes)}


def _answer(quoted: Sequence[Mapping[str, object]]) -> str:
    return f"Going by what you said: {quoted[0]['quote'] if quoted else 'nothing'}"


def _note(question: str, body: Body) -> Mapping[str, object]:
    """One round in three bears on the question."""
    quotes = [quote for _, quote in _quotes(body)][: len(str(body)) % 3 == 0]
    return {"quotes": quotes, "note": NOTE if quotes else ""}


_TOLD: Mapping[str, Callable[[str, Body], Mapping[str, object]]] = {
    "prepare questions for a search": lambda question, _: {"question": question, "disputed": ""},
    "Say which of these hold": lambda *_: {"kinds": [{"kind": "temporal", "confidence": 0.8}]},
    "looked up in old conversations": lambda question, _: {
        "phrasings": [f"I said: {question}"] * 3,
        "parts": [],
    },
    "Name the period": lambda *_: {"first": None, "last": None, "about": "said"},
    "Score every excerpt": lambda *_: {
        "scores": [{"id": number, "score": round(1 / number, 2)} for number in range(1, 21)]
    },
    "how relevant search results are": lambda _, body: {
        "scores": [round(1 / place, 2) for place in range(1, 1 + len(_ITEM.findall(_data(body))))]
    },
    "First take notes": _notes,
    "Answer at once": _direct,
    "one round of an earlier conversation": _note,
}
"""What each step is told, by words of its prompt."""


def _data(body: Body) -> str:
    return str(body["messages"][1]["content"])


def _quotes(body: Body) -> list[tuple[int, str]]:
    """A sentence of what the user said in each round that the request shows."""
    rounds = next((found for form in _USERS if (found := form.findall(_data(body)))), [])
    found = [(int(number), _SENTENCE.search(text)) for number, text in rounds]
    return [(number, match[0].strip()) for number, match in found if match]
