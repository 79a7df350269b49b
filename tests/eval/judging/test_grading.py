from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation.errors import BadInput
from daybook_eval.judging.judges import contradiction, grade_by_model
from daybook_eval.judging.near_misses import near_miss, near_misses, old_value
from daybook_eval.judging.summary import agreements, cohens_kappa
from daybook_eval.judging.verdicts import (
    JudgeCase,
    JudgingRule,
    Verdict,
    verdict_file,
)
from daybook_eval.records import Gold, GoldTurn, QuestionRecord
from daybook_prompts import load_prompt
from tests.eval.judging.records import record
from tests.models.llm.scripted_chat import ScriptedChat


async def test_a_grade_that_cannot_be_read_twice_is_none() -> None:
    model = ScriptedChat('{"reason": "all there", "grade": 90}', "Fine.", '{"grade": 900}')

    given = [await grade_by_model(model, load_prompt("grade"), "QR", "Pixel?", "Her?") for _ in range(2)]

    assert given == [90, None]
    model.assert_spent()


async def test_a_response_is_compared_with_all_statements_in_one_call() -> None:
    model, prompt = (
        ScriptedChat('{"reason": "no cat", "probability": 0.9}', "Yes.", "No."),
        load_prompt("contradicts"),
    )

    assert await contradiction(model, prompt, "I never had a cat.", ["I have a cat.", "I sing."]) == 0.9
    assert await contradiction(model, prompt, "Hm.", ["I sing."]) is None
    assert '"I sing."' in model.requests[0].messages[1].content
    model.assert_spent()


def pairs(both: int, first: int, second: int, neither: int) -> list[tuple[bool, bool]]:
    return (
        [(True, True)] * both
        + [(True, False)] * first
        + [(False, True)] * second
        + [(False, False)] * neither
    )


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [
        # Observed: 35 of 50 = 0.7. The first says yes to 25 of 50, the second to 30 of 50, so by chance they
        # agree on 0.5 x 0.6 + 0.5 x 0.4 = 0.5. Kappa: (0.7 - 0.5) / (1 - 0.5) = 0.4.
        ((20, 5, 10, 15), pytest.approx(0.4)),
        ((3, 0, 0, 2), 1),
        ((0, 4, 4, 0), -1),  # observed 0, by chance 0.5: (0 - 0.5) / (1 - 0.5)
        ((0, 0, 0, 0), None),  # not defined where chance agrees for certain
        ((7, 0, 0, 0), None),
        ((0, 0, 0, 7), None),
        ((3, 1, 0, 0), 0),  # one of them always says yes: observed and by chance both 0.75
    ],
)
def test_kappa_is_the_agreement_that_chance_does_not_explain(
    counts: tuple[int, int, int, int], kappa: object
) -> None:
    assert cohens_kappa(pairs(*counts)) == kappa


def verdict(judge: str, question: str, correct: bool | None) -> Verdict:
    return Verdict(question, judge, correct)


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

    assert (agreement["judges"], agreement["questions"], agreement["observed"]) == (("x", "y"), 2, 0.5)


def case(name: str, expected: str, kind: str = "multi-session", *, abstention: bool = False) -> JudgeCase:
    return JudgeCase(name, kind, f"Question {name}?", expected, "an answer", abstention)


@pytest.mark.parametrize(
    ("question_type", "rule"),
    [
        ("temporal-reasoning", JudgingRule.TEMPORAL),
        ("knowledge-update", JudgingRule.KNOWLEDGE_UPDATE),
        ("single-session-preference", JudgingRule.PREFERENCE),
        ("a type of one's own", JudgingRule.DEFAULT),
    ],
)
def test_each_type_of_question_has_its_rule_unless_it_cannot_be_answered(
    question_type: str, rule: JudgingRule
) -> None:
    assert case("q", "", question_type).rule is rule
    assert case("q", "", question_type, abstention=True).rule is JudgingRule.ABSTENTION


@pytest.mark.parametrize(
    ("expected", "missed"),
    [
        ("3 weeks", "5 weeks"),
        ("7 days. 8 days (with the last one) is also acceptable.", "10 days"),
        ("01 May", "03 May"),
        ("a kayak, two oars, and a tent", "a tent"),
        ("a kayak and a tent", ""),
        ("Yes, since she told Ben that she would, and did", ""),
    ],
)
def test_a_near_miss_has_another_number_or_half_of_a_list(expected: str, missed: str) -> None:
    assert near_miss(case("a", expected)) == missed
    assert near_miss(case("a", expected, abstention=True)) == ""


def test_another_person_of_the_same_history_is_taken_for_the_one_who_is_asked_for() -> None:
    def who(name: str, gold: str, *rounds: str) -> QuestionRecord:
        return replace(record(name, question=f"Who is {name}?", gold=gold), gold=Gold(rounds))

    here = [who("a", "Ada Low", "r1", "r2"), who("b", "Ada", "r2"), who("c", "Ben", "r1")]
    cases = near_misses([*here, who("d", "Cy", "r4"), record("e", gold="Teal")], 9)

    assert {case.question_id: case.answer for case in cases} == {"a": "Ben", "c": "Ada Low"}


@pytest.mark.parametrize(
    ("gold", "before", "after", "old"),
    [
        ("Five", "I just finished my third issue.", "I finished my fifth issue.", "3"),
        ("6:00 pm", "I go there at 7:00 pm.", "The gym is usually at 6:00 pm.", "7:00 pm"),
        ("20", "I have 3 hens and 30 dozen eggs.", "20 dozen eggs in 2 boxes.", "30"),
        ("the suburbs", "She moved to Chicago.", "She moved back to the suburbs.", ""),
        ("120 stars", "I was there 4 times.", "I need 120 stars.", ""),
    ],
)
def test_the_old_value_is_the_number_that_stood_beside_the_same_word(
    gold: str, before: str, after: str, old: str
) -> None:
    told = [
        GoldTurn(place, 0, "user", datetime(2023, 5, 1 + place, tzinfo=UTC), f"r{place}", text)
        for place, text in enumerate((before, after))
    ]
    asked = replace(record("q", gold=gold, kind="knowledge-update"), gold=Gold(turns=tuple(told)))

    assert old_value(asked) == old
    if old:
        assert [case.answer for case in near_misses([asked], 1)] == [old]


def test_a_smaller_probe_is_part_of_a_larger() -> None:
    records = [record(f"q{number}", gold=f"{number} days") for number in range(12)]

    assert near_misses(records, 4) == near_misses(records[::-1], 8)[:4]


def test_a_line_that_is_no_verdict_is_named(tmp_path: Path) -> None:
    file = verdict_file(tmp_path)
    file.path.write_text('{"question_id": "q1"}\n', "utf-8")

    with pytest.raises(BadInput, match="line 1"):
        file.read()
