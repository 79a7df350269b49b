"""Names of relatives and animals: whose they are, and which wait for the owner's word."""

from datetime import timedelta

import pytest

from daybook.conversation import Role, Session, Status, Turn
from tests.small_memory import MAY, OpenDaybook

COUNTS, WAITS = Status.ACTIVE, Status.QUARANTINED
PUPPY = "We got a puppy called Toby."


@pytest.mark.parametrize(
    ("said", "slot", "status"),
    [
        ([PUPPY, "My girlfriend, Toby and I went to the lake."], "family.partner", WAITS),
        ([PUPPY, "My brother, Toby, and I drove to Dover."], "family.sibling", WAITS),
        ([PUPPY, "My girlfriend Toby is a nurse."], "family.partner", COUNTS),
        (["My brother, Toby, and I drove to Dover."], "family.sibling", COUNTS),
        (["My brother, Toby and I drove to Dover."], "family.sibling", WAITS),
        (["My brother, Toby and I drove to Dover.", "My brother Toby is a baker."], "family.sibling", COUNTS),
        (["My partner, Rachel, and I made it to the semi-finals."], "family.partner", WAITS),
        (["My partner, Rachel, and I made it to the semi-finals."], "identity.relationship", WAITS),
        (["My partner Rachel and I have bought a house."], "family.partner", COUNTS),
        (["My partner Rachel works nights."], "family.partner", COUNTS),
        (["My long-term partner, Rachel, is a vet."], "family.partner", COUNTS),
        (["My lab partner, Nina, dropped the flask."], "family.partner", None),
        (["My sister wanted Yeast for her bread."], "family.sibling", None),
    ],
)
def test_a_name_counts_waits_or_is_none(
    open_daybook: OpenDaybook, said: list[str], slot: str, status: Status | None
) -> None:
    daybook = open_daybook()
    sessions = [
        Session(f"month {place}", MAY + timedelta(days=30 * place), (Turn(Role.USER, text),))
        for place, text in enumerate(said)
    ]

    daybook.add(sessions, owner="bo")
    records = daybook.ledger.records(owner="bo")

    assert [record.status for record in records if record.slot == slot] == ([status] if status else [])
    named = [record.value for record in records if record.slot == "possession.pet"]
    assert named == (["puppy Toby"] if PUPPY in said else [])
