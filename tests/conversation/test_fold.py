"""A ledger folded in one go is the ledger that every event in turn leaves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from daybook.conversation import (
    Change,
    Draft,
    Event,
    EventKind,
    Ledger,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Relate,
    Relation,
    RelationKind,
    Status,
    Support,
    Write,
    apply_drafts,
    fold,
)

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def support(place: int, day: int) -> Support:
    said_at = BEGAN + timedelta(days=day)
    return Support(f"r{place}", f"s{place // 10}", place % 7, place % 7 + 5, f"quote {place}", said_at)


def record(name: str, first: Support) -> Record:
    return Record(
        f"m{name}", "slot", f"value {name}", Polarity.POSITIVE, "text", first.said_at, BEGAN, 0.8, (first,)
    )


def random_change(random: Random, place: int) -> Change:
    day, name, other = random.randrange(30), random.choice("abcdef"), random.choice("abcdef")
    at = BEGAN + timedelta(days=day)
    match random.randrange(5):
        case 0:
            return Write(at, record(name, support(place, day)))
        case 1 | 2:
            again = (
                support(random.randrange(place + 1), day) if random.random() < 0.3 else support(place, day)
            )
            return Reinforce(at, f"m{name}", again, random.random())
        case 3:
            status = random.choice(list(Status))
            return Mark(at, f"m{name}", status, f"m{other}", random.choice([None, 0.5]))
        case _:
            kind = random.choice(list(RelationKind))
            return Relate(at, Relation(f"m{name}", kind, f"m{other}", 0.5, random.random()))


def random_history(seed: int) -> list[Event]:
    random = Random(seed)
    events: list[Event] = []
    for place in range(60):
        changes = tuple(random_change(random, place) for _ in range(random.randrange(4)))
        undoes = random.randrange(len(events)) if events and random.random() < 0.15 else None
        draft = Draft(EventKind.UNDO if undoes is not None else EventKind.WRITE, "test", changes, undoes)
        events.append(Event(place, BEGAN, draft))
    return events


def undone(events: list[Event]) -> set[int]:
    found: set[int] = set()
    for event in reversed(events):
        if event.event_id not in found and event.draft.undoes is not None:
            found.add(event.draft.undoes)
    return found


def plain_fold(events: list[Event]) -> Ledger:
    """Apply each change to whole records, one after the other."""
    records: dict[str, Record] = {}
    relations: dict[tuple[str, RelationKind, str], Relation] = {}
    gone = undone(events)
    for change in (one for event in events if event.event_id not in gone for one in event.draft.changes):
        match change:
            case Write():
                records[change.record.record_id] = change.record
            case Relate():
                edge = change.relation
                relations[edge.source, edge.kind, edge.target] = edge
            case _ if change.record_id in records:
                records[change.record_id] = changed(records[change.record_id], change)
    edges = (edge for edge in relations.values() if {edge.source, edge.target} <= records.keys())
    return Ledger(records, tuple(edges))


def changed(before: Record, change: Reinforce | Mark) -> Record:
    match change:
        case Reinforce():
            every = dict.fromkeys([*before.support, change.support])
            return replace(
                before,
                support=tuple(sorted(every, key=lambda one: (one.said_at, one.start))),
                confidence=change.confidence,
                said_at=max(before.said_at, change.support.said_at),
            )
        case Mark():
            retired = change.status in (Status.SUPERSEDED, Status.DELETED)
            return replace(
                before,
                status=change.status,
                superseded_by=change.superseded_by,
                superseded_at=change.at if retired else None,
                confidence=before.confidence if change.confidence is None else change.confidence,
            )


def test_a_fold_in_one_go_is_the_fold_of_every_event_in_turn() -> None:
    for seed in range(150):
        events = random_history(seed)
        gone = undone(events)
        in_turn = Ledger()
        for event in events:
            if event.event_id not in gone:
                in_turn = apply_drafts(Ledger(in_turn.records), [event.draft])

        folded = fold(events)

        assert folded == plain_fold(events)
        assert list(folded.records.items()) == list(in_turn.records.items())


def test_a_fold_as_of_a_moment_leaves_out_what_was_said_later() -> None:
    for seed in range(50):
        events, moment = random_history(seed), BEGAN + timedelta(days=15)
        earlier = [
            replace(
                event,
                draft=replace(
                    event.draft, changes=tuple(one for one in event.draft.changes if one.at <= moment)
                ),
            )
            for event in events
        ]

        assert fold(events, as_of=moment) == plain_fold(earlier)
