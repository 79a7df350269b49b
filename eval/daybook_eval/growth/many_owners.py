"""A memory of many owners: what it holds in memory when all of them have been asked."""

from __future__ import annotations

from statistics import median, quantiles
from time import perf_counter

from daybook import Daybook
from daybook.settings import Settings
from daybook_eval.growth.embedder import SignedWords
from daybook_eval.growth.fresh_process import in_fresh_process, resident_bytes
from daybook_eval.growth.one_owner import ASKED_AT, MEGABYTE, Figures, size_of
from daybook_eval.growth.plan import GrowthPlan
from daybook_eval.growth.talk import ROUNDS, Talk


def measure_many_owners(plan: GrowthPlan) -> Figures:
    """Fill a memory with owners, and then ask each of them in turn."""
    settings = plan.memory("many")
    return in_fresh_process(_import, settings, plan) | in_fresh_process(_visit, settings, plan)


def _talk(plan: GrowthPlan, place: int) -> tuple[str, Talk]:
    return f"owner-{place}", Talk(1_000 * plan.seed + place)


def _import(settings: Settings, plan: GrowthPlan) -> Figures:
    took = []
    with Daybook.open(settings=settings, embedder=SignedWords()) as daybook:
        for place in range(plan.owners):
            owner, talk = _talk(plan, place)
            sessions = list(talk.sessions(plan.owner_rounds))
            began = perf_counter()
            daybook.add(sessions, owner=owner)
            took.append(perf_counter() - began)
    tenth = max(1, len(took) // 10)
    return {
        "import": sum(took),
        "import of an owner, first tenth": median(took[:tenth]),
        "import of an owner, last tenth": median(took[-tenth:]),
    }


def _visit(settings: Settings, plan: GrowthPlan) -> Figures:
    """Ask every owner one question, and then every tenth another one."""
    before, sessions = resident_bytes(), -(-plan.owner_rounds // ROUNDS)
    figures: Figures = {}
    first: list[float] = []

    def ask(daybook: Daybook, place: int, seed: int) -> float:
        owner, talk = _talk(plan, place)
        (question,) = talk.questions(1, sessions, seed)
        began = perf_counter()
        daybook.ask(question, owner=owner, asked_at=ASKED_AT)
        return perf_counter() - began

    with Daybook.open(settings=settings, embedder=SignedWords()) as daybook:
        for place in range(plan.owners):
            first.append(ask(daybook, place, seed=1))
            if place + 1 in (plan.owners // 10, plan.owners // 2, plan.owners):
                figures[f"memory after {place + 1} owners, MB"] = (resident_bytes() - before) / MEGABYTE
        again = [ask(daybook, plan.owners - 1, seed) for seed in range(2, 2 + plan.repeats)]
    figures["first question of an owner, p50"] = median(first)
    figures["first question of an owner, p95"] = quantiles(first * 2, n=20)[-1]
    figures["warm question of the last owner"] = median(again)
    return figures | {"disk, MB": size_of(settings.data_dir) / MEGABYTE}
