"""What is sensitive is asked for once, in chat, before it is written."""

import pytest

from daybook import Daybook
from daybook.conversation import Status
from daybook.conversation.errors import BadInput
from daybook.ledger import Policy
from daybook.ledger.write_policy import consent_question
from daybook.store import ByPhrase
from daybook.text.english import ENGLISH
from daybook.text.english.messages import says_no
from tests.small_memory import ASKED

ILL = "I take insulin every day."


def known(daybook: Daybook) -> dict[str, str]:
    records = daybook.ledger.records(owner="zoe", statuses=[Status.ACTIVE])
    return {record.value: record.slot for record in records}


def test_something_sensitive_is_asked_for_below_the_reply_and_not_written(daybook: Daybook) -> None:
    turn = daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    assert turn.consent == {
        "family": "health",
        "question": "You mentioned something about your health. Shall I remember such things? (yes/no)",
    }
    assert known(daybook) == {}
    assert [event.draft for event in daybook.parts.store.ledgers.events("zoe")] == []


def test_a_yes_has_what_was_said_before_written_and_is_not_kept_itself(daybook: Daybook) -> None:
    asked = daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    done = daybook.chat("Yes, please.", owner="zoe", session_id="today", consent=asked.consent)
    later = daybook.chat("I take antidepressants every morning.", owner="zoe", session_id="today")

    assert done.text == ENGLISH.texts.consent_given
    assert done.remembered is None
    assert [fact.after.value for fact in done.learned if fact.after] == ["insulin"]
    assert known(daybook)["insulin"] == "health.treatment"
    assert later.consent is None
    assert all(
        round_.user.content != "Yes, please."
        for round_ in daybook.parts.store.all_rounds("zoe")
        if round_.user
    )


def test_a_no_keeps_it_from_the_ledger_for_good(daybook: Daybook) -> None:
    asked = daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    done = daybook.chat("No thanks.", owner="zoe", session_id="today", consent=asked.consent)
    again = daybook.chat("I take antidepressants every morning.", owner="zoe", session_id="today")

    assert done.text == ENGLISH.texts.consent_declined
    assert again.consent is None
    assert known(daybook) == {}
    assert daybook.ledger.waiting(owner="zoe") == []
    assert daybook.parts.store.held_back.slots("zoe") == {}


def test_a_question_that_was_not_answered_is_not_put_again_but_waits(daybook: Daybook) -> None:
    asked = daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    other = daybook.chat("I live in Bergen.", owner="zoe", session_id="today", consent=asked.consent)
    again = daybook.chat("I take antidepressants every morning.", owner="zoe", session_id="today")

    assert other.remembered is not None
    assert (other.consent, again.consent) == (None, None)
    (waiting,) = daybook.ledger.waiting(owner="zoe")
    assert (waiting.family, waiting.question) == (
        "health",
        consent_question("health", ENGLISH.texts)["question"],
    )
    assert known(daybook) == {"Bergen": "identity.residence"}


def test_a_rule_of_the_owners_answers_as_well(daybook: Daybook) -> None:
    daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    daybook.ledger.set_policy(Policy().with_allowed("health.*"), owner="zoe")
    daybook.remember(owner="zoe")

    assert known(daybook) == {"insulin": "health.treatment"}
    assert daybook.ledger.waiting(owner="zoe") == []


def test_consent_for_one_family_leaves_the_others_as_they_are(daybook: Daybook) -> None:
    daybook.chat("I live in Bergen.", owner="zoe", session_id="today", asked_at=ASKED)

    daybook.ledger.consent("identity", owner="zoe", given=False)
    policy = daybook.ledger.policy(owner="zoe")

    assert policy.permits("identity.residence")
    assert not policy.permits("identity.number")
    assert not policy.asks("identity.number")
    assert policy.asks("health.condition")
    with pytest.raises(BadInput, match="preference"):
        daybook.ledger.consent("preference", owner="zoe", given=True)


def test_what_is_forgotten_waits_for_nothing(daybook: Daybook) -> None:
    daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    receipt = daybook.forget(ByPhrase("insulin"), owner="zoe")

    assert receipt.verified
    assert daybook.ledger.waiting(owner="zoe") == []


def test_a_yes_to_what_was_not_asked_is_talk(daybook: Daybook) -> None:
    daybook.chat(ILL, owner="zoe", session_id="today", asked_at=ASKED)

    said = daybook.chat("Yes.", owner="zoe", session_id="today")

    assert said.remembered is not None
    assert known(daybook) == {}


@pytest.mark.parametrize(
    ("message", "declines"),
    [
        ("no", True),
        ("No, thank you!", True),
        ("I'd rather not", True),
        ("Please don't.", True),
        ("No idea where I parked", False),
        ("Never mind the weather", False),
        ("yes", False),
    ],
)
def test_a_no_is_a_message_that_says_nothing_else(message: str, declines: bool) -> None:
    assert says_no(message) is declines


def test_what_is_told_of_the_household_is_learned_after_a_yes_beside_who_they_are(daybook: Daybook) -> None:
    asked = daybook.chat("My wife Elke has asthma.", owner="zoe", session_id="today", asked_at=ASKED)
    before = known(daybook)
    daybook.chat("Yes.", owner="zoe", session_id="today", consent=asked.consent)

    assert asked.consent is not None
    assert before["Elke"] == "family.partner"
    assert "health.condition" not in before.values()
    assert known(daybook)["My wife Elke has asthma."] == "health.condition"
