"""Measures every rewriter that is set on a file of examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict

from daybook.errors import BadInput
from daybook.settings import Settings
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.measure import RewritingScores, score_behaviours, score_examples
from daybook_eval.rewriting.rewriters import open_rewriters, rewrite_all

Measured = Mapping[str, Mapping[str, RewritingScores]]
"""By rewriter, and by behaviour: "all" first, "" where a file does not say which."""


async def measure_file(examples: Sequence[RewritingExample], settings: Settings, *, source: str) -> Measured:
    """Rewrite all questions by each rewriter, and score them.

    Raises:
        BadInput: there are no examples.
        BadSettings, ModelUnavailable: the chat model cannot be had.
    """
    if not examples:
        raise BadInput("has no examples", source=source)
    found = {}
    async with AsyncExitStack() as stack:
        for name, rewriter in open_rewriters(settings, stack).items():
            rewritten, _ = await rewrite_all(rewriter, examples, at_once=settings.models.model_concurrency)
            parts = {str(one or ""): scores for one, scores in score_behaviours(examples, rewritten).items()}
            found[name] = {"all": score_examples(examples, rewritten)} | parts
    return found


def show_measured(measured: Measured) -> str:
    """Write a line for each rewriter and behaviour."""
    head = f"{'rewriter':<16}{'behaviour':<28}{'n':>6}{'raw F1':>8}{'F1':>8}{'exact':>8}"
    lines = [f"{head}{'worse':>7}{'damaged':>13}"]
    for name, parts in measured.items():
        for part, one in parts.items():
            f1s = "".join(
                f"{'–' if share is None else format(share, '.3f'):>8}"
                for share in (one.raw_f1, one.rewritten_f1, one.exact)
            )
            damaged = f"{one.damaged} of {one.stand_alone}"
            lines.append(f"{name[:15]:<16}{part:<28}{one.questions:>6}{f1s}{one.worse:>7}{damaged:>13}")
    return "\n".join(lines)


def measured_plain(measured: Measured) -> dict[str, object]:
    """Write the figures as JSON values."""
    return {name: {part: asdict(one) for part, one in parts.items()} for name, parts in measured.items()}
