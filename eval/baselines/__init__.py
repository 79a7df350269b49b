"""The systems that Daybook is compared with, in the box, a file each."""

from __future__ import annotations

from collections.abc import Mapping

from eval.baselines.full_context import FULL_CONTEXT
from eval.baselines.mempalace import MEMPALACE
from eval.baselines.no_memory import NO_MEMORY
from eval.baselines.official_bm25 import OFFICIAL_BM25
from eval.baselines.one_ranking import BM25, KEYINGS
from eval.baselines.oracle_sessions import ORACLE_SESSIONS
from eval.baselines.summaries import SUMMARIES
from eval.systems.daybook import DAYBOOK
from eval.systems.system import System

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
    )
}
"""Everything that can be measured, by name."""
