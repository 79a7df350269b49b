"""`daybook ask` and `daybook search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from agent.interfaces.cli.opening import open_daybook
from agent.interfaces.cli.options import DEFAULT_OWNER, AsJson, AskedAt, DataDir, Owner, moment_of

if TYPE_CHECKING:
    from agent.daybook import Daybook


def ask(
    question: Annotated[str, typer.Argument(help="In plain English.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    asked_at: AskedAt = None,
    notes: Annotated[
        bool, typer.Option("--notes", help="Show every note and the time of every step.")
    ] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from memory, with quotes and dates.

    Examples:
      daybook ask "Which restaurant did you recommend?"
      daybook ask "What did I do last weekend?" --asked-at 2023-05-30 --notes
    """
    from agent.interfaces.rendering.answers import show_answer
    from agent.interfaces.rendering.screen import Screen
    from agent.interfaces.rendering.shapes import answer_shape
    from agent.interfaces.rendering.shapes import as_json as written

    asked = moment_of(asked_at)
    _require_words(question)
    with open_daybook(data_dir) as daybook:
        answer = daybook.ask(question, owner=owner, asked_at=asked)
        if answer.not_known:
            _warn_of_empty_memory(daybook, owner)
    if as_json:
        typer.echo(written(answer_shape(answer)))
    else:
        show_answer(Screen(), answer, notes=notes)


def search(
    question: Annotated[str, typer.Argument(help="What to look for.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    limit: Annotated[int, typer.Option("-k", "--limit", help="Rounds to show.", min=1)] = 10,
    asked_at: AskedAt = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Find the rounds that bear on a question, best first.

    Examples:
      daybook search "pottery class" -k 5
      daybook search "what I ate in May" --owner ada --json
    """
    from agent.interfaces.rendering.memory import show_found
    from agent.interfaces.rendering.screen import Screen
    from agent.interfaces.rendering.shapes import as_json as written
    from agent.interfaces.rendering.shapes import search_shape

    asked = moment_of(asked_at)
    _require_words(question)
    with open_daybook(data_dir) as daybook:
        found = daybook.search(question, owner=owner, asked_at=asked, limit=limit)
        if not found.candidates:
            _warn_of_empty_memory(daybook, owner)
    if as_json:
        typer.echo(written(search_shape(found)))
    else:
        show_found(Screen(), found)


def _require_words(question: str) -> None:
    if not question.strip():
        raise typer.BadParameter("the question is empty")


def _warn_of_empty_memory(daybook: Daybook, owner: str) -> None:
    if not daybook.stats(owner=owner).rounds:
        typer.echo(f"daybook: nothing is kept for {owner!r}; --owner names another memory", err=True)
