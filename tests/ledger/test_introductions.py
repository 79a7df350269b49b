"""People introducing themselves: of sentences written before the rules, most of what they state is read."""

from datetime import UTC, datetime
from pathlib import Path

from daybook.text.english.facts import facts_in

from daybook.conversation import Fact, Role, Round, Turn

SENTENCES = Path(__file__).with_name("introductions.txt")
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def facts_of(text: str) -> list[Fact]:
    return facts_in(Round("r", "ada", "s", 0, 0, NOON, Turn(Role.USER, text), None))


def is_met(expected: str, facts: list[Fact]) -> bool:
    """True if the facts hold what is expected: "slot=part of the value", or no fact of "slot!"."""
    if expected.endswith("!"):
        return not any(fact.slot.startswith(expected[:-1]) for fact in facts)
    slots, _, value = expected.partition("=")
    return any(
        any(slot in fact.slot for slot in slots.split("|")) and value.casefold() in fact.value.casefold()
        for fact in facts
    )


def test_what_people_state_of_themselves_at_first_is_read() -> None:
    lines = [line for line in SENTENCES.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    missed: list[tuple[str, str]] = []
    misread: list[tuple[str, str]] = []
    asked = 0
    for line in lines:
        text, _, wanted = line.partition(" =>")
        facts = facts_of(text)
        for expected in filter(None, map(str.strip, wanted.split(";"))):
            asked += not expected.endswith("!")
            if not is_met(expected, facts):
                (misread if expected.endswith("!") else missed).append((text, expected))
    assert misread == []
    assert len(missed) <= asked // 7, missed
