"""Input of a model that reads: rounds, records and passages of documents as JSON."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias

from daybook.conversation import (
    Excerpt,
    FoundPassage,
    Ledger,
    Passage,
    Record,
    Status,
    Superseded,
    shown_page,
)
from daybook.conversation.authorship import NAMED_AS_ANOTHERS, Authorship
from daybook.conversation.language import Analyzer
from daybook.retrieve.rerank import named
from daybook_prompts import JsonValue, as_data

KnownBlock: TypeAlias = Sequence[Mapping[str, JsonValue]]
"""A line for each fact."""
MAX_NAME = 60
"""Characters by which a stretch of another's words is named."""


def write_for_model(excerpt: Excerpt, analyzer: Analyzer) -> str:
    """Write an excerpt as it stands among the rounds that `read_by_model` puts before the model."""
    return as_data(round_for_model(100, excerpt, analyzer)) + ",\n"


def round_for_model(
    number: int, excerpt: Excerpt, analyzer: Analyzer, numbers: Mapping[str, int] = MappingProxyType({})
) -> Mapping[str, JsonValue]:
    """Write an excerpt under the number of its round; `numbers` are those of other shown rounds, by id."""
    sides = {named(turn): excerpt.shown(turn.role) for turn in excerpt.round.turns}
    fallen = [_no_longer(words, numbers) for words in excerpt.candidate.superseded]
    passed_on = _passed_on(excerpt.round.user.content, analyzer) if excerpt.round.user else []
    return {
        "round": number,
        "said_at": moment_for_model(excerpt.round.said_at),
        **({"rank": excerpt.rank} if excerpt.rank else {}),
        **sides,
        **({"quoted": passed_on} if passed_on else {}),
        **({"superseded": fallen} if fallen else {}),
    }


def _passed_on(text: str, analyzer: Analyzer) -> list[JsonValue]:
    """Name the words of a message that are not its writer's own.

    Left out are those that a sign sets apart, as quotation marks, code and captions: a reader sees it. Of
    stretches in a row of one kind the first is named.
    """
    named_words: list[JsonValue] = []
    stop, before = 0, Authorship()
    for part in analyzer.authored(text):
        words, how = text[part.start : part.stop].strip(), Authorship(part.mode, part.by)
        if not words or part.mode not in NAMED_AS_ANOTHERS:
            continue
        in_a_row = how == before and not text[stop : part.start].strip()
        stop, before = part.stop, how
        if not in_a_row and (part.by or words[0].isalnum()):
            named_words.append({"words": _head(words), **quoted_for_model(how)})
    return named_words


def quoted_for_model(authorship: Authorship) -> dict[str, JsonValue]:
    """Say how words came in that their user did not say themselves, and whose they are where that is told."""
    how: dict[str, JsonValue] = {"how": authorship.mode.value}
    return how | {"by": authorship.by} if authorship.by else how


def _head(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= MAX_NAME else f"{line[:MAX_NAME].rstrip()}…"


def _no_longer(words: Superseded, numbers: Mapping[str, int]) -> Mapping[str, JsonValue]:
    """Say since when words are no longer so, and what is: by the number of its round if it is shown."""
    said: dict[str, JsonValue] = {"words": words.quote, "on": f"{words.at:%Y-%m-%d}"}
    if words.by:
        said["by"] = words.by
    if words.by_round in numbers:
        said["by_round"] = numbers[words.by_round]
    return said


def moment_for_model(moment: datetime) -> str:
    """Write a moment with its day of the week."""
    return f"{moment:%Y-%m-%d %H:%M} ({moment:%A})"


def known_block(records: Sequence[Record], ledger: Ledger) -> KnownBlock:
    """Write records with their dates: what each says, since when, until when, and what was so before it.

    A record that another of them replaced is only written as that one's "before".
    """
    fallen = {other.superseded_by: other for other in ledger.with_status(Status.SUPERSEDED)}
    ids = {record.record_id for record in records}
    return [_line(record, fallen) for record in records if record.superseded_by not in ids]


def _line(record: Record, fallen: Mapping[str, Record]) -> Mapping[str, JsonValue]:
    line: dict[str, JsonValue] = {
        "about": record.slot,
        "fact": record.text,
        "said": f"{record.support[0].said_at:%Y-%m-%d}",
    }
    if record.said_at.date() != record.support[0].said_at.date():
        line["said_again"] = f"{record.said_at:%Y-%m-%d}"
    if record.status is Status.SUPERSEDED and record.superseded_at is not None:
        line["until"] = f"{record.superseded_at:%Y-%m-%d}"
    if before := fallen.get(record.record_id):
        line["before"] = before.text
    return line


def passage_for_model(number: int, found: FoundPassage) -> Mapping[str, JsonValue]:
    """Write a passage under a number, as `passage_line` does."""
    return {"round": number, "document": found.passage.document_id, **passage_line(found.passage)}


def passage_line(passage: Passage) -> Mapping[str, JsonValue]:
    """Write a passage with where it stands; "page" is left out where there are no pages."""
    line: dict[str, JsonValue] = {"title": passage.title}
    if passage.heading:
        line["heading"] = passage.heading
    if passage.page is not None:
        line["page"] = shown_page(passage.page, passage.page_label)
    return {**line, "text": passage.text}


def passages_text(found: Sequence[FoundPassage]) -> str:
    """Write passages as they stand before a model, to be counted; "" where there are none."""
    return as_data([passage_for_model(100, passage) for passage in found]) if found else ""
