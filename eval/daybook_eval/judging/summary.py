"""Summarises verdicts by judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from daybook_eval.judging.agreement import agreements
from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """Verdicts counted. Shares are of what could be judged, and none of nothing."""

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
    """Count verdicts.

    Args:
        verdicts: of one judge, one a question.
        asked: how many questions were put to the system; more than there are verdicts where some failed
            or are not judged yet.
    """
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
                "false_positives": _let_pass([one for one in verdicts if one.judge == name]),
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
