"""The ledger and the diary for a reader: records, entries, what changed, events, counts, policy, audit."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from daybook.conversation import (
    SLOTS,
    DiaryEntry,
    EntryDifference,
    EntryStatus,
    Ledger,
    Record,
    RecordDifference,
    Status,
    Sureness,
)
from daybook.conversation.entities import Entity
from daybook.interfaces.operations.ledger_shapes import entries_of, records_of, slot_counts
from daybook.interfaces.rendering.record_words import (
    YOU,
    age_of,
    label_of,
    show_support,
    state_of,
    subject_of,
    value_of,
)
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.library.ledger_actions import LedgerEntry
from daybook.library.results import Concern, Policy, SlotRates
from daybook.text.english import MONTH_NAMES, written_date

_QUOTE = 80
_RATE_COLUMNS = (
    "=slot", "#records", "#active", "#used", "#said again", "#confirmed", "#replaced", "#corrected",
    "#rejected", "#decayed", "#hit rate", "#wrong rate",
)  # fmt: skip
_DAY = timedelta(days=1)
_STYLES = {
    EntryStatus.HAPPENED: "",
    EntryStatus.PLANNED: "green",
    EntryStatus.UNCONFIRMED: "yellow",
    EntryStatus.CANCELLED: "red",
    EntryStatus.NOTED: "",
}


def show_ledger(screen: Screen, records: Sequence[Record], now: datetime) -> None:
    """Print records by subject, the owner's first; in a pipe a line each, with tabs between."""
    if not screen.is_terminal:
        screen.table(("",) * 9, (_row(record, now) for record in records))
        return
    known = {record.record_id: record for record in records}
    replaced = _replaced(records)
    shown_below = {former.record_id for others in replaced.values() for former in others}
    groups: dict[str, list[Record]] = {YOU: []}
    for record in records:
        groups.setdefault(subject_of(record), []).append(record)
    for place, (subject, its) in enumerate((subject, its) for subject, its in groups.items() if its):
        if place:
            screen.line()
        screen.line((subject, "bold"))
        for record in its:
            if record.record_id not in shown_below:
                _show(screen, record, known, now)
                _show_before(screen, record, replaced, depth=2)


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


