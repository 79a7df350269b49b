"""What the ledger knows that bears on a question."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from daybook.conversation import Ledger, Record
from daybook.embedding.protocol import Vectors
from daybook.retrieve.rank_records import rank_records, relevant_records
from daybook.retrieve.record_keys import RecordKeys, merged_texts
from daybook.settings import LedgerOptions
from daybook.store import Store


@dataclass(frozen=True, slots=True)
class LedgerContext:
    """The ledger as of a question, with the records that bear on it."""

    ledger: Ledger = field(default_factory=Ledger)
    records: tuple[Record, ...] = ()
    """Those to show to a reader, best first."""
    keys: RecordKeys | None = None
    """Keys by which rounds are found as well."""


async def look_up_ledger(
    question: Vectors,
    *,
    owner: str,
    asked_at: datetime,
    as_of: datetime | None,
    store: Store,
    options: LedgerOptions,
    asked_slots: Collection[str] = (),
) -> LedgerContext:
    """Read an owner's ledger, and rank its records by a question.

    Args:
        question: its unit vector, shape (1, dim).
        owner: whose ledger.
        asked_at: what the ages of records count from.
        as_of: the moment after which nothing is seen; None sees everything.
        store: has the ledger and the vectors of its records.
        options: record_limit, record_keys, merged_record_keys and what `rank_records` counts.
        asked_slots: those that the question is about.

    Raises:
        ModelError: the embedder failed, for records that have no vector yet.
        StoreError: the ledger cannot be read.
    """
    ledger = await to_thread(store.ledgers.of, owner, as_of=as_of)
    records = relevant_records(ledger)
    if not records:
        return LedgerContext(ledger)
    vectors = await store.text_vectors.of(owner, ledger, [record.text for record in records])
    scored = rank_records(
        question, ledger, vectors, asked_at=asked_at, options=options, asked_slots=asked_slots
    )
    keys = None
    if options.record_keys:
        merged = options.merged_record_keys
        keys = await _merged(records, owner, store) if merged else RecordKeys.of(records, vectors)
    return LedgerContext(ledger, tuple(one.record for one in scored[: options.record_limit]), keys)


async def _merged(records: Sequence[Record], owner: str, store: Store) -> RecordKeys:
    """Make keys of the rounds that records rest on, of the records' texts and the rounds' own."""
    names = sorted({name for record in records for name in record.round_ids})
    texts = merged_texts(records, await to_thread(store.rounds, owner, names))
    vectors = await store.text_vectors.embed(owner, list(texts.values()))
    return RecordKeys(tuple((name,) for name in texts), vectors, apart=False)
