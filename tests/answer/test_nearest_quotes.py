from dataclasses import replace

import pytest

from daybook.conversation import Excerpt, Reading
from daybook.text.english.answers.quotes_in_words import NEAREST, NOT_KNOWN
from tests.answer.histories import excerpt, near, read


def _read(question: str, *told: Excerpt, cosine: float = 0.35) -> Reading:
    return read(question, *(near(one, cosine) for one in told))


def test_a_sentence_that_only_shares_a_word_is_no_answer() -> None:
    told = excerpt("r1", "2023-05-03", "The front desk has a new clicker for the barrier.")

    reading = _read("What colour is my front door?", told)

    assert reading.not_known
    assert not reading.nearest
    assert reading.evidence == ()
    assert reading.text.startswith(NOT_KNOWN)


def test_what_shares_much_of_the_question_is_quoted_as_what_comes_nearest() -> None:
    told = excerpt("r1", "2023-05-03", "I have been polishing antique spoons for two months now.")

    reading = _read("How long have I been polishing antique kettles?", told, cosine=0.2)

    assert reading.not_known
    assert reading.nearest
    assert [one.quote for one in reading.evidence] == [told.round.fields[told.spans[0].role]]
    assert reading.text.startswith(f"{NEAREST}\n- 3 May 2023, you: “I have been polishing antique spoons")


def test_an_answer_is_never_marked_as_what_comes_nearest() -> None:
    reading = _read(
        "Which spoons do I polish?", excerpt("r1", "2023-05-03", "I polish antique spoons."), cosine=0.8
    )

    assert not reading.not_known
    assert not reading.nearest


TALK = (
    excerpt(
        "r1",
        "2023-05-03",
        "I carved an owl out of driftwood for my niece.",
        "Your owl looks lovely!",
        speakers=("Ines", "Omar"),
    ),
    excerpt("r2", "2023-05-04", "How was the ferry?", "I was seasick.", speakers=("Ines", "Omar")),
)


def test_what_one_tells_of_themselves_answers_no_question_about_the_other() -> None:
    hers = _read("What did Ines carve out of driftwood for her niece?", *TALK, cosine=0.6)
    his = _read("What did Omar carve out of driftwood for his niece?", *TALK, cosine=0.6)

    assert not hers.not_known
    assert his.not_known
    assert his.nearest
    assert his.evidence[0].quote == "I carved an owl out of driftwood for my niece."


@pytest.mark.parametrize("name", ["Ines", "ines", "Kate"])
def test_a_speakers_name_in_any_case_and_another_name_alone_decline_nothing(name: str) -> None:
    reading = _read(f"What did {name} carve out of driftwood?", *TALK, cosine=0.6)

    assert not reading.not_known
    assert reading.evidence[0].quote == "I carved an owl out of driftwood for my niece."


def test_a_question_in_one_turn_counts_for_the_answer_in_the_next() -> None:
    asks = excerpt("r1", "2023-05-03", "Hi!", "Which instrument do you play?", speakers=("Ines", "Omar"))
    answers = excerpt("r2", "2023-05-03", "The bassoon, badly.", "Ha!", speakers=("Ines", "Omar"))
    one_session = replace(
        answers,
        candidate=replace(
            answers.candidate,
            round=replace(answers.round, session_id=asks.round.session_id, position=1),
        ),
    )
    apart = _read("Which instrument does Ines play?", asks, answers, cosine=0.6)
    in_turn = _read("Which instrument does Ines play?", asks, one_session, cosine=0.6)

    assert "The bassoon, badly." in [one.quote for one in in_turn.evidence]
    assert "The bassoon, badly." not in [one.quote for one in apart.evidence]
