"""Rounds in SQL, the source of truth; vectors and word statistics are derived from them and kept in step.

The modules, lowest first:

- the database: `sql` (tables, columns, `migrations`) and `private_files`;
- what is said and known: `round_queries`, `round_table`, `fact_queue`, `ledger_table`,
`access_tokens`;
- the index: `arrays`, `keys`, `index_rows`, `indexing` (in SQL), `bm25`, `owner_index` (in memory), `chroma`
and `chroma_directory` (for very many vectors), `search_index` (asks all of them);
- documents of agents: `item_values`, `item_table`, `item_store`;
- `forgetting`; on top `memory_store` with the `Store`, `integrity`, which checks it, and `places`, which
opens and copies it.
"""

from daybook.store.access_tokens import AccessToken as AccessToken, AccessTokens as AccessTokens
from daybook.store.chroma_directory import vectors_on_disk as vectors_on_disk
from daybook.store.forgetting.cascade import Preview as Preview, Receipt as Receipt
from daybook.store.forgetting.selectors import (
    ByPhrase as ByPhrase,
    ByRecord as ByRecord,
    ByRound as ByRound,
    ByRounds as ByRounds,
    BySentences as BySentences,
    BySession as BySession,
    BySlot as BySlot,
    ByTime as ByTime,
    Everything as Everything,
    Selector as Selector,
)
from daybook.store.integrity import CheckResult as CheckResult
from daybook.store.memory_store import Added as Added, Stats as Stats, Store as Store
from daybook.store.places import (
    EXACT_LIMIT as EXACT_LIMIT,
    StorePlace as StorePlace,
    database_hosts as database_hosts,
    migrate as migrate,
    open_store as open_store,
    stored_schema as stored_schema,
)
from daybook.store.private_files import open_to_others as open_to_others
from daybook.store.round_queries import SessionSummary as SessionSummary
from daybook.store.sql.database import FILE as FILE
from daybook.store.sql.sql_tables import HEAD as HEAD
