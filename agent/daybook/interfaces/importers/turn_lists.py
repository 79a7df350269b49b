"""Conversations that are lists of turns, one a record, as models are trained on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from daybook.conversation import Session
from daybook.interfaces.importers.conversations import Message, session_of
from daybook.interfaces.importers.loose import (
    first_moment,
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
)
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source

_BEGAN = ("create_time", "created_at", "timestamp")


def read_turn_lists(
    source: Source,
    reading: Reading,
    *,
    form: str,
    turns: str,
    message_of: Callable[[Mapping[str, Any], Reading], Message | None],
) -> Iterator[Session]:
    """Read conversations; one without an id is named by its form and its first two messages.

    Args:
        source: the file.
        reading: how it is read, and what is left out.
        form: the name of the form.
        turns: the field that holds the turns.
        message_of: reads a turn; None where it is left out.

    Raises:
        BadInput: the file cannot be read or is not JSON.
    """
    for record in read_records(source, reading.limit):
        given = object_of(record.value)
        listed = map(object_of, list_of(given.get(turns)))
        messages = [message for turn in listed if (message := message_of(turn, reading))]
        words = name_from(*(message.text for message in messages[:2]))
        name = name_of(given.get("id")) or f"{form}-{words}"
        began = first_moment(*(given.get(field) for field in _BEGAN))
        session = session_of(name, messages, reading, title=text_of_field(given.get("title")), began=began)
        if session is None:
            reading.left_out["conversations in which nothing was said"] += 1
        else:
            yield session
