"""The demonstration: import the bundled history, ask its questions, show what comes of it."""

import os
import re
from collections.abc import Sequence
from datetime import datetime
from importlib.resources import as_file, files
from itertools import chain, count
from shutil import which
from time import perf_counter
from typing import Annotated

import typer
from pydantic import BeforeValidator

from daybook.conversation import Answer, Session, rounds_of
from daybook.conversation.answer_json import AnswerJson
from daybook.conversation.language import Analyzer
from daybook.interfaces.importers.fields import Fields, checked
from daybook.interfaces.importers.formats import FileReading
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.importers.messages import read_messages
from daybook.interfaces.rendering.answer_output import show_in_short
from daybook.interfaces.rendering.live import progress_bar
from daybook.interfaces.rendering.safe import as_json as written
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.written_moments import written_moment
from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook.store import Added

DEMO_OWNER = "demo"
"""The owner of the demo's history, so that it does not mix with anybody's own."""
HISTORY = "history.json"
TO_TRY = ("how much is the rent", "who has our spare key", "what did we do with my niece")
"""Questions that are not asked by the demonstration, and are answered from the same memory."""
WITHOUT_MODEL = """
No model read this: what you see is what was said, found, dated and quoted. A chat model
(DAYBOOK_CHAT_MODEL, docs/models.md) reads the same rounds and answers in a sentence, shown only with
quotes that stand in them. Recorded on 28 November 2026, with a strong reader's replies by hand:

  How long did the museum take to offer me the job after the interview?
  12 days: your interview was on Wednesday 2 April 2025, and they rang with the offer on Monday
  14 April (in writing the same lunchtime).
  2025-04-03  “I had my interview at the Floating Dock Museum yesterday!”
  2025-04-14  “They rang this morning: the Floating Dock Museum has offered me the job!!”"""
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
    """Text that a right answer contains; None if the history does not say."""


def read_demo_questions() -> tuple[DemoQuestion, ...]:
    """Read the bundled questions."""
    with as_file(files(__package__) / "questions.json") as path:
        return tuple(
            checked(DemoQuestion, record.value, source=path, where=record.where)
            for record in read_records(path)
        )


def run_demo(settings: Settings, *, owner: str, options: str = "", as_json: bool = False) -> None:
    """Import the bundled history into the memory of `owner`, and ask its questions.

    `options` is what the commands suggested at the end need to find this memory.
    """
    screen = Screen()
    with Daybook.open(settings=settings) as daybook:
        began, history = perf_counter(), bundled_history()
        owner = demo_owner(daybook, owner)
        daybook.set_zone("UTC", owner=owner)
        with progress_bar() as begin:
            added = daybook.add(history, owner=owner, progress=begin("remembering"))
        answers = (
            (question, daybook.ask(question.question, owner=owner, asked_at=question.asked_at))
            for question in read_demo_questions()
        )
        if as_json:
            shapes = [
                {"question": question.question, "kind": question.kind, **AnswerJson.of(answer).to_json()}
                for question, answer in answers
            ]
            typer.echo(written({"answers": shapes}))
            return
        _introduce(screen, history, added, seconds=perf_counter() - began)
        for number, (question, answer) in enumerate(answers, start=1):
            _show(screen, number, question, answer, daybook.analyzer)
    if daybook.reply_model is None:
        screen.text(WITHOUT_MODEL)
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


def demo_owner(daybook: Daybook, owner: str = DEMO_OWNER) -> str:
    """Give the owner of the history: another, "demo-2", once one forgot all of it, which is for good."""
    names = chain([owner], (f"{owner}-{number}" for number in count(2)))
    return next(name for name in names if not _forgot_all(daybook, name))


def _forgot_all(daybook: Daybook, owner: str) -> bool:
    ids = {round_.round_id for session in bundled_history() for round_ in rounds_of(session, owner)}
    return daybook.forgotten(ids) == ids


def questions_to_try(owner: str) -> tuple[str, ...]:
    """Give three questions for somebody who does not know yet what to ask."""
    is_demo = re.fullmatch(rf"{DEMO_OWNER}(-\d+)?", owner)
    return TO_TRY if is_demo else ("where do I live", "what do I like to eat", "what did I do last week")


def bundled_file() -> bytes:
    """Give the bundled history as the file that it is."""
    return (files(__package__) / HISTORY).read_bytes()


def bundled_history() -> tuple[Session, ...]:
    """Read the bundled history."""
    with as_file(files(__package__) / HISTORY) as path:
        return tuple(read_messages(FileReading(path)))


def _introduce(screen: Screen, history: Sequence[Session], added: Added, *, seconds: float) -> None:
    dates = [session.started_at for session in history]
    first, last = min(dates), max(dates)
    screen.line(
        ("Daybook keeps what was said, word for word, and answers from it with its evidence.", "bold")
    )
    screen.line(
        f"Here are somebody's chats from {first.day} {first:%B %Y} to {last.day} {last:%B %Y}, "
        "read offline, with no model but a small one that compares texts."
    )
    screen.line((f"{added.sessions} sessions, {added.rounds} rounds remembered in {seconds:.1f} s", "green"))


def _show(screen: Screen, number: int, question: DemoQuestion, answer: Answer, analyzer: Analyzer) -> None:
    screen.line()
    asked_on = f"asked on {question.asked_at.day} {question.asked_at:%B %Y}"
    screen.line((f"{number}. {question.question}", "bold cyan"), (f"  ({asked_on})", "dim"))
    show_in_short(screen, answer, analyzer)
