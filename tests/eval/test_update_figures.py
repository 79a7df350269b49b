from __future__ import annotations

from dataclasses import replace

from daybook.conversation import Candidate, Role, Round, Turn
from daybook_eval.data.case import Case
from daybook_eval.measures.update import update_figures
from tests.ledgers import moment


def told(name: str, day: str) -> Round:
    return Round(name, "me", name, 0, 0, moment(day), Turn(Role.USER, name), None)


FIRST, LAST, OTHER = told("first", "2023-03-01"), told("last", "2023-05-01"), told("other", "2023-04-01")
CASE = Case("q", "knowledge-update", "?", "!", moment("2023-06-01"), (), (FIRST, LAST), abstention=False)


def figures(*ranked: Round, case: Case = CASE) -> dict[str, float]:
    return dict(update_figures(case, tuple(Candidate(one, 0.0) for one in ranked)))


def test_the_latest_evidence_counts_where_it_stands_above_the_earliest() -> None:
    assert figures(OTHER, LAST, FIRST) == {"update latest@10": 1.0, "update latest_above": 1.0}


def test_below_the_earliest_it_is_found_and_not_preferred() -> None:
    assert figures(FIRST, LAST) == {"update latest@10": 1.0, "update latest_above": 0.0}


def test_what_is_not_found_stands_behind_all() -> None:
    assert figures(FIRST) == {"update latest@10": 0.0, "update latest_above": 0.0}
    assert figures(LAST) == {"update latest@10": 1.0, "update latest_above": 1.0}


def test_the_eleventh_is_found_too_late() -> None:
    assert (
        figures(*[told(str(number), "2023-01-01") for number in range(10)], LAST)["update latest@10"] == 0.0
    )


def test_only_updates_told_at_two_moments_are_measured() -> None:
    assert figures(LAST, case=replace(CASE, question_type="temporal-reasoning")) == {}
    assert figures(LAST, case=replace(CASE, abstention=True)) == {}
    assert figures(LAST, case=replace(CASE, evidence=(LAST,))) == {}
