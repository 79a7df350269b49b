"""Passes a client's request on to a model's server as it was written, and gives the answer as it comes."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import openai

from daybook.conversation.errors import ModelError
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.models.llm.openai_dialect import read_fault, translate, without_keys

_FORWARDED = ("retry-after", "retry-after-ms", "x-request-id")
"""Headers of a refusal that its client can use."""
_KEYS_REFUSED = (401, 403)
"""Statuses whose message may repeat the key."""


@dataclass(frozen=True, slots=True)
class Relayed:
    """An answer of status 200, whose body is on its way."""

    content_type: str
    pieces: AsyncIterator[bytes]


class RelayFailed(ModelError):
    """The server refused, or could not be reached.

    `status` is its own, or 502 or 504 where it has none; `body` its error in OpenAI's form, or None;
    `headers` say when to ask again.
    """

    def __init__(
        self, message: str, *, status: int, body: Mapping[str, Any] | None, headers: Mapping[str, str]
    ) -> None:
        super().__init__(message)
        self.status, self.body, self.headers = status, body, headers


@asynccontextmanager
async def relay(chat: OpenAIChat, body: Mapping[str, Any]) -> AsyncIterator[Relayed]:
    """Send a chat completion's body, with the model's name in it, and pass on the answer as it comes.

    Nothing is retried: the client may do that itself. The model's deadline is for each wait.

    Raises:
        RelayFailed: there is no answer of status 200, or it broke off.
    """
    link = chat.server.link()
    async with link.places:
        try:
            async with link.completions.with_streaming_response.create(
                model=chat.name,
                messages=[],
                extra_body={**body, "model": chat.name},  # goes over what stands above, and is not rewritten
                timeout=chat.deadline,
            ) as response:
                yield Relayed(response.headers.get("content-type", ""), response.iter_bytes())
        except openai.APIError as error:
            raise _refused(error, chat) from error
        except httpx.TimeoutException as error:
            raise _broken(f"{chat.described} sent nothing more", 504) from error
        except httpx.HTTPError as error:
            raise _broken(f"{chat.described} broke off", 502) from error


def _refused(error: openai.APIError, chat: OpenAIChat) -> RelayFailed:
    said = str(translate(read_fault(error), chat.server.url, chat.name, chat.setting))
    if not isinstance(error, openai.APIStatusError):
        status = 504 if isinstance(error, openai.APITimeoutError) else 502
        return _broken(said, status)
    sent = error.response
    headers = {name: sent.headers[name] for name in _FORWARDED if name in sent.headers}
    body = None if error.status_code in _KEYS_REFUSED else _error_in(sent.content)
    return RelayFailed(said, status=error.status_code, body=body, headers=headers)


def _broken(message: str, status: int) -> RelayFailed:
    return RelayFailed(message, status=status, body=None, headers={})


def _error_in(content: bytes) -> Mapping[str, Any] | None:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return None
    error = body.get("error") if isinstance(body, dict) else None
    is_openai_form = isinstance(error, dict) and isinstance(error.get("message"), str)
    return _without_keys(body) if is_openai_form else None


def _without_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_keys(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_without_keys(part) for part in value]
    return without_keys(value) if isinstance(value, str) else value
