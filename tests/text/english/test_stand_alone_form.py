from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from daybook.conversation import Role, Turn
from daybook.text.english.noun_phrases import topic_of
from daybook.text.english.stand_alone_form import rewrite_by_rules

CAST = Path(__file__).parents[4] / "shared" / "data"


def talk(*contents: str) -> list[Turn]:
    """User and assistant in turn, the user first."""
    roles = (Role.USER, Role.ASSISTANT)
    return [Turn(roles[place % 2], content) for place, content in enumerate(contents)]


@pytest.mark.parametrize(
    ("before", "question", "alone"),
    [
        # pronouns, ellipsis and filler
        (["Tell me about basking sharks."], "Where do they live?", "Where do basking sharks live?"),
        (["What is gout?"], "Is it treatable?", "Is gout treatable?"),
        (["What is gout?"], "What are the symptoms?", "What are the symptoms of gout?"),
        (["What is gout?", "A disease.", "Is it treatable?"], "What causes it?", "What causes gout?"),
        (["I adopted a cat called Pixel."], "When did I get her?", "When did I get Pixel?"),
        (["What's my aunt's name?"], "And where does she live?", "And where does my aunt live?"),
        (["Do I have a nephew?"], "What is his name?", "What is my nephew's name?"),
        (["Where does my aunt Ida live?"], "What does she do?", "What does my aunt Ida do?"),
        (["Where does my aunt live?"], "And my uncle?", "Where does my uncle live?"),
        (["What is my aunt's job?"], "What about my uncle's?", "What is my uncle's job?"),
        (["Tell me a joke."], "And my parents?", "And my parents?"),
        (["Who is the mayor of Oslo?"], "um, so, where did I park?", "Where did I park?"),
        (["How high does the Zugspitze go?", "2962 m."], "Is it far?", "Is the Zugspitze far?"),
    ],
)
def test_what_the_dialogue_leaves_open_is_filled_in(before: list[str], question: str, alone: str) -> None:
    assert rewrite_by_rules(question, talk(*before)) == alone


@pytest.mark.parametrize(
    "question",
    [
        "How long is my commute?",
        "What is Rome, and why is it famous?",
        "Is it possible to swim there?",
        "How long does it take to boil an egg?",
        "If I leave the milk out, is it bad tomorrow?",
    ],
)
def test_a_good_question_is_left_alone(question: str) -> None:
    assert rewrite_by_rules(question, talk("Tell me about basking sharks.")) == question


def test_without_a_dialogue_nothing_changes() -> None:
    assert rewrite_by_rules("Is it treatable?", []) == "Is it treatable?"


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4))
def test_no_text_breaks_it(question: str, before: list[str]) -> None:
    rewrite_by_rules(question, talk(*before))


def test_on_cast_2019_it_comes_closer_and_damages_under_two_percent() -> None:
    if not (CAST / "cast2019_topics.json").exists():
        pytest.skip("needs ../shared/data/cast2019_topics.json")
    from daybook_eval.rewriting.example import read_topics
    from daybook_eval.rewriting.measure import rewritten_by_rules, score_examples

    examples = [example for topic in read_topics(CAST).values() for example in topic]
    scores = score_examples(examples, [rewritten_by_rules(example) for example in examples])

    assert scores.rewritten_f1 is not None
    assert scores.raw_f1 is not None
    assert scores.rewritten_f1 > scores.raw_f1 + 0.05
    assert scores.damaged / scores.stand_alone < 0.02


def test_what_somebody_has_got_can_be_an_it_where_nothing_else_was_spoken_of() -> None:
    assert rewrite_by_rules("Does it bite?", talk("I have a parrot.", "Nice.")) == "Does my parrot bite?"


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Does the night bus leave at nine?", "the night bus"),
        ("What does the old mill cost?", "the old mill"),
    ],
)
def test_a_topic_has_all_of_its_name_and_no_verb(text: str, phrase: str) -> None:
    topic = topic_of(text)

    assert topic is not None
    assert topic.phrase == phrase


@pytest.mark.parametrize(
    "asked", ["Where is Ghent, please?", "Erm, where is Ghent, you know?", "Where is Ghent, by any chance?"]
)
def test_words_without_meaning_are_dropped_at_both_ends(asked: str) -> None:
    assert rewrite_by_rules(asked, []) == "Where is Ghent?"
