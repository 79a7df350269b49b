"""Conversations that are trees: a prompt that was edited, or a reply made anew, begins another branch."""

from collections.abc import Mapping
from datetime import UTC, datetime

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


def _latest_leaf(parents: Mapping[str, str | None], moments: Mapping[str, datetime | None]) -> str | None:
    """Return the leaf of the latest date, the last of the file where none is dated."""
    inner = frozenset(parents.values())
    leaves = [name for name in parents if name not in inner] or list(parents)
    found, latest = None, _NO_DATE
    for name in leaves:
        moment = _moment(name, parents, moments)
        if moment >= latest:
            found, latest = name, moment
    return found


def _moment(name: str, parents: Mapping[str, str | None], moments: Mapping[str, datetime | None]) -> datetime:
    """Return the date of a node, or of the nearest one before it that has one."""
    seen = set()
    at: str | None = name
    while at is not None and at in parents and at not in seen:
        if (moment := moments.get(at)) is not None:
            return moment
        seen.add(at)
        at = parents[at]
    return _NO_DATE
