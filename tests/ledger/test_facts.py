"""What is found in people's own words, in the wordings that they use: slots, values, changes, corrections."""

import pytest
from daybook.text.english.facts import facts_in
from hypothesis import given, strategies as st

from daybook.conversation import SLOTS, Act, Polarity, Role, Round, Turn, ValueType
from daybook.ledger import default_policy
from tests.ledger.said import SAID_AT, a_round, signed, told

PIECES = [
    *" .,!?'\"\n`>:-",
    "I ",
    "I'm ",
    "my ",
    "a ",
    "dog",
    "live in ",
    "love ",
    "not ",
    "and ",
    "\ud800",
    "é",
    "2019 ",
]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My name is ines.", ["identity.name +Ines"]),
        ("Hi! I'm 34 years old.", ["identity.age +34"]),
        (
            "I'm a paediatric nurse at Mercy Hospital.",
            ["identity.work +paediatric nurse", "identity.employer +Mercy Hospital"],
        ),
        (
            "I'm originally from Ghana but I live in Ghent.",
            ["identity.origin +Ghana", "identity.residence +Ghent"],
        ),
        (
            "I was born in Turin and grew up in Genoa.",
            ["identity.birthplace +Turin", "identity.upbringing +Genoa"],
        ),
        ("I speak Dutch and a bit of Greek.", ["identity.language +Dutch", "identity.language +Greek"]),
        ("I have three kids.", ["family.children +three"]),
        ("I have 3 children.", ["family.children +three"]),
        ("My husband's name is Ravi.", ["family.partner +Ravi", "identity.relationship +married"]),
        ("We've got a beagle called Waffle.", ["possession.pet +beagle Waffle"]),
        ("I drive an old Saab.", ["possession.vehicle +old Saab"]),
        ("My favourite colour is teal.", ["preference.favourite.colour +teal"]),
        (
            "I love kayaking and I can't stand techno.",
            ["preference.sport +kayaking", "preference.music -techno"],
        ),
        ("I don't like olives.", ["preference.food -olives"]),
        ("I prefer tea to coffee.", ["preference.food +tea"]),
        ("I'm terrified of wasps.", ["preference.fear +wasps"]),
        ("I'm allergic to cashews and kiwi.", ["constraint.allergy +cashews", "constraint.allergy +kiwi"]),
        ("I don't eat pork.", ["constraint.diet -pork"]),
        ("Please don't mention my divorce.", ["constraint.privacy +Please don't mention my divorce."]),
        ("I play the oboe.", ["skill.ability +play oboe"]),
    ],
)
def test_a_statement_gives_its_slot_value_and_sign(text: str, facts: list[str]) -> None:
    assert [signed(fact) for fact in told(text)] == facts


def test_a_sentence_of_several_statements_gives_them_all() -> None:
    facts = told("I'm a teacher and live in Leeds with my two dogs.")

    assert [signed(fact) for fact in facts] == [
        "identity.work +teacher",
        "identity.residence +Leeds",
        "identity.household +with my two dogs",
        "possession.pet +two dogs",
    ]
    assert [fact.support.quote for fact in facts[:2]] == ["I'm a teacher", "live in Leeds with my two dogs."]
    assert [fact.text for fact in facts] == [
        "I am a teacher.",
        "I live in Leeds.",
        "I live with my two dogs.",
        "I have two dogs.",
    ]


@pytest.mark.parametrize(
    "wordings",
    [
        ["I'm allergic to peanuts.", "I have a severe peanut allergy."],
        ["I live in Lisbon.", "I'm based in Lisbon.", "I have been living in Lisbon for years."],
        ["I work as a carpenter.", "I'm a carpenter.", "As a carpenter, I get up early."],
        [
            "I'm vegan.",
            "I've been vegan since 2019.",
            "As someone who's vegan, I cook a lot.",
            "I've gone vegan.",
        ],
        ["I love jazz.", "I have a passion for jazz.", "jazz is my thing."],
        ["I work at Bosch.", "I've been working for Bosch for ten years."],
    ],
)  # fmt: skip
def test_one_fact_has_one_value_however_it_is_worded(wordings: list[str]) -> None:
    assert len({signed(fact) for text in wordings for fact in told(text)[:1]}) == 1
    assert all(told(text) for text in wordings)


def test_the_quote_stands_where_the_support_says() -> None:
    text = "Thanks a lot!\n\n- by the way, my sister Maya lives in Oslo. Anyway."

    for fact in told(text):
        assert text[fact.support.start : fact.support.stop] == fact.support.quote
    assert {fact.value for fact in told(text)} == {"sister Maya", "Oslo"}


def test_a_time_in_the_statement_is_when_it_happened() -> None:
    [moved] = told("I moved to Munich last March.")

    assert moved.happened is not None
    assert moved.happened.start is not None
    assert moved.happened.start.date().isoformat() == "2024-03-01"


