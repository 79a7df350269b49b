"""Whose memory a run of a graph is about."""

from __future__ import annotations

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
        "the configuration": ensure_config().get("configurable", {}).get("owner"),
        "the graph, when it was built,": built,
    }
    named = {place: name for place, name in places.items() if name not in (None, "")}
    for place, name in named.items():
        if not isinstance(name, str):
            raise BadInput(f"{place} names an owner that is no string but {type(name).__name__}")
    if not named:
        if default:
            return default
        raise BadInput(
            "an owner is needed: `owner` in the input, in the `configurable` of the configuration, or when "
            "the graph is built"
        )
    (first, owner), *others = named.items()
    for place, name in others:
        if name != owner:
            raise BadInput(f"{first} names the owner {owner!r} and {place} names {name!r}: give one of them")
    return owner
