"""A small memory that has something of everything that the page shows."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daybook.conversation import (
    Draft,
    EventKind,
    Role,
    Session,
    Status,
    Turn,
    Write,
)
from daybook.graph.event_loop import run
from daybook.graph.write_facts import write_facts
from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook_prompts.replies import FactFound
from tests.interfaces.daybook_command import HashedWords

NOW = datetime(2025, 6, 29, 10, tzinfo=UTC)
BIDI = "abc\u202edef"
HOSTILE = (
    "<script>alert(1)</script> <img src=https://evil.example/x onerror=alert(2)> "
    '"><svg onload=alert(3)> javascript:alert(4) {{ 7 * 7 }} {% raw %} '
    f"\x1b[31mred\x1b[0m {BIDI} &lt;b&gt; 😀 " + "w" * 3_000
)
ADA = (
    ("2025-02-02T18:00", "home", "I live in Totterdown and I work at Ashmead Primary."),
    ("2025-02-02T18:05", "home", "My commute takes 45 minutes."),
    ("2025-02-02T18:10", "home", "My favourite food is ramen."),
    ("2025-02-02T18:15", "home", "My sister Maeve works as a nurse."),
    ("2025-02-02T18:20", "home", "My sister Maeve lives in Cork."),
    ("2025-03-24T09:00", "race", "I ran the Harbour 10k yesterday."),
    ("2025-05-02T09:00", "doctor", "I take insulin every day."),
    ("2025-06-02T09:00", "moved", "We moved to Leeds on Saturday."),
    ("2025-06-24T18:00", "news", "My favourite food is laksa these days."),
    ("2025-06-24T18:05", "news", "I'm going to Lisbon on 12 September."),
    ("2025-06-25T18:00", "odd", HOSTILE),
    ("2025-06-26T18:00", "long", "The harbour story begins. " + "Nothing of note happened. " * 4_000),
)
Facts = tuple[tuple[str, str, str, str], ...]
FACTS: dict[str, Facts] = {
    "I live in Totterdown and I work at Ashmead Primary.": (
        ("me", "residence", "Totterdown", "I live in Totterdown"),
        ("me", "employer", "Ashmead Primary", "I work at Ashmead Primary"),
    ),
    "My favourite food is ramen.": (("me", "favourite food", "ramen", "My favourite food is ramen."),),
    "My sister Maeve works as a nurse.": (
        ("my sister Maeve", "work", "nurse", "My sister Maeve works as a nurse."),
    ),
    "My sister Maeve lives in Cork.": (
        ("my sister Maeve", "residence", "Cork", "My sister Maeve lives in Cork."),
    ),
    "I take insulin every day.": (("me", "treatment", "insulin", "I take insulin every day."),),
    "We moved to Leeds on Saturday.": (("me", "residence", "Leeds", "We moved to Leeds on Saturday."),),
    "My favourite food is laksa these days.": (
        ("me", "favourite food", "laksa", "My favourite food is laksa these days."),
    ),
    "I live in Ghent and my favourite food is waffles.": (
        ("me", "residence", "Ghent", "I live in Ghent"),
        ("me", "favourite food", "waffles", "my favourite food is waffles"),
    ),
}
"""The facts that a model finds in their messages, by the words."""
BOB = (("2025-01-01T09:00", "secret", "I live in Ghent and my favourite food is waffles."),)


def tell(folder: Path) -> None:
    """Have Ada say what she says, and Bob what he says."""
    with opened(folder) as daybook:
        for owner, said in (("ada", ADA), ("bob", BOB)):
            daybook.add(_sessions(said), owner=owner)
            for text, facts in FACTS.items():
                _write(daybook, owner, text, facts)
        _post_doubts(daybook)


def _write(daybook: Daybook, owner: str, text: str, facts: Facts) -> None:
    """Have a model's facts of a round be written."""
    found = [
        FactFound(quote=quote, subject=subject, attribute=attribute, value=value)
        for subject, attribute, value, quote in facts
    ]
    for round_ in daybook.all_rounds(owner=owner):
        if round_.user and round_.user.content == text:
            run(write_facts(daybook.parts, round_, found))


def opened(folder: Path) -> Daybook:
    """Open a memory with an embedder that needs no model."""
    settings = Settings.of(data_dir=folder)
    return Daybook.open(settings=settings, embedder=HashedWords(), clock=lambda: NOW)


def _post_doubts(daybook: Daybook) -> None:
    """Have a fact of Ada's be unsure."""
    known = {record.value: record for record in daybook.ledger.records(owner="ada")}
    nurse = known["nurse"]
    parrot = replace(
        nurse,
        record_id="m" + "3" * 16,
        slot="possession.pet",
        value="parrot",
        text="My sister Maeve has a parrot.",
        attribute="",
        confidence=0.4,
        status=Status.QUARANTINED,
    )
    drafts = [
        Draft(EventKind.QUARANTINE, nurse.support[0].round_id, (Write(nurse.said_at, parrot),)),
    ]
    daybook.parts.store.ledgers.post("ada", drafts, posted_at=NOW)


def _sessions(said: tuple[tuple[str, str, str], ...]) -> list[Session]:
    sessions = []
    for name in dict.fromkeys(session for _, session, _ in said):
        turns = []
        for moment, session, text in said:
            if session == name:
                at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
                turns.append(Turn(Role.USER, text, at))
                turns.append(Turn(Role.ASSISTANT, "Thank you for telling me.", at + timedelta(seconds=5)))
        assert turns[0].said_at is not None
        sessions.append(Session(name, turns[0].said_at, tuple(turns)))
    return sessions
