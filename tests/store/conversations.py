"""Short ways to write down what was said."""

from datetime import UTC, datetime, timedelta

from daybook.conversation import Role, Session, Turn

MAY = datetime(2024, 5, 6, 9, 30, tzinfo=UTC)


def user(text: str) -> Turn:
    return Turn(Role.USER, text)


def reply(text: str, sources: tuple[str, ...] | None = None) -> Turn:
    return Turn(Role.ASSISTANT, text, sources=sources)


def session(name: str, *turns: Turn, occurrence: int = 0, day: int = 0) -> Session:
    return Session(name, MAY + timedelta(days=day), turns, occurrence)


def numbered(number: int, rounds: int = 2) -> Session:
    """A session whose words no other number shares."""
    turns = [
        turn
        for place in range(rounds)
        for turn in (
            user(f"plum{number}x{place} ripened in the garden behind the old mill near the river bend"),
            reply(f"Then make jam{number}x{place} of it, with half as much sugar as fruit and some lemon."),
        )
    ]
    return session(f"s{number}", *turns, day=number)