def _replaced(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Give what records took the place of, the latest first, by their ids; none in a loop."""
    known = {record.record_id: record for record in records}
    found: dict[str, list[Record]] = {}
    for record in known.values():
        successor = known.get(record.superseded_by)
        if record.status is Status.SUPERSEDED and successor and successor.superseded_by != record.record_id:
            found.setdefault(successor.record_id, []).append(record)
    for others in found.values():
        others.sort(key=lambda record: record.superseded_at or record.said_at, reverse=True)
    return found


def _show(screen: Screen, record: Record, known: Mapping[str, Record], now: datetime) -> None:
    state = "" if record.status is Status.ACTIVE and not record.flag else f" ({state_of(record)})"
    screen.text(f"{label_of(record)}{state}", "yellow" if state else "", indent=2)
    details = [f"\u201c{one_line(record.support[-1].quote, _QUOTE)}\u201d"]
    if record.status is Status.LAPSED:
        reasons = dict.fromkeys((record.superseded_by, *record.rests_on))
        details += [f"because of {label_of(known[name])}" for name in reasons if name in known]
    details.append(f"{age_of(record.said_at, now)} ago, sure {record.confidence:.2f}, {record.record_id}")
    screen.text("\n".join(details), "dim", indent=4)


def _show_before(
    screen: Screen, record: Record, replaced: Mapping[str, Sequence[Record]], depth: int
) -> None:
    for former in replaced.get(record.record_id, ()):
        until = written_date(former.superseded_at or former.said_at)
        text = f"before: {value_of(former)}, until {until} ({former.record_id})"
        screen.text(text, "dim", indent=2 * depth)
        _show_before(screen, former, replaced, depth + 1)


def show_record(screen: Screen, record: Record, ledger: Mapping[str, Record]) -> None:
    """Print everything about one record."""
    screen.line((f"{record.slot}: {value_of(record)}", "bold"))
    happened = ""
    if period := record.happened:
        ends = (f"{moment:%Y-%m-%d}" if moment else "…" for moment in (period.start, period.end))
        happened = " to ".join(ends)
    rows = [
        ("record", record.record_id),
        ("about", subject_of(record)),
        ("of it", record.attribute),
        ("state", state_of(record)),
        ("as a sentence", record.text),
        ("sure", f"{record.confidence:.2f}"),
        ("happened", happened),
        ("topic", " / ".join(part for part in (record.topic, record.subtopic) if part)),
        ("until", f"{record.until:%Y-%m-%d}" if record.until else ""),
        ("concluded", "yes: the words do not state it" if record.concluded else ""),
        ("in doubt", record.flag),
    ]
    others = [("rests on", ledger[base]) for base in record.rests_on if base in ledger]
    if record.superseded_by in ledger:
        others.append(("replaced by", ledger[record.superseded_by]))
    others += [("replaces", old) for old in ledger.values() if old.superseded_by == record.record_id]
    rows += [(how, f"{value_of(other)} ({other.record_id})") for how, other in others]
    screen.table(("what", "value"), [row for row in rows if row[1]])
    show_support(screen, record.support)


def show_differences(
    screen: Screen, differences: Iterable[RecordDifference], entries: Sequence[EntryDifference] = ()
) -> None:
    """Print what became of records and of the diary: "+" came in, "~" changed, "-" went."""
    changed: list[EntryDifference | RecordDifference] = [*entries, *differences]
    if not changed:
        screen.line("nothing changes")
    for difference in changed:
        before, after = difference.before, difference.after
        if before is None and after is not None:
            screen.line((f"+ {_described(after)}", "green"))
        elif after is None and before is not None:
            screen.line((f"- {_described(before)}", "red"))
        elif isinstance(before, Record) and isinstance(after, Record):
            screen.line((f"~ {_named(after)}: {', '.join(_changes(before, after))}", "yellow"))
        elif after is not None:
            screen.line((f"~ {_described(after)}", "yellow"))


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


def show_audit(screen: Screen, concerns: Sequence[Concern], checked: int) -> None:
    """Print what the audit found."""
    rows = ((str(concern.kind), concern.what, ", ".join(concern.record_ids)) for concern in concerns)
    if concerns:
        screen.table(("=kind", "what", "records"), rows)
        counts = Counter(str(concern.kind) for concern in concerns)
        found = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        screen.line((f"{checked} records looked at: {found}; `daybook audit --fix` mends it", "yellow"))
    else:
        screen.line((f"{checked} records looked at: nothing is wrong", "green"))


def _named(record: Record) -> str:
    return f"{record.slot} {value_of(record)} ({record.record_id})"


def _described(changed: Record | DiaryEntry) -> str:
    if isinstance(changed, DiaryEntry):
        return f"diary: {changed.what} ({changed.entry_id})"
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
    touched = {**records_of(entry), **entries_of(entry)}
    return ", ".join(_named(ledger[name]) if name in ledger else name for name in touched)


def show_entities(screen: Screen, entities: Sequence[Entity], ledger: Ledger) -> None:
    """Print who is known by name with what is told of them; in a pipe a line each, with tabs between."""
    for place, entity in enumerate(entities):
        if not screen.is_terminal:
            kinds, other_names = ", ".join(entity.kinds), ", ".join(entity.other_names)
            ids = (" ".join(entity.record_ids), " ".join(entity.entry_ids))
            screen.table(("",) * 6, [(entity.name, kinds, other_names, f"{entity.said_at:%Y-%m-%d}", *ids)])
            continue
        if place:
            screen.line()
        former = f", before: {', '.join(entity.other_names)}" if entity.other_names else ""
        screen.line((entity.name, "bold"), f" ({', '.join(entity.kinds)}{former})")
        for record_id in entity.record_ids:
            record = ledger.records[record_id]
            screen.text(one_line(record.text), indent=2)
            screen.text(f"said on {written_date(record.said_at)}, {record_id}", "dim", indent=4)
        for entry_id in entity.entry_ids:
            entry = ledger.entries[entry_id]
            screen.text(one_line(entry.text), indent=2)
            screen.text(f"in the diary, {written_date(entry.began)}, {entry_id}", "dim", indent=4)


def show_rates(screen: Screen, rates: Sequence[SlotRates]) -> None:
    """Print a line for every slot."""
    rows = ([of_slot.slot, *map(str, slot_counts(of_slot).values())] for of_slot in rates)
    screen.table(_RATE_COLUMNS, rows, always_headed=True)


def show_diary(screen: Screen, entries: Sequence[DiaryEntry], now: datetime) -> None:
    """Print entries by month with their words, plans as of `now`; in a pipe a line for each."""
    if not screen.is_terminal:
        rows = (
            (
                entry.entry_id,
                f"{entry.began:%Y-%m-%d}",
                f"{entry.ended - _DAY:%Y-%m-%d}",
                str(entry.status_at(now)),
                entry.what,
                one_line(entry.support[-1].quote),
            )
            for entry in entries
        )
        screen.table(("=entry", "=from", "=to", "state", "what", "said"), rows)
        return
    for (year, month), group in groupby(entries, key=lambda entry: (entry.began.year, entry.began.month)):
        screen.line((f"{MONTH_NAMES[month - 1].capitalize()} {year}", "bold"))
        for entry in group:
            _show_entry(screen, entry, now)


def show_entry(screen: Screen, entry: DiaryEntry, now: datetime) -> None:
    """Print everything about one entry."""
    screen.line((entry.what, "bold"))
    rows = [
        ("entry", entry.entry_id),
        ("state", str(entry.status_at(now))),
        ("when", f"{entry.began:%Y-%m-%d} to {entry.ended - _DAY:%Y-%m-%d}, {entry.sure}"),
        ("who", ", ".join(entry.who)),
        ("where", entry.where),
        ("told by", entry.speaker),
        ("sure", f"{entry.confidence:.2f}"),
    ]
    screen.table(("what", "value"), [row for row in rows if row[1]])
    show_support(screen, entry.support)


def _show_entry(screen: Screen, entry: DiaryEntry, now: datetime) -> None:
    status = entry.status_at(now)
    stands = "" if status in (EntryStatus.HAPPENED, EntryStatus.NOTED) else f" ({status})"
    speaker = f"{entry.speaker}: " if entry.speaker else ""
    others = [name for name in entry.who if name not in entry.what]
    company = f" (with {', '.join(others)})" if others else ""
    screen.text(
        f"{_days(entry)}  {speaker}{one_line(entry.what)}{company}{stands}", _STYLES[status], indent=2
    )
    screen.text(f"\u201c{one_line(entry.support[-1].quote)}\u201d  {entry.entry_id}", style="dim", indent=4)


def _days(entry: DiaryEntry) -> str:
    """Write the days of an entry, which stands under its month: "6", "~9", "week of 6", "20 to 2 June"."""
    first, last = entry.began, entry.ended - _DAY
    if entry.sure is Sureness.ABOUT:
        middle = entry.middle
        return f"~{middle.day}{_month(middle, first)}"
    if last <= first:
        return f"{first.day}"
    if entry.happened.is_week:
        return f"week of {first.day}"
    return f"{first.day} to {last.day}{_month(last, first)}"


def _month(moment: datetime, heading: datetime) -> str:
    if (moment.year, moment.month) == (heading.year, heading.month):
        return ""
    year = "" if moment.year == heading.year else f" {moment.year}"
    return f" {MONTH_NAMES[moment.month - 1].capitalize()}{year}"