def test_a_time_beside_what_is_taken_for_granted_is_not_its() -> None:
    [daughter] = told("My daughter was here last Monday, to be honest.")

    assert daughter.value == "daughter"
    assert daughter.happened is None


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_gives_facts_of_known_slots_with_quotes_that_stand(text: str) -> None:
    for fact in told(text):
        assert fact.slot in SLOTS
        assert 0 < fact.reliability <= 1
        assert text[fact.support.start : fact.support.stop] == fact.support.quote
        assert fact.text.endswith(".")


def test_only_what_the_user_says_of_themselves_is_read() -> None:
    reply_only = Round("r1", "me", "s1", 0, 0, SAID_AT, None, Turn(Role.ASSISTANT, "I live in Rome."))

    assert facts_in(a_round("Where do I live?", reply="You live in Rome. I love Rome.")) == []
    assert facts_in(reply_only) == []
    assert facts_in(a_round("I live in Rome.", sources=("r0",))) == []


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value", "sort"),
    [
        ("My sister Maya lives in Oslo.", "my sister Maya", "residence", "Oslo", ValueType.PLACE),
        ("My younger brother is 12.", "my younger brother", "age", "twelve", ValueType.QUANTITY),
        ("My dad works as a baker.", "my father", "job", "baker", ValueType.TEXT),
        ("My aunt plays the cello.", "my aunt", "plays", "cello", ValueType.MEMBER),
    ],
)
def test_what_relatives_are_and_do_has_an_address_of_its_own(
    text: str, subject: str, attribute: str, value: str, sort: ValueType
) -> None:
    fact = next(fact for fact in told(text) if fact.slot == "family.fact")

    assert (fact.subject, fact.attribute, fact.value, fact.value_type) == (subject, attribute, value, sort)


def test_a_kind_of_home_in_a_town_is_where_somebody_lives() -> None:
    (fact,) = (
        fact for fact in told("We moved into a new flat in Leith on Sunday.") if "identity" in fact.slot
    )

    assert (fact.slot, fact.value) == ("identity.residence", "Leith")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I have an allergy to latex, quite a bad one.", "constraint.allergy +latex"),
        ("Being allergic to pollen, I stay inside in May.", "constraint.allergy +pollen"),
        ("Lotte is my sister.", "family.sibling +sister Lotte"),
        ("I have a brother, Emil.", "family.sibling +brother Emil"),
        ("My wife's name is Inga, not Inge.", "family.partner +Inga"),
        ("My favourite season is spring.", "preference.favourite.season +spring"),
        ("Ran is my favourite film of all time.", "preference.favourite.film +Ran"),
        ("As of this week my favourite colour is mauve.", "preference.favourite.colour +mauve"),
        ("I have a loom.", "possession.thing +loom"),
        ("Whistling is my passion.", "preference.activity +whistling"),
        ("I turned 31 last week.", "identity.age +31"),
        ("My favourite museum is the Prado.", "preference.place +museum: Prado"),
        ("I've retrained and I'm a baker now.", "identity.work +baker"),
        ("I wake up at 6:45.", "habit.routine.waking +6:45"),
        ("I get up at five every day.", "habit.routine.waking +five"),
        ("I bought a kayak yesterday.", "possession.vehicle +kayak"),
        ("I moved to Turku on 3 March 2024.", "identity.residence +Turku"),
        ("I moved to Turku on the 1st of May.", "identity.residence +Turku"),
    ],
)
def test_the_value_is_what_is_told_and_no_more(text: str, fact: str) -> None:
    assert fact in [signed(found) for found in told(text)]


@pytest.mark.parametrize(
    "text",
    ["I bought a cake.", "I bought a ticket.", "I bought a scarf for my aunt.", "I got a message."],
)
def test_what_is_used_up_or_given_away_is_not_owned(text: str) -> None:
    assert not [fact for fact in told(text) if fact.slot.startswith("possession.")]


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("My favourite colour is mauve, not lilac, sorry.", "preference.favourite.colour +mauve", "lilac"),
        (
            "I meant Ulm. I live in Ulm, not Bonn.",
            "identity.residence +Ulm",
            "Bonn",
        ),
        ("I said lilac, but my favourite colour is mauve.", "preference.favourite.colour +mauve", ""),
        ("I mixed that up, I'm a baker.", "identity.work +baker", ""),
    ],
)
def test_a_correction_is_known_by_its_wording(text: str, fact: str, instead_of: str) -> None:
    corrections = [found for found in told(text) if found.act is Act.CORRECTS]

    assert (fact, instead_of) in [(signed(found), found.instead_of) for found in corrections]


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("I used to be a baker, now I'm a welder.", "identity.work +welder", "baker"),
        ("I wake up at six instead of eight.", "habit.routine.waking +six", "eight"),
    ],
)
def test_a_change_supersedes_and_takes_nothing_back(text: str, fact: str, instead_of: str) -> None:
    last = told(text)[-1]

    assert (signed(last), last.act, last.instead_of) == (fact, Act.CHANGES, instead_of)


