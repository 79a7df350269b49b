"""The comparison of what was acknowledged with what is seen: every kind of fault is told."""

from datetime import UTC, datetime

import pytest

from daybook.conversation import Role, Session, Turn
from daybook_eval.robustness.acknowledged import HALF, LOST, NOT_REFUSED, RISEN, Acknowledged, compare
from daybook_eval.robustness.operations import Correct, Forget, Import, Reply, Say, Words

pytestmark = pytest.mark.slow

TEA, RAIN = ("I drink tea.", "Noted."), ("It rains.", "Take a coat.")
TURNS = tuple(
    Turn(role, text)
    for words in (TEA, RAIN)
    for role, text in zip((Role.USER, Role.ASSISTANT), words, strict=True)
)
BOTH = Import((Session("s1", datetime(2024, 1, 1, tzinfo=UTC), TURNS),))
WHOLE = {"s1": (TEA, RAIN)}


def kept() -> Acknowledged:
    books = Acknowledged()
    books.begin(BOTH)
    books.finish(BOTH, Reply(WHOLE))
    return books


def faults(books: Acknowledged, *values: str, **sessions: tuple[Words, ...]) -> list[str]:
    return [kind for kind, _ in compare(books, books, Reply(sessions, values))]


def test_what_is_seen_as_it_was_acknowledged_is_no_fault() -> None:
    assert faults(kept(), s1=(TEA, RAIN)) == []


@pytest.mark.parametrize("seen", [(), (TEA,), (TEA, ("It rains.", "Take a boat."))])
def test_a_round_that_is_missing_or_not_word_for_word_is_lost(seen: tuple[Words, ...]) -> None:
    assert set(faults(kept(), s1=seen)) == {LOST}


def test_an_import_without_a_reply_is_there_whole_or_not_at_all() -> None:
    books = Acknowledged()
    books.begin(BOTH)

    assert faults(books) == faults(books, s1=(TEA, RAIN)) == []
    assert faults(books, s1=(TEA,)) == [HALF]


def test_a_refused_import_is_not_there() -> None:
    books = Acknowledged()
    books.begin(BOTH)
    books.finish(BOTH, Reply(error="StoreBusy: later", refused=True))

    assert faults(books) == []
    assert faults(books, s1=(TEA, RAIN)) == [NOT_REFUSED]


def test_a_forgetting_takes_all_or_nothing_and_stays_once_it_was_acknowledged() -> None:
    books = kept()
    books.begin(Forget("s1"))
    assert faults(books) == faults(books, s1=(TEA, RAIN)) == []
    assert faults(books, s1=(TEA,)) == [HALF]

    books.finish(Forget("s1"), Reply())
    assert faults(books) == []
    assert faults(books, s1=(TEA, RAIN)) == [RISEN]


def test_an_acknowledged_correction_is_a_round_and_a_record() -> None:
    books = Acknowledged()
    books.finish(Correct(0, "Aarhus"), Reply(values=("Aarhus",)))

    assert faults(books, "Aarhus", c=(("I live in Aarhus.", ""),)) == []
    assert faults(books, c=(("I live in Aarhus.", ""),)) == faults(books, "Aarhus") == [LOST]


def test_a_correction_that_a_kill_cut_off_is_not_there_by_half() -> None:
    books = Acknowledged()
    books.cut(Correct(0, "Aarhus"))

    assert faults(books) == faults(books, "Aarhus", c=(("I live in Aarhus.", ""),)) == []
    assert faults(books, "Aarhus") == [HALF]


def test_what_is_forgotten_while_a_process_looks_may_be_missing_there() -> None:
    before, after = kept(), kept()
    after.begin(Forget("s1"))

    assert compare(before, after, Reply()) == []


def test_what_was_said_while_a_process_looked_need_not_be_there() -> None:
    before, after = Acknowledged(), Acknowledged()
    after.finish(Say("s2", TEA[0]), Reply({"s2": (TEA,)}))

    assert compare(before, after, Reply()) == []
    assert [kind for kind, _ in compare(after, after, Reply())] == [LOST]
