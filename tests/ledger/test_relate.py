"""Edges between records."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from daybook.ledger.relate import WEIGHTS, change_confidence, relate, texts_to_relate
from numpy.typing import NDArray

from daybook.conversation import Act, Fact, Ledger, RelationKind, Status, apply_drafts
from daybook.text.english import ENGLISH
from tests.ledger.facts import DRINK, HOME, JOB, MAY, PET, RESOLVER, fact, only
from tests.ledger.flat_vectors import flat_vectors


def told(*facts: Fact) -> Ledger:
    """The ledger with its edges, of facts whose texts have nothing in common."""
    ledger, vectors = Ledger(), flat_vectors(found.text for found in facts)
    for found in facts:
        draft = RESOLVER.resolve(found, ledger)
        assert draft is not None
        ledger = apply_drafts(ledger, relate([draft], ledger, vectors, values=ENGLISH.values))
    return ledger


def edges(ledger: Ledger, *kinds: RelationKind) -> list[tuple[str, str, str, float]]:
    """By value instead of by id; FOLLOWS only where it is asked for, for everything follows something."""
    return [
        (
            ledger.records[edge.source].value,
            edge.kind.value,
            ledger.records[edge.target].value,
            round(edge.confidence, 3),
        )
        for edge in ledger.relations
        if edge.kind in (kinds or set(RelationKind) - {RelationKind.FOLLOWS})
    ]


@pytest.mark.parametrize(("days", "confidence"), [(0, 0.75), (30, 0.85), (60, 0.95), (400, 0.95)])
def test_a_change_is_the_surer_the_more_time_lies_between(days: int, confidence: float) -> None:
    assert change_confidence(MAY, MAY + timedelta(days=days)) == pytest.approx(confidence)


def test_what_takes_a_place_supersedes() -> None:
    ledger = told(fact(HOME, "Berlin"), fact(HOME, "Munich", 30))

    assert edges(ledger) == [("Munich", "supersedes", "Berlin", 0.85)]
    [weight] = [edge.weight for edge in ledger.relations if edge.kind is RelationKind.SUPERSEDES]
    assert weight == WEIGHTS[RelationKind.SUPERSEDES] == 1


def test_a_late_import_supersedes_what_it_replaced_and_is_superseded_by_what_came_after() -> None:
    ledger = told(fact(HOME, "Berlin"), fact(HOME, "Munich", 90), fact(HOME, "Hamburg", 30))

    assert ("Hamburg", "supersedes", "Berlin", 0.85) in edges(ledger)
    assert ("Munich", "supersedes", "Hamburg", 0.95) in edges(ledger)


def test_what_waits_contradicts_and_supersedes_nothing() -> None:
    ledger = told(fact(HOME, "Berlin"), fact(HOME, "Munich", 30, reliability=0.4))

    assert edges(ledger) == [("Munich", "contradicts", "Berlin", 0.85)]


def test_a_record_follows_the_last_of_its_session_and_the_first_of_one_the_last_before_it() -> None:
    ledger = told(
        fact(HOME, "Berlin", session="s"),
        fact(PET, "dog", session="s", start=50),
        fact(DRINK, "tea", 9),
        fact(JOB, "nurse", 1),  # imported late
        fact(PET, "cat", 10, session="s"),
    )

    # "m_prev FOLLOWS m_new" in the direction of the paper's step 1
    assert edges(ledger, RelationKind.FOLLOWS) == [
        ("Berlin", "follows", "dog", 1.0),
        ("dog", "follows", "tea", 1.0),
        ("dog", "follows", "nurse", 1.0),
        ("dog", "follows", "cat", 1.0),
    ]


CAT, CATS, DOG = fact(PET, "grey cat"), fact(PET, "old grey cat Pixel", 1), fact(PET, "fat brown dog", 2)
NEAR, FAR = np.array([1, 0], np.float32), np.array([0.5, 0.75**0.5], np.float32)


def with_vectors(*told: tuple[Fact, NDArray[np.float32]]) -> Ledger:
    ledger = Ledger()
    for said, _ in told:
        draft = RESOLVER.resolve(said, ledger)
        assert draft is not None
        assert texts_to_relate([draft], ledger)[-1] == said.text
        vectors = {one.text: vector for one, vector in told}
        ledger = apply_drafts(ledger, relate([draft], ledger, vectors, values=ENGLISH.values))
    return ledger


@pytest.mark.parametrize(
    ("second", "vector", "elaborates"),
    [
        (CATS, NEAR, [("old grey cat Pixel", "elaborates", "grey cat", 0.8)]),
        (CATS, FAR, []),  # holds its terms, and is not near enough
        (DOG, NEAR, []),  # is near, and holds half of its terms at most
    ],
)
def test_a_longer_text_that_is_near_and_has_more_than_half_of_the_key_terms_elaborates(
    second: Fact, vector: NDArray[np.float32], elaborates: list[tuple[str, str, str, float]]
) -> None:
    ledger = with_vectors((CAT, NEAR), (second, vector))

    assert edges(ledger, RelationKind.ELABORATES) == elaborates


def test_what_is_denied_under_another_slot_contradicts_and_both_stay() -> None:
    eats, does_not = fact(DRINK, "meat"), fact("constraint.diet", "meat", 30, liked=False)
    near = with_vectors((eats, NEAR), (replace(does_not, text="I do not eat meat"), NEAR))
    again = with_vectors((eats, NEAR), (fact(DRINK, "meat", 30, liked=False), NEAR))

    assert edges(near, RelationKind.CONTRADICTS) == [("meat", "contradicts", "meat", 0.85)]
    assert [record.status for record in near.records.values()] == [Status.ACTIVE, Status.ACTIVE]
    assert edges(again, RelationKind.CONTRADICTS) == []  # it took the other's place


def test_likeness_of_texts_relates_and_more_of_it_makes_one_topic() -> None:
    ledger = with_vectors(
        (fact(PET, "dog"), NEAR),
        (fact(JOB, "vet", 1), np.array([0.8, 0.6], np.float32)),  # cosine 0.8 to the first
        (fact(HOME, "Berlin", 2), np.array([0, 1], np.float32)),  # 0.6 to the second, 0 to the first
    )

    assert edges(ledger) == [("vet", "same-topic", "dog", 0.8), ("Berlin", "related-to", "vet", 0.6)]


def test_what_hangs_on_a_record_is_flagged_when_that_falls_and_cleared_when_it_is_said_again() -> None:
    before = [fact(JOB, "nurse"), fact("identity.employer", "St Mary's", 1)]
    fallen = told(*before, fact(JOB, "teacher", 30))
    again = told(*before, fact(JOB, "teacher", 30), fact("identity.employer", "St Mary's", 31))

    assert edges(fallen, RelationKind.DEPENDS_ON) == [("St Mary's", "depends-on", "nurse", 1.0)]
    assert only(fallen, "St Mary's").flag == "it was said while identity.work was another"
    assert only(again, "St Mary's").flag == ""


def test_an_end_flags_as_well() -> None:
    ledger = told(
        fact("identity.employer", "St Mary's"), fact(JOB, "nurse", 1), fact(JOB, "", 9, act=Act.ENDS)
    )

    assert only(ledger, "St Mary's").status is Status.ACTIVE
    assert only(ledger, "St Mary's").flag


def test_a_record_that_comes_and_falls_in_one_batch_has_its_edges_too() -> None:
    facts = [fact(HOME, "Berlin"), fact(HOME, "", 9, act=Act.ENDS)]
    ledger, drafts = Ledger(), []
    for found in facts:
        draft = RESOLVER.resolve(found, ledger)
        assert draft is not None
        drafts.append(draft)
        ledger = apply_drafts(ledger, [draft])

    texts = texts_to_relate(drafts, Ledger())

    assert texts == ["I say Berlin"]
    assert len(relate(drafts, Ledger(), flat_vectors(texts), values=ENGLISH.values)) == 2


def test_nothing_is_embedded_where_nothing_new_comes_to_count() -> None:
    ledger = told(fact(HOME, "Berlin"))
    draft = RESOLVER.resolve(fact(HOME, "Berlin", 3), ledger)

    assert draft is not None
    assert texts_to_relate([draft], ledger) == []


def test_what_is_said_to_rest_on_a_record_depends_on_it() -> None:
    home = fact(HOME, "Bath")
    way = fact("other.fact", "20 minutes", 1, attribute="way to work")
    ledger = told(home)
    draft = RESOLVER.resolve(way, ledger, rests_on=(only(ledger, "Bath").record_id,))
    assert draft is not None

    ledger = apply_drafts(
        ledger, relate([draft], ledger, flat_vectors([home.text, way.text]), values=ENGLISH.values)
    )

    assert edges(ledger, RelationKind.DEPENDS_ON) == [("20 minutes", "depends-on", "Bath", 1.0)]
