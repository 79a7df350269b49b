"""Google Takeout's activity of Gemini: prompts with their answers, in no conversations."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from html.parser import HTMLParser

from daybook.conversation import Role, Session, Turn
from daybook.interfaces.importers.conversations import attached, sessions_by_silence
from daybook.interfaces.importers.fields import list_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_PROMPTED = "Prompted "
_FEWEST = 3
"""Entries that have to begin alike before their first word is taken for the one that Google puts there."""

_BLOCKS = frozenset(
    "p div br hr li ul ol tr table h1 h2 h3 h4 h5 h6 pre blockquote section article dt dd".split()
)
_SILENT = frozenset({"script", "style", "template", "head"})
_BREAKS = re.compile(r"(?<![ \t])[ \t]*+\n[ \t]*+(?:\n[ \t]*+)++")


def _read_gemini(reading: FileReading) -> Iterator[Session]:
    """Read prompts and answers, grouped into sessions by the silences between them.

    The title of an entry is "Prompted " and the prompt, in the language of the account: else than in English,
    the word that most entries with an answer begin with is taken off.
    """
    # The latest stand first; of one moment, the prompt before its answer.
    entries = sorted(reversed(list(_entries(reading, _opening(reading)))), key=lambda entry: entry[0])
    reading.note("sessions are made at silences of 8 hours: Takeout has no conversations")
    yield from sessions_by_silence("gemini", (message for _, entry in entries for message in entry))


def _opening(reading: FileReading) -> str:
    words: Counter[str] = Counter()
    for record in reading.records():
        given = object_of(record.value)
        if text_of_field(given.get("title")).startswith(_PROMPTED):
            return _PROMPTED
        if given.get("safeHtmlItem"):
            first, space, _ = text_of_field(given.get("title")).partition(" ")
            words[first + space] += 1
    word, count = next(iter(words.most_common(1)), ("", 0))
    return word if word.endswith(" ") and count >= _FEWEST and 2 * count > words.total() else ""


def _entries(reading: FileReading, opening: str) -> Iterator[tuple[datetime, list[Turn]]]:
    for record in reading.records():
        given = object_of(record.value)
        title, moment = text_of_field(given.get("title")), reading.moment(given.get("time"))
        items = (
            _html_text(text_of_field(object_of(item).get("html")))
            for item in list_of(given.get("safeHtmlItem"))
        )
        answer = "\n\n".join(text for text in items if text)
        if not _looks_like(given) or not title.startswith(opening) or not (opening or answer):
            reading.left_out["activities that are no prompts"] += 1
        elif moment is None:
            reading.left_out["prompts without a date"] += 1
        elif prompt := _prompt(title.removeprefix(opening), given):
            said = [Turn(Role.USER, prompt, moment)]
            yield moment, said + ([Turn(Role.ASSISTANT, answer, moment)] if answer else [])


def _prompt(title: str, given: JsonObject) -> str:
    files = (text_of_field(name) for name in list_of(given.get("attachedFiles")))
    return "\n\n".join([title.strip(), *(attached(name) for name in files if name)]).strip()


def _html_text(html: str) -> str:
    """Return the text of HTML: blocks on lines of their own, items with a dash, no scripts or styles."""
    parser = _HtmlText()
    parser.feed(html)
    parser.close()
    return _BREAKS.sub("\n\n", "".join(parser.pieces)).strip()


class _HtmlText(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        if tag in _BLOCKS:
            self.pieces.append("\n- " if tag == "li" else "\n")
        elif tag in ("td", "th"):
            self.pieces.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BLOCKS and tag != "li":
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)


def _looks_like(fields: JsonObject) -> bool:
    """Tell an activity of Gemini, which was called Bard, from those of Google's other products."""
    named = [fields.get("header"), *list_of(fields.get("products"))]
    products = " ".join(text_of_field(name).lower() for name in named)
    return {"header", "title", "time"} <= fields.keys() and ("gemini" in products or "bard" in products)


GEMINI = ChatFormat(
    looks_like=_looks_like,
    read_sessions=_read_gemini,
)
