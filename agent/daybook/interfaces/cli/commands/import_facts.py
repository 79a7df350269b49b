"""What `daybook import` offers behind an import: further facts, found by a chat model."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from daybook.interfaces.rendering.facts import FactsRead
    from daybook.library.daybook import Daybook
    from daybook.library.facts_estimate import FactsEstimate


def offer_facts(
    daybook: Daybook, owners: Sequence[str], *, wanted: bool | None, yes: bool, ask: bool
) -> FactsRead | None:
    """Say what finding facts by a model would take in what none has read, and have it done if agreed.

    Args:
        daybook: open.
        owners: whose rounds.
        wanted: None to offer it at a terminal, and only where a model is configured.
        yes: agreed already.
        ask: whether a question may be put.

    Returns:
        None where there is nothing to offer.

    Raises:
        BadSettings: it is wanted, and no chat model is configured.
    """
    from daybook.interfaces.rendering.facts import FactsRead, show_estimate
    from daybook.interfaces.rendering.screen import Screen

    offers = wanted is None and ask and sys.stdin.isatty() and daybook.parts.learns_in_chat
    if not (wanted or offers) or not owners:
        return None
    estimate = reduce(add, (daybook.estimate_facts(owner=owner) for owner in owners))
    if not estimate.calls:
        return FactsRead(estimate, agreed=False) if wanted else None
    show_estimate(Screen(stderr=True), estimate)
    if not (yes or (ask and _is_agreed())):
        typer.echo("daybook: nothing was sent; --facts-by-model --yes does it without asking", err=True)
        return FactsRead(estimate, agreed=False)
    return _read(daybook, owners, estimate)


def _is_agreed() -> bool:
    try:
        return typer.confirm("Have the model find further facts?", err=True)
    except typer.Abort:  # nobody is there to answer; what was imported stays
        typer.echo(err=True)
        return False


def _read(daybook: Daybook, owners: Sequence[str], estimate: FactsEstimate) -> FactsRead:
    from daybook.interfaces.rendering.facts import FactsRead
    from daybook.interfaces.rendering.progress import progress_bar

    queue, events, before = daybook.parts.store.model_queue, 0, 0
    with progress_bar() as begin:
        for owner in owners:
            before += len(queue.unread(owner))
            try:
                events += len(daybook.remember(owner=owner, by_model=True, progress=begin(owner)).drafts)
            except KeyboardInterrupt:
                left = queue.counts(owner).wanted
                told = f"what was found is kept; {left} rounds of {owner!r} wait: import again for the rest"
                typer.echo(f"daybook: {told}", err=True)
                raise
    left = sum(len(queue.unread(owner)) for owner in owners)
    return FactsRead(estimate, True, before - left, left, events)
