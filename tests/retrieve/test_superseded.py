from dataclasses import replace

import pytest

from daybook.conversation import Candidate, QuestionKind, RetrievalPlan, Role, Round, Status, Turn
from daybook.retrieve.papers.memorystack import asks_for_current, hide_superseded
from daybook.retrieve.superseded import mark_superseded, superseded_words
from daybook.text.english.questions import asks_before, asks_now
from tests.ledgers import ledger, moment, moved, record

BATH, LEEDS = moved()


def candidate(name: str, score: float) -> Candidate:
    said = Turn(Role.USER, name)
    return Candidate(Round(f"r{name}", "me", "s", 0, 0, moment("2023-01-05"), said, None), score)


def names(candidates: list[Candidate]) -> list[str]:
    return [one.round.round_id for one in candidates]


def test_a_round_whose_fact_was_superseded_says_when_and_by_which_round() -> None:
    bath, leeds = mark_superseded(
        [candidate("bath", 2.0), candidate("leeds", 1.0)], superseded_words(ledger(BATH, LEEDS))
    )

    (words,) = bath.superseded
    assert (words.quote, words.at, words.by_round, words.by) == (
        "I live in Bath.",
        moment("2023-03-10"),
        "rleeds",
        "I live in Leeds",
    )
    assert leeds.superseded == ()


def test_a_round_that_a_later_one_superseded_can_be_hidden() -> None:
    marked = mark_superseded(
        [candidate("bath", 2.0), candidate("leeds", 1.0)], superseded_words(ledger(BATH, LEEDS))
    )

    assert names(hide_superseded(marked)) == ["rleeds"]


def test_a_round_is_not_hidden_where_no_other_tells_what_is_so_instead() -> None:
    ended = ledger(replace(BATH, superseded_by=""))
    further_on = replace(LEEDS.support[0], round_id="rbath", start=100, stop=120)
    both_in_one = ledger(BATH, replace(LEEDS, support=(further_on,)))

    for known in (ended, both_in_one):
        (bath,) = mark_superseded([candidate("bath", 2.0)], superseded_words(known))
        assert bath.superseded
        assert hide_superseded([bath]) == [bath]


def test_what_was_declared_wrong_no_longer_holds_either() -> None:
    wrong = record("x", "identity.residence", "Rome", "I live in Rome", "2023-01-01", status=Status.DELETED)

    assert [one.quote for one in superseded_words(ledger(wrong)).by_round["rx"]] == ["I live in Rome"]


@pytest.mark.parametrize(
    ("said", "at", "marked"),
    [
        ("I live in Rome, near the market. It is loud.", "2022-11-05", ["I live in Rome"]),
        ("I don't live in Rome.", "2022-11-05", []),
        ("I  live in\nRome.", "2022-11-05", ["I  live in\nRome"]),
        ("I live in Romero.", "2022-11-05", []),
        ("I live in Rome.", "2023-03-01", []),
    ],
    ids=[
        "in an older chat",
        "denied",
        "with other spaces",
        "another word",
        "said again after it was called wrong",
    ],
)
def test_what_was_declared_wrong_is_wrong_wherever_it_had_been_said_by_then(
    said: str, at: str, marked: list[str]
) -> None:
    rejected = record(
        "x", "identity.residence", "Rome", "I live in Rome", "2023-01-01", status=Status.DELETED
    )
    known = ledger(replace(rejected, superseded_at=moment("2023-02-01")))
    told = Round("rold", "me", "old", 0, 0, moment(at), Turn(Role.USER, said), None)

    assert [words.quote for words in superseded_words(known).of(told)] == marked


def test_words_that_tell_of_the_old_and_the_new_stand() -> None:
    said = "I moved from Bath to Leeds."
    old = replace(BATH, support=LEEDS.support)
    both = ledger(old, replace(LEEDS, support=(replace(LEEDS.support[0], quote=said, stop=len(said)),)))

    assert superseded_words(both).by_round == {}


def test_after_a_change_back_the_round_that_came_last_is_named() -> None:
    back = replace(LEEDS.support[0], round_id="rback", said_at=moment("2023-06-01"))
    bath = replace(BATH, status=Status.ACTIVE, superseded_by="", support=(*BATH.support, back))
    leeds = replace(
        LEEDS, status=Status.SUPERSEDED, superseded_by="mbath", superseded_at=moment("2023-06-01")
    )

    words = superseded_words(ledger(bath, leeds)).by_round

    assert {round_id: one[0].by_round for round_id, one in words.items()} == {"rleeds": "rback"}


@pytest.mark.parametrize(
    ("question", "kinds", "present"),
    [
        ("Where do I live?", (), True),
        ("What's my job?", (), True),
        ("How many issues have I read so far?", (QuestionKind.UPDATE,), True),
        ("Where did I live before Leeds?", (QuestionKind.UPDATE,), False),
        ("What was my previous goal?", (QuestionKind.UPDATE,), False),
        ("What did you say I do now?", (QuestionKind.UPDATE, QuestionKind.ASSISTANT), False),
        ("When did I move?", (), False),
    ],
)
def test_some_questions_ask_for_the_present(
    question: str, kinds: tuple[QuestionKind, ...], present: bool
) -> None:
    plan = RetrievalPlan(
        question,
        (question,),
        dict.fromkeys(kinds, 1.0),
        asks_now=asks_now(question),
        asks_before=asks_before(question),
    )

    assert asks_for_current(plan) is present
