"""Inter-judge agreement: observed agreement and Cohen's kappa."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from daybook_eval.judging.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two judges over the answers that both could mark."""

    judges: tuple[str, str]
    questions: int
    observed: float
    """Share of the answers on which they say the same."""
    kappa: float | None


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Agreement beyond that of two judges who say yes as often, but at random.

    Args:
        pairs: what the first and the second judge say about each answer.

    Returns:
        At most 1; 0 is what chance gives. None where it is not defined: there are no pairs, or both
        always say the same one thing, so that chance agrees as well.

    Source: Cohen, Educational and Psychological Measurement 20 (1960).
    """
    if not pairs:
        return None
    count = len(pairs)
    first = sum(one for one, _ in pairs)
    second = sum(other for _, other in pairs)
    # In whole numbers, so that certain agreement by chance is known exactly: both are times count².
    by_chance = first * second + (count - first) * (count - second)
    observed = count * sum(one == other for one, other in pairs)
    ceiling = count * count
    return None if by_chance == ceiling else (observed - by_chance) / (ceiling - by_chance)


def agreements(verdicts: Iterable[Verdict]) -> list[Agreement]:
    """Compare every two judges that share answers which both could mark; by name."""
    by_judge: dict[str, dict[tuple[str, str], bool]] = {}
    for verdict in verdicts:
        if verdict.correct is not None:
            by_judge.setdefault(verdict.judge, {})[verdict.kind, verdict.question_id] = verdict.correct
    found = []
    for one, other in combinations(sorted(by_judge), 2):
        shared = sorted(by_judge[one].keys() & by_judge[other].keys())
        pairs = [(by_judge[one][place], by_judge[other][place]) for place in shared]
        if pairs:
            same = sum(first == second for first, second in pairs) / len(pairs)
            found.append(Agreement((one, other), len(pairs), same, cohens_kappa(pairs)))
    return found
