"""What a choice among arms is worth on questions that it was not made on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from daybook_eval.ablations.collected import FIFTHS, in_fifths


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Each fifth of the questions, measured by the arm that is best on the other four."""

    mean: float
    chosen: tuple[str, ...]
    """The arm for each fifth."""


def held_out(arms: Mapping[str, Mapping[str, float]]) -> HeldOut | None:
    """Choose an arm by four fifths of the questions and measure it by the last, in every way that there is.

    Args:
        arms: a value of each question, by the name of the arm; of equal arms the first is chosen.

    Returns:
        None where there are not as many questions as fifths.

    Source: cross-validation; Stone, Journal of the Royal Statistical Society B, 1974.
    """
    questions = sorted(set.intersection(*(set(values) for values in arms.values())) if arms else ())
    if len(questions) < FIFTHS:
        return None
    values: list[float] = []
    chosen: list[str] = []
    for fifth in in_fifths(questions):
        others = [name for name in questions if name not in fifth]
        best = max(arms, key=lambda arm: _mean(arms[arm], others))
        chosen.append(best)
        values += [arms[best][name] for name in fifth]
    return HeldOut(fmean(values), tuple(chosen))


def _mean(values: Mapping[str, float], questions: Sequence[str]) -> float:
    return fmean(values[name] for name in questions)
