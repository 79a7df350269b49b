"""Inter-judge agreement: observed agreement and Cohen's kappa."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from daybook_eval.judging.verdicts import AnswerKind, Verdict


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two judges over the answers that both could mark."""

    judges: tuple[str, str]
    questions: int
    observed: float
    """Share of the answers on which they say the same."""
    kappa: float | None


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Agreement beyond that of two judges who say yes as often, but at random; at most 1, and 0 by chance.

    None where it is not defined: there are no pairs, or both always say the same one thing.

    Source: Cohen, Educational and Psychological Measurement 20 (1960).
    """
    if not pairs:
        return None
    count = len(pairs)
    first = sum(verdict for verdict, _ in pairs)
    second = sum(other for _, other in pairs)
    # In whole numbers, so that certain agreement by chance is known exactly: both are times count².
    by_chance = first * second + (count - first) * (count - second)
    observed = count * sum(first == other for first, other in pairs)
    ceiling = count * count
    return None if by_chance == ceiling else (observed - by_chance) / (ceiling - by_chance)


def agreements(verdicts: Iterable[Verdict]) -> list[Agreement]:
    """Compare every two judges that share answers which both could mark; by name."""
    by_judge: dict[str, dict[tuple[str, str], bool]] = {}
    for verdict in verdicts:
        if verdict.correct is not None:
            by_judge.setdefault(verdict.judge, {})[verdict.kind, verdict.question_id] = verdict.correct
    found = []
    for first, other in combinations(sorted(by_judge), 2):
        shared = sorted(by_judge[first].keys() & by_judge[other].keys())
        pairs = [(by_judge[first][place], by_judge[other][place]) for place in shared]
        if pairs:
            same = sum(first == second for first, second in pairs) / len(pairs)
            found.append(Agreement((first, other), len(pairs), same, cohens_kappa(pairs)))
    return found


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """Counts of verdicts. Shares are of what could be judged; None without any."""

    asked: int
    judged: int
    correct: int
    unreadable: int

    @property
    def share(self) -> float | None:
        """Correct among judged; None where nothing was judged."""
        return self.correct / self.judged if self.judged else None

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        return {**asdict(self), "share": self.share}


def count_verdicts(verdicts: Sequence[Verdict], *, asked: int) -> VerdictCounts:
    """Count the verdicts of one judge, one a question, of all that were `asked`, failed ones too."""
    readable = [verdict.correct for verdict in verdicts if verdict.correct is not None]
    return VerdictCounts(asked, len(readable), sum(readable), len(verdicts) - len(readable))


def summarize(verdicts: Iterable[Verdict], *, asked: int) -> dict[str, Any]:
    """Say of each judge what it found and what it let pass, and how far judges agree.

    Returns:
        {"judges": {NAME: {"asked", "judged", "correct", "unreadable", "share", "false_positives"}},
            "agreement": [{"judges", "questions", "observed", "kappa"}]}, where "false_positives" has a tally
            for each kind of planted answer: there, "correct" counts those that the judge took for right.
    """
    verdicts = list(verdicts)
    answers = [verdict for verdict in verdicts if verdict.kind is AnswerKind.ANSWER]
    judges = sorted({verdict.judge for verdict in verdicts})
    return {
        "judges": {
            name: {
                **count_verdicts(
                    [verdict for verdict in answers if verdict.judge == name], asked=asked
                ).plain(),
                "false_positives": _let_pass([given for given in verdicts if given.judge == name]),
            }
            for name in judges
        },
        "agreement": [asdict(agreement) for agreement in agreements(answers)],
    }


def _let_pass(verdicts: Sequence[Verdict]) -> Mapping[str, Mapping[str, Any]]:
    planted = {
        kind: [verdict for verdict in verdicts if verdict.kind is kind]
        for kind in (AnswerKind.WRONG, AnswerKind.VAGUE)
    }
    return {
        str(kind): count_verdicts(found, asked=len(found)).plain() for kind, found in planted.items() if found
    }
