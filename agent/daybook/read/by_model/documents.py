"""Passages of documents as a model gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from daybook.conversation import FoundPassage
from daybook_prompts import JsonValue, as_data


def passage_for_model(number: int, found: FoundPassage) -> Mapping[str, JsonValue]:
    """Write a passage under a number, with where it stands; "page" is left out where there are no pages."""
    one = found.passage
    line: dict[str, JsonValue] = {"round": number, "document": one.document_id, "title": one.title}
    if one.heading:
        line["heading"] = one.heading
    if one.page is not None:
        line["page"] = one.page
    return {**line, "text": one.text}


def passages_text(found: Sequence[FoundPassage]) -> str:
    """Write passages as they stand before a model, to be counted; "" where there are none."""
    return as_data([passage_for_model(100, one) for one in found]) if found else ""
