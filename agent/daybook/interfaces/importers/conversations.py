"""From the messages of an export to sessions: branches, ends, attachments, and who is the owner."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from unicodedata import normalize

from daybook.conversation import Role, Session, Turn
from daybook.conversation.authorship import ATTACHMENT_MARK
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import (
    list_of,
    name_from,
    name_of,
    object_of,
    text_of_field,
    text_of_part,
)
from daybook.interfaces.importers.formats import FileReading
from daybook.interfaces.importers.json_reader import JsonObject
from daybook.models.llm.reply_text import without_thoughts

SESSION_GAP = timedelta(hours=8)
"""A longer silence than this begins a new session where nothing names sessions."""
THOUGHTS = frozenset({"thinking", "reasoning", "redacted_thinking"})
"""Parts of a message, and senders of one, that nobody says."""
_EXCERPT = 2_000
"""Characters kept of the text of an attachment: enough to find it by, too few to drown what was said."""
_NAMED = 6
"""Names that an error repeats; a group may have hundreds."""
_LONGEST_DOCUMENT = 100_000
"""Characters kept of a document that an assistant wrote."""
_NO_DATE = datetime.min.replace(tzinfo=UTC)
OTHER_BRANCHES = "messages of other branches (edited prompts, replies made anew)"


def conversation_reader(
    form: str,
    messages_of: Callable[[JsonObject, FileReading], Iterable[Turn | None] | None],
    *,
    ids: Sequence[str] = ("id",),
    title: str = "title",
    dates: Sequence[str] = ("create_time", "created_at", "timestamp"),
    named_by: int = 1,
) -> Callable[[FileReading], Iterator[Session]]:
    """Make the reader of an export that has one conversation a record.

    Args:
        form: begins the name of a conversation without an id, before a digest of its first messages.
        messages_of: reads a conversation's messages, None for each left out; None if all of it is.
        ids: the fields that may hold its id; the first that does counts.
        title: the field of its title.
        dates: the fields that may say when it began.
        named_by: how many messages name it where no id does.
    """

    def read(reading: FileReading) -> Iterator[Session]:
        for record in reading.records():
            given = object_of(record.value)
            listed = messages_of(given, reading)
            if listed is None:
                continue
            messages = [message for message in listed if message]
            name = next((found for field in ids if (found := name_of(given.get(field)))), "")
            if not name:
                name = f"{form}-{name_from(*(message.content for message in messages[:named_by]))}"
            began = reading.moment(*(given.get(field) for field in dates))
            yield from session_of(name, messages, reading, title=text_of_field(given.get(title)), began=began)

    return read


def session_of(
    name: str,
    messages: Iterable[Turn],
    reading: FileReading,
    *,
    title: str = "",
    began: datetime | None = None,
) -> Iterator[Session]:
    """Yield the session of a conversation between a person and an assistant; none where nothing was said.

    Replies that follow each other are one reply, as tools come between them. A message without a date was
    said when the one before it was, the first ones when the conversation began. `reading` counts empty
    conversations, and undated ones, which get the date of the file.
    """
    said: list[Turn] = []
    for message in without_reasoning(messages, reading):
        if said and message.role is Role.ASSISTANT and said[-1].role is Role.ASSISTANT:
            said[-1] = replace(said[-1], content=f"{said[-1].content}\n\n{message.content}")
        else:
            said.append(message)
    if not said:
        reading.left_out["conversations in which nothing was said"] += 1
        return
    latest = began or next((message.said_at for message in said if message.said_at), None)
    turns = []
    for message in said:
        latest = message.said_at or latest
        turns.append(replace(message, said_at=latest))
    yield Session(name, turns[0].said_at or reading.undated(), tuple(turns), title=title)


def without_reasoning(messages: Iterable[Turn], reading: FileReading) -> Iterator[Turn]:
    """Take out of an assistant's messages what it thinks first, between tags such as `<think>`."""
    for message in messages:
        text = without_thoughts(message.content) if message.role is Role.ASSISTANT else message.content
        if text != message.content:
            reading.left_out["thoughts of the assistant"] += 1
            message = replace(message, content=text.strip())
        if message.content:
            yield message


def sessions_by_silence(name: str, messages: Iterable[Turn], *, title: str = "") -> Iterator[Session]:
    """Cut a chat's dated messages, taken one at a time, into sessions at silences of more than `SESSION_GAP`.

    Each message is a turn. A session is named by the chat and the moment it began, so that one that has grown
    keeps its name.
    """
    turns: list[Turn] = []
    began = before = None
    for message in messages:
        moment = message.said_at
        if moment is None:
            raise ValueError("a chat is cut by the dates of its messages")
        if began and before and abs(moment - before) > SESSION_GAP:
            yield _chat_session(name, began, turns, title)
            began, turns = None, []
        began, before = began or moment, moment
        turns.append(message)
    if began:
        yield _chat_session(name, began, turns, title)


