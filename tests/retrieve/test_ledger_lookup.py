from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from daybook.conversation import (
    Ledger,
    Relation,
    RelationKind,
    Role,
    Round,
    Session,
    Status,
    Support,
    Turn,
    rounds_of,
)
from daybook.retrieve.dense_search import ABSENT, DenseHits
from daybook.retrieve.ledger_lookup import (
    RoundTexts,
    ScoredRecord,
    rank_records,
    relevant_records,
    texts_with_facts,
)
from daybook.settings import LedgerOptions
from daybook.store.arrays import RoundAxis
from tests.ledgers import ledger, moment, moved, record
from tests.retrieve.plane import at

BATH, LEEDS = moved()
ASKED_AT = moment("2024-03-10")


def unit(*cosines: float) -> np.ndarray:
    """Vectors with those cosines to (1, 0)."""
    rows = [[cosine, (1 - cosine**2) ** 0.5] for cosine in cosines]
    return np.array(rows, dtype=np.float32).reshape(-1, 2)


QUESTION = unit(1.0)


def rank(
    known: Ledger,
    *cosines: float,
    asked_at: datetime = ASKED_AT,
    **given: object,
) -> list[ScoredRecord]:
    """Rank records with those cosines to the question; their age does not count by default."""
    options = LedgerOptions.model_validate({"record_decay": 0.0, **given})
    return rank_records(QUESTION, known, unit(*cosines), asked_at=asked_at, options=options)


A_AND_B = ledger(
    record("a", "preference.food", "x", "A", "2024-01-01"),
    record("b", "identity.work", "y", "B", "2024-01-01"),
)


def test_records_rank_by_their_nearness_to_the_question() -> None:
    ranked = rank(A_AND_B, 0.3, 0.8)

    assert [found.record.record_id for found in ranked] == ["mb", "ma"]
    assert [found.score for found in ranked] == pytest.approx([0.8, 0.3])


def test_the_nearest_phrasing_counts() -> None:
    known, options = ledger(record("a", "s", "x", "A", "2024-01-01")), LedgerOptions()

    (found,) = rank_records(unit(0.0, 1.0), known, unit(1.0), asked_at=ASKED_AT, options=options)

    assert found.similarity == pytest.approx(1.0)


def test_a_record_fades_with_its_age_in_years() -> None:
    (found,) = rank(ledger(LEEDS), 1.0, record_decay=0.25)  # 366 days before: 2024 has a 29 February

    assert found.score == pytest.approx(0.7783, abs=0.0001)  # exp(-0.25 * 366 / 365)


def test_what_was_superseded_pays_the_penalty() -> None:
    ranked = rank(ledger(BATH, LEEDS), 0.9, 0.8)

    assert [(found.record.value, found.conflict) for found in ranked] == [("Leeds", 0.0), ("Bath", 1.0)]
    assert ranked[1].score == pytest.approx(0.6)


def test_the_earlier_of_two_that_contradict_each_other_pays_as_far_as_that_is_sure() -> None:
    contradiction = Relation("mbath", RelationKind.CONTRADICTS, "mleeds", 0.9, 0.8)
    known = ledger(replace(BATH, status=Status.ACTIVE), LEEDS, relations=[contradiction])

    ranked = rank(known, 0.9, 0.8)

    assert [(found.record.value, found.conflict) for found in ranked] == [("Leeds", 0.0), ("Bath", 0.8)]
    assert ranked[1].score == pytest.approx(0.66)


def test_only_what_was_ever_true_tells_anything() -> None:
    known = ledger(
        BATH,
        LEEDS,
        *(
            record(status.value, "s", "x", "X", "2024-01-01", status=status)
            for status in (Status.QUARANTINED, Status.DECAYED, Status.DELETED)
        ),
    )

    assert [one.value for one in relevant_records(known)] == ["Bath", "Leeds"]


def hits(*cosines: float) -> DenseHits:
    """Hits of a dense search for r1 and r2, of which r1 is ranked."""
    axis = RoundAxis.of(("r1", "r2"))
    return DenseHits((("r1",),), rounds=axis, keyed=np.array([cosines], dtype=np.float32))


@pytest.mark.parametrize(
    ("cosines", "joined"),
    [
        ((0.2, ABSENT), [0.2, 0.5]),  # merged with its round it counts in full, however far …
        ((0.2, 0.9), [0.2, 0.5]),  # … and in place of the round's own keys
    ],
)
def test_a_key_of_what_is_drawn_out_stands_in_for_those_of_its_round(
    cosines: tuple[float, ...], joined: list[float]
) -> None:
    keys = RoundTexts(("r2", "elsewhere"), at(60, 90))

    found = keys.joined_to(hits(*cosines), at(0), limit=2)

    assert found.keyed is not None
    assert found.keyed[0] == pytest.approx(joined, abs=0.001)
    ranked = sorted(zip(joined, ("r1", "r2"), strict=True), reverse=True)
    assert found.rankings == (tuple(name for cosine, name in ranked if cosine > ABSENT),)


def test_the_facts_of_a_round_stand_before_its_users_side() -> None:
    turns = (Turn(Role.USER, "I moved with my dog."), Turn(Role.ASSISTANT, "Oh."), Turn(Role.USER, "?"))
    (first, second) = rounds_of(Session("s", moment("2024-01-01"), turns), "me")
    where, whom = (
        replace(LEEDS, text=text, support=_said_in(first)) for text in ("I live in Leeds", "I have a dog")
    )

    texts = texts_with_facts([first, second], [where, whom])

    assert texts == {first.round_id: "I live in Leeds\nI have a dog\nI moved with my dog."}


def _said_in(round_: Round) -> tuple[Support, ...]:
    return (replace(LEEDS.support[0], round_id=round_.round_id),)
