"""The effect of a fact on the ledger: it adds, repeats, replaces, corrects, contradicts or ends."""

import numpy as np
import pytest

from daybook.conversation import Act, Ledger, Record, RelationKind, Status, apply_drafts
from daybook.ledger.decide import RoundFacts, decide
from daybook.ledger.edges import texts_to_relate, with_edges
from daybook.settings import LedgerOptions
from tests.ledger.facts import DRINK, HOME, PET, RESOLVER, VALUES, fact, ledger_of, only, values


def named(ledger: Ledger, value: str) -> str:
    return only(ledger, value).record_id


def test_another_value_at_an_address_of_one_value_takes_the_place_of_the_first() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 0), fact(HOME, "Munich", 60))

    old = only(ledger, "Berlin")
    assert values(ledger) == ["Munich"]
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, named(ledger, "Munich"))


def test_of_facts_that_come_in_any_order_the_one_said_last_holds() -> None:
    later_first = ledger_of(fact(HOME, "Munich", 60), fact(HOME, "Berlin", 0), fact(HOME, "Hamburg", 30))

    assert values(later_first) == ["Munich"]
    assert only(later_first, "Berlin").superseded_by == named(later_first, "Hamburg")


def test_several_values_hold_at_once_where_the_slot_has_many_until_one_is_denied() -> None:
    ledger = ledger_of(fact(DRINK, "tea"), fact(DRINK, "coffee"), fact(DRINK, "tea", 40, liked=False))

    active = ledger.with_status(Status.ACTIVE)
    assert [(record.value, str(record.polarity)) for record in active] == [("coffee", "+"), ("tea", "-")]


def test_the_record_that_is_named_is_replaced_whatever_its_address() -> None:
    ledger = ledger_of(fact("other.fact", "teacher", 0, subject="my sister Maeve", attribute="job"))
    known = named(ledger, "teacher")
    nurse = fact("other.fact", "nurse", 9, act=Act.REPLACES, names=known, subject="Maeve", attribute="work")
    ledger = ledger_of(nurse, ledger=ledger)

    assert values(ledger) == ["nurse"]
    assert only(ledger, "teacher").superseded_by == named(ledger, "nurse")


def test_what_never_was_so_is_deleted_with_or_without_what_is_right() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 0), fact(PET, "cat", 0))
    right = fact(HOME, "Bern", 1, act=Act.CORRECTS, names=named(ledger, "Berlin"))
    gone = fact(PET, "", 1, act=Act.CORRECTS, names=named(ledger, "cat"))

    ledger = ledger_of(right, gone, ledger=ledger)

    assert values(ledger) == ["Bern"]
    assert set(values(ledger, Status.DELETED)) == {"Berlin", "cat"}


def test_what_is_over_ends_and_nothing_takes_its_place() -> None:
    ledger = ledger_of(fact(PET, "cat", 0), fact(PET, "dog", 0))
    ledger = ledger_of(fact(PET, "", 5, act=Act.ENDS, names=named(ledger, "cat")), ledger=ledger)

    assert values(ledger) == ["dog"]
    assert only(ledger, "cat").superseded_by == ""


def test_what_was_said_again_later_is_not_ended_by_an_earlier_word() -> None:
    ledger = ledger_of(fact(PET, "cat", 9))
    ledger = ledger_of(fact(PET, "", 5, act=Act.ENDS, names=named(ledger, "cat")), ledger=ledger)

    assert values(ledger) == ["cat"]


def test_a_contradiction_leaves_both_less_sure_and_related() -> None:
    ledger = ledger_of(fact(DRINK, "tea", 0, reliability=0.75))
    against = fact(
        DRINK, "only coffee", 60, act=Act.CONTRADICTS, names=named(ledger, "tea"), reliability=0.75
    )
    draft = decide([RoundFacts("r", (against,))], ledger, RESOLVER).drafts
    ledger = apply_drafts(ledger, draft)

    (edge,) = ledger.relations
    assert set(values(ledger)) == {"tea", "only coffee"}
    assert edge.kind is RelationKind.CONTRADICTS
    assert edge.confidence == pytest.approx(0.95)
    assert only(ledger, "only coffee").confidence < 0.75


def test_what_was_retracted_since_is_not_written_again() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 5))
    ledger = ledger_of(fact(HOME, "", 9, act=Act.CORRECTS, names=named(ledger, "Berlin")), ledger=ledger)

    assert values(ledger_of(fact(HOME, "Berlin", 7), ledger=ledger)) == []


def test_a_constraint_that_waits_is_quarantined_however_unsure() -> None:
    ledger = ledger_of(fact("constraint.allergy", "nuts", reliability=0.1, waits=True))

    assert values(ledger, Status.QUARANTINED) == ["nuts"]


def test_a_round_that_would_retire_too_much_retires_nothing() -> None:
    ledger = ledger_of(*(fact(PET, f"pet {number}", number) for number in range(6)))
    ends = tuple(
        fact(PET, "", 40, act=Act.ENDS, names=record.record_id, start=place)
        for place, record in enumerate(ledger.records.values())
    )

    decision = decide([RoundFacts("r", ends)], ledger, RESOLVER)

    assert decision.drafts == ()
    assert [refusal.reason for refusal in decision.refused] == ["it would retire 6 of 6 records"]


def test_repeating_what_memory_just_said_is_no_repetition() -> None:
    ledger = ledger_of(fact(HOME, "Berlin", 0))
    echo = RoundFacts("r", (fact(HOME, "Berlin", 1),), recalled=("You live in Berlin.",))

    assert decide([echo], ledger, RESOLVER).drafts == ()


def related(*records: Record, edges: bool = True) -> set[tuple[str, str, str]]:
    ledger = Ledger()
    facts = [fact(record.slot, record.value, 0, start=place) for place, record in enumerate(records)]
    options = LedgerOptions(edges=edges)
    for found in facts:
        drafts = decide([RoundFacts(found.support.round_id, (found,))], ledger, RESOLVER).drafts
        texts = texts_to_relate(drafts, ledger, options)
        vectors = {text: np.array([1.0, 0.0], dtype=np.float32) for text in texts}
        ledger = apply_drafts(ledger, with_edges(drafts, ledger, vectors, VALUES, options))
    by_id = {name: record.value for name, record in ledger.records.items()}
    return {(by_id[edge.source], str(edge.kind), by_id[edge.target]) for edge in ledger.relations}


def test_likeness_and_neighbourhood_are_edges_where_a_preset_asks_for_them() -> None:
    cat, tall = (only(ledger_of(fact(PET, value)), value) for value in ("cat", "tall old cat"))

    assert related(cat, tall) == {
        ("cat", "follows", "tall old cat"),
        ("tall old cat", "same-topic", "cat"),
        ("tall old cat", "elaborates", "cat"),
    }
    assert related(cat, tall, edges=False) == set()


def test_what_took_a_place_is_an_edge_always() -> None:
    berlin, munich = (only(ledger_of(fact(HOME, value)), value) for value in ("Berlin", "Munich"))

    assert related(berlin, munich, edges=False) == {("Munich", "supersedes", "Berlin")}
