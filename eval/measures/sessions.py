"""From a ranking of rounds to one of their sessions."""

from __future__ import annotations

from collections.abc import Iterable

from agent.conversation import Round


def session_ranking(rounds: Iterable[Round]) -> list[str]:
    """Rank sessions by their best round.

    Args:
        rounds: of one owner, best first.

    Returns:
        The name of each session once (see `session_name`), in the order of its first round.
    """
    return list(dict.fromkeys(session_name(round) for round in rounds))


def session_name(round: Round) -> str:
    """Name the session of a round, telling repeated session ids apart."""
    return f"{round.session_id}#{round.occurrence}"
