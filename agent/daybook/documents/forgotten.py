"""What was forgotten of documents stays away: from a later version of their files, and from archives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from daybook.documents.convert.blocks import Block
from daybook.documents.kept import SHARED, is_document
from daybook.english.redaction import sentences_at
from daybook.store.forgotten_phrases import IsForgotten, lengths_forgotten, spans_forgotten
from daybook.store.item_table import ItemTable
from daybook.store.item_values import DOCUMENT_KEY, Namespace, StoredItem, item_id


def is_forgotten_whole(owner: str, place: Namespace, is_forgotten: IsForgotten) -> bool:
    """Whether the document at a place was forgotten as a whole."""
    return bool(is_forgotten([item_id(owner, place, DOCUMENT_KEY)]))


def without_forgotten(
    blocks: Iterable[Block], owner: str, place: Namespace, is_forgotten: IsForgotten
) -> list[Block]:
    """Leave out the sentences that hold a phrase which was forgotten of their document."""
    lengths = lengths_forgotten(owner, place, is_forgotten)
    if not lengths:
        return list(blocks)
    left = (_without(block, owner, place, lengths, is_forgotten) for block in blocks)
    return [block for block in left if block.text.strip()]


def restorable(
    found: Iterable[StoredItem], owner: str, table: ItemTable, is_forgotten: IsForgotten
) -> list[StoredItem]:
    """Choose what of an archive comes in again: documents that are neither there nor forgotten, as wholes.

    Of those, passages that hold a phrase which was forgotten of them stay away. All other items are given
    back as they are.

    Args:
        found: items of the archive.
        owner: whose they are from now on.
        table: of the items that are there.
        is_forgotten: gives which of some ids were forgotten.
    """
    items = list(found)
    there = {item.namespace for item in table.all_of(owner)[0] if item.is_of_document}
    whole = {item.namespace for item in items if item.is_of_document and is_document(item)} - there
    whole = {place for place in whole if not is_forgotten_whole(owner, place, is_forgotten)}
    lengths = {place: lengths_forgotten(owner, place, is_forgotten) for place in whole}
    left = []
    for item in items:
        if not item.is_of_document:
            left.append(item)
        elif item.namespace in whole and not any(
            spans_forgotten(owner, item.namespace, text, lengths[item.namespace], is_forgotten)
            for text in (item.said if lengths[item.namespace] else ())
        ):
            left.append(_of_owner(item, owner))
    return left


def _without(
    block: Block, owner: str, place: Namespace, lengths: Sequence[int], is_forgotten: IsForgotten
) -> Block:
    spans = spans_forgotten(owner, place, block.text, lengths, is_forgotten)
    pieces, end = [], 0
    for start, stop in sentences_at(block.text, spans) if spans else ():
        pieces.append(block.text[end:start])
        end = stop
    return replace(block, text="".join([*pieces, block.text[end:]])) if pieces else block


def _of_owner(item: StoredItem, owner: str) -> StoredItem:
    """Say of a document whether it is shared now."""
    if not is_document(item):
        return item
    return replace(item, value={**item.value, "shared": owner == SHARED})
