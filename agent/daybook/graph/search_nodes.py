"""The nodes of the recall graph that find rounds: state unpacked, a step called, state returned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from time import perf_counter
from typing import TypeAlias

from daybook.conversation import RetrievalPlan
from daybook.graph.knowing import known_about, rounds_of_topic, with_what_is_known
from daybook.graph.owner import owner_of
from daybook.graph.parts import Parts
from daybook.graph.receive import receive_question
from daybook.graph.state import RecallState
from daybook.llm import ModelsWithFallback
from daybook.retrieve import (
    boost_event_dates,
    keep_assistant_side,
    lead_is_clear,
    rerank_candidates,
    search_rounds,
    weigh_candidates,
)
from daybook.settings import ModelRole, Ranking, TimeMode
from daybook.understand import (
    date_of,
    kinds_by_model,
    kinds_of,
    phrasings_by_model,
    phrasings_of,
    rewrite_by_model,
    rewrite_by_rules,
    time_range_by_model,
    time_range_of,
)

Update: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """From a question to ranked candidates."""

    parts: Parts
    owner: str | None
    """Whose memory it is; None where the input or the configuration names it."""

    async def receive(self, state: RecallState) -> Update:
        """Read what the caller gave."""
        owner = owner_of(state.get("owner"), built=self.owner, default=self.parts.default_owner)
        asked = receive_question(state, owner=owner, clock=self.parts.clock)
        consultation = ModelsWithFallback.begin(self.parts.models)
        return {"asked": asked, "consultation": consultation, "began": perf_counter()}

    async def rewrite(self, state: RecallState) -> Update:
        """Make the question stand alone; without a dialogue there is nothing to do."""
        asked = state["asked"]
        if not asked.dialogue:
            return {"question_alone": asked.text, "disputed": ""}
        text, disputed = await state["consultation"].call(
            "rewrite",
            ModelRole.UNDERSTAND,
            lambda model: rewrite_by_model(asked.text, asked.dialogue, model, self.parts.prompts["rewrite"]),
            (rewrite_by_rules(asked.text, asked.dialogue), ""),
        )
        return {"question_alone": text, "disputed": disputed}

    async def classify(self, state: RecallState) -> Update:
        """Name the kinds of the question."""
        text = state["question_alone"]
        rules = kinds_of(text)
        kinds = await state["consultation"].call(
            "classify",
            ModelRole.UNDERSTAND,
            lambda model: kinds_by_model(text, rules, model, self.parts.prompts["classify"]),
            rules,
        )
        return {"kinds": kinds}

    async def expand(self, state: RecallState) -> Update:
        """Word the question in other ways."""
        text = state["question_alone"]
        if not self.parts.settings.phrasings:
            return {"phrasings": (text,)}
        rules = phrasings_of(text)
        phrasings = await state["consultation"].call(
            "expand",
            ModelRole.UNDERSTAND,
            lambda model: phrasings_by_model(text, rules, model, self.parts.prompts["expand"]),
            rules,
        )
        return {"phrasings": phrasings}

    async def time_range(self, state: RecallState) -> Update:
        """Find the period that the question limits itself to."""
        text, asked_at = state["question_alone"], state["asked"].asked_at
        rules = time_range_of(text, asked_at)
        found = await state["consultation"].call(
            "time_range",
            ModelRole.UNDERSTAND,
            lambda model: time_range_by_model(text, asked_at, rules, model, self.parts.prompts["time_range"]),
            rules,
        )
        return {"time_range": found}

    async def search(self, state: RecallState) -> Update:
        """Make the plan, and search with it."""
        asked, period = state["asked"], state["time_range"]
        to_come = period is not None and period.start is not None and period.start > asked.asked_at
        plan = RetrievalPlan(
            question=state["question_alone"],
            phrasings=state["phrasings"],
            kinds=state["kinds"],
            time_range=None if to_come else period,
            happens_in=period if to_come else None,
            disputed=state["disputed"],
        )
        settings = self.parts.settings
        known = await known_about(asked, plan, self.parts)
        found = await search_rounds(
            plan,
            owner=asked.owner,
            store=self.parts.store,
            embedder=self.parts.embedder,
            settings=settings,
            as_of=asked.as_of,
            records=known.keys,
            among=await rounds_of_topic(asked, plan, known, self.parts),
        )
        if plan.time_range is not None and self._prefers_times:
            found = boost_event_dates(found, plan.time_range, date_of)
        found = await with_what_is_known(found, asked, plan, known, self.parts)
        return {"search_plan": plan, "known": known, "found": found, "candidates": found}

    async def weigh(self, state: RecallState) -> Update:
        """Join the signals of the candidates."""
        settings, plan, found = self.parts.settings, state["search_plan"], state["candidates"]
        if settings.source_filter:
            found = keep_assistant_side(found, plan)
        if settings.weigh or self._reranks(state):
            tau = timedelta(days=settings.recency_days)
            found = weigh_candidates(found, plan, state["asked"].asked_at, tau=tau)
        return {"candidates": found}

    async def rerank(self, state: RecallState) -> Update:
        """Have a model score the best candidates, unless that would change nothing."""
        plan, weighed = state["search_plan"], state["candidates"]
        if not self._reranks(state) or lead_is_clear(weighed, plan):
            return {}
        reranked = await state["consultation"].call(
            "rerank",
            ModelRole.RERANK,
            lambda model: rerank_candidates(
                weighed, plan, state["asked"].asked_at, model, self.parts.prompts["rerank"]
            ),
            weighed,
        )
        return {"candidates": reranked}

    @property
    def _prefers_times(self) -> bool:
        """Whether scores are in deviations, so that a time range can lift them."""
        settings = self.parts.settings
        return settings.time_mode is TimeMode.PREFER and settings.ranking is Ranking.FUSED

    def _reranks(self, state: RecallState) -> bool:
        return state["consultation"].has_model(ModelRole.RERANK) and not self.parts.settings.fast
