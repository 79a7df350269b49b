"""The growth run: every size in turn."""

from __future__ import annotations

from collections.abc import Callable

from daybook import Daybook
from daybook.errors import BadInput
from daybook_eval.growth.embedder import SignedWords
from daybook_eval.growth.ledger_fold import measure_ledger
from daybook_eval.growth.many_owners import measure_many_owners
from daybook_eval.growth.one_owner import Figures, measure_one_owner
from daybook_eval.growth.plan import GrowthPlan
from daybook_eval.growth.report import Sections

ONE, MANY, LEDGER = "one owner, rounds", "many owners", "a ledger, facts said"


def measure_growth(plan: GrowthPlan, done: Callable[[str, Sections], None]) -> Sections:
    """Measure every size, the smallest first.

    Args:
        plan: what to measure.
        done: called with the name of each measurement that ended, and with all figures so far.

    Raises:
        BadInput: the database that the plan names holds something already.
    """
    if plan.database_url is not None:
        _require_empty(plan)
    sections: dict[str, dict[str, Figures]] = {}

    def keep(section: str, size: str, figures: Figures) -> None:
        sections.setdefault(section, {})[size] = figures
        done(f"{section}: {size}", sections)

    for rounds in sorted(plan.rounds):
        keep(ONE, f"{rounds:,}", measure_one_owner(plan, rounds))
    for facts in sorted(plan.facts):
        keep(LEDGER, f"{facts:,}", measure_ledger(plan, facts))
    if plan.owners:
        keep(MANY, f"{plan.owners:,} of {plan.owner_rounds:,} rounds", measure_many_owners(plan))
    return sections


def _require_empty(plan: GrowthPlan) -> None:
    with Daybook.open(settings=plan.memory("empty"), embedder=SignedWords()) as daybook:
        owners = daybook.stats().owners
    if owners:
        raise BadInput(f"the database holds {owners} owners: name an empty one", source="--database-url")
