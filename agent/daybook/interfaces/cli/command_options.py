"""Shared by the commands: their options, how they open memory, and how they print results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from daybook.conversation.errors import BadInput, BadSettings
from daybook.conversation.extras import install
from daybook.interfaces.written_moments import written_moment

if TYPE_CHECKING:
    from daybook.conversation.answer_json import View
    from daybook.interfaces.rendering.screen import Screen
    from daybook.library.daybook import Daybook
    from daybook.settings import Settings
    from daybook.store import Store

DEFAULT_OWNER = "me"

Owner = Annotated[str, typer.Option("--owner", help="Whose memory.", metavar="NAME")]
OwnerOrAll = Annotated[
    str | None, typer.Option("--owner", help="Whose memory. Default: all.", metavar="NAME")
]
DataDir = Annotated[
    Path | None, typer.Option("--data-dir", help="Where memory is kept (or DAYBOOK_DATA_DIR).", metavar="DIR")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]
Question = Annotated[
    list[str], typer.Argument(help="In plain English; quotes around it may be left out.", show_default=False)
]
AskedAt = Annotated[
    str | None,
    typer.Option(
        "--asked-at",
        help="The moment that 'last week' is relative to: yesterday, 2023-05-30 (the end of the day) or "
        "2023-05-30T10:18. Default: now.",
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


class WorkPlace(StrEnum):
    """Where the work of a command is done."""

    LOCAL = "local"
    RAY = "ray"


def _work_place(given: WorkPlace) -> WorkPlace:
    if given is WorkPlace.RAY and find_spec("ray") is None:
        raise BadSettings(f"--on ray needs Ray: {install('ray')}")
    return given


On = Annotated[
    WorkPlace,
    typer.Option(
        "--on",
        callback=_work_place,
        help="In this process, or on Ray: the cluster of RAY_ADDRESS, else a Ray started for the command.",
    ),
]

_P = ParamSpec("_P")


def asked_words(question: Sequence[str]) -> str:
    """Join the words of a question, which may have come without quotes.

    Raises:
        BadParameter: there are none.
    """
    text = " ".join(question)
    if not text.strip():
        raise typer.BadParameter("the question is empty")
    return text


def as_of_moment(text: str | None) -> datetime | None:
    """Read `--as-of`, as `moment_of` reads `--asked-at`. Returns None if it is not given."""
    return None if text is None else moment_of(text, "--as-of")


def moment_of(text: str | None, option: str = "--asked-at") -> datetime:
    """Read `--asked-at` or an option like it; without it, now. Without an offset it is of DAYBOOK_TIME_ZONE.

    A day or a longer time is its last minute, so that it can itself be looked back on. BadInput is raised
    unless it is a date, a date-time or a time in words that has begun.
    """
    return _now() if text is None else _first_and_last_minute(text, option)[1]


def exact_moment(text: str, option: str) -> datetime:
    """Read a moment that an option gives; a day or a longer time is its first."""
    return _first_and_last_minute(text, option)[0]


def _first_and_last_minute(text: str, option: str) -> tuple[datetime, datetime]:
    try:
        moment = written_moment(text, default_zone())
    except ValueError as error:
        from daybook.text.english import time_in

        time = time_in(text, _now())
        if time is None or time.start is None:
            raise BadInput(str(error), source=option) from None
        return time.start, time.end - timedelta(minutes=1) if time.end else _now()
    is_day = len(text.strip()) <= len("2023-05-30")
    return moment, moment + timedelta(hours=23, minutes=59) if is_day else moment


def default_zone() -> tzinfo:
    """Return the zone that the settings name, else that of this machine."""
    return settings_for(None).zone


def _now() -> datetime:
    return datetime.now(default_zone())


def settings_for(data_dir: Path | None) -> Settings:
    """Read the settings of the environment and of the file in force; `data_dir` beats both."""
    from daybook.settings.environment import read_settings

    return read_settings(data_dir=data_dir)


def open_daybook(data_dir: Path | None) -> Daybook:
    """Open the memory that the settings name."""
    from daybook.library.daybook import Daybook

    return Daybook.open(settings=settings_for(data_dir))


@contextmanager
def open_store_alone(data_dir: Path | None) -> Iterator[Store]:
    """Open the store of that memory, without loading what answers questions."""
    from daybook.library.wiring import open_store_of

    store = open_store_of(settings_for(data_dir))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def open_daybook_on(place: WorkPlace, data_dir: Path | None) -> Iterator[Daybook]:
    """Open the memory of the settings, with its embedder in this process or on Ray, named on standard error.

    Whatever is stored is written by this process.
    """
    if place is WorkPlace.LOCAL:
        with open_daybook(data_dir) as daybook:
            yield daybook
        return
    from daybook.library.daybook import Daybook
    from daybook.models.embedding.ray_embedder import EmbedderSpec, ray_embedder

    settings = settings_for(data_dir)
    spec = EmbedderSpec(settings.embedder, settings.openai_api_key, settings.openai_base_url)
    # Ray prints to standard output what it thinks of a worker that died, amid what belongs there.
    with redirect_stdout(sys.stderr), ray_embedder(spec) as embedder:
        tell(f"embedding on {embedder.cluster}")
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            yield daybook


def tell(text: str) -> None:
    """Print a line on standard error."""
    typer.echo(f"daybook: {text}", err=True)


def print_json(value: View | Mapping[str, Any]) -> None:
    """Print one JSON object."""
    from daybook.interfaces.rendering.safe import as_json

    typer.echo(as_json(value if isinstance(value, Mapping) else value.to_json()))


def print_result(
    as_json: bool,
    view: Callable[_P, View | Mapping[str, Any]],
    show: Callable[Concatenate[Screen, _P], None],
    *values: _P.args,
    **named: _P.kwargs,
) -> None:
    """Print what came of a command: the JSON that `view` makes of it, or what `show` prints for a reader."""
    if as_json:
        print_json(view(*values, **named))
        return
    from daybook.interfaces.rendering.screen import Screen

    show(Screen(), *values, **named)
