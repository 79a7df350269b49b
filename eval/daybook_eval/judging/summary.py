"""Inter-judge agreement: observed agreement and Cohen's kappa."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from daybook_eval.judging.verdicts import AnswerKind, Verdict


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Agreement beyond that of two judges who say yes as often, but at random; at most 1, and 0 by chance.

    None if it is not defined: there are no pairs, or both always say the same one thing.

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


def agreements(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """Compare every two judges that share answers which both could mark; by name.

    "observed" is the share of the answers on which they say the same, "kappa" `cohens_kappa`.
    """
    by_judge: dict[str, dict[str, bool]] = {}
    for verdict in verdicts:
        if verdict.correct is not None:
            by_judge.setdefault(verdict.judge, {})[verdict.question_id] = verdict.correct
    found = []
    for first, other in combinations(sorted(by_judge), 2):
        shared = sorted(by_judge[first].keys() & by_judge[other].keys())
        pairs = [(by_judge[first][place], by_judge[other][place]) for place in shared]
        if pairs:
            same = sum(first == second for first, second in pairs) / len(pairs)
            compared = {"observed": same, "kappa": cohens_kappa(pairs)}
            found.append({"judges": (first, other), "questions": len(pairs), **compared})
    return found


def count_verdicts(verdicts: Sequence[Verdict], *, asked: int) -> dict[str, Any]:
    """Count the verdicts of one judge, one a question, of all that were `asked`, failed ones too.

    "share" is of what could be judged; None without any.
    """
    readable = [verdict.correct for verdict in verdicts if verdict.correct is not None]
    return {
        "asked": asked,
        "judged": len(readable),
        "correct": sum(readable),
        "unreadable": len(verdicts) - len(readable),
        "share": sum(readable) / len(readable) if readable else None,
    }


def summarize(verdicts: Iterable[Verdict], *, asked: int) -> dict[str, Any]:
    """Say of each judge what it found (`count_verdicts`), and how far judges agree.

    "false_positives" counts the near misses: there, "correct" are those that the judge took for right. None
    where none was planted.
    """
    verdicts = list(verdicts)
    answers = [verdict for verdict in verdicts if verdict.kind == AnswerKind.ANSWER]
    planted = [verdict for verdict in verdicts if verdict.kind == AnswerKind.NEAR_MISS]

    def found(judge: str) -> dict[str, Any]:
        missed = [verdict for verdict in planted if verdict.judge == judge]
        return {
            **count_verdicts([verdict for verdict in answers if verdict.judge == judge], asked=asked),
            "false_positives": count_verdicts(missed, asked=len(missed)) if missed else None,
        }

    return {
        "judges": {judge: found(judge) for judge in sorted({verdict.judge for verdict in verdicts})},
        "agreement": agreements(answers),
    }
