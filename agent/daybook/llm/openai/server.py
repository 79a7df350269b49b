"""An OpenAI-compatible server, shared by the models on it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import openai
from openai.resources.chat.completions import AsyncCompletions
from pydantic import SecretStr

from daybook.settings.urls import without_password

OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Link:
    """The client and concurrency limit of one event loop."""

    client: openai.AsyncOpenAI
    completions: AsyncCompletions
    places: asyncio.Semaphore


class OpenAIServer:
    """One server, with a bound on the calls under way there at once (in each event loop)."""

    def __init__(
        self,
        *,
        url: str | None = None,
        key: SecretStr | None = None,
        headers: Mapping[str, SecretStr] | None = None,
        azure_api_version: str | None = None,
        concurrency: int = 8,
    ) -> None:
        """Describe a server; nothing is sent.

        Args:
            url: None is OpenAI's own; for Azure the resource, https://NAME.openai.azure.com.
            key: None for servers that want none.
            headers: sent with every request, over the SDK's own.
            azure_api_version: of an Azure resource, whose deployments are then called by the models' names.
            concurrency: calls under way at once.
        """
        self._base_url = (url or OPENAI_URL).rstrip("/")
        self.url = without_password(self._base_url)
        """To be shown; the password in it, if any, is masked."""
        self._key = key
        self._headers = headers or {}
        self._azure_api_version = azure_api_version
        self._concurrency = concurrency
        self._links: WeakKeyDictionary[asyncio.AbstractEventLoop, Link] = WeakKeyDictionary()
        # Making a client takes 0.2 s the first time; here it delays no question.
        self._ready: Link | None = self._make_link()

    def link(self) -> Link:
        """Return the link of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._links:
            self._links[loop], self._ready = self._ready or self._make_link(), None
        return self._links[loop]

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        if link := self._links.pop(asyncio.get_running_loop(), None):
            await link.client.close()

    def _make_link(self) -> Link:
        """Make a client; it opens no connection before the first call."""
        # Servers of one's own often want no key, but the SDK wants something.
        key = self._key.get_secret_value() if self._key else "none"
        headers = {name: value.get_secret_value() for name, value in self._headers.items()}
        client: openai.AsyncOpenAI
        if self._azure_api_version:
            client = openai.AsyncAzureOpenAI(
                api_key=key,
                azure_endpoint=self._base_url.removesuffix("/openai"),
                api_version=self._azure_api_version,
                default_headers=headers,
                max_retries=0,
            )
        else:
            client = openai.AsyncOpenAI(
                api_key=key, base_url=self._base_url, default_headers=headers, max_retries=0
            )
        return Link(client, client.chat.completions, asyncio.Semaphore(self._concurrency))
