"""What a text costs keeps step with its length, however it is made up and by whichever way it comes in."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from starlette.testclient import TestClient

from daybook import Daybook
from daybook.conversation.errors import UserError
from daybook.documents.convert import html, markdown
from daybook.documents.convert.text_blocks import Unreadable
from daybook.graph.event_loop import run
from daybook.interfaces.importers.formats import ImportOptions
from daybook.interfaces.importers.import_run import choose_files, survey
from daybook.interfaces.mcp.mcp_server import memory_server
from daybook.interfaces.server.app import build_app
from daybook.store import ByPhrase
from daybook_prompts.replies import FactFound
from tests.interfaces import sample_exports as exports
from tests.interfaces.daybook_command import HashedWords
from tests.interfaces.exports import locomo_conversation, longmemeval_question, written
from tests.interfaces.mcp_client import InProcess

AT = datetime(2026, 3, 2, tzinfo=UTC)
FIRST, FIRST_READ = 4_800, 20_000
"""Characters of the shortest text, and of a file's; the others have twice and four times as many."""
_FILES = ("import", "markdown", "html")
SEEN = 0.25
"""Seconds of processor below which the longest text is not compared with the shortest."""
MAX_RATIO = 8
"""Four times the text costs four times as much where the cost is linear, else sixteen times."""
CONFIRMED = 4
"""How often all are measured anew, of which the least counts: another program may have been in the way."""
BEFORE_AND_AGAIN = {
    "spaces": ("I like", " "), "dots": ("I like", "."), "straight quotes": ("", '"'),
    "quotes": ("", "\u201c"), "dashes": ("", "-"), "two words": ("", "who what "),
    "attachment": ("contents of", " "), "brackets": ("", "["), "links": ("", "[a]("), "lines": ("my", "\n"),
    "tabs": ("from:", "\t"), "labels": ("", "Ana: I "), "labelled lines": ("", "Ana: I said\n"),
    "digits": ("", "1"), "spans of days": ("", "in 5 "), "commas": ("", "a, "),
    "apostrophes": ("I like", "'"), "initials": ("", "A."), "tags": ("", "<a"), "addresses": ("", "a@"),
    "stars": ("", "**a "), "headings": ("# ", "[a]("), "tables": ("", "<table>"), "thoughts": ("", "<think>"),
    "quoted lines": ("", "> a\n"), "one letter": ("", "a"), "times": ("", "at 3 pm on "),
}  # fmt: skip
"""Of each family what its texts begin with, and what is repeated in them."""


@dataclass(frozen=True)
class Interfaces:
    """A memory, and the ways into it."""

    daybook: Daybook
    http: TestClient
    folder: Path


@pytest.fixture(scope="module")
def to(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interfaces]:
    folder = tmp_path_factory.mktemp("memory")
    with Daybook.open(folder / "data", embedder=HashedWords()) as opened:
        http = TestClient(build_app(opened, needs_token=False), base_url="http://127.0.0.1")
        yield Interfaces(opened, http, folder)


def _asks(way: str, **more: Any) -> Callable[[Interfaces, str, str], object]:
    return lambda to, owner, text: getattr(to.daybook, way)(text, owner=owner, asked_at=AT, **more)


def _append(to: Interfaces, owner: str, text: str) -> object:
    return to.daybook.append(text, owner=owner, said_at=AT)


def _fact(to: Interfaces, owner: str, text: str) -> object:
    fact = FactFound(quote=text, slot="preference.food", value=text)
    return to.daybook.append(text, owner=owner, said_at=AT, facts=[fact])


def _import(name: str, made: Callable[[str], object]) -> Callable[[Interfaces, str, str], object]:
    def read(to: Interfaces, owner: str, text: str) -> object:
        path = Path(written(to.folder / name, made(text)))
        options = ImportOptions(me="Ada", date=AT)
        return survey(choose_files(path, None, 1 << 26).files, options, lambda _: None)

    return read


def _export(make: Callable[[Any], object]) -> Callable[[str], object]:
    return lambda text: make(((text, "Fine."), ("And?", text), (text, text)))


def _messages(text: str) -> object:
    moment = "2026-03-02T10:00:00Z"
    return [{"role": role, "content": text, "timestamp": moment} for role in ("user", "assistant")]


