"""Whose memory a request over HTTP is about, by its bearer token."""

from __future__ import annotations

from asyncio import to_thread

from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from mcp.server.auth.provider import AccessToken, TokenVerifier
from starlette.requests import Request

from daybook.interfaces.mcp.http import Refused
from daybook.library.daybook import Daybook

OWNER_HEADER = "x-daybook-owner"
"""Names the owner where the token opens any memory."""


class StoredTokens(TokenVerifier):
    """Looks tokens up among those that `daybook token new` made."""

    def __init__(self, daybook: Daybook) -> None:
        self._tokens, self._clock = daybook.parts.store.tokens, daybook.parts.clock

    async def verify_token(self, token: str) -> AccessToken | None:
        """Give what a token opens, its owner as the subject; None where it opens nothing."""
        found = await to_thread(self._tokens.opened_by, token, at=self._clock())
        if found is None:
            return None
        return AccessToken(token=token, client_id=found.name, scopes=[], subject=found.owner)


class TokenOwner:
    """Says whose memory a request is about, for `McpOverHttp`."""

    def __init__(self, daybook: Daybook, *, without_token: str | None = None) -> None:
        """Make it.

        Args:
            daybook: the memory, which keeps the tokens.
            without_token: whose memory a request without a token is about, on loopback; None refuses it.
        """
        self._backend = BearerAuthBackend(StoredTokens(daybook))
        self._without_token = without_token

    async def __call__(self, request: Request) -> str:
        """Give the owner.

        Raises:
            Refused: there is no token where one is needed, or it opens nothing, or another's memory.
        """
        if "authorization" not in request.headers and self._without_token is not None:
            return self._without_token
        found = await self._backend.authenticate(request)
        if found is None:
            raise Refused(401, "invalid_token", "a token is needed that was made here and still holds")
        owner, named = found[1].access_token.subject, request.headers.get(OWNER_HEADER)
        if owner is None and not named:
            raise Refused(
                403, "insufficient_scope", f"this token opens any memory: name one in {OWNER_HEADER}"
            )
        if owner is not None and named and named != owner:
            raise Refused(403, "insufficient_scope", "this token opens another owner's memory")
        return owner or str(named)
