from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from daybook.conversation import DecayUnit, Relation, RelationKind, Status
from daybook.retrieve import rank_records, relevant_records
from daybook.settings import LedgerOptions
from tests.ledgers import ledger, moment, moved, record

BATH, LEEDS = moved()
ASKED_AT = moment("2024-03-10")


def options(**given: float) -> LedgerOptions:
    return LedgerOptions.model_validate({"record_decay": 0.0, "conflict_penalty": 0.0, **given})


def unit(*cosines: float) -> np.ndarray:
    """Vectors with those cosines to (1, 0)."""
    return np.array([[cosine, (1 - cosine**2) ** 0.5] for cosine in cosines], dtype=np.float32)


QUESTION = unit(1.0)


def test_records_rank_by_their_nearness_to_the_question() -> None:
    known = ledger(record("a", "s", "x", "A", "2024-01-01"), record("b", "s", "y", "B", "2024-01-01"))

    ranked = rank_records(QUESTION, known, unit(0.3, 0.8), asked_at=ASKED_AT, options=options())

    assert [one.record.record_id for one in ranked] == ["mb", "ma"]
    assert [one.score for one in ranked] == pytest.approx([0.8, 0.3])


def test_the_nearest_phrasing_counts() -> None:
    known = ledger(record("a", "s", "x", "A", "2024-01-01"))

    (one,) = rank_records(unit(0.0, 1.0), known, unit(1.0), asked_at=ASKED_AT, options=options())

    assert one.similarity == pytest.approx(1.0)


def test_a_record_fades_with_its_age_in_years() -> None:
    known = ledger(LEEDS)  # told 366 days before: 2024 has a 29 February

    (one,) = rank_records(QUESTION, known, unit(1.0), asked_at=ASKED_AT, options=options(record_decay=0.25))

    assert one.score == pytest.approx(0.7783, abs=0.0001)  # exp(-0.25 * 366 / 365)


def test_the_unit_of_the_decay_can_be_a_day_or_a_session() -> None:
    known = ledger(
        record("a", "s", "x", "A", "2024-03-08"),
        record("b", "s", "y", "B", "2024-03-09"),
        record("c", "s", "z", "C", "2024-03-20"),  # after the question
    )

    def score_of(unit_of_decay: str) -> dict[str, float]:
        ranked = rank_records(
            QUESTION,
            known,
            unit(1.0, 1.0, 1.0),
            asked_at=ASKED_AT,
            options=LedgerOptions(record_decay=0.25, record_decay_unit=DecayUnit(unit_of_decay)),
        )
        return {one.record.record_id: one.score for one in ranked}

    # two days, and one session that began later; exp(-0.5), exp(-0.25)
    assert score_of("day")["ma"] == pytest.approx(0.6065, abs=0.0001)
    assert score_of("session")["ma"] == pytest.approx(0.7788, abs=0.0001)
    assert score_of("session")["mb"] == score_of("session")["mc"] == 1.0


def test_a_record_of_a_slot_that_is_asked_about_gains_so_many_cosines() -> None:
    known = ledger(
        record("a", "preference.food", "x", "A", "2024-01-01"),
        record("b", "identity.work", "y", "B", "2024-01-01"),
    )

    ranked = rank_records(
        QUESTION,
        known,
        unit(0.5, 0.6),
        asked_at=ASKED_AT,
        options=options(intent_slots=0.2),
        asked_slots=["preference.food"],
    )

    assert [one.record.record_id for one in ranked] == ["ma", "mb"]
    assert [one.score for one in ranked] == pytest.approx([0.7, 0.6])


def test_what_was_said_after_the_question_has_not_faded() -> None:
    (one,) = rank_records(
        QUESTION,
        ledger(LEEDS),
        unit(1.0),
        asked_at=moment("2023-01-01"),
        options=options(record_decay=1.0),
    )

    assert one.score == pytest.approx(1.0)


def test_what_was_superseded_pays_the_penalty() -> None:
    ranked = rank_records(
        QUESTION,
        ledger(BATH, LEEDS),
        unit(0.9, 0.8),
        asked_at=ASKED_AT,
        options=options(conflict_penalty=0.3),
    )

    assert [(one.record.value, one.conflict) for one in ranked] == [("Leeds", 0.0), ("Bath", 1.0)]
    assert ranked[1].score == pytest.approx(0.6)


def test_the_earlier_of_two_that_contradict_each_other_pays_as_far_as_that_is_sure() -> None:
    known = ledger(
        replace(BATH, status=Status.ACTIVE),
        LEEDS,
        relations=[Relation("mbath", RelationKind.CONTRADICTS, "mleeds", 0.9, 0.8)],
    )

    ranked = rank_records(
        QUESTION, known, unit(0.9, 0.8), asked_at=ASKED_AT, options=options(conflict_penalty=0.5)
    )

    assert [(one.record.value, one.conflict) for one in ranked] == [("Leeds", 0.0), ("Bath", 0.8)]
    assert ranked[1].score == pytest.approx(0.5)


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


def test_an_empty_ledger_has_no_records() -> None:
    empty = np.empty((0, 2), dtype=np.float32)

    assert rank_records(QUESTION, ledger(), empty, asked_at=ASKED_AT, options=options()) == []