def test_of_a_list_after_not_nothing_is_corrected() -> None:
    [fact] = told("I'm afraid of falling, of not being heard.")

    assert (signed(fact), fact.act) == ("preference.fear +falling", Act.STATES)


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("I moved from Bonn to Ulm.", "identity.residence +Ulm", "Bonn"),
        ("I now work at Beta Corp.", "identity.employer +Beta Corp", ""),
        ("I got a new job at Beta Corp.", "identity.employer +Beta Corp", ""),
        ("I became a baker.", "identity.work +baker", ""),
        ("I switched from coffee to tea.", "preference.food +tea", "coffee"),
        ("I've gone vegan.", "constraint.diet +vegan", ""),
        ("I gave up meat.", "constraint.diet -meat", ""),
        ("I got married.", "identity.relationship +married", ""),
        ("I live in Ulm now, not in Bonn.", "identity.residence +Ulm", "Bonn"),
        ("I no longer live in Bonn; I live in Ulm.", "identity.residence +Ulm", "Bonn"),
    ],
)
def test_what_is_said_to_be_new_changes(text: str, fact: str, instead_of: str) -> None:
    last = told(text)[-1]

    assert (signed(last), last.act, last.instead_of) == (fact, Act.CHANGES, instead_of)


@pytest.mark.parametrize(
    ("text", "fact", "instead_of"),
    [
        ("That's wrong, I live in Ulm.", "identity.residence +Ulm", ""),
        ("Correction: I live in Ulm, not Bonn.", "identity.residence +Ulm", "Bonn"),
        ("Sorry, I meant I'm allergic to kiwi, not lime.", "constraint.allergy +kiwi", "lime"),
        ("I'm not a nurse, I'm a doctor.", "identity.work +doctor", "nurse"),
    ],
)
def test_what_is_said_to_have_been_wrong_is_corrected(text: str, fact: str, instead_of: str) -> None:
    [only] = told(text)

    assert (signed(only), only.act, only.instead_of) == (fact, Act.CORRECTS, instead_of)


def test_a_correction_may_cross_slots() -> None:
    denied, dislike = told("I'm not allergic to olives, I just dislike them.")

    assert (signed(denied), denied.act) == ("constraint.allergy -olives", Act.STATES)
    assert (signed(dislike), dislike.act) == ("preference.food -olives", Act.CORRECTS)
    assert dislike.wrong_slot == "constraint.allergy"
    assert dislike.text == "I dislike olives."


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I quit my job.", [("identity.work", ""), ("identity.employer", "")]),
        ("I no longer work at Acme.", [("identity.employer", "Acme")]),
        ("I don't live in Bonn anymore.", [("identity.residence", "Bonn")]),
        ("I gave away my parrot.", [("possession.pet", "parrot")]),
        ("I sold my van.", [("possession.vehicle", "van")]),
        ("I used to live in Bonn.", [("identity.residence", "Bonn")]),
        ("I used to have rabbits.", [("possession.pet", "rabbits")]),
        ("We broke up.", [("family.partner", "")]),
    ],
)
def test_what_is_over_ends_and_names_nothing_in_its_place(text: str, ended: list[tuple[str, str]]) -> None:
    facts = [fact for fact in told(text) if fact.act is Act.ENDS]

    assert [(fact.slot, fact.value) for fact in facts] == ended
    assert all(fact.polarity is Polarity.POSITIVE for fact in facts)


def test_not_eating_something_any_more_is_a_diet_and_not_the_end_of_one() -> None:
    [fact] = told("I don't eat meat anymore.")

    assert (signed(fact), fact.act) == ("constraint.diet -meat", Act.STATES)


@pytest.mark.parametrize(
    "message",
    [
        "I've been taking amoxicillin for a week.",
        "I started antidepressants last month.",
        "I take 20 mg of something every morning.",
        "I have an inhaler in every bag.",
        "I just had surgery on my knee.",
    ],
)
def test_a_treatment_is_written_only_where_it_is_allowed(message: str) -> None:
    slots = {fact.slot for fact in facts_in(a_round(message))}

    assert not any(default_policy().permits(slot) for slot in slots)


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        ("I'm taking antibiotics for pneumonia.", ["antibiotics for pneumonia"]),
        ("I take medication to help me sleep.", ["medication to help me sleep"]),
        ("I've been taking advantage of the counselling services there.", []),
        ("I took two days off to prevent burnout.", []),
        ("I started watching a series about therapists.", []),
    ],
)
def test_a_treatment_is_a_medicine_that_is_taken(message: str, taken: list[str]) -> None:
    facts = facts_in(a_round(message))

    assert [fact.value for fact in facts if fact.slot == "health.treatment"] == taken


def test_work_and_likes_that_name_medicine_are_no_illness() -> None:
    (fact,) = facts_in(a_round("I work as a therapist."))

    assert fact.slot == "identity.work"
