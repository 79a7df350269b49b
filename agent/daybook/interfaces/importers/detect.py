"""Which format a file has, told by what it holds first, and what to say of a file of none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice

from daybook.errors import BadInput
from daybook.interfaces.formats import Format
from daybook.interfaces.importers.chatgpt import looks_like as is_chatgpt
from daybook.interfaces.importers.claude import looks_like as is_claude
from daybook.interfaces.importers.finetuning import looks_like as is_finetuning
from daybook.interfaces.importers.gemini import is_activity
from daybook.interfaces.importers.gemini import looks_like as is_gemini
from daybook.interfaces.importers.json_reader import JsonReader
from daybook.interfaces.importers.langgraph_store import looks_like as is_langgraph_store
from daybook.interfaces.importers.loose import list_of, object_of
from daybook.interfaces.importers.mem0 import looks_like as is_mem0
from daybook.interfaces.importers.sharegpt import looks_like as is_sharegpt
from daybook.interfaces.importers.sources import Source
from daybook.interfaces.importers.telegram import looks_like as is_telegram
from daybook.interfaces.importers.text import text_of
from daybook.interfaces.importers.whatsapp import looks_like as is_whatsapp

_TELLING = {
    "haystack_sessions": Format.LONGMEMEVAL,
    "conversation": Format.LOCOMO,
    "role": Format.MESSAGES,
    "archive": Format.ARCHIVE,
}
"""Fields that tell the formats whose records have one of their own."""
_LOOKS: Mapping[Format, Callable[[object], bool]] = {
    Format.CHATGPT: is_chatgpt,
    Format.CLAUDE: is_claude,
    Format.GEMINI: is_gemini,
    Format.TELEGRAM: is_telegram,
    Format.SHAREGPT: is_sharegpt,
    Format.FINETUNING: is_finetuning,
    Format.LANGGRAPH: is_langgraph_store,
    Format.MEM0: is_mem0,
}
_HTML = re.compile(r"\s*<(?:!doctype html|html|head|body|div)\b", re.IGNORECASE)
_LISTED = 4
"""Fields that a message names."""
_JSON = "[{"


def recognise(path: Source) -> Format:
    """Tell the format of a file.

    Raises:
        BadInput: the file cannot be read, is empty, or is of no known format; the line says what it looks
            like, what is expected and what to do.
    """
    beginning = next(text_of(path), "")
    if not beginning.strip():
        raise BadInput("the file is empty", source=str(path))
    # A line of an iPhone begins with a bracket, as a list does.
    if is_whatsapp(iter(beginning.splitlines())):
        return Format.WHATSAPP
    if beginning.lstrip()[0] not in _JSON:
        raise BadInput(_unknown_text(beginning), source=str(path))
    first, where = _first(path)
    fields = object_of(first)
    for name, kind in _TELLING.items():
        if name in fields:
            return kind
    for kind, looks_like in _LOOKS.items():
        if looks_like(first):
            return kind
    raise BadInput(_unknown_record(first), source=str(path), where=where)


def _first(path: Source) -> tuple[object, str]:
    """Return the first item of a list, or an outline of the first object, and where it stands."""
    reader = JsonReader(path, None)
    if reader.peek() != "[":
        return reader.outline(), "line 1"
    for _ in reader.items():
        return reader.value(), "[0]"
    raise BadInput("the history is empty: the list has no items", source=str(path))


def _unknown_text(beginning: str) -> str:
    if _HTML.match(beginning):
        return (
            "this is a web page, and JSON is expected: choose JSON where the export is asked for "
            "(Takeout: Gemini Apps, JSON; Telegram Desktop: machine-readable JSON)"
        )
    if not beginning[:200].replace("\n", "").replace("\t", "").replace("\r", "").isprintable():
        return f"this looks like no text at all; {_expected()}"
    return f"this is not JSON, and no line of it begins like one of a WhatsApp chat; {_expected()}"


def _unknown_record(first: object) -> str:
    fields = object_of(first)
    if any("manifest" in name.lower() for name in fields) or _links_to_zips(fields):
        return (
            "this looks like a manifest, which only lists the parts of an export: download the zips that it "
            "names, and import the folder they are in"
        )
    if is_activity(first):
        return f"this is Google's activity of {fields['header']!r}; of Takeout, that of Gemini Apps is read"
    named = ", ".join(f'"{name[:30]}"' for name in islice(fields, _LISTED))
    looks = f"its first record has the fields {named}" if named else "its first record is no object"
    return f"the format is not recognised: {looks}; {_expected()}"


def _links_to_zips(fields: Mapping[str, object]) -> bool:
    values = [*fields.values(), *(one for value in fields.values() for one in list_of(value)[:9])]
    texts = [
        text for value in values for text in (value, *object_of(value).values()) if isinstance(text, str)
    ]
    return any(".zip" in text.lower() for text in texts)


def _expected() -> str:
    return "what can be imported is in docs/import.md (ChatGPT, Claude, Telegram, …); --format names it"
