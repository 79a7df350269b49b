import pytest
from hypothesis import given, settings, strategies as st

from daybook.conversation import QuestionKind, Role
from daybook.text.english.answers.quotes_in_words import NOT_KNOWN
from daybook.text.english.answers.sentence_signs import states_preference
from daybook.text.english.questions.question_content import names_in
from daybook.text.english.reading.by_quotes import MAX_QUOTES, MAX_WORDS
from tests.answer.histories import excerpt, read

LADDER = excerpt(
    "r1", "2023-05-03", "Any tips on paint? By the way, I keep the ladder behind the shed. It rains."
)
CAT = excerpt("r2", "2023-05-04", "My cat likes tuna.")


def test_the_answer_leads_with_the_sentence_that_answers_and_says_who_said_it_and_when() -> None:
    reading = read("Where do I keep the ladder?", LADDER, CAT)

    assert not reading.not_known
    assert reading.text.startswith(
        "You said on 3 May 2023: \u201cBy the way, I keep the ladder behind the shed.\u201d"
    )
    first = reading.notes[0]
    assert (first.round_id, first.session_id, first.role) == ("r1", "session of r1", Role.USER)
    assert first.text == "speaks of keep, ladder; holds a place"
    assert [one.quote for one in reading.evidence] == ["By the way, I keep the ladder behind the shed."]


def test_a_sentence_in_other_words_is_quoted_where_its_meaning_is_near_the_question() -> None:
    near, far = "She settled in Leeds.", "The weather was mild."
    round_ = excerpt(
        "r1", "2023-05-03", f"{near} {far} Ines moved and I miss her.", cosines={near: 0.6, far: 0.1}
    )

    reading = read("Where did Ines move to?", round_)

    assert [one.quote for one in reading.evidence] == ["Ines moved and I miss her.", near]


def test_the_cosine_of_a_window_that_holds_more_is_no_sentence_s_own() -> None:
    whole = "Morning. The weather was mild, as it is here. It is a pity that Ines moved."

    reading = read("Where did Ines move to?", excerpt("r1", "2023-05-03", whole, cosines={whole: 0.6}))

    assert "Morning." not in reading.text


def test_a_sentence_that_points_back_is_quoted_with_the_one_before_it() -> None:
    told = "We toured the brewery. I work there as a cooper now. It rains."
    reading = read("Where do I work?", excerpt("r1", "2023-05-03", told))

    assert reading.text.startswith(
        "You said on 3 May 2023: \u201cWe toured the brewery. I work there as a cooper now.\u201d"
    )


def test_what_the_assistant_said_is_not_how_things_were_before() -> None:
    advice = "At 7:30 am hens are hungriest, and it is light."
    before = excerpt("r1", "2023-03-01", "I feed the hens at 7:00 pm.", advice, score=2.0)
    after = excerpt("r2", "2023-05-01", "Nowadays I feed the hens at 6:00 pm.")

    reading = read("What time do I feed the hens?", before, after, kinds=[QuestionKind.UPDATE])

    assert "7:00 pm" in reading.text
    assert "7:30 am" not in reading.text
    assert any("7:30 am" in cited.quote for cited in reading.evidence)


def test_nothing_that_bears_on_the_question_is_not_known() -> None:
    for excerpts in ([], [CAT]):
        reading = read("Where did I spend my honeymoon?", *excerpts)

        assert reading.not_known
        assert (reading.text, reading.notes, reading.evidence) == (NOT_KNOWN, (), ())


def test_the_latest_statement_leads_where_things_may_have_changed() -> None:
    before = excerpt("r1", "2023-03-01", "I feed the hens at 7:00 pm.", score=2.0)
    after = excerpt("r2", "2023-05-01", "Nowadays I feed the hens at 6:00 pm.")

    reading = read("What time do I feed the hens?", before, after, kinds=[QuestionKind.UPDATE])

    assert reading.text == (
        "6:00 pm. You said on 1 May 2023: \u201cNowadays I feed the hens at 6:00 pm.\u201d\n\n"
        "Before that, which may be out of date:\n"
        "- 1 March 2023, you: \u201cI feed the hens at 7:00 pm.\u201d"
    )


