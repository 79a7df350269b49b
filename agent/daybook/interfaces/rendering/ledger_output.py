"""The ledger for a reader: records in a few words each, what changed, events, policy."""

from collections.abc import Iterable, Mapping, Sequence, Sized
from datetime import datetime

from daybook.conversation import (
    SLOTS,
    Polarity,
    Record,
    RecordDifference,
    Status,
    Support,
)
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.ledger_actions import LedgerEntry, OwnerQuestion
from daybook.library.results import Policy

YOU = "You"
"""The heading of what is known about the owner."""
_STATES = {
    Status.QUARANTINED: "to be confirmed",
    Status.DELETED: "wrong",
}


def value_of(record: Record) -> str:
    """Write a value; one that is denied begins with "not"."""
    return f"not {record.value}" if record.polarity is Polarity.NEGATIVE else record.value


def state_of(record: Record) -> str:
    """Write the state of a record, with the day on which it ended."""
    state = _STATES.get(record.status, str(record.status))
    if record.superseded_at:
        state += f" {record.superseded_at:%Y-%m-%d}"
    return state


def subject_of(record: Record) -> str:
    """Write whom or what a record is about, as a heading."""
    return record.subject[:1].upper() + record.subject[1:] if record.subject else YOU


def label_of(record: Record) -> str:
    """Write what is said of it: "residence: Leeds"."""
    return f"{record.about}: {value_of(record)}"


def age_of(said_at: datetime, now: datetime) -> str:
    """Write how long ago something was said, roughly: "5 d", "3 mo", "2 y"."""
    days = max((now - said_at).days, 0)
    if days < 60:
        return f"{days} d"
    return f"{days // 30} mo" if days < 730 else f"{days // 365} y"


def show_support(screen: Screen, supports: Iterable[Support]) -> None:
    """Print the words that a record rests on."""
    for support in supports:
        place = f"round {support.round_id}, session {support.session_id}"
        screen.line((f"said on {support.said_at:%Y-%m-%d}, {place}:", "cyan"))
        screen.text(support.quote, indent=2)


_QUOTE = 80


def show_ledger(
    screen: Screen, records: Sequence[Record], now: datetime, *, every_quote: bool = False
) -> None:
    """Print records by subject, the owner's first; in a pipe a line each, with tabs between."""
    if not screen.is_terminal:
        screen.table(("",) * 9, (_row(record, now) for record in records))
        if every_quote:
            show_support(screen, (support for record in records for support in record.support))
        return
    groups: dict[str, list[Record]] = {YOU: []}
    for record in records:
        groups.setdefault(subject_of(record), []).append(record)
    for place, (subject, its) in enumerate((subject, its) for subject, its in groups.items() if its):
        if place:
            screen.line()
        screen.line((subject, "bold"))
        for record in its:
            _show(screen, record, now)
            if every_quote:
                show_support(screen, record.support)


def _row(record: Record, now: datetime) -> tuple[str, ...]:
    return (
        record.slot,
        value_of(record),
        state_of(record),
        f"{record.confidence:.2f}",
        age_of(record.said_at, now),
        record.record_id,
        one_line(record.support[-1].quote),
        subject_of(record),
        record.attribute,
    )


def _show(screen: Screen, record: Record, now: datetime) -> None:
    state = "" if record.status is Status.ACTIVE else f" ({state_of(record)})"
    screen.text(f"{label_of(record)}{state}", "yellow" if state else "", indent=2)
    details = [f"\u201c{one_line(record.support[-1].quote, _QUOTE)}\u201d"]
    details.append(f"{age_of(record.said_at, now)} ago, sure {record.confidence:.2f}, {record.record_id}")
    screen.text("\n".join(details), "dim", indent=4)


def show_differences(screen: Screen, differences: Iterable[RecordDifference]) -> None:
    """Print what became of records: "+" came in, "~" changed, "-" went."""
    changed = list(differences)
    if not changed:
        screen.line("nothing changes")
    for difference in changed:
        before, after = difference.before, difference.after
        if before is None and after is not None:
            screen.line((f"+ {_described(after)}", "green"))
        elif after is None and before is not None:
            screen.line((f"- {_described(before)}", "red"))
        elif before is not None and after is not None:
            screen.line((f"~ {_named(after)}: {', '.join(_changes(before, after))}", "yellow"))


