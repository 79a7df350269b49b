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

from daybook.store.access_tokens import AccessToken as AccessToken
from daybook.store.access_tokens import AccessTokens as AccessTokens
from daybook.store.chroma_directory import vectors_on_disk as vectors_on_disk
from daybook.store.forgetting.cascade import Preview as Preview
from daybook.store.forgetting.cascade import Receipt as Receipt
from daybook.store.forgetting.selectors import ByPhrase as ByPhrase
from daybook.store.forgetting.selectors import ByRecord as ByRecord
from daybook.store.forgetting.selectors import ByRound as ByRound
from daybook.store.forgetting.selectors import BySession as BySession
from daybook.store.forgetting.selectors import BySlot as BySlot
from daybook.store.forgetting.selectors import ByTime as ByTime
from daybook.store.forgetting.selectors import Everything as Everything
from daybook.store.forgetting.selectors import Selector as Selector
from daybook.store.integrity import CheckResult as CheckResult
from daybook.store.memory_store import Added as Added
from daybook.store.memory_store import Stats as Stats
from daybook.store.memory_store import Store as Store
from daybook.store.places import EXACT_LIMIT as EXACT_LIMIT
from daybook.store.places import StorePlace as StorePlace
from daybook.store.places import database_hosts as database_hosts
from daybook.store.places import migrate as migrate
from daybook.store.places import open_store as open_store
from daybook.store.places import stored_schema as stored_schema
from daybook.store.private_files import narrow as narrow
from daybook.store.private_files import open_to_others as open_to_others
from daybook.store.round_queries import SessionSummary as SessionSummary
from daybook.store.sql.database import FILE as FILE
from daybook.store.sql.sql_tables import HEAD as HEAD
