from pathlib import Path

import pytest

from daybook_eval.robustness.sample_exports import whatsapp, zipped
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


def test_a_chat_is_kept_without_notices_and_omitted_media(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "WhatsApp Chat with Bo.txt", whatsapp(SAID))

    done = imported(daybook, path, "--me", "Ada")

    found = kept(daybook)
    assert found.texts[:2] == list(SAID[0])
    assert "[attached: goats.jpg]" in found.texts
    assert found.rounds[0]["said_at"] == "2024-02-14T09:00:00+00:00"
    assert {one["title"] for one in found.sessions.values()} == {"WhatsApp Chat with Bo"}
    assert done["left_out"] == {"notices of WhatsApp": 1, "media without text": 1}


def test_a_chat_asks_who_the_owner_is(daybook: Command, tmp_path: Path) -> None:
    said = refusal(daybook, written(tmp_path / "chat.txt", whatsapp(SAID)))

    assert "which of these are you: 'Ada', 'Bo'? Say it with --me NAME" in said


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("31/12/2023, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("12/31/23, 10:05 PM - Ada: hi", "2023-12-31T22:05:00"),
        ("12/31/23, 12:05\u202fAM - Ada: hi", "2023-12-31T00:05:00"),
        ("[31.12.23, 22:05:09] Ada: hi", "2023-12-31T22:05:09"),
        ("\u200e[12/31/23, 10:05:09\u202fPM] Ada: hi", "2023-12-31T22:05:09"),
        ("[2023-12-31, 10:05:09 p.m.] Ada: hi", "2023-12-31T22:05:09"),
        ("31.12.23, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31-12-2023 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31/12/2023 à 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31/12/23, 10:05 p. m. - Ada: hi", "2023-12-31T22:05:00"),
        ("2023. 12. 31. 오후 10:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("2023/12/31, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
    ],
)
def test_each_phone_writes_dates_in_its_own_way(
    daybook: Command, tmp_path: Path, line: str, moment: str
) -> None:
    imported(daybook, written(tmp_path / "chat.txt", line), "--me", "Ada")

    (round_,) = kept(daybook).rounds
    assert (round_["user"], round_["said_at"]) == ("hi", f"{moment}+00:00")


def test_an_order_of_dates_is_told_from_any_that_only_it_can_be(daybook: Command, tmp_path: Path) -> None:
    chat = "3/4/24, 9:00 AM - Ada: one\n3/15/24, 9:00 AM - Ada: two"

    imported(daybook, written(tmp_path / "chat.txt", chat), "--me", "Ada")

    assert [one["said_at"][:10] for one in kept(daybook).rounds] == ["2024-03-04", "2024-03-15"]


def test_an_order_of_dates_is_told_from_a_chat_running_forward(daybook: Command, tmp_path: Path) -> None:
    chat = "5/1/24, 09:00 - Ada: one\n6/1/24, 09:00 - Ada: two\n2/2/24, 09:00 - Ada: three"

    imported(daybook, written(tmp_path / "chat.txt", chat), "--me", "Ada")

    assert [one["said_at"][:10] for one in kept(daybook).rounds] == ["2024-01-05", "2024-01-06", "2024-02-02"]


def test_an_order_of_dates_that_cannot_be_told_is_asked_for(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "chat.txt", "3/4/24, 09:00 - Ada: one\n4/4/24, 09:00 - Ada: two")

    assert "--date-order dmy or --date-order mdy" in refusal(daybook, path, "--me", "Ada")
    assert "'ydm' is none of dmy, mdy, ymd" in refusal(daybook, path, "--me", "Ada", "--date-order", "ydm")

    imported(daybook, path, "--me", "Ada", "--date-order", "mdy")
    assert [one["said_at"][:10] for one in kept(daybook).rounds] == ["2024-03-04", "2024-04-04"]


def test_lines_that_begin_no_message_go_on_with_the_one_before(daybook: Command, tmp_path: Path) -> None:
    chat = "13/3/24, 09:00 - Ada: one\ntwo: three\n\n99/99/24, 09:00 - four\r\n13/3/24, 09:01 - Bo: five"

    imported(daybook, written(tmp_path / "chat.txt", chat), "--me", "Ada")

    assert kept(daybook).texts == ["one\ntwo: three\n\n99/99/24, 09:00 - four", "five"]


def test_what_an_iphone_writes_itself_is_left_out(daybook: Command, tmp_path: Path) -> None:
    chat = (
        "[13.03.24, 09:00:00] Goats: \u200eMessages and calls are end-to-end encrypted.\n"
        "[13.03.24, 09:00:05] Ada: hello\n"
        "[13.03.24, 09:00:09] Bo: \u200eimage omitted\n"
        "\u200e[13.03.24, 09:00:12] Bo: \u200e<attached: 001-PHOTO.jpg>"
    )
    path = written(tmp_path / "WhatsApp Chat - Bo.zip", zipped({"_chat.txt": chat, "001-PHOTO.jpg": b"x"}))

    done = imported(daybook, path, "--me", "Ada")

    found = kept(daybook)
    assert found.texts == ["hello", "[attached: 001-PHOTO.jpg]"]
    assert done["left_out"] == {"notices of WhatsApp": 2}
    assert {one["title"] for one in found.sessions.values()} == {"WhatsApp Chat - Bo"}
