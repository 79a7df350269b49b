"""Conversations that are trees: a prompt that was edited, or a reply made anew, begins another branch."""

from collections.abc import Mapping
from datetime import UTC, datetime

from daybook.interfaces.importers.conversations import OTHER_BRANCHES
from daybook.interfaces.importers.fields import list_of, object_of
from daybook.interfaces.importers.formats import FileReading
from daybook.interfaces.importers.json_reader import JsonObject

_NO_DATE = datetime.min.replace(tzinfo=UTC)


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
