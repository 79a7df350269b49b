"""What the verdicts come to, judge by judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from daybook_eval.judging.agreement import agreements
from daybook_eval.judging.cases import Kind
from daybook_eval.judging.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Tally:
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


def tally(verdicts: Sequence[Verdict], *, asked: int) -> Tally:
    """Count verdicts.

    Args:
        verdicts: of one judge, one a question.
        asked: how many questions were put to the system; more than there are verdicts where some failed
            or are not judged yet.
    """
    readable = [verdict.correct for verdict in verdicts if verdict.correct is not None]
    return Tally(asked, len(readable), sum(readable), len(verdicts) - len(readable))


def summarize(verdicts: Iterable[Verdict], *, asked: int) -> dict[str, Any]:
    """Say of each judge what it found and what it let pass, and how far judges agree.

    Returns:
        {"judges": {NAME: {"asked", "judged", "correct", "unreadable", "share", "false_positives"}},
        "agreement": [{"judges", "questions", "observed", "kappa"}]}, where "false_positives" has a tally
        for each kind of planted answer: there, "correct" counts those that the judge took for right.
    """
    verdicts = list(verdicts)
    answers = [verdict for verdict in verdicts if verdict.kind is Kind.ANSWER]
    judges = sorted({verdict.judge for verdict in verdicts})
    return {
        "judges": {
            name: {
                **tally([verdict for verdict in answers if verdict.judge == name], asked=asked).plain(),
                "false_positives": _let_pass([one for one in verdicts if one.judge == name]),
            }
            for name in judges
        },
        "agreement": [asdict(agreement) for agreement in agreements(answers)],
    }


def _let_pass(verdicts: Sequence[Verdict]) -> Mapping[str, Mapping[str, Any]]:
    planted = {
        kind: [verdict for verdict in verdicts if verdict.kind is kind] for kind in (Kind.WRONG, Kind.VAGUE)
    }
    return {str(kind): tally(found, asked=len(found)).plain() for kind, found in planted.items() if found}