def learned_line(difference: RecordDifference) -> str:
    """Tell in a line what a message taught the ledger."""
    before, after = difference.before, difference.after
    if after is None:
        return f"gone: {value_of(before)}" if before else ""
    again = before is not None and before.status is Status.ACTIVE
    state = ("again" if again else "known") if after.status is Status.ACTIVE else state_of(after)
    about = after.attribute or after.slot.partition(".")[2]
    return f"{state}: {after.subject}{', ' * bool(after.subject)}{about}, {value_of(after)}"


def show_history(screen: Screen, entries: Iterable[LedgerEntry], ledger: Mapping[str, Record]) -> None:
    """Print the events of a ledger, the earliest first."""
    rows = (
        (
            str(entry.event.event_id),
            f"{entry.event.posted_at:%Y-%m-%d %H:%M}",
            str(entry.event.draft.kind) + ("" if entry.counts else " (undone)"),
            entry.event.draft.cause,
            _touched(entry, ledger),
        )
        for entry in entries
    )
    screen.table(("#event", "=posted", "kind", "cause", "records"), rows)


def show_policy(screen: Screen, policy: Policy) -> None:
    """Print for each slot whether it may be written, and why."""
    rows = []
    for name, slot in SLOTS.items():
        ruled = [rule for rule in (name, slot.family) if rule in policy.allow | policy.deny]
        why = f"your rule for {ruled[0]}" if ruled else "sensitive" if slot.sensitive else ""
        if slot.constraint:
            why = ", ".join(part for part in (why, "never fades") if part)
        written = "yes" if policy.permits(name) else "asks first" if policy.asks(name) else "NO"
        rows.append((name, written, slot.description, why))
    screen.table(("slot", "=written", "about", "why"), rows)


def waiting_line(waiting: Sized) -> str:
    """Say that something waits for the owner's word, and where it is answered."""
    number = len(waiting)
    return f"{number} {'thing waits' if number == 1 else 'things wait'} for your yes or no: `daybook review`"


def show_waiting(screen: Screen, waiting: Iterable[OwnerQuestion]) -> None:
    """Print what waits for the owner's word: what it is, its words, and the command that answers."""
    rows = []
    for question in waiting:
        if record := question.record:
            quoted = f"\u201c{one_line(record.support[-1].quote)}\u201d"
            said = f"{subject_of(record)}, {label_of(record)}"
            answer = f"daybook confirm {record.record_id} (--wrong if it is not so)"
        else:
            said, quoted = question.question, ""
            answer = f"daybook policy --allow {question.family} (--deny if you do not want it)"
        rows.append((str(question.kind), said, quoted, answer))
    screen.table(("=kind", "what", "said", "answer"), rows)


def _named(record: Record) -> str:
    return f"{record.slot} {value_of(record)} ({record.record_id})"


def _described(changed: Record) -> str:
    return f"{_named(changed)}: {state_of(changed)}"


def _changes(before: Record, after: Record) -> list[str]:
    changes = []
    if state_of(before) != state_of(after):
        changes.append(f"{state_of(before)} → {state_of(after)}")
    if before.confidence != after.confidence:
        changes.append(f"sure {before.confidence:.2f} → {after.confidence:.2f}")
    if before.support != after.support:
        changes.append(f"said {len(before.support)} → {len(after.support)} times")
    if before.superseded_by != after.superseded_by and after.superseded_by:
        changes.append(f"by {after.superseded_by}")
    return changes or ["other details"]


def _touched(entry: LedgerEntry, ledger: Mapping[str, Record]) -> str:
    if entry.event.draft.undoes is not None:
        return f"undoes event {entry.event.draft.undoes}"
    return ", ".join(_named(ledger[name]) if name in ledger else name for name in entry.record_ids)
