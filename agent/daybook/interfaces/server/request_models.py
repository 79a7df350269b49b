"""Fields that the requests of our own routes share."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Query
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from daybook.conversation import Role, Turn
from daybook.interfaces.operations.operation_table import Arguments, Operation
from daybook.interfaces.server.access import CalledBy

BEARER = Depends(HTTPBearer(auto_error=False, description="made by `daybook token new`; none on loopback"))
"""Says in OpenAPI where a token goes; `caller_of` reads it."""
OWNER = "whose memory; needed where the token opens any owner's"

LastWeek = Annotated[datetime | None, Field(description='what "last week" is relative to; now by default')]
AsOf = Annotated[datetime | None, Field(description="nothing that was said after this moment is seen")]


def made_from(row: type[Operation]) -> dict[str, Any]:
    """Say of a route which operation of the table it is."""
    operation = {"name": row.name, "effect": row.effect.value}
    return {"summary": row.title, "openapi_extra": {"x-daybook-operation": operation}}


class OwnedRequest(Arguments):
    """Fields of every request of ours."""

    model_config = ConfigDict(extra="forbid")

    owner: str | None = Field(None, description=OWNER, pattern=r"\S", examples=["ada"])


class SaidTurn(BaseModel):
    """A message of the running conversation."""

    model_config = ConfigDict(extra="forbid")

    role: Role
    content: str


def turns_of(dialogue: Sequence[SaidTurn]) -> tuple[Turn, ...]:
    """Read messages of a request."""
    return tuple(Turn(message.role, message.content) for message in dialogue)


OwnerParameter = Annotated[str | None, Query(description=OWNER, pattern=r"\S")]


def named_owner(caller: CalledBy, owner: OwnerParameter = None) -> str:
    """Say whose memory a request without a body is about."""
    return caller.owner_of(owner)


OwnerNamed = Annotated[str, Depends(named_owner)]
"""The owner, as a parameter of a route whose requests have no body."""