def test_statements_that_belong_together_are_listed_in_the_order_of_time() -> None:
    second = excerpt("r2", "2023-05-09", "My trees are a pear tree and a plum.")
    first = excerpt("r1", "2023-05-02", "Among my trees is an apple tree.")

    reading = read("What are all of my trees?", second, first, kinds=[QuestionKind.MULTI_SESSION])

    assert reading.text == (
        "These statements bear on it; what they add up to is left to you:\n"
        "- 2 May 2023, you: \u201cAmong my trees is an apple tree.\u201d\n"
        "- 9 May 2023, you: \u201cMy trees are a pear tree and a plum.\u201d"
    )


def test_a_row_of_a_table_is_quoted_with_the_head_of_its_table() -> None:
    table = "Here is the plan:\n\n| Day | Dinner |\n|---|---|\n| Monday | Soup |\n| Tuesday | Curry |"
    reading = read(
        "What dinner did you plan for Tuesday?",
        excerpt("r1", "2023-05-03", "Plan my dinners.", table),
        kinds=[QuestionKind.ASSISTANT],
    )

    assert reading.text.startswith(
        "The assistant said on 3 May 2023: "
        "\u201c| Tuesday | Curry |\u201d (under \u201c| Day | Dinner |\u201d)"
    )


def test_a_name_that_the_question_holds_already_is_no_answer_to_it() -> None:
    reply = "The restaurants in Leeds fill up early. The restaurant that I like best is The Brass Owl."
    reading = read(
        "Which restaurant in Leeds did you recommend?",
        excerpt("r1", "2023-05-03", "Where shall we sit?", reply),
        kinds=[QuestionKind.ASSISTANT],
    )

    assert "The Brass Owl" in reading.text.partition("\n")[0]


def test_a_recollection_is_not_quoted() -> None:
    recalled = excerpt("r1", "2023-05-03", "Where is it?", "You keep the ladder at home.", sources=("r0",))

    assert read("Where do I keep the ladder?", recalled).not_known


SOWED = excerpt("r1", "2023-05-04", "I sowed the beans today.")
PICKED = excerpt("r2", "2023-05-29", "I picked the first beans today, at last.")


def test_the_days_between_two_events_are_computed_from_the_days_on_which_they_were_told() -> None:
    reading = read(
        "How long was it between when I sowed the beans and when I picked the first beans?", SOWED, PICKED
    )

    assert reading.text == (
        "25 days: one was on 4 May 2023, the other on 29 May 2023. Going by:\n"
        "- 4 May 2023, you: \u201cI sowed the beans today.\u201d\n"
        "- 29 May 2023, you: \u201cI picked the first beans today, at last.\u201d"
    )
    assert [one.round_id for one in reading.evidence] == ["r1", "r2"]


def test_an_event_is_dated_by_the_time_that_its_sentence_names() -> None:
    told = excerpt("r1", "2023-05-11", "I adopted the cat a week ago.")
    reading = read("How many weeks ago did I adopt the cat?", told)

    assert reading.text.startswith(
        "4 weeks ago: it was on 4 May 2023, and you ask on 1 June 2023. You said on"
    )


def test_the_earlier_of_two_events_is_named_in_the_words_of_the_question() -> None:
    tent = excerpt("r1", "2023-05-09", "I bought the tent today.")
    stove = excerpt("r2", "2023-05-02", "I bought the stove today.")

    reading = read("Which did I buy first, the tent or the stove?", tent, stove)

    assert reading.text.startswith(
        "The stove came first: it was on 2 May 2023, and the tent was on 9 May 2023. Going by:"
    )


def test_two_events_told_on_one_day_are_quoted_without_an_order() -> None:
    tent = excerpt("r1", "2023-05-02", "I bought the tent.")
    stove = excerpt("r2", "2023-05-02", "I bought the stove.")

    reading = read("Which did I buy first, the tent or the stove?", tent, stove)

    assert "first" not in reading.text
    assert {one.round_id for one in reading.evidence} == {"r1", "r2"}


_WORDS = st.lists(
    st.sampled_from("ladder keep I my shed the on Monday $5 . ! ? - | # : \n é".split(" ")), max_size=40
)
_TEXTS = _WORDS.map(" ".join) | st.text(max_size=60)


