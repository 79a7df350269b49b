"""`daybook ask` and `daybook search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import (
    DEFAULT_OWNER,
    AsJson,
    AskedAt,
    AsOf,
    DataDir,
    Owner,
    as_of_moment,
    moment_of,
)

if TYPE_CHECKING:
    from daybook.library.daybook import Daybook


def ask(
    question: Annotated[str, typer.Argument(help="In plain English.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    asked_at: AskedAt = None,
    as_of: AsOf = None,
    why: Annotated[bool, typer.Option("--why", help="Show how the answer came about, step by step.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from memory, with quotes and dates.

    Examples:
      daybook ask "Which restaurant did you recommend?"
      daybook ask "What did I do last weekend?" --asked-at 2023-05-30 --why
      daybook ask "Where do I work?" --as-of 2022-12-31
    """
    from daybook.interfaces.rendering.answers import show_answer
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import answer_shape, why_shape
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.stages import stage_line
    from daybook.interfaces.rendering.why import show_why

    seen = as_of_moment(as_of)
    asked = seen if seen and asked_at is None else moment_of(asked_at)
    _require_words(question)
    with open_daybook(data_dir) as daybook:
        with stage_line() as show_stage:
            explanation = daybook.explain(
                question, owner=owner, asked_at=asked, as_of=seen, on_stage=show_stage
            )
        answer = explanation.answer
        if answer.not_known:
            _warn_of_empty_memory(daybook, owner)
    if as_json:
        typer.echo(written(answer_shape(answer) | ({"why": why_shape(explanation)} if why else {})))
        return
    screen = Screen()
    show_answer(screen, answer)
    if why:
        screen.line()
        show_why(screen, explanation)


def why_not(
    round_id: Annotated[str, typer.Argument(help="`daybook search` lists round ids.", show_default=False)],
    question: Annotated[str, typer.Argument(help="In plain English.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    asked_at: AskedAt = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Say at which step a round was lost on the way to an answer.

    The question is answered once more, and the round followed through its steps.

    Examples:
      daybook why-not r1f0c2… "Which restaurant did you recommend?"
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import why_not_shape
    from daybook.interfaces.rendering.why_not import show_why_not

    asked = moment_of(asked_at)
    _require_words(question)
    with open_daybook(data_dir) as daybook:
        followed = daybook.why_not(round_id, question, owner=owner, asked_at=asked)
    if as_json:
        typer.echo(written(why_not_shape(followed)))
    else:
        show_why_not(Screen(), followed)


def search(
    question: Annotated[str, typer.Argument(help="What to look for.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    limit: Annotated[int, typer.Option("-k", "--limit", help="Rounds to show.", min=1)] = 10,
    asked_at: AskedAt = None,
    as_of: AsOf = None,
    full: Annotated[bool, typer.Option("--full", help="Print whole rounds, not just what matches.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Find the rounds that bear on a question, best first.

    Examples:
      daybook search "pottery class" -k 5
      daybook search "pottery class" -k 1 --full
      daybook search "what I ate in May" --owner ada --json
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.search_results import show_found
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import search_shape

    seen = as_of_moment(as_of)
    asked = seen if seen and asked_at is None else moment_of(asked_at)
    _require_words(question)
    with open_daybook(data_dir) as daybook:
        found = daybook.search(question, owner=owner, asked_at=asked, as_of=seen, limit=limit)
        if not found.candidates:
            _warn_of_empty_memory(daybook, owner)
    if as_json:
        typer.echo(written(search_shape(found)))
    else:
        show_found(Screen(), found, full=full)


def _require_words(question: str) -> None:
    if not question.strip():
        raise typer.BadParameter("the question is empty")


def _warn_of_empty_memory(daybook: Daybook, owner: str) -> None:
    kept = daybook.stats(owner=owner)
    if not kept.rounds and not kept.documents:
        typer.echo(f"daybook: nothing is kept for {owner!r}; --owner names another memory", err=True)
