"""What is counted of the ledger, slot by slot."""

from daybook.ledger.slot_rates import Recalled, recalled_in, slot_rates

from daybook.conversation import Role, Round, Turn, apply_drafts
from daybook.ledger import confirm, reject
from daybook.text.english import ENGLISH
from tests.ledger.facts import HOME, PET, RESOLVER, fact, ledger_of, on, only


def test_what_was_corrected_rejected_and_said_again_is_counted_by_slot() -> None:
    ledger = ledger_of(fact(HOME, "Bonn"), fact(PET, "dog", 1), fact(PET, "cat", 1, start=50))
    again = RESOLVER.resolve(fact(PET, "dog", 5), ledger)
    assert again is not None
    drafts = [again]
    ledger = apply_drafts(ledger, drafts[-1:])
    drafts.append(confirm(ledger, only(ledger, "dog").record_id, on(9), values=ENGLISH.values))
    ledger = apply_drafts(ledger, drafts[-1:])
    drafts.append(reject(ledger, [only(ledger, "cat").record_id], on(9)))
    ledger = apply_drafts(ledger, drafts[-1:])

    home, pet = slot_rates(ledger, drafts, [])

    assert (home.slot, home.records, home.active, home.corrected, home.wrong_rate) == (HOME, 1, 1, 0, 0)
    assert (pet.records, pet.active, pet.said_again, pet.confirmed, pet.rejected) == (2, 1, 1, 1, 1)
    assert pet.wrong_rate == 0.5


def test_a_record_is_used_where_a_later_reply_rests_on_its_words() -> None:
    ledger = ledger_of(fact(HOME, "Bonn", 3), fact(PET, "dog", 3, start=50))
    words = only(ledger, "Bonn").support[0].round_id

    def used(day: int, *names: str) -> dict[str, float]:
        replies = [Recalled(on(day), frozenset(names))]
        return {record.slot: record.hit_rate for record in slot_rates(ledger, [], replies)}

    assert used(4, words) == {HOME: 1, PET: 0}
    assert used(2, words) == {HOME: 0, PET: 0}  # before it was known
    assert used(4, "another") == {HOME: 0, PET: 0}


def test_only_replies_that_rest_on_rounds_are_recollections() -> None:
    def reply(sources: tuple[str, ...] | None) -> Round:
        turn = Turn(Role.ASSISTANT, "In Bonn.", sources=sources)
        return Round("r", "me", "s", 0, 0, on(4), None, turn)

    assert recalled_in([reply(None), reply(()), reply(("r1", "r2"))]) == [
        Recalled(on(4), frozenset({"r1", "r2"}))
    ]
