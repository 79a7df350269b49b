"""What would be forgotten, and the receipt of what was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from daybook.conversation import Ledger
from daybook.interfaces.forget import described
from daybook.interfaces.rendering.ledger_lines import label_of, subject_of
from daybook.interfaces.server.page.views.moments import day
from daybook.store import ByPhrase, ByRecord, ByTime, Selector

_WORDS = {
    "redacted": "rounds that lose sentences only",
    "cached_vectors": "cached vectors",
    "export_lines": "lines of exports",
    "entries": "entries of the diary",
    "records": "facts",
    "events": "changes",
    "pins": "pinned questions",
}
_ONE = {
    "redacted": "round that loses sentences only",
    "export_lines": "line of exports",
    "entries": "entry of the diary",
    "records": "fact",
    "pins": "pinned question",
}


@dataclass(frozen=True, slots=True)
class CountView:
    """How much of something goes, or went."""

    what: str
    count: int


def counts_of(removed: Mapping[str, int]) -> list[CountView]:
    """Write what a preview or a receipt counts, without what loses nothing."""
    return [CountView(_word(name, count), count) for name, count in removed.items() if count]


def named(selector: Selector, ledger: Ledger) -> str:
    """Say in words what is to be forgotten."""
    match selector:
        case ByRecord(record_id):
            return next(_told(record_id, ledger), "a fact")
        case ByPhrase(phrase):
            return f"every sentence with “{phrase}”"
        case ByTime(during):
            ends = (("from", during.start), ("until", during.end))
            return "what was said " + " ".join(f"{word} {day(end)}" for word, end in ends if end)
    return described(selector).replace("'", "“", 1).replace("'", "”", 1)


def _word(name: str, count: int) -> str:
    many = _WORDS.get(name, name.replace("_", " "))
    return many if count != 1 else _ONE.get(name, many.removesuffix("s"))


def _told(name: str, ledger: Ledger) -> Iterator[str]:
    if record := ledger.records.get(name):
        yield f"“{subject_of(record)}, {label_of(record)}”"
    if entry := ledger.entries.get(name):
        yield f"“{entry.what}”"
