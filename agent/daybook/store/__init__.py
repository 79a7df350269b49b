"""Rounds in SQL, the source of truth; vectors and word statistics, derived from them and kept in step."""

from daybook.store.database import FILE
from daybook.store.files import narrow, open_to_others
from daybook.store.forgetting import (
    ByPhrase,
    ByRecord,
    ByRound,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)
from daybook.store.migrating import migrate
from daybook.store.opening import Place, database_hosts, open_store, stored_schema
from daybook.store.schema import HEAD
from daybook.store.segments import vectors_on_disk
from daybook.store.store import Store
from daybook.store.tokens import AccessToken, AccessTokens
from daybook.store.values import Added, CheckResult, Preview, Receipt, SessionSummary, Stats

__all__ = [
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
    "Place",
    "Preview",
    "Receipt",
    "Selector",
    "SessionSummary",
    "Stats",
    "Store",
    "database_hosts",
    "migrate",
    "narrow",
    "open_store",
    "open_to_others",
    "stored_schema",
    "vectors_on_disk",
]
