from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest
from pydantic import SecretStr

from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from tests.scripted_server import ScriptedServer

MakeChat = Callable[..., OpenAIChat]


@pytest.fixture
async def make_chat(server: ScriptedServer) -> AsyncIterator[MakeChat]:
    """Make models on the scripted server: retries come fast."""
    made: list[OpenAIServer] = []

    def make(
        name: str = "small",
        *,
        url: str = server.url,
        headers: Mapping[str, str] | None = None,
        concurrency: int = 8,
        **given: Any,
    ) -> OpenAIChat:
        there = OpenAIServer(
            url=url,
            key=SecretStr("sk-secret"),
            headers={header: SecretStr(value) for header, value in (headers or {}).items()},
            concurrency=concurrency,
        )
        made.append(there)
        options = {"deadline": 5.0, "backoff": Backoff(retries=2, first=0.01), **given}
        return OpenAIChat(there, name, **options)

    yield make
    for there in made:
        await there.aclose()


@pytest.fixture
def chat(make_chat: MakeChat) -> OpenAIChat:
    return make_chat()
