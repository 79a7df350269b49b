"""Access tokens for a reader, and their JSON; never the text of one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook.store import AccessToken


def token_shape(token: AccessToken) -> dict[str, Any]:
    """`daybook token`; an owner of null is any."""
    return {
        "name": token.name,
        "owner": token.owner,
        "label": token.label,
        "created_at": token.created_at.isoformat(),
        "expires_at": token.expires_at.isoformat() if token.expires_at else None,
    }


def show_tokens(screen: Screen, tokens: Sequence[AccessToken], now: datetime) -> None:
    """Print a line for each token."""
    rows = [
        (one.name, one.owner or "any owner", one.label, f"{one.created_at:%Y-%m-%d}", _end(one, now))
        for one in tokens
    ]
    screen.table(("=token", "owner", "label", "made", "valid"), rows)


def _end(token: AccessToken, now: datetime) -> str:
    if token.expires_at is None:
        return "until revoked"
    return "over" if token.expires_at <= now else f"{token.expires_at:%Y-%m-%d}"
