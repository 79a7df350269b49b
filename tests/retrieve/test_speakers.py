import pytest

from daybook.conversation import QuestionKind, RetrievalPlan, Role, Round, Session, Turn, rounds_of
from daybook.retrieve.speakers import SpeakerFilter
from daybook.store.arrays import RoundAxis
from tests.store.conversations import MAY
from tests.store.indexed import words_of_rounds


def rounds(*speakers: str | None) -> list[Round]:
    """Rounds of two people each, given in turn."""
    roles = (Role.USER, Role.ASSISTANT)
    turns = [Turn(roles[place % 2], "A boat.", speaker=name) for place, name in enumerate(speakers)]
    return list(rounds_of(Session("s", MAY, tuple(turns)), "ada"))


def asked(question: str, *speakers: str | None, **kinds: float) -> SpeakerFilter:
    plan = RetrievalPlan(
        question, (question,), kinds={QuestionKind[name]: confidence for name, confidence in kinds.items()}
    )
    return SpeakerFilter.by(plan, words_of_rounds(rounds(*speakers)))


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does Ada row?", ("Ada",)),
        ("what is ada's boat?", ("Ada",)),
        ("Did Ben meet Ada Okoro?", ("Ada", "Ben Okoro")),
        ("Who is Adam?", ()),
        ("", ()),
    ],
)
def test_a_question_names_speakers_by_a_word_of_their_name(question: str, named: tuple[str, ...]) -> None:
    assert asked(question, "Ada", "Ben Okoro").speakers == named


def test_a_name_that_is_a_stop_word_names_nobody() -> None:
    assert asked("Will it rain?", "Will", "Ben").speakers == ()
    assert asked("Will it rain?", "Will", "Ben").without_names("Will it rain?") == "Will it rain?"


def test_without_speakers_the_fields_of_the_user_are_asked_for() -> None:
    # user, assistant, both, statement
    assert (
        asked("Which boat?", None, None).fields(RoundAxis.of(["any", "other"])).tolist() == [[1, 0, 1, 1]] * 2
    )


def test_where_the_assistant_is_asked_about_no_side_is_another() -> None:
    assert asked("What did you say?", None, None, ASSISTANT=0.9).fields(RoundAxis.of(["any"])).all()


def test_a_speaker_is_asked_for_by_the_sides_that_were_theirs() -> None:
    told = rounds("Ada", "Ben", "Ben", "Ada")
    index = words_of_rounds(told)
    plan = RetrievalPlan("Where is Ben?", ("Where is Ben?",), kinds={QuestionKind.ASSISTANT: 0.9})

    fields = SpeakerFilter.by(plan, index).fields(index.rounds)

    assert fields.tolist() == [[0, 1, 1, 0], [1, 0, 1, 1]]
    assert SpeakerFilter.by(plan, index).fields(RoundAxis.of([])).shape == (0, 4)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("What did Ada row in Adana?", "What did row in Adana?"),
        ("What is Ben Okoro’s boat, ADA?", "What is boat, ?"),
        ("Ada?", "Ada?"),  # nothing would be left
        ("Which boat?", "Which boat?"),
    ],
)
def test_the_names_of_speakers_are_left_out(text: str, rest: str) -> None:
    assert asked("Who?", "Ada", "Ben Okoro").without_names(text) == rest
