"""The protocol of chat models, with its request and reply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias

from pydantic import BaseModel

_BOUNDS = ("minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern")
"""Without them a small model may repeat an item for ever."""
_KEYWORDS = ("type", "enum", "const", "$ref", *_BOUNDS)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """The JSON that a reply should be."""

    name: str
    """Letters, digits and underscores."""
    schema: Mapping[str, object]
    """JSON Schema of an object, in the subset that servers enforce."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call instead of replying; it takes one text."""

    name: str
    """Letters, digits and underscores, as the argument's."""
    description: str
    argument: str

    @property
    def function(self) -> Mapping[str, object]:
        """Describe it as OpenAI's clients do."""
        properties = {self.argument: {"type": "string"}}
        schema = {"type": "object", "properties": properties, "required": [self.argument]}
        return {"name": self.name, "description": self.description, "parameters": schema}

    def argument_in(self, called: str, arguments: object) -> str:
        """Read the argument of a call; "" if another function was called, or it has none."""
        given = arguments.get(self.argument) if isinstance(arguments, Mapping) else None
        return given.strip() if called == self.name and isinstance(given, str) else ""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a chat model."""

    messages: tuple[Message, ...]
    shape: ReplyShape | None = None
    """None for prose. It is a wish: a server that knows no schemas may ignore it."""
    max_output_tokens: int = 1_000
    tool: Tool | None = None
    """May be called instead of replying. It is a wish, too."""

    @property
    def characters(self) -> int:
        """How many characters all messages have together."""
        return sum(len(message.content) for message in self.messages)


class Finish(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    """Cut off at its limit."""
    REFUSED = "refused"
    """The model, or a filter before it, declined."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The reply of a model."""

    text: str
    """Without the model's thoughts; may be empty. Of a refused request, what the server said of that."""
    input_tokens: int = 0
    """As the server counted; 0 where it does not."""
    output_tokens: int = 0
    finish: Finish = Finish.STOP
    called_with: str = ""
    """The argument of the request's tool, where the model calls that; "" where it replies."""


OnText: TypeAlias = Callable[[str], None]
"""Takes the pieces of a reply as they come."""


class ChatModel(Protocol):
    """One chat model on one server."""

    @property
    def name(self) -> str:
        """The model's name, as records give it."""

    @property
    def fingerprint(self) -> str:
        """Identifies what determines a reply besides the request: server, model, sampling."""

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once; a cancelled call leaves nothing running.

        `on_text` is given the reply piece by piece as it comes: a callback and no iterator, so that deadline
        and connection end with this call, however the caller leaves it.

        Raises:
            ContextTooLong: messages and reply exceed the context window; a caller may try with less.
            ModelError: the model failed, could not be reached, or did not answer in time.
            BadSettings: the key, the model's name or the server's address is wrong.
        """


def shape_of(reply_type: type[BaseModel], name: str) -> ReplyShape:
    """Describe a reply type in the subset of JSON Schema that strict structured output takes.

    Every field is required and none may be added; defaults and descriptions are left out. Bounds are those of
    a good reply; the type may read others.
    """
    return ReplyShape(name, _strict(reply_type.model_json_schema(by_alias=True)))


def _strict(node: Mapping[str, object]) -> dict[str, object]:
    strict = {key: node[key] for key in _KEYWORDS if key in node}
    for group in ("$defs", "properties"):
        if isinstance(members := node.get(group), Mapping):
            strict[group] = {name: _strict(member) for name, member in members.items()}
    if isinstance(choices := node.get("anyOf"), list):
        strict["anyOf"] = [_strict(choice) for choice in choices]
    if isinstance(items := node.get("items"), Mapping):
        strict["items"] = _strict(items)
    if isinstance(properties := node.get("properties"), Mapping):
        strict |= {"required": list(properties), "additionalProperties": False}
    return strict
