"""The ways to answer a case that studies compare: of ranking, of packing, and of reading."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from time import perf_counter

from daybook.conversation import Candidate, Excerpt, Round
from daybook.graph.parts import Parts
from daybook.models.llm import ChatModels, ModelReply, ModelRequest
from daybook.models.llm.chat_model import OnText
from daybook.retrieve import fuse_ranks, whole_excerpt
from daybook.retrieve.dense_search import best_first, score_fields
from daybook.settings import ModelRole
from daybook.store.keys import FieldName
from daybook_eval.ablations.study import BUDGET, Asked
from daybook_eval.baselines.rankings import (
    recall_mempalace as recall_mempalace,
    recall_official_bm25 as recall_official_bm25,
)
from daybook_eval.data.build import PLANTED, plant_abstentions
from daybook_eval.data.case import RUBRIC, Case, half_of
from daybook_eval.records import BUDGETS
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.reading import plain_plan_of, read_ranked
from daybook_eval.systems.system import SystemResult


async def by_windows(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack as Daybook does, under every budget."""
    return await ask(case, parts, answers, budgets=BUDGETS)


async def ranked_alone(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Rank, and pack one round: for tables of many arms."""
    options = parts.settings.changed(read_rounds=1)
    return await ask(case, replace(parts, settings=options), answers, budgets=())


async def by_whole_rounds(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack the best rounds whole until one does not fit."""
    result = await ask(case, parts, answers, budgets=())
    excerpts = [whole_excerpt(candidate, parts.count_tokens) for candidate in result.final]
    return replace(result, packs={budget: _filled(excerpts, budget) for budget in BUDGETS})


async def best_ten(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack the ten best rounds whole, whatever they cost: the same under every budget."""
    result = await ask(case, parts, answers, budgets=())
    excerpts = [whole_excerpt(candidate, parts.count_tokens) for candidate in result.final[:10]]
    return replace(result, packs=dict.fromkeys(BUDGETS, excerpts))


def _filled(excerpts: Sequence[Excerpt], budget: int) -> list[Excerpt]:
    totals = accumulate(excerpt.tokens for excerpt in excerpts)
    return [excerpt for excerpt, total in zip(excerpts, totals, strict=True) if total <= budget]


_ITEM = '{"id"'
"""How a line of the prompt begins that holds a candidate."""


@dataclass(frozen=True, slots=True)
class OracleReranker:
    """Scores 1 what was cut from a round of the evidence, and 0 everything else."""

    evidence: tuple[Round, ...]
    name: str = "oracle"
    fingerprint: str = "oracle"

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Score the candidates of a rerank prompt."""
        lines = request.messages[-1].content.splitlines()
        items = [json.loads(line.rstrip(",")) for line in lines if line.startswith(_ITEM)]
        scores = [
            {"id": item["id"], "score": float(any(_is_cut_from(item, round_) for round_ in self.evidence))}
            for item in items
        ]
        return ModelReply(json.dumps({"scores": scores}))


def _is_cut_from(item: Mapping[str, str], round_: Round) -> bool:
    shown = [(turn.content, item.get(turn.role.value, "")) for turn in round_.turns]
    return any(text for _, text in shown) and all(text in content for content, text in shown)


async def with_oracle_reranker(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask Daybook with the oracle as its only chat model."""
    models = ChatModels(by_role={ModelRole.RERANK: OracleReranker(case.evidence)})
    return await ask(case, replace(parts, models=models), answers, budgets=())


async def four_fields(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Fuse four rankings: by the user's side, by the assistant's, BM25 over both, BM25 over the user's."""
    limit = parts.settings.options.search.search_limit
    index = await parts.store.index(case.owner)
    query = await parts.embedder.embed([case.question])
    fields = score_fields(await index.near(query, limit=limit), query)
    rankings = [best_first(fields.rounds, fields.cosines[0, :, side], limit=limit) for side in (0, 1)]
    words = index.words
    searched: tuple[tuple[FieldName, ...], ...] = (("user", "assistant"), ("user",))
    for sides in searched:
        rankings.append([name for name, _ in words.search(case.question, fields=sides, limit=limit)])
    ranked = dict(fuse_ranks(rankings, k=parts.settings.options.search.rrf_k))
    rounds = {round_.round_id: round_ for round_ in parts.store.rounds(case.owner, list(ranked))}
    candidates = [Candidate(rounds[name], score) for name, score in ranked.items()]
    plan = plain_plan_of(case)
    return await read_ranked(
        case, plan, candidates, parts, answers=answers, began=perf_counter(), budgets=(BUDGET,)
    )


PLANTING_SEED = 1
"""Picks the questions that are put to histories which do not answer them."""
COLUMNS = (
    "answer contains",
    "answer contains_words",
    "answer word_share",
    "answer not_known",
    "cited any",
    "cited all",
    "answer quotes",
    "answer words",
    "time read",
)


async def answer(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask Daybook, packed for its reader alone."""
    return await ask(case, parts, answers, budgets=())


def with_planted(read: Callable[[], Iterable[Case]]) -> Iterator[Case]:
    """Put to every history, beside its own questions, one of another history that it cannot answer."""
    planted = plant_abstentions(read, seed=PLANTING_SEED)
    waiting = next(planted, None)
    for case in read():
        yield case
        if waiting is not None and waiting.owner == case.owner:
            yield waiting
            waiting = next(planted, None)


def any_question(case: Case) -> bool:
    """Ask everything."""
    return True


def halves(asked: Asked) -> Iterator[str]:
    """Name the row that an answer counts in: what cannot be answered, a rubric, or the half that it is in."""
    if asked.abstention:
        yield "planted" if asked.question_id.endswith(PLANTED) else "abstentions"
    else:
        yield "rubrics" if asked.question_type == RUBRIC else half_of(asked.question_id)


def half_and_all(asked: Asked) -> Iterator[str]:
    """Name the row of a question's half, and that of all questions."""
    yield half_of(asked.question_id)
    yield "all"


def groups(asked: Asked) -> Iterator[str]:
    """Name the rows that an answer counts in, by its type, its kind and the half that it is in.

    "rules' half" are the questions that rules of reading may be made by; the other half is only measured.
    """
    half = half_of(asked.question_id)
    if asked.question_id.endswith(PLANTED):
        yield from ("planted", f"planted, {half}")
    elif asked.abstention:
        yield "abstentions"
    else:
        yield from (asked.question_type, "all answerable")
        if asked.question_type != RUBRIC:
            yield from ("all but rubrics", f"all but rubrics, {half}")
