"""Every interface tells days in the zone of the owner whose they are."""

import json
from pathlib import Path

from tests.interfaces.daybook_command import Command
from tests.interfaces.server.http_server import serving

SAID_AT = "2026-04-15T02:10:00Z"
"""14 April in the Americas, 15 April from Europe on."""


def test_a_day_is_told_in_the_zone_of_its_owner_who_may_choose_another(
    daybook: Command, tmp_path: Path
) -> None:
    history = tmp_path / "messages.json"
    turn = {"role": "user", "content": "I passed my welding exam today!", "timestamp": SAID_AT}
    history.write_text(json.dumps([turn]), encoding="utf-8")
    asked = ("ask", "When did I pass my welding exam?", "--asked-at", "2026-06-01")
    daybook("import", str(history))

    assert "15 April 2026" in daybook(*asked).out
    assert "14 April 2026" in daybook("--time-zone", "America/Los_Angeles", *asked).out
    assert "14 April 2026" in daybook(*asked, DAYBOOK_TIME_ZONE="America/Los_Angeles").out
    assert daybook("time-zone", "America/Sao_Paulo").out == "America/Sao_Paulo\n"
    assert "14 April 2026" in daybook(*asked).out
    assert "2026-04-14 23:10" in daybook("sessions").out
    assert "is no time zone" in daybook("time-zone", "Mars/Olympus").err
    assert daybook(*asked, DAYBOOK_TIME_ZONE="Mars/Olympus").code == 2


def test_moments_without_an_offset_are_of_the_owners_zone(daybook: Command, tmp_path: Path) -> None:
    history = tmp_path / "messages.json"
    turn = {"role": "user", "content": "I sold the caravan.", "timestamp": "2026-04-14T23:30:00"}
    history.write_text(json.dumps([turn]), encoding="utf-8")
    daybook("time-zone", "Pacific/Auckland")

    assert "they are read in Pacific/Auckland" in " ".join(daybook("import", str(history)).out.split())
    [found] = json.loads(daybook("search", "caravan", "--json").out)["rounds"]
    assert found["said_at"] == "2026-04-14T23:30:00+12:00"
    earlier = ("search", "caravan", "--json", "--as-of", "2026-04-14T23:00")  # of UTC it would be later
    assert not json.loads(daybook(*earlier).out)["rounds"]


def test_over_http_an_owner_chooses_a_zone_that_is_one(tmp_path: Path) -> None:
    with serving(tmp_path / "data", needs_token=True) as served, served.client("ada") as http:
        served.daybook.append("I passed my welding exam today!", owner="ada", said_at=SAID_AT)
        chosen = http.put("/v1/time-zone", json={"time_zone": "America/Lima"})
        refused = http.put("/v1/time-zone", json={"time_zone": "Mars/Olympus"})
        told = http.post("/v1/ask", json={"question": "When did I pass my welding exam?"}).json()
        others = str(served.daybook.zone(owner="bob"))

    assert chosen.json() == {"time_zone": "America/Lima"}
    assert (refused.status_code, "Mars/Olympus" in refused.text) == (400, True)
    assert "14 April 2026" in told["answer"]
    assert others != "America/Lima"
