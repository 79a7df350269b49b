"""Google Takeout's activity of Gemini: prompts with their answers, in no conversations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.attachments import attached
from daybook.interfaces.importers.conversations import SESSION_GAP, Message, sessions_by_silence
from daybook.interfaces.importers.html_text import html_text
from daybook.interfaces.importers.loose import list_of, moment_of, object_of, text_of_field
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source

_PRODUCTS = ("gemini", "bard")
_PROMPTED = "Prompted "
_FEWEST = 3
"""Entries that have to begin alike before their first word is taken for the one that Google puts there."""

Fields = Mapping[str, Any]


def is_activity(first: object) -> bool:
    """Whether a record is one of Google's activities, of whatever product."""
    fields = object_of(first)
    return {"header", "title", "time"} <= fields.keys()


def looks_like(first: object) -> bool:
    """Whether a record is an activity of Gemini, which was called Bard."""
    fields = object_of(first)
    named = [fields.get("header"), *list_of(fields.get("products"))]
    products = [text_of_field(name).lower() for name in named]
    return is_activity(first) and any(one in name for name in products for one in _PRODUCTS)


def read_gemini(source: Source, reading: Reading) -> Iterator[Session]:
    """Read prompts and answers, grouped into sessions by the silences between them.

    The title of an entry is "Prompted " and the prompt, in the language of the account: in another one than
    English, the word with which most entries that have an answer begin is taken off.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    opening = _opening(source, reading)
    for group in _groups(source, reading, opening):
        yield from sessions_by_silence("gemini", (message for entry in reversed(group) for message in entry))


def _opening(source: Source, reading: Reading) -> str:
    words: Counter[str] = Counter()
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        if text_of_field(given.get("title")).startswith(_PROMPTED):
            return _PROMPTED
        if given.get("safeHtmlItem"):
            first, space, _ = text_of_field(given.get("title")).partition(" ")
            words[first + space] += 1
    word, count = next(iter(words.most_common(1)), ("", 0))
    return word if word.endswith(" ") and count >= _FEWEST and 2 * count > words.total() else ""


def _groups(source: Source, reading: Reading, opening: str) -> Iterator[list[list[Message]]]:
    """Yield the entries between two silences, the latest first, as they stand in the file."""
    group: list[list[Message]] = []
    for entry in _entries(source, reading, opening):
        before = group[-1][0].said_at if group else None
        moment = entry[0].said_at
        if before is not None and moment is not None and abs(before - moment) > SESSION_GAP:
            yield _latest_first(group)
            group = []
        group.append(entry)
    if group:
        yield _latest_first(group)
    reading.note("sessions are made at silences of 8 hours: Takeout has no conversations")


def _latest_first(group: list[list[Message]]) -> list[list[Message]]:
    first, last = group[0][0].said_at, group[-1][0].said_at
    return list(reversed(group)) if first is not None and last is not None and first < last else group


def _entries(source: Source, reading: Reading, opening: str) -> Iterator[list[Message]]:
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        title, moment = text_of_field(given.get("title")), moment_of(given.get("time"))
        answer = "\n\n".join(_answers(list_of(given.get("safeHtmlItem"))))
        if not looks_like(given) or not title.startswith(opening) or not (opening or answer):
            reading.left_out["activities that are no prompts"] += 1
        elif moment is None:
            reading.left_out["prompts without a date"] += 1
        elif prompt := _prompt(title.removeprefix(opening), given):
            said = [Message(Role.USER, prompt, moment)]
            yield said + ([Message(Role.ASSISTANT, answer, moment)] if answer else [])


def _prompt(title: str, given: Fields) -> str:
    files = (text_of_field(name) for name in list_of(given.get("attachedFiles")))
    return "\n\n".join([title.strip(), *(attached(name) for name in files if name)]).strip()


def _answers(items: Iterable[object]) -> Iterator[str]:
    for item in items:
        if text := html_text(text_of_field(object_of(item).get("html"))):
            yield text
