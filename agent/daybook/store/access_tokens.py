"""Tokens that a server takes: made once, shown once, kept as a digest."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import Row, delete, func, insert, select

from daybook.conversation.errors import UnknownItem
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import access_tokens

PREFIX = "daybook_"
"""Prefix of every token, so that whoever finds one knows what it opens."""
_BYTES = 32
_NAME_LENGTH = 12


@dataclass(frozen=True, slots=True)
class AccessToken:
    """The stored form of a token."""

    name: str
    """12 hexadecimal digits, by which it is listed and revoked."""
    owner: str | None
    """The owner whose memory it opens; None for any, if each request names the owner."""
    label: str
    created_at: datetime
    expires_at: datetime | None
    """From this moment on it opens nothing; None for never."""


class AccessTokens:
    """The tokens of one memory. A token has 256 random bits, so keeping its plain SHA-256 is safe."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self, owner: str | None, *, label: str = "", made_at: datetime, expires_at: datetime | None = None
    ) -> tuple[str, AccessToken]:
        """Make a token; the text of it is nowhere but in what is returned."""
        text = PREFIX + token_urlsafe(_BYTES)
        row = insert(access_tokens).values(digest=_digest(text), owner=owner, label=label)
        with self._database.writing(None) as connection:
            connection.execute(row.values(created_at=made_at, expires_at=expires_at))
        return text, AccessToken(_digest(text)[:_NAME_LENGTH], owner, label, made_at, expires_at)

    def opened_by(self, text: str, *, at: datetime) -> AccessToken | None:
        """Give what a token opens. Returns None if nobody made it, or it was revoked, or its time is over."""
        query = select(access_tokens).where(access_tokens.c.digest == _digest(text))
        with self._database.reading(None) as connection:
            row = connection.execute(query).one_or_none()
        if row is None or (row.expires_at is not None and row.expires_at <= at):
            return None
        return _token(row)

    def list(self) -> list[AccessToken]:
        """List what is kept of every token, the oldest first."""
        query = select(access_tokens).order_by(access_tokens.c.token_pk)
        with self._database.reading(None) as connection:
            return [_token(row) for row in connection.execute(query)]

    def revoke(self, name: str) -> None:
        """Delete a token by its name; raises UnknownItem where there is none."""
        named = func.substr(access_tokens.c.digest, 1, _NAME_LENGTH) == name
        with self._database.writing(None) as connection:
            if not connection.execute(delete(access_tokens).where(named)).rowcount:
                raise UnknownItem(f"there is no token {name!r}: `daybook token list` lists them")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _token(row: Row[tuple[object, ...]]) -> AccessToken:
    return AccessToken(row.digest[:_NAME_LENGTH], row.owner, row.label, row.created_at, row.expires_at)
