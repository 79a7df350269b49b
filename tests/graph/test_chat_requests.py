"""A chat that is asked to forget, or not to keep."""

from datetime import timedelta

import pytest

from daybook import Daybook
from daybook.conversation import TimeRange
from daybook.conversation.errors import BadInput
from daybook.graph.forgetting import proposal_to_json, selector_of
from daybook.store import BySentences, ByTime
from daybook.text import own_replies
from daybook.text.english.message_intent import says_yes
from tests.small_memory import ASKED, said

LATER = ASKED + timedelta(days=1)


def test_forgetting_is_proposed_first_and_done_once_agreed_to(daybook: Daybook) -> None:
    daybook.chat("My sister Ines lives in Lisbon.", owner="ada", session_id="today", asked_at=ASKED)

    asked = daybook.chat("Please forget what I said about Ines.", owner="ada", session_id="today")
    assert daybook.search("Where does Ines live?", owner="ada").candidates
    done = daybook.chat("Yes.", owner="ada", session_id="today", proposal=asked.proposal)

    assert "Lisbon" in asked.text
    assert asked.remembered is None
    assert done.remembered is None
    assert done.text.startswith("Forgotten for good: 1 round")
    said = [round_.user.content for round_ in daybook.parts.store.all_rounds("ada") if round_.user]
    assert not any("Ines" in text for text in said)


def test_anything_but_a_yes_leaves_everything_as_it_is(daybook: Daybook) -> None:
    daybook.chat("My sister Ines lives in Lisbon.", owner="ada", session_id="today", asked_at=ASKED)
    asked = daybook.chat("Forget Ines.", owner="ada", session_id="today")

    daybook.chat("Yes, she is older than me.", owner="ada", session_id="today", proposal=asked.proposal)

    said = [round_.user.content for round_ in daybook.parts.store.all_rounds("ada") if round_.user]
    assert "My sister Ines lives in Lisbon." in said
    assert "Yes, she is older than me." in said


def test_a_no_to_a_proposal_leaves_everything_as_it_is_and_is_not_kept(daybook: Daybook) -> None:
    daybook.chat("My sister Ines lives in Lisbon.", owner="ada", session_id="today", asked_at=ASKED)
    asked = daybook.chat("Forget Ines.", owner="ada", session_id="today")

    declined = daybook.chat("No, don't.", owner="ada", session_id="today", proposal=asked.proposal)

    assert (declined.text, declined.remembered, declined.proposal) == ("Then I forget nothing.", None, None)
    (left,) = daybook.rounds(owner="ada", session_id="today")
    assert left.user is not None
    assert left.user.content == "My sister Ines lives in Lisbon."


def test_a_yes_without_a_proposal_is_talk(daybook: Daybook) -> None:
    reply = daybook.chat("Yes.", owner="ada", session_id="today", asked_at=ASKED)

    assert reply.remembered is not None


def test_what_was_said_last_can_be_taken_back(daybook: Daybook) -> None:
    daybook.chat("I dyed my hair green.", owner="ada", session_id="today", asked_at=ASKED)
    daybook.chat("I am hungry.", owner="ada", session_id="today", asked_at=ASKED + timedelta(minutes=1))

    asked = daybook.chat("Do not remember that.", owner="ada", session_id="today")
    daybook.chat("yes please", owner="ada", session_id="today", proposal=asked.proposal)

    (left,) = daybook.rounds(owner="ada", session_id="today")
    assert left.user is not None
    assert left.user.content == "I dyed my hair green."


def test_what_is_said_off_the_record_is_not_kept(daybook: Daybook) -> None:
    before = daybook.stats(owner="ada").rounds

    reply = daybook.chat("Don't remember this: I dyed my hair green.", owner="ada", session_id="today")

    assert reply.text == own_replies.WITHHELD
    assert reply.remembered is None
    assert daybook.stats(owner="ada").rounds == before


def test_what_is_not_there_cannot_be_forgotten(daybook: Daybook) -> None:
    reply = daybook.chat("Forget about my zeppelin.", owner="ada", session_id="today")

    assert reply.proposal is None
    assert "zeppelin" in reply.text


def test_a_proposal_comes_back_as_it_was_and_another_is_refused() -> None:
    for selector in (BySentences((("r1", "I row."),), "rowing"), ByTime(TimeRange(ASKED, LATER))):
        assert selector_of(proposal_to_json(selector)) == selector
    with pytest.raises(BadInput, match="no proposal"):
        selector_of({"by": "everything", "of": ""})


@pytest.mark.parametrize(
    ("message", "agrees"),
    [
        ("yes", True),
        ("Yes, please!", True),
        ("ok, do it", True),
        ("Yes, that's fine.", True),
        ("yes, forget it", True),
        ("no", False),
        ("yes but not the second one", False),
        ("", False),
    ],
)
def test_only_plain_agreement_is_a_yes(message: str, agrees: bool) -> None:
    assert says_yes(message) is agrees


def test_forgetting_a_detail_of_somebody_leaves_them(daybook: Daybook) -> None:
    told = ["I have a sister named Ada.", "Nice.", "My sister's phone number is 555-0199.", "Noted."]
    daybook.add([said("kin", 3, *told)], owner="kim")

    asked = daybook.chat("Forget my sister's phone number.", owner="kim", session_id="today")

    assert "555-0199" in asked.text
    assert "sister named Ada" not in asked.text


def test_what_is_meant_is_searched_for_and_shown_before_it_goes(daybook: Daybook) -> None:
    daybook.add(
        [
            said("boiler", 3, "Frank the engineer called. I like tea.", "He did."),
            said("price", 4, "Frank wants 400 euros for the boiler.", "Noted."),
        ],
        owner="kim",
    )

    asked = daybook.chat("Could you erase all you have on Frank the engineer?", owner="kim", session_id="x")
    daybook.chat("yes", owner="kim", session_id="x", proposal=asked.proposal)

    shown = [line for line in asked.text.splitlines() if line.startswith("- ")]
    assert shown == ["- “Frank the engineer called.”", "- “Frank wants 400 euros for the boiler.”"]
    assert "2 rounds" in asked.text
    kept = [turn.content for round_ in daybook.parts.store.all_rounds("kim") for turn in round_.turns]
    assert "[forgotten] I like tea." in kept
    assert not any("Frank" in text for text in kept)


def test_a_task_that_deletes_something_else_is_talk(daybook: Daybook) -> None:
    reply = daybook.chat("Remove the seeds from the pepper.", owner="ada", session_id="today", asked_at=ASKED)

    assert reply.proposal is None
    assert reply.remembered is not None
