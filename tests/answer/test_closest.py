"""Closest: the quotes shown if no model reads."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from daybook.answer.closest import MAX_CHARACTERS, MAX_ROUNDS, closest
from daybook.answer.closest_text import NOTHING_NEAR, distance
from daybook.conversation import (
    Answer,
    Candidate,
    FoundPassage,
    Passage,
    Question,
    QuestionKind,
    RetrievalPlan,
    Role,
    Round,
    Span,
    Superseded,
    Turn,
)
from daybook.retrieve.relevance import FLOOR
from daybook.text.english import ENGLISH

ASKED = datetime(2025, 6, 26, 12, tzinfo=UTC)
APRIL = datetime(2025, 4, 3, 9, tzinfo=UTC)
"""12 weeks before, a Thursday."""
NEAR, FAR = 0.6, 0.2


def said(
    name: str,
    user: str,
    assistant: str = "",
    *,
    at: datetime = APRIL,
    near: float = NEAR,
    reply_near: float = 0.1,
    score: float = 1.0,
    superseded: tuple[Superseded, ...] = (),
    speaker: str | None = None,
) -> Candidate:
    round_ = Round(
        name,
        "ada",
        f"session-{name}",
        0,
        0,
        at,
        Turn(Role.USER, user, at, speaker) if user else None,
        Turn(Role.ASSISTANT, assistant, at) if assistant else None,
    )
    matches = [Span(Role.USER, 0, len(user), near)] if user else []
    matches += [Span(Role.ASSISTANT, 0, len(assistant), reply_near)] if assistant else []
    return Candidate(round_, score, matches=tuple(matches), superseded=superseded)


def show(
    question: str,
    *candidates: Candidate,
    passages: Sequence[FoundPassage] = (),
    kinds: Sequence[QuestionKind] = (),
    asks_before: bool = False,
    alike: float | None = None,
) -> Answer:
    """Show the candidates; where `alike` is given, it is the cosine of every two of their statements."""
    plan = RetrievalPlan(question, (question,), dict.fromkeys(kinds, 1.0), asks_before=asks_before)
    vectors = {}
    for place, candidate in enumerate(candidates if alike is not None else ()):
        vector = np.zeros(1 + len(candidates), dtype=np.float32)
        vector[0], vector[1 + place] = np.sqrt(alike or 0.0), np.sqrt(1 - (alike or 0.0))
        vectors[candidate.round.round_id] = vector
    asked = Question(question, "ada", ASKED)
    return closest(asked, plan, candidates, passages, analyzer=ENGLISH, statements=vectors, floor=FLOOR)


def shown(reading: Answer) -> list[str]:
    return [item.round_id for item in reading.evidence]


def test_a_round_is_shown_as_it_was_said_under_its_date_distance_and_author() -> None:
    reading = show("What did I name my dog?", said("r1", "We have a dog. I named her Tansy."))

    assert reading.text == (
        "The closest things you said:\n\n"
        "3 April 2025, 12 weeks ago, you:\n"
        "\u201cWe have a dog. I named her Tansy.\u201d"
    )
    assert not reading.not_known
    assert [(item.round_id, item.quote) for item in reading.evidence] == [
        ("r1", "We have a dog. I named her Tansy.")
    ]


def test_relative_dates_are_resolved_in_the_text_and_never_in_the_evidence() -> None:
    words = "I saw the dentist yesterday, and go again on 8 May 2025."

    reading = show("When did I see the dentist?", said("r1", words))

    assert "I saw the dentist yesterday [2 April 2025], and go again on 8 May 2025." in reading.text
    assert reading.evidence[0].quote == words


def test_a_date_of_the_turn_of_the_year_is_the_near_one() -> None:
    told = datetime(2025, 12, 4, tzinfo=UTC)

    reading = show("When is my interview?", said("r1", "got an interview mon 8 dec", at=told))

    assert "mon 8 dec [8 December 2025]" in reading.text


def test_the_name_of_the_day_itself_may_mean_it_and_is_not_resolved() -> None:
    reading = show("What about the weather?", said("r1", "Rainy Thursday, and it was wet on Sunday too."))

    assert "Rainy Thursday, and it was wet on Sunday [30 March 2025] too." in reading.text


def test_no_more_than_three_rounds_are_shown_and_a_turn_that_only_asks_is_none() -> None:
    asking = said("asks", "What did I name my dog?", "I cannot say.")
    rounds = [said(f"r{place}", f"The dog did trick number {place}.") for place in range(5)]

    reading = show("What did my dog do?", asking, *rounds)

    assert shown(reading) == ["asks", "r0", "r1"]
    assert reading.evidence[0].quote == "I cannot say."
    assert len(set(shown(reading))) == MAX_ROUNDS


def test_a_question_that_got_no_reply_is_never_shown() -> None:
    assert shown(show("What did my dog do?", said("asks", "What did my dog do?"))) == []


@pytest.mark.parametrize(
    ("reply_near", "kinds", "expected"),
    [
        (0.1, (), ["I bought a tent."]),
        (0.7, (), ["I bought a tent.", "A good tent is the Kestrel."]),
        (0.1, (QuestionKind.ASSISTANT,), ["I bought a tent.", "A good tent is the Kestrel."]),
    ],
)
def test_a_reply_is_shown_where_it_is_nearer_or_asked_for(
    reply_near: float, kinds: tuple[QuestionKind, ...], expected: list[str]
) -> None:
    round_ = said("r1", "I bought a tent.", "A good tent is the Kestrel.", reply_near=reply_near)

    reading = show("Which tent?", round_, kinds=kinds)

    assert [item.quote for item in reading.evidence] == expected


def test_a_long_turn_is_cut_to_its_best_sentence_and_those_beside_it() -> None:
    filler = [f"Sentence number {place} speaks of the weather in the north." for place in range(40)]
    filler[20] = "Our boat is called Mathilde."

    reading = show("What is our boat called?", said("r1", " ".join(filler)))

    [quote] = reading.evidence
    assert "Our boat is called Mathilde." in quote.quote
    assert quote.quote.startswith("Sentence number 15 ")
    assert len(quote.quote) <= MAX_CHARACTERS
    assert quote.quote in " ".join(filler)


def test_below_the_floor_nothing_is_shown() -> None:
    reading = show("How tall is the tower in Ulm?", said("r1", "I like tea.", near=FAR))

    assert (reading.text, reading.not_known, reading.evidence) == (NOTHING_NEAR, True, ())


def test_a_quote_with_every_word_of_a_short_question_is_shown_below_the_floor() -> None:
    leeds = said("r1", "I live in Leeds.", near=FAR)

    assert shown(show("where do I live?", leeds)) == ["r1"]
    assert shown(show("where does my aunt live?", leeds)) == []


@pytest.mark.parametrize(
    ("alike", "lead", "expected"),
    [(0.7, 0.5, ["late", "early"]), (0.3, 0.5, ["early", "late"]), (0.7, 2.5, ["early", "late"])],
    ids=["of the same", "of something else", "led by far"],
)
def test_of_two_rounds_of_the_same_the_later_is_first(alike: float, lead: float, expected: list[str]) -> None:
    early = said("early", "My 5k takes 31:20.", score=1.0 + lead)
    late = said("late", "My 5k takes 28:45.", at=APRIL + timedelta(days=60))

    assert shown(show("How long does my 5k take?", early, late, alike=alike)) == expected


def test_where_what_was_before_is_asked_for_the_order_stays() -> None:
    early = said("early", "My 5k takes 31:20.")
    late = said("late", "My 5k takes 28:45.", at=APRIL + timedelta(days=60))

    assert shown(show("What did it take before?", early, late, alike=0.9, asks_before=True)) == [
        "early",
        "late",
    ]


def test_the_days_between_two_quotes_are_counted_where_a_length_of_time_is_asked_for() -> None:
    first = said("r1", "I had my interview.", score=2.0)
    second = said("r2", "They offered me the job.", at=APRIL + timedelta(days=11))

    asked_length = show("How many days passed between my interview and the offer?", first, second)
    asked_since = show("How many days ago did they offer me the job?", first, second)
    asked_else = show("What came of my interview?", first, second)

    assert asked_length.text.endswith("From 3 April 2025 to 14 April 2025: 11 days.")
    assert "11 days" not in asked_since.text
    assert "11 days" not in asked_else.text


def test_superseded_words_are_not_shown() -> None:
    words = "I live in Leeds. The garden is large."
    gone = Superseded(0, 16, "I live in Leeds.", at=ASKED, by_round="", by="")

    reading = show("Where do I live?", said("r1", words, superseded=(gone,)))
    nothing = show("Where do I live?", said("r1", words[:16], superseded=(gone,)))

    assert [item.quote for item in reading.evidence] == ["The garden is large."]
    assert nothing.not_known


def test_somebody_elses_words_are_said_to_be() -> None:
    words = 'My sister wrote to me: "I am pregnant and the baby is due in June, do not tell Nana yet"'

    reading = show("Who is pregnant?", said("r1", words))

    assert "3 April 2025, 12 weeks ago, you quoted:" in reading.text


def test_between_people_each_is_named() -> None:
    reading = show("What did Maeve bake?", said("r1", "I baked a rye loaf.", speaker="Maeve"))

    assert "The closest things that were said:\n\n3 April 2025, 12 weeks ago, Maeve:" in reading.text


def test_passages_compete_with_rounds_by_their_nearness() -> None:
    passages = [
        FoundPassage(Passage("d1", "Handbook", place, "Leave", 7, text, ""), 1.0, {"dense": near})
        for place, (text, near) in enumerate([("28 days a year.", 0.5), ("Ask Ruth.", 0.3)])
    ]

    reading = show(
        "How much leave do I have?",
        said("r1", "I took two days of leave.", near=0.6),
        said("r2", "Leave me alone.", near=0.4),
        passages=passages,
    )

    assert [item.quote for item in reading.evidence] == [
        "I took two days of leave.",
        "28 days a year.",
        "Leave me alone.",
    ]
    assert reading.text.startswith("The closest things that I keep:")
    assert "From Handbook, Leave, page 7:\n\u201c28 days a year.\u201d" in reading.text


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, "today"),
        (1, "yesterday"),
        (14, "14 days ago"),
        (84, "12 weeks ago"),
        (213, "7 months ago"),
        (1096, "3 years ago"),
        (-3, "3 days later"),
    ],
)
def test_a_distance_is_told_in_the_unit_that_fits_it(days: int, expected: str) -> None:
    asked = ASKED.date()

    assert distance(asked - timedelta(days=days), asked) == expected


HELD_BACK = {
    "Where was I born?": "My mother was born in Tromsø.",
    "What is my shoe size?": "My son's shoe size is 34.",
    "Which school did I go to?": "My aunt went to St Bride's school in Galway.",
    "What do I do for a living?": "My brother-in-law drives cranes for a living.",
    "How tall am I?": "My nephew Lars is 1.91 tall.",
    "What phone do I have?": "My colleague has an old Nokia phone.",
    "When is my dentist appointment?": "My daughter's dentist appointment is on 4 May.",
    "What is my star sign?": "Our landlady's star sign is Virgo.",
    "What languages do I speak?": "Her husband speaks Welsh and Breton.",
    "What is my favourite colour?": "My best friend Tove's favourite colour is ochre.",
    "Which football team do I support?": "My dad supports Falkirk football team.",
    "Am I married?": "My teacher got married in June.",
    "What is my cat called?": "My sister's cat is called Plum.",
    "How old am I?": "Grandma is 88 years old.",
    "What do I take for my migraine?": "My stepmother takes sumatriptan for her migraine.",
}
SHOWN = {
    "Where is my flat?": "My flat is in Leith.",
    "What is my dog called?": "My sister gave me a dog called Bo.",
    "Where do I live?": "My husband and I live in Deal.",
    "Where does my brother live?": "My brother lives in Perth.",
    "What is my sister's job?": "My sister is a vet, that's her job.",
    "Who taught me to swim?": "My grandfather taught me to swim in a quarry.",
    "Where did I meet my wife?": "My wife and I met on a ferry.",
    "When is my doctor's appointment?": "My doctor's appointment is on 3 June.",
    "What car do I have?": "My car is a green Škoda.",
    "What did my boss give me?": "My boss gave me a plant.",
    "How old is my daughter?": "My daughter is seven years old.",
    "What is my team called?": "Our team is called the Herons.",
    "Who is my landlord?": "My landlord is Mr Petrie.",
    "Where do we spend Christmas?": "My parents have us over for Christmas in Cork.",
    "What is my street?": "Baker Row is my street.",
}


@pytest.mark.parametrize(("question", "words"), [*HELD_BACK.items(), *SHOWN.items()])
def test_what_only_somebody_else_is_or_has_is_not_shown_where_the_owner_is_asked_of(
    question: str, words: str
) -> None:
    assert show(question, said("r", words)).not_known is (question in HELD_BACK)
