import pytest

from daybook.conversation import QuestionKind
from daybook.text.english.questions.kinds_and_phrasings import kinds_of, phrasings_of, to_statement
from daybook.text.english.questions.question_content import AnswerType, answer_type_of, holds


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


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Which language did I study with?", "I studied with language"),
        ("What kind of tree did I plant in the garden?", "I planted tree in the garden"),
        ("When did I sell my car?", "I sold my car"),
        ("How many letters have I written this year?", "I have written letters this year"),
        ("How many violins do I currently own?", "I currently own violins"),
        ("Where is she?", None),  # nothing would be left
        ("What was my first salary at the bank?", "my first salary at the bank"),
        ("How long was I at sea?", "I was at sea"),
        ("Tell me about Peru.", None),
        ("", None),
    ],
)
def test_a_question_becomes_the_statement_that_would_answer_it(question: str, statement: str | None) -> None:
    assert to_statement(question) == statement


def test_the_question_comes_first_then_the_statement_that_would_answer_it() -> None:
    assert phrasings_of("Which appliances did I buy?") == (
        "Which appliances did I buy?",
        "I bought appliances",
    )


def test_a_plain_message_has_one_phrasing() -> None:
    assert phrasings_of("Good evening") == ("Good evening",)
    assert phrasings_of("") == ("",)


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("What time do I get up?", AnswerType.CLOCK_TIME),
        ("How much did I pay for the lamp?", AnswerType.MONEY),
        ("How long is my commute?", AnswerType.DURATION),
        ("How many days was the hike?", AnswerType.DURATION),
        ("How many plants do I have?", AnswerType.NUMBER),
        ("When did I adopt the cat?", AnswerType.DATE),
        ("Where do I keep the ladder?", AnswerType.PLACE),
        ("Who taught me to bake?", AnswerType.PERSON),
        ("What name has my dentist?", AnswerType.NAME),
        ("What do I have for breakfast?", AnswerType.ANYTHING),
    ],
)
def test_a_question_wants_one_sort_of_answer(question: str, sort: AnswerType) -> None:
    assert answer_type_of(question) is sort


@pytest.mark.parametrize(
    ("sort", "yes", "no"),
    [
        (AnswerType.CLOCK_TIME, "I get up at 6:30 am.", "I get up early."),
        (AnswerType.MONEY, "It was 40 dollars.", "It was cheap, 40 of them."),
        (AnswerType.DURATION, "It takes half an hour.", "It takes long."),
        (AnswerType.NUMBER, "I have twelve.", "I have many."),
        (AnswerType.DATE, "That was last week.", "That was nice."),
        (AnswerType.PLACE, "It is behind the door.", "It is tall."),
        (AnswerType.PERSON, "I met Anna.", "I met nobody."),
        (AnswerType.PLACE, "I paint there.", "There is paint."),
        (AnswerType.NAME, 'I read "Emma".', "Reading is fun."),
        (AnswerType.NAME, "I read **Emma**.", "For Sunday I don't know one, nor for June."),
        (AnswerType.ANYTHING, "Yes.", ""),
    ],
)
def test_a_sentence_holds_a_sort_of_answer_or_not(sort: AnswerType, yes: str, no: str) -> None:
    assert holds(sort, yes)
    assert not holds(sort, no) or sort is AnswerType.ANYTHING
