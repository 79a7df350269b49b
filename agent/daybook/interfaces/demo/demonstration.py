"""The demonstration: import the bundled history, ask its questions, show what comes of it."""

import os
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import as_file, files
from shutil import which
from time import perf_counter
from typing import Annotated

import typer
from pydantic import BeforeValidator

from daybook.conversation import Answer, Session, plain_answer
from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.importers.messages import read_messages
from daybook.interfaces.rendering.answer_output import show_answer, show_in_short
from daybook.interfaces.rendering.live import progress_bar
from daybook.interfaces.rendering.safe import as_json as written
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.written_moments import written_moment
from daybook.library.daybook import Daybook
from daybook.settings import Settings

DEMO_OWNER = "demo"
"""Whose memory the history becomes, so that nobody's own is mixed with it."""
HISTORY = "history.json"
TO_TRY = (
    "how much is the rent",
    "who is Maeve",
    "what did we do with my niece",
)
"""Questions that are not asked by the demonstration, and are answered from the same memory."""
_NEXT = """
Ask it more:
{tries}

Your own chats:
  {daybook} import FILE     an export of ChatGPT, Claude, Gemini, Telegram, WhatsApp and others
  {daybook} chat            or just talk, and be remembered

This memory stays in {folder}, under the owner {owner!r}; it is removed by
  {daybook} forget --all{where}"""


class DemoQuestion(Fields):
    """A question about the bundled history."""

    question: str
    kind: str
    """One of the six question types of LongMemEval, or "abstention"."""
    asked_at: Annotated[datetime, BeforeValidator(written_moment)]
    expects: str | None
    """What a right answer contains; None where the history does not say."""


def read_demo_questions() -> tuple[DemoQuestion, ...]:
    """Read the bundled questions."""
    with as_file(files(__package__) / "questions.json") as path:
        return tuple(
            checked(DemoQuestion, record.value, source=path, where=record.where)
            for record in read_records(path)
        )


def run_demo(
    settings: Settings, *, owner: str, options: str = "", why: bool = False, as_json: bool = False
) -> None:
    """Import the bundled history and ask its questions.

    Args:
        settings: as for every command.
        owner: whose memory the history becomes; what is there already is not added again.
        options: what the commands suggested at the end need, to find this memory.
        why: print the notes and quotes of every answer, its times, and what a right one says.
        as_json: print one JSON object at the end instead of every answer as it comes.
    """
    screen = Screen()
    with Daybook.open(settings=settings) as daybook:
        if as_json:
            _import(daybook, owner)
            shapes = [
                {"question": question.question, "kind": question.kind, **plain_answer(answer)}
                for question, answer in _ask_all(daybook, owner)
            ]
            typer.echo(written({"answers": shapes}))
            return
        began = perf_counter()
        sessions, rounds = _import(daybook, owner)
        _introduce(screen, sessions, rounds, seconds=perf_counter() - began)
        for number, (question, answer) in enumerate(_ask_all(daybook, owner), start=1):
            _show(screen, number, question, answer, why=why)
    command, where = command_name(), f" --owner {owner}{options}"
    tries = "\n".join(f"  {command} ask {question}{where}" for question in TO_TRY)
    screen.text(
        _NEXT.format(tries=tries, daybook=command, folder=settings.data_dir, owner=owner, where=where)
    )


def command_name() -> str:
    """Give what to type for `daybook`: under `uv run`, which alone knows where it is, with that before it."""
    uv = os.environ.get("UV")
    if uv is None or "UV_RUN_RECURSION_DEPTH" not in os.environ:
        return "daybook"
    return f"{'uv' if which('uv') else os.path.relpath(uv)} run daybook"


def bundled_file() -> bytes:
    """Give the bundled history as the file that it is."""
    return (files(__package__) / HISTORY).read_bytes()


def bundled_history() -> tuple[Session, ...]:
    """Read the bundled history."""
    with as_file(files(__package__) / HISTORY) as path:
        return read_messages(path).sessions


def _import(daybook: Daybook, owner: str) -> tuple[int, int]:
    """Import the history; return how many sessions and rounds it has."""
    with progress_bar() as begin:
        added = daybook.add(bundled_history(), owner=owner, progress=begin("remembering"))
    return added.sessions, added.rounds


def _ask_all(daybook: Daybook, owner: str) -> Iterator[tuple[DemoQuestion, Answer]]:
    for question in read_demo_questions():
        yield question, daybook.ask(question.question, owner=owner, asked_at=question.asked_at)


def _introduce(screen: Screen, sessions: int, rounds: int, *, seconds: float) -> None:
    first, last = _span(bundled_history())
    screen.line(
        ("Daybook keeps what was said, word for word, and answers from it with its evidence.", "bold")
    )
    screen.line(
        f"Here are somebody's chats from {first.day} {first:%B %Y} to {last.day} {last:%B %Y}, "
        "read offline, with no model but a small one that compares texts."
    )
    screen.line((f"{sessions} sessions, {rounds} rounds remembered in {seconds:.1f} s", "green"))


def _span(sessions: tuple[Session, ...]) -> tuple[datetime, datetime]:
    dates = [session.started_at for session in sessions]
    return min(dates), max(dates)


def _show(screen: Screen, number: int, question: DemoQuestion, answer: Answer, *, why: bool) -> None:
    screen.line()
    asked_on = f"asked on {question.asked_at.day} {question.asked_at:%B %Y}"
    screen.line((f"{number}. {question.question}", "bold cyan"), (f"  ({asked_on})", "dim"))
    if not why:
        show_in_short(screen, answer)
        return
    show_answer(screen, answer, notes=True)
    if question.expects is None:
        screen.line(("It was never said, and so a right answer says that it is not known.", "dim"))
    else:
        screen.line((f"A right answer says: {question.expects}", "dim"))
