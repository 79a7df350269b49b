"""Measures the consistency of replies with the speaker's persona, on Multi-Session Chat.

Each reply is held against the statements about its speaker that were known before the turn; what the turn
itself told is not among them, or the real reply would be measured against its own summary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from daybook_eval.dialogues.next_turns import NextTurn
from daybook_eval.dialogues.responders import Responder
from daybook_eval.judging.concurrency import Progress, run_concurrently
from daybook_eval.measures.contradiction import Inference, contradiction_rate
from daybook_eval.measures.persona import persona_f1
from daybook_eval.measures.rouge_l import rouge_l
from daybook_eval.measures.shares import Share
from daybook_eval.statistics import ConfidenceInterval, bootstrap_interval


@dataclass(frozen=True, slots=True)
class PersonaFigures:
    """The figures of one responder."""

    responses: int
    persona_f1: ConfidenceInterval
    """PersonaConsF1, its mean over replies with a 95% interval."""
    rouge_l: ConfidenceInterval
    """Against what was really said."""
    contradicts: Share | None
    """Replies that contradict a statement; None where no model was there to tell."""
    failures: tuple[str, ...] = ()
    """Replies that could not be compared, by what went wrong."""
    contradicts_nli: Share | None = None
    """The same by a classifier; None where none was named."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        shares = {"contradicts": self.contradicts, "contradicts_nli": self.contradicts_nli}
        told = {name: one and {**asdict(one), "value": one.value} for name, one in shares.items()}
        return {**asdict(self), **told}


async def measure_persona(
    turns: Sequence[NextTurn],
    responders: Mapping[str, Responder],
    inference: Inference | None = None,
    *,
    classifier: Inference | None = None,
    at_once: int = 1,
    progress: Progress = lambda done, total: None,
) -> dict[str, PersonaFigures]:
    """Let every responder reply to every turn, and measure the replies there are.

    Args:
        turns: see `next_turns`.
        responders: by name; one that replies to nothing is left out.
        inference: a chat model that tells contradictions; None leaves that measure out.
        classifier: of natural-language inference, which tells them as well; likewise.
        at_once: how many replies may be put to it at a time.
        progress: reported to, responder by responder.

    Raises:
        ModelUnavailable, BadSettings: as `run_concurrently` raises them.
    """
    found = {}
    for name, responder in responders.items():
        replies = zip(turns, await responder.respond(turns), strict=True)
        given = [(turn, reply) for turn, reply in replies if reply is not None]
        if given:
            share, failures = await _contradictions(given, inference, at_once, progress)
            classified, unclassified = await _contradictions(given, classifier, 1, progress)
            found[name] = PersonaFigures(
                responses=len(given),
                persona_f1=bootstrap_interval([persona_f1(reply, turn.known) for turn, reply in given]),
                rouge_l=bootstrap_interval([rouge_l(reply, turn.said) for turn, reply in given]),
                contradicts=share,
                failures=(*failures, *unclassified),
                contradicts_nli=classified,
            )
    return found


async def _contradictions(
    given: Sequence[tuple[NextTurn, str]], inference: Inference | None, at_once: int, progress: Progress
) -> tuple[Share | None, tuple[str, ...]]:
    if inference is None:
        return None, ()
    probabilities: list[float | None] = [None] * len(given)

    async def settle(place: int) -> None:
        turn, reply = given[place]
        probabilities[place] = await inference.contradiction(reply, turn.known)

    failed = await run_concurrently(range(len(given)), settle, at_once=at_once, progress=progress)
    return contradiction_rate(probabilities), tuple(problem for _, problem in failed)
