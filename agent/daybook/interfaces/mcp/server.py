"""A server of the Model Context Protocol over a Daybook, for whatever transport."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from daybook.errors import DaybookError
from daybook.extras import installed_version
from daybook.interfaces.mcp.resources import ROUNDS, add_resources
from daybook.interfaces.mcp.tools import TOOLS, MemoryTools, OwnerOf
from daybook.interfaces.mcp.wording import INSTRUCTIONS
from daybook.interfaces.rendering.safe import one_line
from daybook.library.daybook import Daybook


def memory_server(
    daybook: Daybook, owner: OwnerOf, *, round_url: Callable[[str], str] | None = None
) -> MCPServer[None]:
    """Make a server of one memory.

    Args:
        daybook: the memory.
        owner: called in each call of a tool, says whose memory it is about.
        round_url: gives the address of a round for citations; `daybook://rounds/ID` by default, which is
            a resource of this server.
    """
    tools = MemoryTools(daybook, owner, round_url or (lambda round_id: ROUNDS + round_id))
    with _logging_left_alone():
        server = _MemoryServer(
            "daybook",
            title="Daybook",
            description="The user's long-term memory: kept word for word, answered from with quotes.",
            instructions=INSTRUCTIONS,
            version=installed_version(),
            subscriptions=False,
        )
    for name, (title, description, hints) in TOOLS.items():
        server.add_tool(
            getattr(tools, name), name=name, title=title, description=description, annotations=hints
        )
    add_resources(server, tools)
    return server


class _MemoryServer(MCPServer[None]):
    """Says of a call that failed what is wrong with it, in one line, to the model that made it."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            match error.__cause__:
                case DaybookError() as cause:
                    raise ToolError(one_line(str(cause))) from cause
                case ValidationError() as cause:
                    raise ToolError(f"{name}: {_wrong_arguments(cause)}") from cause
                case _:
                    raise


def _wrong_arguments(error: ValidationError) -> str:
    wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    return one_line("; ".join(wrong), 300)


@contextmanager
def _logging_left_alone() -> Iterator[None]:
    """Undo what the SDK does to the root logger: that belongs to the program."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
