"""One run of the command: errors become one line on standard error and an exit code."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence

import typer

from daybook.errors import DaybookError, UserError
from daybook.interfaces.cli.program import build_app
from daybook.interfaces.rendering.safe import one_line

FAILED, MISTAKEN, INTERRUPTED = 1, 2, 130


def run(
    arguments: Sequence[str], *, build: Callable[[], Callable[..., object]] = build_app, name: str = "daybook"
) -> int:
    """Run a command.

    Args:
        arguments: those after the name of the program; none of them shows the help.
        build: makes the program: a Typer application, or the command made of one.
        name: that of the program.

    Returns:
        The exit code. An error that is not one of ours passes through: it is a fault in Daybook.
    """
    _never_fail_to_write()
    _show_warnings()
    try:
        code = build()(list(arguments) or ["--help"], prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except DaybookError as error:
        return _complain(name, str(error), MISTAKEN if isinstance(error, UserError) else FAILED)
    except typer.TyperException as error:
        return _complain(name, f"{error.format_message()} (--help explains)", MISTAKEN)
    except (KeyboardInterrupt, typer.Abort):
        return _complain(name, "interrupted", INTERRUPTED)
    except OSError as error:
        _drop_output()
        if isinstance(error, BrokenPipeError):  # the reader has left, and knows it
            return FAILED
        return _complain(name, str(error), FAILED)
    if code == INTERRUPTED:
        return _complain(name, "interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _complain(name: str, message: str, code: int) -> int:
    sys.stderr.write(f"{name}: {one_line(message)}\n")
    return code


def _show_warnings() -> None:
    """Print what the logger "daybook" warns of on standard error; in other programs it is silent."""
    if logging.lastResort:
        logging.getLogger("daybook").addHandler(logging.lastResort)


def _drop_output() -> None:
    """Forget what could not be written, of which Python would complain once more at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_to_write() -> None:
    """Show what the terminal's encoding lacks as an escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
