"""Other words in the place of a round: the new round, the hidden old one and the ledger change at once."""

from typing import Any

import pytest

from daybook import Daybook, Role, Turn
from daybook.conversation import Status
from daybook.conversation.errors import BadInput, StoreBusy
from daybook_prompts.replies import FactFound

TOLD = "I live in Rome. I have a parrot called Coco. My sister is called Ann."
FACTS = [
    FactFound(quote="I live in Rome", slot="identity.residence", value="Rome"),
    FactFound(quote="I have a parrot called Coco", slot="possession.pet", value="parrot Coco"),
    FactFound(quote="My sister is called Ann", slot="family.relative", value="sister Ann"),
]


def values(daybook: Daybook) -> set[str]:
    return {record.value for record in daybook.ledger.records(owner="zoe", statuses=[Status.ACTIVE])}


def test_what_rested_on_the_old_words_goes_by_one_event(daybook: Daybook) -> None:
    old = daybook.append([Turn(Role.USER, TOLD)], owner="zoe", facts=FACTS).round
    before = len(daybook.ledger.history(owner="zoe"))

    new = daybook.replace_round(old.round_id, "I live in Oslo.", owner="zoe")

    (rejected,) = [entry.event for entry in daybook.ledger.history(owner="zoe")[before:]]
    assert len(rejected.draft.changes) == 3
    assert new.is_new
    assert values(daybook) == set()


@pytest.mark.parametrize("stops_at", ["hide", "post"])
def test_a_rewording_that_stops_on_the_way_changes_nothing(
    daybook: Daybook, stops_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = daybook.append([Turn(Role.USER, TOLD)], owner="zoe", facts=FACTS).round
    known = values(daybook)

    def fail(*_: object, **__: object) -> Any:
        raise StoreBusy("another process is writing")

    with monkeypatch.context() as patch:
        if stops_at == "hide":
            patch.setattr("daybook.store.round_table.RoundTable.hide", fail)
        else:
            patch.setattr("daybook.store.memory_store.post_events", fail)
        with pytest.raises(StoreBusy):
            daybook.replace_round(old.round_id, "I live in Oslo.", owner="zoe")

    [kept] = daybook.all_rounds(owner="zoe")
    assert kept == old
    assert values(daybook) == known


def test_no_words_and_the_same_words_again_change_nothing(daybook: Daybook) -> None:
    old = daybook.append([Turn(Role.USER, TOLD)], owner="zoe", facts=FACTS).round
    new = daybook.replace_round(old.round_id, "I live in Oslo.", owner="zoe")

    again = daybook.replace_round(new.round.round_id, "I live in Oslo.", owner="zoe")

    assert not again.is_new
    assert values(daybook) == set()
    with pytest.raises(BadInput):
        daybook.replace_round(new.round.round_id, "  ", owner="zoe")