def _chat_session(name: str, began: datetime, turns: Sequence[Turn], title: str) -> Session:
    return Session(f"{name}-{began:%Y-%m-%dT%H:%M:%S}", began, tuple(turns), title=title)


def text_of_parts(content: object, reading: FileReading | None = None) -> str:
    """Join the parts of a message's content, which may be one text; what is no text is named.

    Parts that nobody says are left out; `reading` counts them.
    """
    said = []
    for part in [content] if isinstance(content, str) else list_of(content):
        kind = text_of_field(object_of(part).get("type")).removesuffix("_url")
        if kind not in THOUGHTS:
            said.append(text_of_part(part) or (attached(kind or "file") if isinstance(part, dict) else ""))
        elif reading:
            reading.left_out["thoughts of the assistant"] += 1
    return "\n\n".join(part for part in said if part)


def attached(name: str, content: str = "") -> str:
    """Name an attachment; its text is quoted line by line, since its words are not those of who sent it."""
    label = name or "text"
    if not content.strip():
        return f"[{ATTACHMENT_MARK} {label}]"
    size = f"{len(content):,} characters"
    beginning = f", the first {_EXCERPT:,}" if len(content) > _EXCERPT else ""
    return f"[{ATTACHMENT_MARK} {label}, {size}{beginning}]\n{as_quotation(content[:_EXCERPT])}"


def document(title: str, text: str) -> str:
    """Name a text that an assistant wrote beside the chat, such as a canvas; "" where there is none."""
    return f"[document: {title or 'text'}]\n{text.strip()[:_LONGEST_DOCUMENT]}" if text.strip() else ""


def as_quotation(text: str) -> str:
    """Mark every line as a quotation: what is quoted is found, but never taken for the owner's own words."""
    return "\n".join(f"> {line}" for line in text.strip().splitlines())


def same_name(name: str, other: str) -> bool:
    """True if two names differ in case and spaces only."""
    first, second = (" ".join(normalize("NFKC", text).casefold().split()) for text in (name, other))
    return first == second


def require_owner(me: str | None, names: Counter[str], source: str) -> str:
    """Return `me` as the chats write it, or raise BadInput with the names of those who wrote."""
    if not names:
        raise BadInput("nobody writes in it: channels and notices are left out", source=source)
    found = [name for name in names if me is not None and same_name(name, me)]
    if found:
        return found[0]
    most = [repr(name) for name, _ in names.most_common(_NAMED)]
    more = f" and {len(names) - _NAMED:,} others" if len(names) > _NAMED else ""
    listed = ", ".join(most) + more
    if me is None:
        raise BadInput(f"which of these are you: {listed}? Say it with --me NAME", source=source)
    raise BadInput(f"nobody in it is called {me!r}; --me is one of {listed}", source=source)


def branch_of(
    parents: Mapping[str, str | None], moments: Mapping[str, datetime | None], leaf: object = None
) -> list[str]:
    """Return the nodes of one branch, from the first; each once, whatever its parents say.

    Args:
        parents: of each node, in the order of the file, the one before it.
        moments: when each was written.
        leaf: where the branch ends that was shown last; else it is the one that ends latest.
    """
    name = leaf if isinstance(leaf, str) and leaf in parents else _latest_leaf(parents, moments)
    path: dict[str, None] = {}
    while name is not None and name in parents and name not in path:
        path[name] = None
        name = parents[name]
    return list(reversed(path))


def mapped_branch(given: JsonObject, reading: FileReading, date: str) -> list[JsonObject]:
    """Return the messages of the branch shown last of a conversation's "mapping", and count the others.

    `date` is the field with a message's date.
    """
    nodes = {name: object_of(node) for name, node in object_of(given.get("mapping")).items()}
    messages = {name: object_of(node.get("message")) for name, node in nodes.items()}
    by_children = {
        child: name
        for name, node in nodes.items()
        for child in list_of(node.get("children"))
        if isinstance(child, str)
    }
    parents, moments = {}, {}
    for name, node in nodes.items():
        parent = node.get("parent")
        parents[name] = parent if isinstance(parent, str) and parent in nodes else by_children.get(name)
        moments[name] = reading.moment(messages[name].get(date))
    path = branch_of(parents, moments, given.get("current_node"))
    if others := sum(bool(messages[name]) for name in nodes.keys() - set(path)):
        reading.left_out[OTHER_BRANCHES] += others
    return [messages[name] for name in path if messages[name]]


def _latest_leaf(parents: Mapping[str, str | None], moments: Mapping[str, datetime | None]) -> str | None:
    """Return the end of the branch with the latest date, of the last in the file where none is dated."""
    if not parents:
        return None
    latest = max(enumerate(parents), key=lambda node: (moments.get(node[1]) or _NO_DATE, node[0]))[1]
    last_child = {parent: name for name, parent in parents.items() if parent is not None}
    passed = set[str]()
    while latest in last_child and latest not in passed:
        passed.add(latest)
        latest = last_child[latest]
    return latest
