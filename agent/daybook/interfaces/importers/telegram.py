"""Telegram Desktop's export as JSON, `result.json`: one chat, or all of an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from daybook.conversation import Role, Session
from daybook.interfaces.importers.attachments import as_quotation, attached
from daybook.interfaces.importers.conversations import Message, sessions_by_silence
from daybook.interfaces.importers.json_reader import JsonReader
from daybook.interfaces.importers.loose import first_moment, list_of, name_of, object_of, text_of_field
from daybook.interfaces.importers.people import require_owner, same_name
from daybook.interfaces.importers.reading import Reading
from daybook.interfaces.importers.sources import Source

_DATES = frozenset({"date", "date_unixtime"})

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Given:
    """A message, with the fields of its chat and of the account that stand before it in the file."""

    fields: Fields
    chat: Fields
    account: Fields

    @property
    def in_channel(self) -> bool:
        """Whether it was sent to whoever reads it, which is no conversation."""
        return "channel" in text_of_field(self.chat.get("type"))

    @property
    def speaker(self) -> str:
        """Who wrote it."""
        named = text_of_field(self.fields.get("from")).strip() or name_of(self.fields.get("from_id"))
        return named or "somebody"


def looks_like(first: object) -> bool:
    """Whether an object is a chat of Telegram, or all chats of an account."""
    fields = object_of(first)
    if {"messages", "type", "id"} <= fields.keys():
        first = object_of(next(iter(list_of(fields["messages"])), {"date": 0}))
        return bool(_DATES & first.keys())
    return "list" in object_of(fields.get("chats"))


def read_telegram(source: Source, reading: Reading) -> Iterator[Session]:
    """Read chats: the owner's messages are the user's side, those of others the assistant's, with names.

    The owner is whom `--me` names; in an export of an account its own `personal_information` may say it.

    Raises:
        BadInput: the file cannot be read or is not JSON, or nobody knows who the owner is.
    """
    me = _owner(source, reading)
    for chat, given in groupby(_messages(source, reading), lambda one: _chat_name(one.chat)):
        first = next(given)
        said = (message for one in chain([first], given) if (message := _message(one, me, reading)))
        title = text_of_field(first.chat.get("name"))
        yield from sessions_by_silence(f"telegram-{chat}", said, title=title)


def _owner(source: Source, reading: Reading) -> str:
    names: Counter[str] = Counter()
    ids: dict[str, str] = {}
    account = ""
    for given in _messages(source, reading):
        account = account or name_of(given.account.get("user_id"))
        if given.fields.get("type") == "message" and not given.in_channel:
            names[given.speaker] += 1
            ids.setdefault(name_of(given.fields.get("from_id")), given.speaker)
    me = reading.options.me
    if me is None and account:
        me = ids.get(f"user{account}") or ids.get(account)
    elif me is not None and not any(same_name(me, name) for name in names):
        me = ids.get(me, me)
    return require_owner(me, names, str(source))


def _messages(source: Source, reading: Reading) -> Iterator[_Given]:
    """Yield every message of the file, however large the file is."""
    reader = JsonReader(source, reading.limit)
    account: Fields = {}
    chat: dict[str, Any] = {}
    for name in reader.members():
        if name == "chats" and reader.peek() == "{":
            for inner in reader.members():
                if inner == "list" and reader.peek() == "[":
                    for _ in reader.items():
                        yield from _chat(reader, account)
                else:
                    reader.value()
        elif name == "personal_information":
            account = object_of(reader.value())
        else:
            yield from _member(name, reader, chat, account)
    if reader.peek():
        raise reader.error("there is more after the end of the object")


def _chat(reader: JsonReader, account: Fields) -> Iterator[_Given]:
    chat: dict[str, Any] = {}
    if reader.peek() != "{":
        reader.value()
        return
    for name in reader.members():
        yield from _member(name, reader, chat, account)


def _member(name: str, reader: JsonReader, chat: dict[str, Any], account: Fields) -> Iterator[_Given]:
    if name == "messages" and reader.peek() == "[":
        for _ in reader.items():
            yield _Given(object_of(reader.value()), chat, account)
    else:
        chat[name] = reader.value()


def _chat_name(chat: Fields) -> str:
    return name_of(chat.get("id")) or text_of_field(chat.get("name"))


def _message(given: _Given, me: str, reading: Reading) -> Message | None:
    fields = given.fields
    said_at = first_moment(fields.get("date_unixtime"), fields.get("date"))
    if fields.get("type") != "message":
        reading.left_out["service messages"] += 1
    elif given.in_channel:
        reading.left_out["messages of channels"] += 1
    elif said_at is None:
        reading.left_out["messages without a date"] += 1
    elif not (text := _text(fields)):
        reading.left_out["messages without text"] += 1
    else:
        role = Role.USER if given.speaker == me else Role.ASSISTANT
        return Message(role, text, said_at, given.speaker)
    return None


def _text(given: Fields) -> str:
    parts = given.get("text")
    pieces = [parts] if isinstance(parts, str) else list_of(parts)
    text = "".join(
        text_of_field(piece if isinstance(piece, str) else object_of(piece).get("text")) for piece in pieces
    ).strip()
    if forwarded := text_of_field(given.get("forwarded_from")):
        text = f"[forwarded from {forwarded}]\n{as_quotation(text)}"
    return "\n\n".join(part for part in (text, _attached(given)) if part)


def _attached(given: Fields) -> str:
    if sticker := text_of_field(given.get("sticker_emoji")):
        return f"[sticker {sticker}]"
    if name := text_of_field(given.get("file_name")):
        return attached(name)
    if kind := text_of_field(given.get("media_type")) or ("photo" if "photo" in given else ""):
        return attached(kind.replace("_", " "))
    return attached("file") if "file" in given else ""