def _locomo(text: str) -> object:
    return [locomo_conversation(session_2=[{"speaker": "Bo", "dia_id": "D2:1", "text": text}])]


def _longmemeval(text: str) -> object:
    return [longmemeval_question(haystack_sessions=[[{"role": "user", "content": text}]] * 2)]


def _forget_phrase(to: Interfaces, owner: str, text: str) -> object:
    return to.daybook.preview_forget(ByPhrase(text[: len(text) // 2]), owner=owner)


def _mcp(tool: str, argument: str) -> Callable[[Interfaces, str, str], object]:
    def call(to: Interfaces, owner: str, text: str) -> object:
        client = InProcess(memory_server(to.daybook, lambda: owner))
        return run(client.call_tool(tool, {argument: text}))

    return call


def _post(path: str, **body: str) -> Callable[[Interfaces, str, str], object]:
    def send(to: Interfaces, owner: str, text: str) -> object:
        filled = {name: value.replace("TEXT", text) for name, value in body.items()}
        return to.http.post(path, json={**filled, "owner": owner})

    return send


ENTRIES: Mapping[str, Callable[[Interfaces, str, str], object]] = {
    "ask": _asks("ask"),
    "search": _asks("search"),
    "context_for": _asks("context_for"),
    "chat": _asks("chat", session_id="chat"),
    "append": _append,
    "remember a fact": _fact,
    "forget in chat": lambda to, owner, text: _asks("chat", session_id="chat")(
        to, owner, f"Forget everything about {text}"
    ),
    "forget a phrase": _forget_phrase,
    "markdown": lambda to, owner, text: markdown.convert(text.encode()),
    "html": lambda to, owner, text: html.convert(text.encode()),
    "import messages": _import("messages.json", _messages),
    "import chatgpt": _import("conversations.json", _export(exports.chatgpt)),
    "import claude": _import("conversations.json", _export(exports.claude)),
    "import gemini": _import("MyActivity.json", _export(exports.gemini)),
    "import telegram": _import("result.json", _export(exports.telegram)),
    "import whatsapp": _import("WhatsApp Chat with Bo.txt", _export(exports.whatsapp)),
    "import a text": _import("chat.txt", str),
    "import sharegpt": _import("sharegpt.json", _export(exports.sharegpt)),
    "import finetuning": _import("finetuning.json", _export(exports.finetuning)),
    "import locomo": _import("locomo.json", _locomo),
    "import longmemeval": _import("longmemeval.json", _longmemeval),
    "MCP remember": _mcp("remember", "user_said"),
    "MCP recall": _mcp("recall", "question"),
    "HTTP ask": _post("/v1/ask", question="TEXT"),
    "HTTP rounds": _post("/v1/rounds", user="TEXT"),
}
"""By name what is done with a text, in the memory of an owner."""


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_text_four_times_as_long_takes_four_times_the_time(to: Interfaces, entry: str) -> None:
    costs = {family: measured(to, entry, family) for family in BEFORE_AND_AGAIN}

    assert not {family: its for family, its in costs.items() if is_quadratic(its)}


def measured(to: Interfaces, entry: str, family: str) -> list[float]:
    """Measure the processor's seconds of n, 2n and 4n characters, anew where they differ too much."""
    least = [float("inf")] * 3
    for _ in range(CONFIRMED):
        first = FIRST_READ if entry.startswith(_FILES) else FIRST
        tried = [_cost(to, entry, family, first * times) for times in (1, 2, 4)]
        least = list(map(min, least, tried))
        if not is_quadratic(least):
            break
    return least


def is_quadratic(costs: list[float]) -> bool:
    """True if the longest text costs more than its length explains."""
    short, _, long = costs
    return long > SEEN and long > MAX_RATIO * short


_NUMBERS = count()


def _cost(to: Interfaces, entry: str, family: str, size: int) -> float:
    """Measure one call, in a memory of its own that holds such a text already."""
    before, again = BEFORE_AND_AGAIN[family]
    text, owner = f"{before}{again * (size // len(again))}x!", f"owner {next(_NUMBERS)}"
    if not entry.startswith(_FILES):
        _append(to, owner, text)
    began = process_time()
    with suppress(UserError, Unreadable):  # at once
        ENTRIES[entry](to, owner, text)
    return process_time() - began
