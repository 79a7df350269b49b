"""Moments keep their offsets in the store, and those without one are told in the owner's zone."""

from datetime import UTC, datetime

import pytest

from daybook.conversation import Role, Turn
from daybook.store import Store

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
