"""Rounds in which the owner says something."""

from datetime import UTC, datetime

from daybook.text.english.facts import facts_in

from daybook.conversation import Fact, Polarity, Role, Round, Turn

SAID_AT = datetime(2024, 5, 20, 9, tzinfo=UTC)


def a_round(text: str, *, sources: tuple[str, ...] | None = None, reply: str = "I see.") -> Round:
    turn = Turn(Role.USER, text, SAID_AT, sources=sources)
    return Round("r1", "me", "s1", 0, 0, SAID_AT, turn, Turn(Role.ASSISTANT, reply))


def told(text: str) -> list[Fact]:
    return facts_in(a_round(text))


def signed(fact: Fact) -> str:
    """A fact as "slot +value"."""
    return f"{fact.slot} {'+' if fact.polarity is Polarity.POSITIVE else '-'}{fact.value}"
