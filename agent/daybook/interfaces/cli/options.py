"""The options that commands share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from daybook.errors import BadInput, BadSettings
from daybook.extras import install
from daybook.interfaces.moments import written_moment

DEFAULT_OWNER = "me"

Owner = Annotated[str, typer.Option("--owner", help="Whose memory.", metavar="NAME")]
DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Where memory is kept (or DAYBOOK_DATA_DIR).", metavar="DIR"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AskedAt = Annotated[
    str | None,
    typer.Option(
        "--asked-at",
        help="The moment that 'last week' is relative to: 2023-05-30 (its end) or 2023-05-30T10:18, "
        "in UTC unless it has an offset. Default: now.",
        metavar="TIME",
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        help="See only what had been said by then, and ask at that moment; written like --asked-at.",
        metavar="TIME",
    ),
]


class Place(StrEnum):
    """Where the work of a command is done."""

    LOCAL = "local"
    RAY = "ray"


def _place(given: Place) -> Place:
    """Take `--on`.

    Raises:
        BadSettings: it names Ray, which is not installed.
    """
    if given is Place.RAY and find_spec("ray") is None:
        raise BadSettings(f"--on ray needs Ray: {install('ray')}")
    return given


On = Annotated[
    Place,
    typer.Option(
        "--on",
        callback=_place,
        help="In this process, or on Ray: the cluster of RAY_ADDRESS, else a Ray started for the command.",
    ),
]

_DATE_LENGTH = len("2023-05-30")


def as_of_moment(text: str | None) -> datetime | None:
    """Read `--as-of`, as `moment_of` reads `--asked-at`; None where it is not given."""
    return None if text is None else moment_of(text, "--as-of")


def moment_of(text: str | None, option: str = "--asked-at") -> datetime:
    """Read `--asked-at` or an option like it; without it, now in the zone of this machine.

    A date alone is its last minute, so that the day itself can be looked back on.

    Raises:
        BadInput: it is no date or date-time.
    """
    if text is None:
        return datetime.now(UTC).astimezone()
    try:
        moment = written_moment(text)
    except ValueError as error:
        raise BadInput(str(error), source=option) from None
    if len(text.strip()) <= _DATE_LENGTH:
        moment += timedelta(hours=23, minutes=59)
    return moment
