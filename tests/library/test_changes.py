"""What one change brings with it, from the words of a chat to the answers, undone and as of before."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.conversation import Role, Session, Status, Turn
from daybook.store import ByRecord
from tests.interfaces.daybook_command import HashedWords

MAY = datetime(2023, 5, 2, 9, tzinfo=UTC)
LATER = MAY + timedelta(days=90)


def session(day: int, words: str) -> Session:
    at = MAY + timedelta(days=day)
    return Session(f"s{day}", at, (Turn(Role.USER, words, at), Turn(Role.ASSISTANT, "I see.", at)))


@pytest.fixture
def daybook(tmp_path: Path) -> Iterator[Daybook]:
    with Daybook.open(tmp_path / "data", embedder=HashedWords()) as opened:
        opened.add(
            [
                session(0, "I live in Bath. From the flat it takes me 20 minutes to get to work."),
                session(30, "I moved to Leeds last week."),
            ],
            owner="ada",
        )
        yield opened


def test_what_rested_on_the_home_is_not_known_and_the_answer_says_what_held_until_then(
    daybook: Daybook,
) -> None:
    answer = daybook.ask("How long is my commute?", owner="ada", asked_at=LATER)

    assert answer.not_known
    assert "20 minutes" in answer.text
    assert "moved to Leeds" in answer.text
    assert answer.evidence[0].quote.endswith("20 minutes to get to work.")


def test_before_the_change_both_are_as_they_were(daybook: Daybook) -> None:
    before = MAY + timedelta(days=10)
    answer = daybook.ask("How long is my commute?", owner="ada", asked_at=before, as_of=before)

    assert not answer.not_known
    assert "20 minutes" in answer.text


def test_undoing_the_move_brings_back_what_rested_on_the_home(daybook: Daybook) -> None:
    daybook.ledger.undo(owner="ada", at=LATER)

    active = {record.value for record in daybook.ledger.records(owner="ada", statuses=[Status.ACTIVE])}
    assert active == {"Bath", "20 minutes"}


def test_what_the_owner_rejects_is_one_event(daybook: Daybook) -> None:
    (home,) = (record for record in daybook.ledger.records(owner="ada") if record.value == "Leeds")

    posted = daybook.ledger.reject(home.record_id, owner="ada", at=LATER)

    assert len(posted.events) == 1
    assert daybook.ledger.record(home.record_id, owner="ada").status is Status.DELETED


def test_forgetting_a_sentence_takes_its_words_out_of_the_entry_that_they_explain(daybook: Daybook) -> None:
    daybook.add([session(2, "I have a guitar. I tuned it yesterday.")], owner="bea")
    (record,) = daybook.ledger.records(owner="bea")
    (entry,) = daybook.diary(owner="bea")
    assert entry.what == "tuned it [a guitar]"

    receipt = daybook.forget(ByRecord(record.record_id), owner="bea")

    assert receipt.verified
    assert [entry.what for entry in daybook.diary(owner="bea")] == ["tuned it"]
