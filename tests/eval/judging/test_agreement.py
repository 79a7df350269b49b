from __future__ import annotations

import pytest

from daybook_eval.judging.agreement import agreements, cohens_kappa
from daybook_eval.judging.judge_cases import AnswerKind
from daybook_eval.judging.summary import summarize
from daybook_eval.judging.verdicts import Verdict


def pairs(both: int, first: int, second: int, neither: int) -> list[tuple[bool, bool]]:
    return (
        [(True, True)] * both
        + [(True, False)] * first
        + [(False, True)] * second
        + [(False, False)] * neither
    )


def test_kappa_is_the_agreement_that_chance_does_not_explain() -> None:
    # Observed: 35 of 50 = 0.7. The first says yes to 25 of 50, the second to 30 of 50, so by chance
    # they agree on 0.5 x 0.6 + 0.5 x 0.4 = 0.5. Kappa: (0.7 - 0.5) / (1 - 0.5) = 0.4.
    assert cohens_kappa(pairs(20, 5, 10, 15)) == pytest.approx(0.4)


def test_kappa_is_one_where_all_agree_and_falls_below_zero_where_chance_would_do_better() -> None:
    assert cohens_kappa(pairs(3, 0, 0, 2)) == 1
    # Observed 0, by chance 0.5: (0 - 0.5) / (1 - 0.5) = -1.
    assert cohens_kappa(pairs(0, 4, 4, 0)) == -1


def test_kappa_is_not_defined_where_chance_agrees_for_certain() -> None:
    assert cohens_kappa([]) is None
    assert cohens_kappa(pairs(7, 0, 0, 0)) is None
    assert cohens_kappa(pairs(0, 0, 0, 7)) is None
    # One of them always says yes: observed and by chance both 0.75.
    assert cohens_kappa(pairs(3, 1, 0, 0)) == 0


def verdict(judge: str, question: str, correct: bool | None, kind: AnswerKind = AnswerKind.ANSWER) -> Verdict:
    return Verdict(question, judge, correct, kind)


def test_judges_are_compared_on_what_both_could_mark() -> None:
    verdicts = [
        verdict("x", "1", True),
        verdict("x", "2", False),
        verdict("x", "3", True),
        verdict("y", "1", True),
        verdict("y", "2", True),
        verdict("y", "3", None),
        verdict("z", "9", True),
    ]

    (agreement,) = agreements(verdicts)

    assert (agreement.judges, agreement.questions, agreement.observed) == (("x", "y"), 2, 0.5)


def test_what_a_judge_could_not_read_is_neither_right_nor_wrong() -> None:
    verdicts = [verdict("x", "1", True), verdict("x", "2", None), verdict("x", "3", False)]

    judge = summarize(verdicts, asked=5)["judges"]["x"]

    assert judge["asked"] == 5
    assert (judge["correct"], judge["judged"], judge["unreadable"]) == (1, 2, 1)
    assert judge["share"] == 0.5


def test_planted_answers_count_only_against_the_judge() -> None:
    verdicts = [
        verdict("x", "1", True),
        verdict("x", "1", True, AnswerKind.WRONG),
        verdict("x", "2", False, AnswerKind.WRONG),
        verdict("x", "1", None, AnswerKind.VAGUE),
    ]

    judge = summarize(verdicts, asked=1)["judges"]["x"]

    assert (judge["correct"], judge["judged"]) == (1, 1)
    assert judge["false_positives"]["wrong"]["share"] == 0.5
    assert judge["false_positives"]["vague"]["share"] is None
    assert judge["false_positives"]["vague"]["unreadable"] == 1
