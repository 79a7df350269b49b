"""Text for a terminal is made safe; and Ctrl-C."""

import json
import signal

import pytest

from daybook.interfaces.rendering.safe import as_json, one_line, printable
from daybook.interfaces.repl.lines import Interrupts

HOSTILE = "\x1b[31mred\x1b]0;title\x07 \x9b2J \x7f \u202eback \ud83d \u2066 \u200b \U000e0041"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("\x1b[2J", "␛[2J"),
        ("a\x00b\x07c\x08", "a␀b␇c␈"),
        ("\x7f", "␡"),
        ("\x9b31m", "\N{REPLACEMENT CHARACTER}31m"),
        ("one\r\ntwo\rthree\tfour\n", "one\ntwo\nthree\tfour\n"),
        ("naïve 🦜 日本 [bold]", "naïve 🦜 日本 [bold]"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_instead(stored: str, shown: str) -> None:
    assert printable(stored) == shown


def test_one_line_is_cut_to_its_width() -> None:
    assert one_line("a  b\n\nc") == "a b c"
    assert one_line("abcdef", 4) == "abc…"


def test_json_holds_the_text_unchanged_but_escapes_what_a_terminal_would_obey() -> None:
    written = as_json({"text": HOSTILE, "plain": "é"})

    assert json.loads(written) == {"text": HOSTILE, "plain": "é"}
    assert not any(sign in written for sign in "\x1b\x07\x9b\x7f\u202e\ud83d\u2066\u200b\U000e0041")
    assert "é" in written


@pytest.mark.parametrize(
    "code", [0xAD, 0x61C, 0x200B, 0x200E, 0x202E, *range(0x2066, 0x206A), 0xFEFF, 0xE0041]
)
def test_what_turns_the_writing_or_takes_no_room_is_shown_as_its_escape(code: int) -> None:
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

    assert printable(f"pay{chr(code)}pal é") == f"pay{escape}pal é"


def test_joiners_stay_where_a_script_needs_them_and_show_where_they_hide() -> None:
    family, persian = "👩\u200d👧", "می\u200cخواهم"

    assert printable(f"{family} {persian}") == f"{family} {persian}"
    assert printable("pay\u200dpal \u200c") == "pay\\u200dpal \\u200c"


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_stops_what_is_at_work_once_and_what_is_being_written_the_second_time() -> None:
    before, interrupts = signal.getsignal(signal.SIGINT), Interrupts()
    with interrupts.installed():
        assert signal.getsignal(signal.SIGINT) != before
        with interrupts.stopping():
            with pytest.raises(KeyboardInterrupt):
                press_ctrl_c()
            press_ctrl_c()
        press_ctrl_c()  # between two things it does nothing
        with interrupts.stopping(is_writing=lambda: True):
            press_ctrl_c()
            with pytest.raises(KeyboardInterrupt):
                press_ctrl_c()

    assert signal.getsignal(signal.SIGINT) == before
