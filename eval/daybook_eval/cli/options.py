"""The options that commands share, and how what a study reports is printed."""

import asyncio
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from inspect import iscoroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from platformdirs import user_cache_path
from typer import Argument, Option

from daybook.conversation.errors import BadInput

Data = Annotated[
    Path | None,
    Option("--data", help="A file of questions, or BEAM's folder (`daybook-eval data`).", metavar="FILE"),
]
Limit = Annotated[int | None, Option("--limit", min=1, help="Ask the first N questions only.", metavar="N")]
QuestionIds = Annotated[
    list[str] | None, Option("--question-id", help="Ask this one; may be repeated.", metavar="ID")
]
Concurrency = Annotated[
    int | None,
    Option(
        "--concurrency",
        min=1,
        help="Questions at a time. Default: the processors, or DAYBOOK_MODEL_CONCURRENCY with a model.",
        metavar="N",
    ),
]
Cache = Annotated[
    Path | None, Option("--cache", help="The file that keeps vectors from run to run.", metavar="PATH")
]
Preset = Annotated[
    str | None,
    Option(
        "--preset",
        help="A pipeline by name: classic, or a paper's (longmemeval, max-sim, timerag, memorystack, himes).",
        metavar="NAME",
    ),
]
SetOptions = Annotated[
    list[str] | None,
    Option("--set", help="A setting, as in rrf_k=10; may be repeated.", metavar="NAME=VALUE"),
]
Models = Annotated[
    list[str] | None,
    Option(
        "--model",
        help="A chat model that judges; may be given several times. Default: DAYBOOK_CHAT_MODEL.",
        metavar="NAME",
    ),
]
Folder = Annotated[Path, Argument(metavar="RUN", help="The folder of a run.")]
CommandT = TypeVar("CommandT", bound=Callable[..., None])


def done_by(place: str) -> Callable[[CommandT], CommandT]:
    """Make a command of its options and its help alone; "module:function" of this package does its work.

    It is imported when it is called, is given the options by their names, and returns what is to be
    printed (see `show`). Of the shared options `cache` is given as the file that counts, and `set_options`
    as `given`, pairs of name and value.
    """

    def made(command: CommandT) -> CommandT:
        @wraps(command)
        def call(**given: Any) -> None:
            module, _, function = place.partition(":")
            as_json = given.pop("as_json", False)
            if "cache" in given:
                given["cache"] = cache_or_default(given["cache"])
            if "set_options" in given:
                given["given"] = parse_settings(given.pop("set_options"))
            show(getattr(import_module(f"daybook_eval.{module}"), function)(**given), as_json=as_json)

        return call  # type: ignore[return-value]

    return made


def show(found: Any, *, as_json: bool = False) -> None:
    """Print a report, a table, or lines; False ends the command with 1, and of nothing nothing is printed."""
    from daybook_eval.tables import Report, Table, present

    if iscoroutine(found):
        found = asyncio.run(found)
    if isinstance(found, Table):
        found = Report([found], None)
    if isinstance(found, Report):
        present(found, as_json=as_json)
    elif found is False:
        raise typer.Exit(1)
    elif found is not None and found is not True:
        typer.echo(found if isinstance(found, str) else "\n".join(found))


def required(given: Path | None, option: str) -> Path:
    """Take an option that only a list can do without; raises BadInput if it was not given."""
    if given is None:
        raise BadInput("is missing (--help shows examples)", source=option)
    return given


def chosen(only: Sequence[str] | None, names: Sequence[str], *, source: str = "--only") -> list[str]:
    """Choose some of several names, in their order, or all; raises BadInput if there is no such name."""
    if unknown := [name for name in only or () if name not in names]:
        raise BadInput(f"{', '.join(unknown)}: none of {', '.join(names)}, list", source=source)
    return [name for name in names if not only or name in only]


def cache_or_default(cache: Path | None) -> Path:
    """Give the vector cache that is named, or that of all runs of this user."""
    return (cache or user_cache_path("daybook") / "eval-vectors.sqlite").absolute()


def parse_settings(given: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Read "NAME=VALUE" options; the last of a name counts. Raises BadInput if one has no such form."""
    values: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"{text!r} is not of the form NAME=VALUE", source="--set")
        values[name.strip().lower()] = value.strip()
    return tuple(values.items())
