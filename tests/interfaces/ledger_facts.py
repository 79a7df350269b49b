"""Facts posted by hand to the ledger of the memory that the tests of the command share."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from daybook.conversation import Draft, EventKind, Mark, Polarity, Record, Status, Support, Write
from daybook.library.daybook import Daybook

BERLIN, MUNICH, PARROT = "m" + "1" * 16, "m" + "2" * 16, "m" + "3" * 16


def post_facts(data: Path) -> None:
    """Have "me" live in Berlin and then in Munich, and perhaps have a parrot."""
    with Daybook.open(data) as daybook:
        first, second = daybook.parts.store.all_rounds("me")
        then, now = first.said_at, second.said_at
        place = Support(first.round_id, first.session_id, 0, 12, "I parked the", then)
        later = replace(place, round_id=second.round_id, quote="My sister", stop=9, said_at=now)
        berlin = Record(
            record_id=BERLIN,
            slot="identity.residence",
            value="Berlin",
            polarity=Polarity.POSITIVE,
            text="I live in Berlin",
            said_at=then,
            imported_at=then,
            confidence=0.9,
            support=(place,),
        )
        munich = replace(
            berlin, record_id=MUNICH, value="Munich", text="I live in Munich", said_at=now, support=(later,)
        )
        parrot = replace(
            munich, record_id=PARROT, slot="possession.pet", value="parrot", text="I have a parrot"
        )
        parrot = replace(parrot, confidence=0.4, status=Status.QUARANTINED)
        moved = Mark(now, BERLIN, Status.SUPERSEDED, superseded_by=MUNICH)
        drafts = [
            Draft(EventKind.WRITE, first.round_id, (Write(then, berlin),)),
            Draft(EventKind.SUPERSEDE, second.round_id, (Write(now, munich), moved)),
            Draft(EventKind.QUARANTINE, second.round_id, (Write(now, parrot),)),
        ]
        read = [first.round_id, second.round_id]
        posted = now + timedelta(minutes=1)
        daybook.parts.store.ledgers.post("me", drafts, posted_at=posted, rounds_read=read)