@given(
    st.lists(st.tuples(_TEXTS, _TEXTS), max_size=6), st.sampled_from([(), *([kind] for kind in QuestionKind)])
)
@settings(max_examples=60)
def test_every_quote_stands_in_its_round_and_answers_stay_short(
    texts: list[tuple[str, str]], kinds: tuple[QuestionKind, ...]
) -> None:
    excerpts = [excerpt(f"r{place}", "2023-05-03", *pair) for place, pair in enumerate(texts)]
    fields = {one.round.round_id: one.round.fields for one in excerpts}

    reading = read("How many days ago did I keep the ladder on my shed?", *excerpts, kinds=kinds)

    assert reading.not_known is not bool(reading.evidence)
    assert all(note.quote in fields[note.round_id][note.role] for note in reading.notes)
    assert all(any(one.quote in text for text in fields[one.round_id].values()) for one in reading.evidence)
    assert len(reading.evidence) <= MAX_QUOTES
    assert sum(len(one.quote.split()) for one in reading.evidence[1:]) <= MAX_WORDS


@pytest.mark.parametrize(
    ("things", "named"),
    [("the wheelbarrow", ""), ("the wheelbarrow and the rake", "wheelbarrow, rake")],
)
def test_two_words_that_nothing_mentions_are_named(things: str, named: str) -> None:
    reading = read(f"Where behind the shed do I keep the ladder and {things}?", LADDER)

    assert not reading.not_known
    assert reading.text.endswith(f"\n\nNothing that was found mentions: {named}.") is bool(named)


def test_the_forms_of_an_irregular_verb_are_one_word() -> None:
    bought = excerpt("r1", "2023-05-02", "I bought it at the market by the river.")

    assert read("Where did I buy it?", bought).notes[0].text == "speaks of bought; holds a place"


def test_a_word_that_puts_the_question_still_tells_like_sentences_apart() -> None:
    plan = "- Week 4: run 6 km in all\n- Week 5: run 9 km in all\n- Week 6: run 7 km in all"
    told = excerpt("r1", "2023-05-02", "Make me a plan.", plan)

    reading = read("In your plan, how far do I run in week 5?", told, kinds=[QuestionKind.ASSISTANT])

    assert reading.evidence[0].quote == "Week 5: run 9 km in all"


def test_names_are_words_with_a_capital_letter_that_do_not_begin_the_question() -> None:
    names = names_in("Which cafe in Leeds is Ann's?")

    assert names is not None
    assert names.sub("_", "Ann's cafe in Leeds. Which?") == "_ cafe in _. Which?"
    assert names_in("Where is it?") is None


def test_the_words_of_the_speaker_whom_the_question_names_answer_before_the_other_s() -> None:
    talk = excerpt(
        "r1",
        "2023-05-03",
        "My boat is a blue dinghy.",
        "My boat is a red canoe.",
        speakers=("Ines", "Omar"),
    )

    of_omar = read("What sort of boat does Omar have?", talk)
    of_both = read("What sort of boat do Ines and Omar have?", talk)

    assert of_omar.evidence[0].quote == "My boat is a red canoe."
    assert of_both.evidence[0].quote == "My boat is a blue dinghy."


@pytest.mark.parametrize(
    "sentence",
    [
        "I really love hill walks.",
        "I can\u2019t stand opera.",
        "I never eat fish.",
        "I gave up sugar last year.",
        "I'm not into golf.",
        "I'm allergic to nuts.",
        "I'd much rather walk.",
        "My favourite colour is green.",
        "No dairy for her, please leave it out.",
    ],
)
def test_what_is_liked_or_not_wanted_is_a_preference(sentence: str) -> None:
    assert states_preference(sentence)


@pytest.mark.parametrize("sentence", ["I baked a pie.", "I'm in the kitchen.", "She likes opera."])
def test_what_is_done_or_liked_by_others_is_none(sentence: str) -> None:
    assert not states_preference(sentence)


def test_advice_quotes_a_preference_from_a_round_on_its_topic() -> None:
    shown = excerpt("cake", "2023-05-04", "I baked a cake for a party. I never eat nuts, by the way.")

    advice = read("What could I bake for a party?", shown, kinds=[QuestionKind.PREFERENCE])
    fact = read("What did I bake for a party?", shown)

    assert {one.quote for one in advice.evidence} == {
        "I baked a cake for a party.",
        "I never eat nuts, by the way.",
    }
    assert [one.quote for one in fact.evidence] == ["I baked a cake for a party."]


def test_advice_leaves_out_a_preference_from_a_round_on_something_else() -> None:
    shown = [
        excerpt("cake", "2023-05-04", "I baked a cake for a picnic with colleagues in Dover."),
        excerpt("trip", "2023-05-05", "The bake sale was fun. I never fly."),
    ]

    advice = read(
        "What could I bake for a picnic with colleagues in Dover?", *shown, kinds=[QuestionKind.PREFERENCE]
    )

    assert "I never fly." not in advice.text
