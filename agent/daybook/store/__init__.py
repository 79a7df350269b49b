"""Rounds in SQL, the source of truth; vectors and word statistics are derived from them and kept in step.

The modules, lowest first:

- the database: `sql` (tables, columns, `migrations`) and `private_files`;
- what is said and known: `round_queries`, `round_table`, `fact_queue`, `ledger_table`, `pin_table`,
`access_tokens`;
- the index: `arrays`, `keys`, `index_rows`, `indexing` (in SQL), `bm25`, `owner_index` (in memory), `chroma`
and `chroma_directory` (for very many vectors), `search_index` (asks all of them);
- documents of agents: `item_values`, `item_table`, `item_store`;
- `forgetting`; on top `memory_store` with the `Store`, `integrity`, which checks it, and `places`, which
opens and copies it.
"""

from daybook.store.access_tokens import AccessToken, AccessTokens
from daybook.store.chroma_directory import vectors_on_disk
from daybook.store.forgetting.cascade import Preview, Receipt
from daybook.store.forgetting.selectors import (
    ByPhrase,
    ByRecord,
    ByRound,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)
from daybook.store.integrity import CheckResult
from daybook.store.memory_store import Added, Stats, Store
from daybook.store.places import EXACT_LIMIT, StorePlace, database_hosts, migrate, open_store, stored_schema
from daybook.store.private_files import narrow, open_to_others
from daybook.store.round_queries import SessionSummary
from daybook.store.sql.database import FILE
from daybook.store.sql.sql_tables import HEAD

__all__ = [
    "EXACT_LIMIT",
    "FILE",
    "HEAD",
    "AccessToken",
    "AccessTokens",
    "Added",
    "ByPhrase",
    "ByRecord",
    "ByRound",
    "BySession",
    "BySlot",
    "ByTime",
    "CheckResult",
    "Everything",
    "Preview",
    "Receipt",
    "Selector",
    "SessionSummary",
    "Stats",
    "Store",
    "StorePlace",
    "database_hosts",
    "migrate",
    "narrow",
    "open_store",
    "open_to_others",
    "stored_schema",
    "vectors_on_disk",
]
