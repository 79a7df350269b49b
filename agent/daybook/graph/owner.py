"""Whose memory a run of a graph is about."""

from __future__ import annotations

from collections.abc import Mapping

from langchain_core.runnables import ensure_config

from daybook.errors import BadInput


def owner_of(given: str | None, *, built: str | None, default: str | None) -> str:
    """Choose the owner of the run that is under way.

    It may be named by the input, by the configuration (`{"configurable": {"owner": …}}`, which a parent graph
    hands on to its sub-graphs) and when the graph was built. All that name one must name the same.

    Args:
        given: by the input.
        built: when the graph was built.
        default: whose memory it is where none of the three names anybody.

    Raises:
        BadInput: two of them disagree, nobody is named at all, or a name is no string.
    """
    places = {
        "the input": given,
        "the configuration": configured_owner(),
        "the graph, when it was built,": built,
    }
    owner = one_owner(places) or default
    if owner is None:
        raise BadInput(
            "an owner is needed: `owner` in the input, in the `configurable` of the configuration, or when "
            "the graph is built"
        )
    return owner


def configured_owner() -> object:
    """Give what the configuration of the run that is under way names as its owner."""
    return ensure_config().get("configurable", {}).get("owner")


def one_owner(places: Mapping[str, object]) -> str | None:
    """Give the owner on whom all places agree that name one; None where none does.

    Raises:
        BadInput: two of them disagree, or a name is no string.
    """
    named: dict[str, str] = {}
    for place, name in places.items():
        if name in (None, ""):
            continue
        if not isinstance(name, str):
            raise BadInput(f"{place} names an owner that is no string but {type(name).__name__}")
        named[place] = name
    if not named:
        return None
    (first, owner), *others = named.items()
    for place, name in others:
        if name != owner:
            raise BadInput(f"{first} names the owner {owner!r} and {place} names {name!r}: give one of them")
    return owner
