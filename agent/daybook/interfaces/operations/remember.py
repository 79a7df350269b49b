"""Keeping what was said."""

from __future__ import annotations

from datetime import datetime

from daybook.conversation import Role, Status, Turn
from daybook.errors import BadInput
from daybook.interfaces.operations.facts import fact_of
from daybook.interfaces.operations.results import Remembered
from daybook.library.daybook import Daybook


async def remember(
    daybook: Daybook,
    owner: str,
    user_said: str,
    *,
    assistant_said: str = "",
    session_id: str | None = None,
    said_at: datetime | None = None,
    recalled: tuple[str, ...] = (),
) -> Remembered:
    """Keep a round word for word.

    Args:
        daybook: the memory.
        owner: whose.
        user_said: the owner's words; facts are taken from them alone.
        assistant_said: the reply, if it is to be kept.
        session_id: the conversation that it belongs to; that of the day by default.
        said_at: now by default.
        recalled: ids of the rounds that the reply was made from, so that nothing is learned from them again.

    Raises:
        BadInput: there are no words, or more than a chat message may have.
    """
    limit = daybook.parts.settings.question_limit
    if not user_said.strip():
        raise BadInput("say what is to be remembered, in the user's words", source="user_said")
    if len(user_said) > limit:
        problem = (
            f"{len(user_said):,} characters, and DAYBOOK_QUESTION_LIMIT allows {limit:,}; use several rounds"
        )
        raise BadInput(problem, source="user_said")
    turns = [Turn(Role.USER, user_said)]
    if assistant_said.strip():
        turns.append(Turn(Role.ASSISTANT, assistant_said, sources=recalled or None))
    kept = await daybook.aappend(turns, owner=owner, session_id=session_id, said_at=said_at)
    learned = [one.after for one in kept.learned if one.after and one.after.status is Status.ACTIVE]
    return Remembered(
        stored=True,
        already_there=not kept.is_new,
        round_id=kept.round.round_id,
        session_id=kept.round.session_id,
        said_at=kept.round.said_at.isoformat(),
        learned=[fact_of(record) for record in learned],
    )
