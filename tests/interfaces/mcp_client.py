"""The SDK's own client at the other end of `daybook mcp`, and what its calls give."""

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("mcp_child.py")


class Calls(Protocol):
    """The part of a client that the functions below use."""

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> CallToolResult: ...


@dataclass(frozen=True)
class InProcess:
    """A client of a server in this process that connects for each call, as a fixture cannot hold one open."""

    server: MCPServer[None]

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        async with Client(self.server) as client:
            return await client.call_tool(name, arguments)


def environment(given: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a server that a test starts."""
    here = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    return {**here, "PYTHONPATH": str(ROOT), **(given or {})}


@asynccontextmanager
async def over_stdio(
    data_dir: Path, *arguments: str, mode: str = "auto", given: Mapping[str, str] | None = None
) -> AsyncIterator[Client]:
    """Start a server in a process of its own, and connect to it."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[str(CHILD), "--data-dir", str(data_dir), *arguments],
        env=environment(given),
    )
    with open(data_dir.with_suffix(".err"), "a") as errors:
        async with Client(stdio_client(parameters, errlog=errors), mode=mode) as client:
            yield client


async def call(client: Calls, name: str, **arguments: object) -> Any:
    """Call a tool that has to succeed, and give its structured content."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, text_of(result)
    return result.structured_content


async def failure(client: Calls, name: str, **arguments: object) -> str:
    """Call a tool that has to fail, and give what it says."""
    result = await client.call_tool(name, arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    """The one text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
