"""Files that are not read, by name, and what to do instead."""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from daybook.interfaces.importers.json_reader import JsonObject

_HTML = re.compile(r"\A\s*+<(?:!doctype html|html|head|body|div)\b", re.IGNORECASE)
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1b]")
EXPECTED = "what can be imported is in docs/import.md (ChatGPT, Claude, Telegram, …); --format names it"
"""End of a refusal; left out for a file beside others that are read."""
_AS_MESSAGES = (
    'write what was said as lines of {"role", "content", "timestamp", "session_id"}, with "user" as your '
    'role and "assistant" as the other\'s, and import those'
)
_SHOWN = 30
"""Characters of a name of a field that a message repeats."""


class Unread(NamedTuple):
    """A form of files that Daybook knows and does not read."""

    title: str
    looks_like: Callable[[JsonObject], bool]
    """Of the first record, as `ChatFormat.looks_like`."""


def _inner(fields: JsonObject, name: str) -> JsonObject:
    """Return the object under a name, or the first of the list under it."""
    value = fields.get(name)
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, dict) else {}


def _has(names: Iterable[str]) -> Callable[[JsonObject], bool]:
    wanted = frozenset(names)
    return lambda fields: wanted <= fields.keys()


UNREAD = (
    Unread("Grok", lambda fields: {"conversation", "responses"} <= _inner(fields, "conversations").keys()
           or {"conversation", "responses"} <= fields.keys()),
    Unread("Open WebUI", lambda fields: bool({"history", "messages"} & _inner(fields, "chat").keys())),
    Unread("LibreChat", lambda fields: "conversationId" in fields
           and bool({"messages", "endpoint", "isCreatedByUser"} & fields.keys())),
    Unread("Messenger or Instagram", lambda fields: "participants" in fields and "messages" in fields),
    Unread("Messenger or Instagram", _has(("sender_name", "timestamp_ms"))),
    Unread("Slack", lambda fields: fields.get("type") == "message" and "ts" in fields),
    Unread("Slack", _has(("id", "name", "creator", "members"))),
    Unread("Slack", _has(("id", "team_id", "profile"))),
    Unread("Discord", _has(("ID", "Timestamp", "Contents"))),
    Unread("Discord", _has(("guild", "channel", "messages"))),
    Unread("Mem0", lambda fields: {"id", "memory", "hash"} <= (_inner(fields, "results") or fields).keys()),
)  # fmt: skip
"""In this order; what a format of ours also fits is named here first."""


def named_refusal(fields: JsonObject) -> str | None:
    """Say whose export begins with this record, and what to do. Returns None if it is none of `UNREAD`."""
    found = next((form for form in UNREAD if form.looks_like(fields)), None)
    return f"this is an export of {found.title}, which is not read: {_AS_MESSAGES}" if found else None


def unknown_text(beginning: str) -> str:
    """Say of a text of no known format what it is, and what to do."""
    if _HTML.search(beginning):
        return (
            "this is a web page: choose JSON where the export is asked for (takeout.google.com: My Activity, "
            "Multiple formats, JSON, which makes MyActivity.json; Telegram Desktop: machine-readable JSON)"
        )
    if _CONTROL.search(beginning[:200]):
        return f"this looks like no text at all; {EXPECTED}"
    return f"this is not JSON, and no line of it begins like one of a WhatsApp chat; {EXPECTED}"


def unknown_record(fields: JsonObject) -> str:
    """Say of JSON of no known format what it is, by its first record, and what to do."""
    if ".zip" in str(fields)[:10_000].lower():
        return (
            "this looks like a manifest, which only lists the parts of an export: download the zips that it "
            "names, and import the folder they are in"
        )
    if {"header", "title", "time"} <= fields.keys():
        return f"this is Google's activity of {fields['header']!r}; of Takeout, that of Gemini Apps is read"
    named = ", ".join(f'"{name[:_SHOWN]}"' for name in islice(fields, 4))
    looks = f"its first record has the fields {named}" if named else "its first record is no object"
    return f"the format is not recognised: {looks}; {EXPECTED}"
