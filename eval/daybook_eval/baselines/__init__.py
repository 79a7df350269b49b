"""The baselines that Daybook is compared with, one module each."""

from __future__ import annotations

from collections.abc import Mapping

from daybook_eval.baselines.full_context import FULL_CONTEXT
from daybook_eval.baselines.mempalace import MEMPALACE
from daybook_eval.baselines.no_memory import NO_MEMORY
from daybook_eval.baselines.official_bm25 import OFFICIAL_BM25
from daybook_eval.baselines.one_ranking import BM25, KEYINGS
from daybook_eval.baselines.oracle_sessions import ORACLE_SESSIONS
from daybook_eval.baselines.running_summary import SUMMARY_MEMORY
from daybook_eval.baselines.summaries import SUMMARIES
from daybook_eval.systems.daybook import DAYBOOK
from daybook_eval.systems.system import System

SYSTEMS: Mapping[str, System] = {
    system.name: system
    for system in (
        DAYBOOK,
        NO_MEMORY,
        FULL_CONTEXT,
        ORACLE_SESSIONS,
        BM25,
        *KEYINGS,
        MEMPALACE,
        OFFICIAL_BM25,
        SUMMARIES,
        SUMMARY_MEMORY,
    )
}
"""Everything that can be measured, by name."""
