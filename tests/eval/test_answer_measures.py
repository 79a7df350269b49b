import pytest

from daybook_eval.measures.answers import (
    abstention_figures,
    contains,
    contains_words,
    rouge_l,
    token_f1,
)
from daybook_eval.measures.cost import stage_latencies
from daybook_eval.measures.retrieval import Population, populations_of


def test_token_f1_counts_repeated_tokens_and_no_articles() -> None:
    # said: blue bike blue; wanted: blue bike; shared 2; 2 * 2 / (3 + 2)
    assert token_f1("The blue bike, blue!", "a blue bike") == pytest.approx(0.8)
    assert token_f1("red", "a blue bike") == 0
    assert (token_f1("the", ""), token_f1("", "bike")) == (1, 0)


def test_rouge_l_counts_the_longest_common_subsequence() -> None:
    # common: police, the, gunman (3); 2 * 3 / (4 + 4), the example of Lin 2004, section 3.1
    assert rouge_l("police kill the gunman", "police killed the gunman") == pytest.approx(0.75)
    assert rouge_l("the gunman kill police", "police killed the gunman") == pytest.approx(0.5)
    assert rouge_l("", "police") == 0


def test_abstention_is_measured_three_ways() -> None:
    # without an answer: two declined, one answered; with one: one declined, four answered
    outcomes = [(True, True)] * 2 + [(True, False)] + [(False, True)] + [(False, False)] * 4

    found = abstention_figures(outcomes)

    assert [share["value"] for share in found.values()] == [2 / 3, 2 / 3, 1 / 5]
    nothing = abstention_figures([(False, False)])
    assert nothing["precision"]["value"] is nothing["recall"]["value"] is None
    assert nothing["wrong_not_known"] == {"holding": 0, "judged": 1, "value": 0}


def test_latency_counts_the_questions_that_went_through_a_stage() -> None:
    found = stage_latencies([{"search": 10, "read": 4}, {"search": 30}])

    assert found["search"] == {"p50": 20, "p95": pytest.approx(29), "questions": 2}
    assert found["read"]["questions"] == 1


def test_populations_part_abstentions_and_evidence_of_the_assistants_only() -> None:
    roles = frozenset[str]

    assert populations_of(abstention=True, evidence_roles=roles({"user"})) == {Population.ABSTENTION}
    assert populations_of(abstention=False, evidence_roles=roles()) == frozenset()
    assert populations_of(abstention=False, evidence_roles=roles({"assistant"})) == {Population.ANSWERABLE}
    assert populations_of(abstention=False, evidence_roles=roles({"assistant", "user"})) == {
        Population.ANSWERABLE,
        Population.OFFICIAL,
    }


@pytest.mark.parametrize(
    ("answer", "gold", "strict", "lenient"),
    [
        ("You have Five cats.", "5", True, True),
        ("You paid $1,300!", "1300", True, True),
        ("You go at 6:00 PM.", "6 pm", True, True),
        ("You said on 3 May 2023: cats.", "3", False, False),
        ("It was on 14 February 2023.", "14 February", True, True),
        ("It hangs in the bedroom.", "in my bedroom", False, True),
        ("15 cats", "5", False, False),
        ("8 days", "7 days. 8 days (including the last day) is also acceptable.", True, True),
        ("a dog", "a cat", False, False),
    ],
)
def test_an_expected_answer_is_contained_in_one_piece_or_by_its_words(
    answer: str, gold: str, strict: bool, lenient: bool
) -> None:
    assert (contains(answer, gold), contains_words(answer, gold)) == (strict, lenient)
