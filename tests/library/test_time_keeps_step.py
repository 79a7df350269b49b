"""The cost of a text keeps step with its length, however it is made up."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import process_time

import pytest

from daybook import Daybook
from daybook.documents.convert import html, markdown
from tests.interfaces.daybook_command import HashedWords

AT = datetime(2026, 3, 2, tzinfo=UTC)
FIRST = 8_000
"""Characters of the shorter text; the other has twice as many."""
UNSEEN = 0.25
"""Seconds of processor below which a difference is not looked at."""
BEFORE_AND_AGAIN = {
    "spaces": ("I like", " "), "dots": ("I like", "."), "straight quotes": ("", '"'),
    "quotes": ("", "\u201c"), "dashes": ("", "-"), "two words": ("", "who what "),
    "attachment": ("contents of", " "), "brackets": ("", "["), "links": ("", "[a]("), "lines": ("my", "\n"),
    "tabs": ("from:", "\t"), "labels": ("", "Ana: I "), "labelled lines": ("", "Ana: I said\n"),
    "digits": ("", "1"), "spans of days": ("", "in 5 "), "commas": ("", "a, "),
    "apostrophes": ("I like", "'"), "initials": ("", "A."), "tags": ("", "<a"), "addresses": ("", "a@"),
    "stars": ("", "**a "), "headings": ("# ", "[a]("),
}  # fmt: skip
"""Of each family what its texts begin with, and what is repeated in them."""


@pytest.fixture(scope="module")
def daybook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daybook]:
    with Daybook.open(tmp_path_factory.mktemp("memory"), embedder=HashedWords()) as opened:
        opened.append("I like tea.", owner="warm", said_at=AT)
        opened.ask("What do I like?", owner="warm", asked_at=AT)
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("entry", ["ask", "context_for", "append", "chat", "markdown", "html"])
def test_a_text_twice_as_long_takes_twice_the_time(daybook: Daybook, entry: str) -> None:
    slow = {}
    for family in BEFORE_AND_AGAIN:
        tries = [(_cost(daybook, entry, family, FIRST), _cost(daybook, entry, family, 2 * FIRST))]
        while _is_more(tries) and len(tries) < 3:  # another program may have been in the way
            tries.append((_cost(daybook, entry, family, FIRST), _cost(daybook, entry, family, 2 * FIRST)))
        if _is_more(tries):
            slow[family] = tries
    assert not slow


def _is_more(tries: list[tuple[float, float]]) -> bool:
    short, long = min(short for short, _ in tries), min(long for _, long in tries)
    return long > max(UNSEEN, 2.6 * short)


def _cost(daybook: Daybook, entry: str, family: str, size: int) -> float:
    """Measure the processor's seconds of one call, in a memory of its own."""
    before, again = BEFORE_AND_AGAIN[family]
    text = f"{before}{again * (size // len(again))}x!"
    memory = daybook.of(f"{entry} {family} {size} {process_time()}")
    calls: dict[str, Callable[[], object]] = {
        "ask": lambda: memory.ask(text, asked_at=AT),
        "context_for": lambda: memory.context_for(text, asked_at=AT),
        "append": lambda: memory.append(text, said_at=AT),
        "chat": lambda: memory.chat(text, asked_at=AT, session_id="chat"),
        "markdown": lambda: markdown.convert(text.encode()),
        "html": lambda: html.convert(text.encode()),
    }
    began = process_time()
    calls[entry]()
    return process_time() - began
