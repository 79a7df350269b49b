"""A ledger of many events: what posting them costs, and what reading them costs whoever opens the memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.growth.embedder import SignedWords
from daybook_eval.growth.fresh_process import in_fresh_process
from daybook_eval.growth.one_owner import Figures
from daybook_eval.growth.plan import GrowthPlan
from daybook_eval.growth.talk import ROUNDS, Talk

_BEGAN = datetime(2020, 1, 1, 9, tzinfo=UTC)


def measure_ledger(plan: GrowthPlan, facts: int) -> Figures:
    """Say so many facts, one a round, and read the ledger in fresh processes."""
    settings, owner = plan.memory(f"ledger-{facts}"), f"ledger-{facts}"
    figures = in_fresh_process(_say, settings, owner, facts, Talk(plan.seed))
    folds = [in_fresh_process(_fold, settings, owner) for _ in range(min(3, plan.repeats))]
    return figures | {"fold": median(folds)}


def _say(settings: Settings, owner: str, facts: int, talk: Talk) -> Figures:
    names = [name.title() for name in talk.words[1_000 : 1_000 + facts]]
    rounds = [_fact(place, names[place % len(names)]) for place in range(facts)]
    sessions = [
        Session(f"s{start}", _BEGAN + timedelta(days=start), tuple(rounds[start : start + ROUNDS]))
        for start in range(0, facts, ROUNDS)
    ]
    with Daybook.open(settings=settings, embedder=SignedWords()) as daybook:
        began = perf_counter()
        daybook.add(sessions, owner=owner)
        took = perf_counter() - began
        events = len(daybook.ledger.history(owner=owner))
    return {"saying the facts": took, "events": events}


def _fact(place: int, name: str) -> Turn:
    """A fact that is new, one in the place of the last of its kind, or one said before."""
    said = (f"I like {name} tea.", f"I live in {name} now.", "I am allergic to hazelnuts.")[place % 3]
    return Turn(Role.USER, said)


def _fold(settings: Settings, owner: str) -> float:
    with Daybook.open(settings=settings, embedder=SignedWords()) as daybook:
        began = perf_counter()
        daybook.ledger.records(owner=owner)
        return perf_counter() - began
