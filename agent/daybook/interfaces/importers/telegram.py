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

    @property
    def person(self) -> str:
        """Who it is: an id, since two people may show one name, and one may change theirs."""
        return name_of(self.fields.get("from_id")) or self.speaker


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
    """Return the id of the owner: the account's own, or of who is called `--me`, by the id or by a name."""
    counts: Counter[str] = Counter()
    names: dict[str, dict[str, None]] = {}
    account = ""
    for given in _messages(reading):
        account = account or name_of(given.account.get("user_id"))
        if given.fields.get("type") == "message" and not given.in_channel:
            counts[given.person] += 1
            names.setdefault(given.person, {})[given.speaker] = None
    me, own = reading.options.me, f"user{account}"
    if me is None and own in names:
        return own
    called = [person for person in names if me is not None and me in (person, person.removeprefix("user"))]
    called = called or [
        person for person, shown in names.items() if me and any(same_name(me, name) for name in shown)
    ]
    if own in called or len(called) == 1:
        return own if own in called else called[0]
    latest = {person: next(reversed(names[person])) for person in called or names}
    shared = Counter(latest.values())
    labels = {name if shared[name] == 1 else f"{name} ({person})": person for person, name in latest.items()}
    counted = Counter({label: counts[person] for label, person in labels.items()})
    return labels[require_owner(None if called else me, counted, str(reading.source))]


def _messages(reading: FileReading) -> Iterator[_Given]:
    reader = reading.json()
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
    said_at = reading.moment(fields.get("date_unixtime"), fields.get("date"))
    if fields.get("type") != "message":
        reading.left_out["service messages"] += 1
    elif given.in_channel:
        reading.left_out["messages of channels"] += 1
    elif said_at is None:
        reading.left_out["messages without a date"] += 1
    elif not (text := _text(fields)):
        reading.left_out["messages without text"] += 1
    else:
        role = Role.USER if given.person == me else Role.ASSISTANT
        return Turn(role, text, said_at, given.speaker)
    return None


def _text(given: JsonObject) -> str:
    text = _plain(given.get("text"))
    if forwarded := text_of_field(given.get("forwarded_from")):
        text = f"[{FORWARD_MARK} {forwarded}]\n{as_quotation(text)}"
    return "\n\n".join(part for part in (text, _attached(given)) if part)


def _plain(text: object) -> str:
    """Return a text, which is one or a list of pieces, some with a format; or an object that has one."""
    if isinstance(text, dict):
        text = text.get("text")
    pieces = [text] if isinstance(text, str) else list_of(text)
    found = (piece if isinstance(piece, str) else object_of(piece).get("text") for piece in pieces)
    return "".join(map(text_of_field, found)).strip()


def _attached(given: JsonObject) -> str:
    """Say in words what a message has beside its text, or instead of it."""
    poll, tasks, who = (object_of(given.get(name)) for name in ("poll", "todo_list", "contact_information"))
    told = (
        _listed("poll", poll.get("question"), poll.get("answers")),
        _listed("to do", tasks.get("title"), tasks.get("items") or tasks.get("answers")),
        _named("contact", " ".join(_plains(who, "first_name", "last_name")), *_plains(who, "phone_number")),
        _named("place", *(_plains(given, "place_name", "address") or [_position(given)])),
        _named("game", *_plains(given, "game_title")),
        _media(given),
    )
    return "\n\n".join(words for words in told if words)


def _plains(given: JsonObject, *names: str) -> list[str]:
    return [text for name in names if (text := _plain(given.get(name)))]


def _named(mark: str, *parts: str) -> str:
    words = ", ".join(part for part in parts if part)
    return f"[{mark}] {words}" if words else ""


def _listed(mark: str, title: object, items: object) -> str:
    """Put a title above its items, such as the answers of a poll; their text is under one of two names."""
    given = map(object_of, list_of(items))
    texts = [text for item in given if (text := _plain(item.get("text") or item.get("title")))]
    head = _plain(title)
    return "\n".join([f"[{mark}] {head}".rstrip(), *(f"- {text}" for text in texts)]) if head or texts else ""


def _position(given: JsonObject) -> str:
    where = object_of(given.get("location_information"))
    figures = (where.get(axis) for axis in ("latitude", "longitude"))
    return " ".join(str(figure) for figure in figures if isinstance(figure, int | float))


def _media(given: JsonObject) -> str:
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
    looks_like=_looks_like,
    read_sessions=_read_telegram,
)
