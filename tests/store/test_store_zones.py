"""Moments keep their offsets in the store, and those without one are told in the owner's zone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from daybook.conversation import Draft, EventKind, Reinforce, Role, Turn, Write
from daybook.store import Store
from tests.ledgers import record

pytestmark = pytest.mark.anyio
IN_UTC = datetime(2026, 4, 15, 2, 10, tzinfo=UTC)
ABROAD = datetime.fromisoformat("2026-04-14T19:10:00-07:00")  # the same moment


async def test_a_moment_comes_back_with_its_offset_and_one_in_utc_in_the_zone_of_its_owner(
    store: Store,
) -> None:
    said = [Turn(Role.USER, "I passed my welding exam today!", ABROAD)]
    await store.append("ada", "abroad", said, said_at=ABROAD)
    await store.append("ada", "home", [Turn(Role.USER, "It was foggy.")], said_at=IN_UTC)

    def told() -> list[str]:
        moments = [round_.said_at for round_ in store.all_rounds("ada")]
        assert [item.started_at.isoformat() for item in store.sessions("ada")] == [
            moment.isoformat() for moment in moments
        ]
        return [moment.isoformat() for moment in moments]

    assert told() == ["2026-04-14T19:10:00-07:00", "2026-04-15T02:10:00+00:00"]
    store.keep_zone("ada", "Pacific/Auckland")
    assert told() == ["2026-04-14T19:10:00-07:00", "2026-04-15T14:10:00+12:00"]
    [turn] = store.session_rounds("ada", "abroad")[0].turns
    assert turn.said_at is not None
    assert turn.said_at.isoformat() == "2026-04-14T19:10:00-07:00"


async def test_a_record_is_told_as_the_rounds_that_it_rests_on(store: Store) -> None:
    for name, said_at in (("home", IN_UTC), ("abroad", ABROAD + timedelta(days=1))):
        await store.append("ada", name, [Turn(Role.USER, "I live in Lima.", said_at)], said_at=said_at)
    home, abroad = store.all_rounds("ada")
    lima = record("lima", "identity.residence", "Lima", "I live in Lima", "2026-04-15")
    first = replace(lima.support[0], round_id=home.round_id, said_at=IN_UTC)
    again = replace(first, round_id=abroad.round_id, said_at=abroad.said_at)
    lima = replace(lima, support=(first,), said_at=IN_UTC, imported_at=IN_UTC)
    drafts = [
        Draft(EventKind.WRITE, home.round_id, (Write(IN_UTC, lima),)),
        Draft(EventKind.REINFORCE, abroad.round_id, (Reinforce(again.said_at, "mlima", again, 0.9),)),
    ]

    def told() -> list[str]:
        known = store.ledgers.of("ada").records["mlima"]
        event = store.ledgers.events("ada")[0]
        moments = [known.imported_at, event.posted_at, *(item.said_at for item in known.support)]
        return [moment.isoformat() for moment in moments]

    store.ledgers.post("ada", drafts, posted_at=IN_UTC)
    assert told() == [*["2026-04-15T02:10:00+00:00"] * 3, "2026-04-15T19:10:00-07:00"]
    store.keep_zone("ada", "Pacific/Auckland")
    assert told() == [*["2026-04-15T14:10:00+12:00"] * 3, "2026-04-15T19:10:00-07:00"]
