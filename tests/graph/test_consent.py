"""A chat asks once about sensitive facts before it writes them."""

import pytest

from daybook import Daybook
from daybook.conversation import Role, Status, Turn
from daybook.conversation.errors import BadInput
from daybook.ledger import Policy
from daybook.store import ByPhrase
from daybook.text import own_replies
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, models_at

ILL = "I take insulin every day."


def known(daybook: Daybook) -> dict[str, str]:
    records = daybook.ledger.records(owner="zoe", statuses=[Status.ACTIVE])
    return {record.value: record.slot for record in records}


@pytest.fixture
def daybook(open_daybook: OpenDaybook, server: ScriptedServer) -> Daybook:
    """A memory whose model finds the insulin in what was queued; it is asked when `remember` is called."""
    daybook = open_daybook(**models_at(server, chat_model="small"))
    turn = Turn(Role.USER, ILL)
    daybook.append_without_facts((turn,), owner="zoe", session_id="today", said_at=ASKED)
    find(server)
    daybook.remember(owner="zoe")
    return daybook


def find(server: ScriptedServer) -> None:
    told = {"round": 1, "quote": ILL, "slot": "health.treatment", "value": "insulin"}
    server.reply({"facts": [told]}, when=ILL)


def test_a_yes_has_what_was_said_before_written_and_is_not_kept_itself(
    daybook: Daybook, server: ScriptedServer
) -> None:
    (told,) = daybook.rounds(owner="zoe", session_id="today")
    asked = daybook.ledger.ask_consent(told)
    assert asked is not None
    find(server)

    done = daybook.chat("Yes, please.", owner="zoe", session_id="today", consent={"family": asked["family"]})

    assert done.text == own_replies.CONSENT_GIVEN
    assert done.remembered is None
    assert [fact.after.value for fact in done.learned if fact.after] == ["insulin"]
    assert known(daybook) == {"insulin": "health.treatment"}
    assert len(daybook.rounds(owner="zoe", session_id="today")) == 1


def test_a_rule_of_the_owners_answers_as_well(daybook: Daybook, server: ScriptedServer) -> None:
    find(server)
    daybook.ledger.set_policy(Policy().with_allowed("health.*"), owner="zoe")
    daybook.remember(owner="zoe")

    assert known(daybook) == {"insulin": "health.treatment"}


def test_consent_for_one_family_leaves_the_others_as_they_are(daybook: Daybook) -> None:
    daybook.ledger.consent("identity", owner="zoe", given=False)
    policy = daybook.ledger.policy(owner="zoe")

    assert policy.permits("identity.residence")
    assert not policy.permits("identity.number")
    assert not policy.asks("identity.number")
    assert policy.asks("health.condition")
    with pytest.raises(BadInput, match="preference"):
        daybook.ledger.consent("preference", owner="zoe", given=True)


def test_what_is_forgotten_waits_for_nothing(daybook: Daybook) -> None:
    receipt = daybook.forget(ByPhrase("insulin"), owner="zoe")

    assert receipt.verified
    assert daybook.ledger.waiting(owner="zoe") == []
