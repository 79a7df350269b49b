"""A walk through what waits for the owner's word, one key each."""

from collections.abc import Callable, Iterable

from daybook.conversation import Record
from daybook.interfaces.rendering.record_words import label_of, subject_of
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.daybook import Daybook
from daybook.library.ledger_actions import OwnerQuestion, OwnerQuestionKind

_KEYS = {
    OwnerQuestionKind.RECORD: "y right, n wrong, l later, q quit",
    OwnerQuestionKind.CONSENT: "y yes, n no, l later, q quit",
}
_HOW = {
    OwnerQuestionKind.RECORD: "daybook confirm {0} (--wrong if it is not so)",
    OwnerQuestionKind.CONSENT: "daybook policy --allow {0} (--deny if you do not want it)",
}
_LEAVING = ("q", "\x03", "\x04", "")
"""Keys that end the walk: Ctrl-C and Ctrl-D as well, and the end of the input."""


def review(
    daybook: Daybook,
    waiting: Iterable[OwnerQuestion],
    screen: Screen,
    read_key: Callable[[], str],
    *,
    owner: str,
) -> None:
    """Ask about each of what waits (`daybook.ledger.waiting`), and post each of the owner's answers.

    `read_key` gives the next key; one that stands for nothing is ignored.
    """
    for question in waiting:
        show_waiting(screen, question)
        keys = _KEYS[OwnerQuestionKind.CONSENT if question.question else question.kind]
        screen.line((keys, "cyan"))
        while (key := read_key().lower()) not in ("y", "n", "l", *_LEAVING):
            pass
        if key in _LEAVING:
            return
        if key != "l":
            screen.line((_decide(daybook, question, owner=owner, right=key == "y"), "green"))
        screen.line()


def show_waiting(screen: Screen, question: OwnerQuestion) -> None:
    """Print one question to the owner; in a pipe a line, with how to answer."""
    record = question.record
    if not screen.is_terminal:
        named = (subject_of(record), label_of(record), record.record_id, _quoted(record)) if record else ()
        how = _HOW[question.kind].format(record.record_id if record else question.family)
        cells = (*(named or (question.question, "", question.family, "")), how)
        screen.table(("",) * 6, [(str(question.kind), *cells)])
        return
    if record is None:
        screen.text(question.question, "bold")
        return
    screen.text(question.question or f"{subject_of(record)}: {label_of(record)}", "bold")
    screen.text(f"{record.said_at:%Y-%m-%d} {_quoted(record)}", indent=2)


def _quoted(record: Record) -> str:
    return f"\u201c{one_line(record.support[-1].quote)}\u201d"


def _decide(daybook: Daybook, question: OwnerQuestion, *, owner: str, right: bool) -> str:
    """Post an answer, and say so in a line."""
    ledger = daybook.ledger
    if question.record is None:
        ledger.consent(question.family, owner=owner, given=right)
        if right:
            daybook.remember(owner=owner)
        return "noted; `daybook policy` changes it"
    posted = (ledger.confirm if right else ledger.reject)(question.record.record_id, owner=owner)
    (event,) = posted.events
    return f"noted; `daybook undo {event.event_id}` takes it back"
