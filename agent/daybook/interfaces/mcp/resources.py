"""What a client may read without calling a tool: the profile, the ledger, the diary, and each round."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from daybook.conversation import Status
from daybook.errors import DaybookError, UnknownItem
from daybook.interfaces.mcp import wording
from daybook.interfaces.mcp.profile import profile
from daybook.interfaces.mcp.tools import MemoryTools
from daybook.interfaces.rendering.diary import diary_shape
from daybook.interfaces.rendering.ledger_shapes import ledger_shape
from daybook.interfaces.rendering.safe import printable
from daybook.interfaces.rendering.shapes import as_json

ROUNDS = "daybook://rounds/"
_MARKDOWN, _JSON, _PLAIN = "text/markdown", "application/json", "text/plain"


def add_resources(server: MCPServer[None], tools: MemoryTools) -> None:
    """Let a server offer them, and the profile also as a prompt that a user can pick."""
    daybook, owner = tools.daybook, tools.owner

    @server.resource(
        "daybook://profile",
        name="profile",
        title="What is known about you",
        description=wording.PROFILE,
        mime_type=_MARKDOWN,
    )
    async def read_profile() -> str:
        try:
            return await profile(daybook, owner())
        except DaybookError as error:
            raise ResourceError(str(error)) from error

    @server.resource(
        "daybook://ledger",
        name="ledger",
        title="The ledger",
        description="Every fact about the user with its status, times and quotes, also what was replaced.",
        mime_type=_JSON,
    )
    async def read_ledger() -> str:
        try:
            records = await daybook.ledger.arecords(owner=owner(), statuses=tuple(Status))
        except DaybookError as error:
            raise ResourceError(str(error)) from error
        return as_json(ledger_shape(records, records))

    @server.resource(
        "daybook://diary",
        name="diary",
        title="The diary",
        description="What happened to the user and what they plan, in the order of time, with quotes.",
        mime_type=_JSON,
    )
    async def read_diary() -> str:
        try:
            entries = await daybook.adiary(owner=owner())
        except DaybookError as error:
            raise ResourceError(str(error)) from error
        return as_json(diary_shape(entries, daybook.parts.clock()))

    @server.resource(
        ROUNDS + "{round_id}",
        name="round",
        title="A round",
        description="One round of an earlier conversation, whole and word for word.",
        mime_type=_PLAIN,
    )
    async def read_round(round_id: str) -> str:
        try:
            found = await tools.document(round_id)
        except UnknownItem as error:
            raise ResourceNotFoundError(str(error)) from error
        except DaybookError as error:
            raise ResourceError(str(error)) from error
        return printable(f"{found.metadata['said_at']}\n\n{found.text}")

    @server.prompt(
        name="what_you_know",
        title="Begin with what you know about me",
        description="Puts what is known about the user at the beginning of a conversation.",
    )
    async def what_you_know() -> str:
        return f"{await profile(daybook, owner())}\n\nTalk with me on this basis."
