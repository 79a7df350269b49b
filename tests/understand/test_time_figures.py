from pathlib import Path

import pytest

from daybook_eval.time_cases import read_cases, read_questions
from daybook_eval.time_expressions import score_cases, score_questions

DATA = Path(__file__).parents[3] / "shared" / "data"
CASES = DATA / "time_expressions_dev.json.gz"
QUESTIONS = DATA / "longmemeval_oracle_dev.json.gz"


@pytest.mark.skipif(not CASES.exists(), reason=f"the date-time cases are not there: {CASES}")
def test_the_date_time_cases_stay_read_as_well_as_we_promise() -> None:
    score = score_cases(read_cases(CASES))

    assert (score["dated"], score["undated"]) == (377, 115)
    assert score["points"]["share"] >= 0.80
    assert score["ranges"]["share"] >= 0.75
    assert score["invented"] <= 5


@pytest.mark.skipif(not QUESTIONS.exists(), reason=f"the LongMemEval questions are not there: {QUESTIONS}")
def test_questions_without_a_period_mostly_get_no_range() -> None:
    score = score_questions(read_questions(QUESTIONS))

    assert score["questions"] == 111
    assert score["found"] <= 25
