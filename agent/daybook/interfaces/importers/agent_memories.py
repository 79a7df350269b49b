"""What an agent noted about somebody: the memories of Mem0.

A model wrote them, not the owner. So each is kept as the words of "Mem0", on the assistant's side: found, and
quoted as Mem0's, but no fact is learnt from it.
"""

from collections import Counter
from collections.abc import Iterator

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.conversations import require_owner
from daybook.interfaces.importers.fields import list_of, name_from, name_of, object_of, text_of_field
from daybook.interfaces.importers.formats import ChatFormat, FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_LISTS = ("results", "memories")


def _read_mem0(reading: FileReading) -> Iterator[Session]:
    """Read memories, each as a session of its own by its id; of several users', `--me` says whose."""
    users = Counter(name_of(given.get("user_id")) for given in _memories(reading))
    wanted = None
    if reading.options.me is not None or len(users) > 1:
        wanted = require_owner(reading.options.me, users, str(reading.source))
    for given in _memories(reading):
        user, text = name_of(given.get("user_id")), text_of_field(given.get("memory")).strip()
        if wanted is not None and user != wanted:
            reading.left_out["memories of other users"] += 1
        elif not text:
            reading.left_out["memories without text"] += 1
        else:
            said_at = reading.moment(given.get("updated_at"), given.get("created_at"))
            name = name_of(given.get("id")) or name_from(text)
            turn = Turn(Role.ASSISTANT, text, said_at, speaker="Mem0")
            yield Session(f"mem0-{name}", said_at or reading.undated(), (turn,))


def _memories(reading: FileReading) -> Iterator[JsonObject]:
    """Yield the memories of a list, of lines, or of an object that lists them."""
    for record in reading.records():
        if not isinstance(record.value, dict):
            raise BadInput("a memory should be an object", source=str(reading.source), where=record.where)
        listed = next((record.value[name] for name in _LISTS if name in record.value), [record.value])
        yield from map(object_of, list_of(listed))


def _looks_like_mem0(fields: JsonObject) -> bool:
    inner = [object_of(next(iter(list_of(fields.get(name))), None)) for name in _LISTS]
    return any("memory" in memory and "id" in memory for memory in (fields, *inner))


MEM0 = ChatFormat(
    "Mem0",
    '`json.dump(memory.get_all(filters={"user_id": …}, top_k=100_000), file)`',
    looks_like=_looks_like_mem0,
    read_sessions=_read_mem0,
)
