"""Telegram Desktop's export as JSON, `result.json`: one chat, or all of an account."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from daybook.conversation import Role, Session, Turn
from daybook.conversation.authorship import FORWARD_MARK
from daybook.interfaces.importers.conversations import (
    as_quotation,
    attached,
    require_owner,
    same_name,
    sessions_by_silence,
)
from daybook.interfaces.importers.fields import list_of, name_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject, JsonReader
from daybook.interfaces.written_moments import first_moment

_DATES = frozenset({"date", "date_unixtime"})


@dataclass(frozen=True, slots=True)
class _Given:
    """A message, with the fields of its chat and of the account that stand before it in the file."""

    fields: JsonObject
    chat: JsonObject
    account: JsonObject

    @property
    def in_channel(self) -> bool:
        return "channel" in text_of_field(self.chat.get("type"))

    @property
    def speaker(self) -> str:
        named = text_of_field(self.fields.get("from")).strip() or name_of(self.fields.get("from_id"))
        return named or "somebody"


def _read_telegram(reading: FileReading) -> Iterator[Session]:
    """Read chats: the owner's messages are the user's side, those of others the assistant's, with names.

    `--me` names the owner, or an account's own `personal_information`.
    """

    def chat_name(message: _Given) -> str:
        return name_of(message.chat.get("id")) or text_of_field(message.chat.get("name"))

    me = _owner(reading)
    for chat, given in groupby(_messages(reading), chat_name):
        first = next(given)
        said = (found for message in chain([first], given) if (found := _message(message, me, reading)))
        title = text_of_field(first.chat.get("name"))
        yield from sessions_by_silence(f"telegram-{chat}", said, title=title)


def _owner(reading: FileReading) -> str:
    names: Counter[str] = Counter()
    ids: dict[str, str] = {}
    account = ""
    for given in _messages(reading):
        account = account or name_of(given.account.get("user_id"))
        if given.fields.get("type") == "message" and not given.in_channel:
            names[given.speaker] += 1
            ids.setdefault(name_of(given.fields.get("from_id")), given.speaker)
    me = reading.options.me
    if me is None and account:
        me = ids.get(f"user{account}") or ids.get(account)
    elif me is not None and not any(same_name(me, name) for name in names):
        me = ids.get(me, me)
    return require_owner(me, names, str(reading.source))


def _messages(reading: FileReading) -> Iterator[_Given]:
    reader = JsonReader(reading.source, reading.options.limit)
    account: JsonObject = {}
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


def _chat(reader: JsonReader, account: JsonObject) -> Iterator[_Given]:
    if reader.peek() != "{":
        reader.value()
        return
    chat: dict[str, Any] = {}
    for name in reader.members():
        yield from _member(name, reader, chat, account)


def _member(name: str, reader: JsonReader, chat: dict[str, Any], account: JsonObject) -> Iterator[_Given]:
    if name == "messages" and reader.peek() == "[":
        for _ in reader.items():
            yield _Given(object_of(reader.value()), chat, account)
    else:
        chat[name] = reader.value()


def _message(given: _Given, me: str, reading: FileReading) -> Turn | None:
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
        return Turn(role, text, said_at, given.speaker)
    return None


def _text(given: JsonObject) -> str:
    parts = given.get("text")
    pieces = [parts] if isinstance(parts, str) else list_of(parts)
    text = "".join(
        text_of_field(piece if isinstance(piece, str) else object_of(piece).get("text")) for piece in pieces
    ).strip()
    if forwarded := text_of_field(given.get("forwarded_from")):
        text = f"[{FORWARD_MARK} {forwarded}]\n{as_quotation(text)}"
    return "\n\n".join(part for part in (text, _attached(given)) if part)


def _attached(given: JsonObject) -> str:
    if sticker := text_of_field(given.get("sticker_emoji")):
        return f"[sticker {sticker}]"
    if name := text_of_field(given.get("file_name")):
        return attached(name)
    if kind := text_of_field(given.get("media_type")) or ("photo" if "photo" in given else ""):
        return attached(kind.replace("_", " "))
    return attached("file") if "file" in given else ""


def _looks_like(fields: JsonObject) -> bool:
    if {"messages", "type", "id"} <= fields.keys():
        first = object_of(next(iter(list_of(fields["messages"])), {"date": 0}))
        return bool(_DATES & first.keys())
    return "list" in object_of(fields.get("chats"))


TELEGRAM = ChatFormat(
    "Telegram",
    "Telegram Desktop: a chat's ⋮ → Export chat history, or Settings → Advanced → Export, as "
    "**machine-readable JSON**",
    looks_like=_looks_like,
    read_sessions=_read_telegram,
)
