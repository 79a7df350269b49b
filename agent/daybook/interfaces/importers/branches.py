"""Conversations that are trees: a prompt that was edited, or a reply made anew, begins another branch."""

from collections.abc import Callable, Mapping
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


def mapped_branch(
    given: JsonObject, reading: FileReading, date: str, is_said: Callable[[JsonObject], bool]
) -> list[JsonObject]:
    """Return the nodes of the branch shown last of a conversation's "mapping", and count the others.

    `date` is the field with a message's date; only nodes that `is_said` holds for count as left out.
    """
    nodes = {name: object_of(node) for name, node in object_of(given.get("mapping")).items()}
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
        moments[name] = reading.moment(object_of(node.get("message")).get(date))
    path = branch_of(parents, moments, given.get("current_node"))
    others = sum(is_said(nodes[name]) for name in nodes.keys() - set(path))
    if others and path:
        reading.left_out[OTHER_BRANCHES] += others
    return [nodes[name] for name in path]


def _latest_leaf(parents: Mapping[str, str | None], moments: Mapping[str, datetime | None]) -> str | None:
    """Return the leaf of the latest date, the last of the file where none is dated."""
    inner = frozenset(parents.values())
    leaves = [name for name in parents if name not in inner] or list(parents)
    found, latest, dated = None, _NO_DATE, dict(moments)
    for name in leaves:
        moment = _moment(name, parents, dated)
        if moment >= latest:
            found, latest = name, moment
    return found


def _moment(name: str, parents: Mapping[str, str | None], dated: dict[str, datetime | None]) -> datetime:
    """Return the date of a node, or of the nearest one before it that has one; it is noted in `dated`."""
    path: dict[str, None] = {}
    at: str | None = name
    while at is not None and at in parents and at not in path and dated.get(at) is None:
        path[at] = None
        at = parents[at]
    moment = (dated.get(at) if at is not None else None) or _NO_DATE
    dated.update(dict.fromkeys(path, moment))
    return moment
