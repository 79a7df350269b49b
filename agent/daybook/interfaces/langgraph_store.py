"""A memory as LangGraph's long-term store: what agents, LangMem and Deep Agents keep under namespaces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from daybook.conversation.errors import BadInput
from daybook.graph.event_loop import run
from daybook.store.item_values import Fields, Namespace, NewItem, StoredItem

if TYPE_CHECKING:
    from daybook.library.daybook import Daybook


ANY = "*"
"""Stands in a condition for any label."""


class DaybookStore(BaseStore):
    """LangGraph's `BaseStore` in a Daybook, for `compile(store=…)`, LangMem's tools and Deep Agents.

    Items are documents of an owner beside the rounds that were said: `search` finds them by meaning and by
    words, and forgetting, exports and `daybook migrate` take them along. They are no evidence: `ask` answers
    from rounds alone. Whose they are is said when the store is made, and there is no default:

        DaybookStore(daybook, owner="ada")   # every namespace is Ada's
        DaybookStore(daybook, owner_at=1)    # of ("memories", "ada", …) it is the label at place 1, from 0

    With `owner_at`, what is searched or listed has to name that label, so that nothing spans owners.

    A batch reads first, as of its beginning, and then writes what it puts, of each owner in one transaction;
    of two puts to one place the later one counts. It may be called in synchronous and asynchronous code,
    in nodes and tools of any graph, and from any number of processes.
    """

    def __init__(
        self,
        daybook: Daybook,
        *,
        owner: str | None = None,
        owner_at: int | None = None,
        fields: Sequence[str] | None = None,
    ) -> None:
        """Put a store before a memory, which has to stay open.

        Args:
            daybook: the memory.
            owner: whose all items are.
            owner_at: the place of the label that says whose an item is; the first is 0.
            fields: paths of the fields by which items are found whose put says nothing else, in LangGraph's
                form ("title", "notes[*].text"); the whole value where it is None.

        Raises:
            BadInput: it is not said whose the items are, or twice.
        """
        if (owner is None) == (owner_at is None) or owner == "" or (owner_at is not None and owner_at < 0):
            raise BadInput(
                "say whose the items are: by `owner`, or by `owner_at`, the place from 0 on of the label of "
                "each namespace that names the owner",
                source="DaybookStore",
            )
        self._daybook, self._owner, self._owner_at = daybook, owner, owner_at
        self._fields: Fields = None if fields is None else tuple(fields)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Blocking twin of `abatch`."""
        return run(self.abatch(ops))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations; each result stands at the place of its operation.

        Raises:
            InvalidNamespaceError: a label is empty, no text, or holds a dot or the NUL character.
            BadInput: an operation does not name the owner; nothing is done.
            ValueError, TypeError: an operator of a filter is unknown, or a value is no JSON.
            ModelError: the embedder failed; nothing is put.
        """
        asked = [(op, self._owner_of(op)) for op in ops]
        at = self._daybook.now()
        results: list[Result] = []
        puts: dict[str, dict[tuple[Namespace, str], PutOp]] = {}
        for op, owner in asked:
            if isinstance(op, PutOp):
                puts.setdefault(owner, {})[tuple(op.namespace), op.key] = op
            results.append(None if isinstance(op, PutOp) else await self._read(op, owner))
        for owner, of_places in puts.items():
            new = [_new(op, self._fields) for op in of_places.values() if op.value is not None]
            gone = [place for place, op in of_places.items() if op.value is None]
            await self._daybook.items.aput(new, gone, owner=owner, at=at)
        return results

    async def _read(self, op: Op, owner: str) -> Result:
        items = self._daybook.items
        match op:
            case GetOp():
                place = (tuple(op.namespace), op.key)
                item = await items.aget(place, owner=owner)
                return None if item is None else Item(**_values(item))
            case SearchOp():
                found = await items.asearch(
                    tuple(op.namespace_prefix),
                    op.query,
                    owner=owner,
                    wanted=op.filter,
                    limit=op.limit,
                    offset=op.offset,
                )
                return [SearchItem(**_values(hit.item), score=hit.score) for hit in found]
            case ListNamespacesOp():
                return matching(await items.anamespaces(owner=owner), op)
            case _:
                raise ValueError(f"an operation of a store is none of type {type(op).__name__}")

    def _owner_of(self, op: Op) -> str:
        """Return whose memory an operation is about, and refuse what it may not say."""
        validate_op_namespace(op)
        if isinstance(op, PutOp) and op.value is not None:
            json.dumps(op.value)  # nothing of a batch is put where something of it cannot be
        if self._owner_at is None:
            assert self._owner is not None
            return self._owner
        labels = named_labels(op)
        named = labels[self._owner_at] if len(labels) > self._owner_at else None
        if named is None:
            raise BadInput(
                f"the namespace {labels!r} does not say whose it is: its label at place {self._owner_at} "
                "(the first is 0) names the owner, and nothing is read of several",
                source="DaybookStore",
            )
        return named


def _new(op: PutOp, fields: Fields) -> NewItem:
    assert op.value is not None
    if op.index is not None:
        fields = () if op.index is False else tuple(op.index)
    return NewItem(tuple(op.namespace), op.key, op.value, fields)


def _values(item: StoredItem) -> dict[str, Any]:
    return {name: getattr(item, name) for name in ("namespace", "key", "value", "created_at", "updated_at")}


def named_labels(op: Op) -> tuple[str | None, ...]:
    """Return the labels that an operation names, from the root on; None stands for any."""
    match op:
        case GetOp() | PutOp():
            return tuple(op.namespace)
        case SearchOp():
            return tuple(op.namespace_prefix)
        case ListNamespacesOp():
            prefixes = [
                condition.path for condition in op.match_conditions or () if condition.match_type == "prefix"
            ]
            return tuple(
                next((path[place] for path in prefixes if len(path) > place and path[place] != ANY), None)
                for place in range(max(map(len, prefixes), default=0))
            )
    return ()


def matching(namespaces: Iterable[Namespace], op: ListNamespacesOp) -> list[Namespace]:
    """List the namespaces that match every condition, cut to the greatest depth, each once, in order."""
    found = {
        namespace[: op.max_depth]
        for namespace in namespaces
        if all(_matches(namespace, condition) for condition in op.match_conditions or ())
    }
    return sorted(found)[op.offset : op.offset + op.limit]


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    """Compare label by label: ("a", "b") is no prefix of ("a", "bc")."""
    path = tuple(condition.path)
    if len(namespace) < len(path):
        return False
    if condition.match_type not in ("prefix", "suffix"):
        raise ValueError(f"a condition is of a prefix or a suffix, not {condition.match_type!r}")
    start = 0 if condition.match_type == "prefix" else len(namespace) - len(path)
    return all(wanted in (ANY, label) for wanted, label in zip(path, namespace[start:], strict=False))
