import signal

import pytest

from daybook.interfaces.repl.interrupts import Interrupts


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_stops_what_is_at_work_once() -> None:
    interrupts = Interrupts()
    with interrupts.installed(), interrupts.stopping():
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c()
        press_ctrl_c()


def test_ctrl_c_between_two_things_does_nothing() -> None:
    interrupts = Interrupts()
    with interrupts.installed():
        with interrupts.stopping():
            pass
        press_ctrl_c()


def test_what_is_being_written_is_stopped_by_a_second_ctrl_c_only() -> None:
    interrupts = Interrupts()
    with interrupts.installed(), interrupts.stopping(is_writing=lambda: True):
        press_ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c()


def test_the_handler_before_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts().installed():
        assert signal.getsignal(signal.SIGINT) != before

    assert signal.getsignal(signal.SIGINT) == before
