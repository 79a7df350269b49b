from __future__ import annotations

from dataclasses import replace

import pytest

from daybook_eval.judging.judge_cases import AnswerKind, JudgeCase, judge_cases_of
from daybook_eval.judging.probe import FOR_ANYBODY, VAGUE, planted, wrong_answer
from daybook_eval.judging.rules import JudgingRule, rule_of
from daybook_prompts import load_prompts
from tests.eval.judging.records import record


def case(name: str, expected: str, kind: str = "multi-session", *, abstention: bool = False) -> JudgeCase:
    return JudgeCase(name, kind, f"Question {name}?", expected, "an answer", abstention)


@pytest.mark.parametrize(
    ("question_type", "rule"),
    [
        ("temporal-reasoning", JudgingRule.TEMPORAL),
        ("knowledge-update", JudgingRule.KNOWLEDGE_UPDATE),
        ("single-session-preference", JudgingRule.PREFERENCE),
        ("single-session-user", JudgingRule.DEFAULT),
        ("multi-session", JudgingRule.DEFAULT),
        ("a type of one's own", JudgingRule.DEFAULT),
    ],
)
def test_each_type_of_question_has_its_rule_unless_it_cannot_be_answered(
    question_type: str, rule: JudgingRule
) -> None:
    assert rule_of(question_type, abstention=False) is rule
    assert rule_of(question_type, abstention=True) is JudgingRule.ABSTENTION


def test_every_rule_has_a_prompt() -> None:
    prompts = load_prompts()

    assert {rule.prompt for rule in JudgingRule} <= set(prompts)


def test_only_records_that_hold_an_answer_become_cases() -> None:
    records = [record("a"), record("b", None), replace(record("c"), status="failed")]

    assert [one.question_id for one in judge_cases_of(records)] == ["a"]


def test_the_wrong_answer_is_what_another_question_of_the_type_expects() -> None:
    cases = [case("a", "a parrot"), case("b", "in Lisbon"), case("c", "on Monday", "temporal-reasoning")]

    assert wrong_answer(cases[0], cases) == "in Lisbon"
    assert wrong_answer(cases[1], cases) == "a parrot"
    assert wrong_answer(cases[2], cases) in ("a parrot", "in Lisbon")


def test_a_wrong_answer_holds_neither_the_right_one_nor_a_number_beside_it() -> None:
    ours = case("a", "3 weeks")

    assert wrong_answer(ours, [ours, case("b", "about 3 weeks")]) is None
    assert wrong_answer(ours, [ours, case("b", "4 months")]) is None
    assert wrong_answer(ours, [ours, case("b", "5 months")]) == "5 months"


def test_any_answer_is_wrong_where_there_is_none() -> None:
    ours = case("a", "a parrot was never mentioned", abstention=True)

    assert wrong_answer(ours, [ours, case("b", "a parrot")]) == "a parrot"
    assert wrong_answer(ours, [ours, case("b", "never mentioned", abstention=True)]) is None


def test_advice_for_anybody_is_wrong_where_a_rubric_is_expected() -> None:
    ours = case("a", "would like slow walks", "single-session-preference")

    assert wrong_answer(ours, [ours]) == FOR_ANYBODY


def test_probes_are_the_same_every_time_and_a_smaller_one_is_part_of_a_larger() -> None:
    cases = [case(f"q{number}", f"answer {number * 10}") for number in range(12)]

    small, large = planted(cases, 4), planted(list(reversed(cases)), 8)

    assert [one.kind for one in small] == [AnswerKind.WRONG] * 4 + [AnswerKind.VAGUE] * 4
    assert {(one.kind, one.question_id, one.answer) for one in small} <= {
        (one.kind, one.question_id, one.answer) for one in large
    }
    assert all(one.answer in VAGUE for one in small if one.kind is AnswerKind.VAGUE)
