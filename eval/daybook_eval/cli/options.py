"""The options that commands share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_cache_path

from daybook.conversation.errors import BadInput

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        help="A file of questions, or BEAM's folder (`daybook-eval data`).",
        metavar="FILE",
        show_default=False,
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="Ask the first N questions only.", metavar="N")
]
QuestionIds = Annotated[
    list[str] | None, typer.Option("--question-id", help="Ask this one; may be repeated.", metavar="ID")
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        min=1,
        help="Questions at a time. Default: the processors, or DAYBOOK_MODEL_CONCURRENCY with a model.",
        metavar="N",
    ),
]
Cache = Annotated[
    Path | None, typer.Option("--cache", help="The file that keeps vectors from run to run.", metavar="PATH")
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        help="A pipeline by name: classic, or a paper's (longmemeval, max-sim, timerag, memorystack, himes).",
        metavar="NAME",
        show_default=False,
    ),
]
SetOptions = Annotated[
    list[str] | None,
    typer.Option("--set", help="A setting, as in rrf_k=10; may be repeated.", metavar="NAME=VALUE"),
]


def required(given: Path | None, option: str) -> Path:
    """Take an option that only a list can do without; raises BadInput if it was not given."""
    if given is None:
        raise BadInput("is missing (--help shows examples)", source=option)
    return given


Models = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        help="A chat model that judges; may be given several times. Default: DAYBOOK_CHAT_MODEL.",
        metavar="NAME",
    ),
]


def default_cache() -> Path:
    """The vector cache of all runs of this user."""
    return user_cache_path("daybook") / "eval-vectors.sqlite"


def parse_settings(given: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Read "NAME=VALUE" options; the last of a name counts. Raises BadInput if one has no such form."""
    values: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"{text!r} is not of the form NAME=VALUE", source="--set")
        values[name.strip().lower()] = value.strip()
    return tuple(values.items())
