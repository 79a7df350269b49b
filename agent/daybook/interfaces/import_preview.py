"""What an import would take, before anything is kept: time here, and the price of facts by a model."""

from __future__ import annotations

from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import perf_counter

from daybook.conversation import Round
from daybook.graph.event_loop import run
from daybook.interfaces.import_survey import Survey, sampled_rounds
from daybook.library.daybook import Daybook
from daybook.library.facts_estimate import FactsEstimate, estimate_facts_of
from daybook.settings import Settings
from daybook.store.keys import keys_of

_MEASURED = 40
"""Rounds that are embedded to see how long it takes."""
_BESIDE = 0.006
"""Seconds that a round takes besides: to be stored, and read for facts by rules (docs/import.md has both)."""


@dataclass(frozen=True, slots=True)
class Expense:
    """What an import would take."""

    seconds: float | None
    """About; None where the embedder is a server, which is not asked for a preview."""
    facts: FactsEstimate | None
    """Of having a chat model find further facts; None where none is configured."""


def estimate(found: Survey, settings: Settings) -> Expense:
    """Estimate time and price from a sample of the sessions.

    Embedder and prompts are those of an empty memory in a temporary directory: nothing of the sample is
    stored anywhere, and nothing is sent.

    Raises:
        BadSettings, ModelError: the embedder or the chat model that the settings name cannot be had.
    """
    sample = sampled_rounds(found, _MEASURED)
    rounds = sum(map(len, found.sample))
    with TemporaryDirectory(prefix="daybook-preview-") as scratch:
        empty = settings.changed(data_dir=scratch, database_url=None, chroma_url=None)
        with Daybook.open(settings=empty) as daybook:
            local = not settings.embedder.startswith("openai:")
            seconds = _seconds_a_round(sample, daybook) * found.rounds if local and sample else None
            facts = (
                estimate_facts_of(found.sample, daybook.parts, times=found.rounds / max(1, rounds))
                if daybook.parts.fact_model is not None
                else None
            )
    return Expense(seconds, facts)


def _seconds_a_round(sample: list[Round], daybook: Daybook) -> float:
    embedder, keying = daybook.parts.embedder, daybook.parts.settings.options.search.keying
    texts = [text for round_ in sample for _, text in keys_of(round_, embedder, keying)]
    run(embedder.embed(texts[:1]))  # loads the model
    began = perf_counter()
    run(embedder.embed(texts))
    return (perf_counter() - began) / len(sample) + _BESIDE
