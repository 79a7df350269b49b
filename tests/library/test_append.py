"""Rounds of somebody else's conversation, kept one at a time by `Daybook.append`."""

from datetime import UTC, datetime

from daybook.conversation import Role, Turn

MAY = datetime(2023, 5, 2, 9, tzinfo=UTC)
ROME = Turn(Role.USER, "I live in Rome.")
NOTED = Turn(Role.ASSISTANT, "Noted.")
