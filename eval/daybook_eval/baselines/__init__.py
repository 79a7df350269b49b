"""The baselines that Daybook is compared with, one module each."""

from collections.abc import Mapping

from daybook_eval.baselines.contexts import FULL_CONTEXT, NO_MEMORY, ORACLE_SESSIONS
from daybook_eval.baselines.rankings import BM25, KEYINGS, MEMPALACE, OFFICIAL_BM25
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
    )
}
