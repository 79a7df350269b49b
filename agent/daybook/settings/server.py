"""The settings of `daybook serve`: what one client may take of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ServerSettings(BaseModel):
    """Bounds on requests over HTTP."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    body_limit: int = Field(
        10_000_000, gt=0, description="bytes of one request to the server; a larger one is refused"
    )
    body_timeout: float = Field(
        30.0, gt=0, description="seconds in which a request's body has to arrive whole"
    )
    request_rate: int = Field(
        600, gt=0, description="requests a minute that the server takes of one token, or of one address"
    )
    stop_timeout: float = Field(
        30.0, gt=0, description="seconds that requests under way are given when the server is stopped"
    )
