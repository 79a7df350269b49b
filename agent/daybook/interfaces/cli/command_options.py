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


def last_moment(text: str | None, option: str, zone: tzinfo) -> datetime | None:
    """Read `--asked-at` or `--as-of`; a day or a longer time is its last minute.

    Without an offset it is of the zone, an owner's. Returns None if it is not given. BadInput is raised
    unless it is a date, a date-time or a time in words that has begun.
    """
    return None if text is None else _first_and_last_minute(text, option, zone)[1]


def first_moment(text: str, option: str, zone: tzinfo) -> datetime:
    """Read a moment as `last_moment` does; a day or a longer time is its first minute."""
    return _first_and_last_minute(text, option, zone)[0]


def _first_and_last_minute(text: str, option: str, zone: tzinfo) -> tuple[datetime, datetime]:
    try:
        moment = written_moment(text, zone)
    except ValueError as error:
        from daybook.text.english import time_in

        now = datetime.now(zone)
        time = time_in(text, now)
        if time is None or time.start is None:
            raise BadInput(str(error), source=option) from None
        return time.start, time.end - timedelta(minutes=1) if time.end else now
    is_day = len(text.strip()) <= len("2023-05-30")
    return moment, moment + timedelta(hours=23, minutes=59) if is_day else moment


def zone_of(owner: str, data_dir: Path | None) -> tzinfo:
    """Return the zone in which an owner's days begin: their own, that of the settings, or this machine's."""
    settings = settings_for(data_dir)
    if settings.database_url is None and not settings.data_dir.exists():
        return settings.zone
    with open_store_alone(data_dir) as store:
        return store.zone(owner)


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
