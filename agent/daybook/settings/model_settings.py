"""The settings of the chat model."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, SecretStr

from daybook.settings.options import Group

THINKING_TOKENS = 4_000
"""Added to a reply's limit once a model is seen to think before it replies, unless the user sets it."""
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


def parse_headers(value: object) -> object:
    """Read "Name: value, …", or a JSON object where a value holds a comma; what is no text is left alone.

    Raises:
        ValueError: a header has no name or no value. No value is ever part of the message.
    """
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("{"):
        try:
            headers = json.loads(value)
        except ValueError:
            raise ValueError("this is no JSON object") from None
        pairs = [(str(name), str(content)) for name, content in headers.items()]
    else:
        pairs = [entry.partition(":")[::2] for entry in value.split(",") if entry.strip()]
    for number, (name, content) in enumerate(pairs, start=1):
        if not _HEADER_NAME.fullmatch(name.strip()) or not content.strip():
            raise ValueError(f"header {number} is not of the form NAME: VALUE")
    return {name.strip(): SecretStr(content.strip()) for name, content in pairs}


class ModelSettings(Group):
    """The model to call, how, and the bounds of a question. By default there is no model."""

    chat_model: str | None = Field(None, description="the chat model of every step; none: rules only")
    thinking_tokens: int | None = Field(
        None,
        ge=0,
        description="tokens added to every reply's limit for models that think before they reply; none: "
        f"nothing, and {THINKING_TOKENS:,} once a model is seen to think",
    )
    reasoning_effort: str | None = Field(
        None, description="how much such models think: low, medium, high; left out where a model refuses it"
    )
    extra_headers: Annotated[Mapping[str, SecretStr], BeforeValidator(parse_headers)] = Field(
        default_factory=dict, description="sent with every request: NAME: VALUE, separated by commas, or JSON"
    )
    call_timeout: float = Field(60.0, gt=0, description="seconds for one call, with its retries")
    question_timeout: float = Field(180.0, gt=0, description="seconds for all model calls of one question")
    model_retries: int = Field(2, ge=0, le=10, description="further attempts when a server is busy or away")
    model_concurrency: int = Field(8, gt=0, description="calls under way at once")
    reranker: str | None = Field(
        None, description="onnx:FOLDER, a cross-encoder that reranks in place of a chat model"
    )
    rewriter: Path | None = Field(
        None,
        description="a folder with a trained question rewriter; it takes the extra daybook-memory[train]",
    )
    prompts: Path | None = Field(
        None,
        description="the set of prompts: default, or as a paper has them, memorystack, himes or timerag; or "
        "a folder of Markdown files that replace ours one by one",
    )
