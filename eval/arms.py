"""The ways of searching that are compared."""

from __future__ import annotations

from collections.abc import Mapping

from agent.conversation import Plan, Round
from agent.embedding import Embedder
from agent.retrieve import search_rounds
from agent.settings import Keying, Ranking, Settings, TimeMode
from agent.store import Store
from agent.understand.kinds import kinds_of
from agent.understand.phrasings import phrasings_of
from agent.understand.time_range import time_range_of
from eval.data.longmemeval import Case

_PLAIN = Settings.from_env(
    {},
    statements=False,
    speakers=False,
    ranking=Ranking.RRF,
    phrasings=False,
    time_mode=TimeMode.IGNORE,
)


def _plain(**changes: object) -> Settings:
    return _PLAIN.model_copy(update=changes)


DENSE: Mapping[str, Settings] = {
    f"{keying} alone": _plain(keying=keying, ranking=Ranking.DENSE) for keying in Keying
}
FUSED: Mapping[str, Settings] = {
    "BM25 alone": _plain(ranking=Ranking.LEXICAL),
    "max-sim and BM25 by rank": _PLAIN,
    "statements, max-sim alone": _plain(ranking=Ranking.DENSE, statements=True),
    "statements, by rank": _plain(statements=True),
    "by score": _plain(ranking=Ranking.FUSED),
    "statements, by score": _plain(ranking=Ranking.FUSED, statements=True),
    "the same, phrasings": Settings.from_env({}, time_mode=TimeMode.IGNORE),
    "the same, time preferred": Settings.from_env({}, phrasings=False),
    "default": Settings.from_env({}),
    "default, time as a filter": Settings.from_env({}, time_mode=TimeMode.FILTER),
}
DEFAULT = "default"
CONCAT = f"{Keying.CONCAT} alone"


def arms(*, concat: bool) -> dict[str, Settings]:
    """Name the settings that are compared; concat keying needs keys of its own."""
    every = {**DENSE, **FUSED}
    return {name: settings for name, settings in every.items() if concat or name != CONCAT}


def plan_for(case: Case, settings: Settings) -> Plan:
    """Plan a question as the recall graph does, as far as the settings allow."""
    return Plan(
        question=case.question,
        phrasings=phrasings_of(case.question) if settings.phrasings else (case.question,),
        kinds=kinds_of(case.question),
        time_range=time_range_of(case.question, case.asked_at),
    )


async def ranking_of(case: Case, settings: Settings, *, store: Store, embedder: Embedder) -> list[Round]:
    """Rank the rounds of a question's history."""
    found = await search_rounds(
        plan_for(case, settings), owner=case.owner, store=store, embedder=embedder, settings=settings
    )
    return [candidate.round for candidate in found]
