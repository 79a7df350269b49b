"""Namespaces of LangGraph's stores: what an operation names, and which ones a condition matches."""

from __future__ import annotations

from collections.abc import Iterable

from langgraph.store.base import GetOp, ListNamespacesOp, MatchCondition, Op, PutOp, SearchOp

Namespace = tuple[str, ...]

ANY = "*"
"""Stands in a condition for any label."""


def named_labels(op: Op) -> tuple[str | None, ...]:
    """Return the labels that an operation names, from the root on; None stands for any."""
    match op:
        case GetOp() | PutOp():
            return tuple(op.namespace)
        case SearchOp():
            return tuple(op.namespace_prefix)
        case ListNamespacesOp():
            prefixes = [one.path for one in op.match_conditions or () if one.match_type == "prefix"]
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
