"""A reranker that knows the evidence: what reranking could bring at most, for want of a chat model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from daybook.conversation import Round
from daybook.graph.parts import Parts
from daybook.llm import ChatModels, ChatRequest, ModelReply
from daybook.llm.protocol import OnText
from daybook.settings import ModelRole
from daybook_eval.data.case import Case
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import SystemResult

_ITEM = '{"id"'
"""How a line of the prompt begins that holds a candidate."""


@dataclass(frozen=True, slots=True)
class OracleReranker:
    """Scores 1 what was cut from a round of the evidence, and 0 everything else."""

    evidence: tuple[Round, ...]
    name: str = "oracle"
    fingerprint: str = "oracle"

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Score the candidates of a rerank prompt."""
        lines = request.messages[-1].content.splitlines()
        items = [json.loads(line.rstrip(",")) for line in lines if line.startswith(_ITEM)]
        scores = [{"id": item["id"], "score": float(self._is_evidence(item))} for item in items]
        return ModelReply(json.dumps({"scores": scores}))

    def _is_evidence(self, item: Mapping[str, str]) -> bool:
        return any(_is_cut_from(item, round_) for round_ in self.evidence)


def _is_cut_from(item: Mapping[str, str], round_: Round) -> bool:
    shown = [(turn.content, item.get(turn.role.value, "")) for turn in round_.turns]
    return any(text for _, text in shown) and all(text in content for content, text in shown)


async def with_oracle_reranker(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask Daybook with the oracle as its only chat model."""
    models = ChatModels(by_role={ModelRole.RERANK: OracleReranker(case.evidence)})
    return await ask(case, replace(parts, models=models), answers, budgets=())
