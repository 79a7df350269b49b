import pytest

from daybook.conversation import QuestionKind
from daybook.text.english.questions import kinds_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was the name of the bakery you told me about?", QuestionKind.ASSISTANT),
        ("In our last conversation, which three books made the list?", QuestionKind.ASSISTANT),
        ("Did you say rye or wheat flour?", QuestionKind.ASSISTANT),
        ("Can you recommend a podcast for my run?", QuestionKind.PREFERENCE),
        ("I have a free Saturday. Any ideas?", QuestionKind.PREFERENCE),
        ("What should I cook for my guests?", QuestionKind.PREFERENCE),
        ("What could I cook for my guests?", QuestionKind.PREFERENCE),
        ("Which phone do I use now?", QuestionKind.UPDATE),
        ("Am I still on the waiting list?", QuestionKind.UPDATE),
        ("Where does my cousin live?", QuestionKind.UPDATE),
        ("When did I plant the roses?", QuestionKind.TEMPORAL),
        ("How many weeks ago was the marathon?", QuestionKind.TEMPORAL),
        ("Which came first, the wedding or the move?", QuestionKind.TEMPORAL),
        ("What did I eat last Friday?", QuestionKind.TEMPORAL),
        ("How many coins are in my collection?", QuestionKind.MULTI_SESSION),
        ("How much did the two repairs cost in total?", QuestionKind.MULTI_SESSION),
        ("What is the average price of my guitars?", QuestionKind.MULTI_SESSION),
    ],
)
def test_a_question_has_the_kind_that_its_wording_shows(question: str, kind: QuestionKind) -> None:
    assert 0 < kinds_of(question)[kind] <= 1


def test_several_kinds_may_hold() -> None:
    assert set(kinds_of("How many days lay between my two exams?")) >= {
        QuestionKind.TEMPORAL,
        QuestionKind.MULTI_SESSION,
    }


def test_a_plain_question_about_one_thing_said_once_has_no_kind() -> None:
    assert kinds_of("What breed of dog did I adopt?") == {}
    assert kinds_of("") == {}


def test_asking_for_advice_is_not_asking_for_the_advice_that_was_given() -> None:
    assert QuestionKind.ASSISTANT not in kinds_of("Can you suggest a museum?")
    assert QuestionKind.PREFERENCE not in kinds_of("Which museum had you suggested?")


def test_the_surest_rule_decides_the_confidence() -> None:
    # "still" alone is less than "currently"
    assert (
        kinds_of("Am I still in the choir?")[QuestionKind.UPDATE]
        < kinds_of("Am I currently in it?")[QuestionKind.UPDATE]
    )
