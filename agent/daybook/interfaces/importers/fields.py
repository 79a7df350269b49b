"""Fields of the records of a file: checked against what they should be, or taken as they are found.

Forms of other programs' exports change without notice, and one odd field should not refuse years of chats:
there a field that is missing, or of another type, is absent.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import JsonObject

_SHOWN = 40
"""Characters of a wrong value that a message repeats."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def whole_characters(value: object) -> object:
    """Make every half of a surrogate pair in a text U+FFFD; other values are left as they are."""
    if not isinstance(value, str) or value.isascii():
        return value
    return _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)


Text = Annotated[str, BeforeValidator(whole_characters)]
"""Text that can be stored: half a surrogate pair, which JSON allows, becomes U+FFFD."""


class Fields(BaseModel):
    """The fields of a record that are read; the others are skipped."""

    model_config = ConfigDict(extra="ignore", frozen=True)


_FieldsT = TypeVar("_FieldsT", bound=BaseModel)


def checked(
    model: type[_FieldsT], value: object, *, source: Source, where: str, context: object = None
) -> _FieldsT:
    """Read a record, or the part of it at the path `where` ("[3]", "line 4"), as a model.

    Raises:
        BadInput: a field is missing or wrong; the error names the path of the first one.
    """
    try:
        return model.model_validate(value, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        first, others = details[0], len(details) - 1
        problem = _problem(first["type"], first["msg"], first["input"])
        more = f" (and {others} more)" if others else ""
        path = where
        for step in first["loc"]:
            before_name = ": " if path == where and where.startswith("line ") else "."
            path += f"[{step}]" if isinstance(step, int) else before_name + step
        raise BadInput(problem + more, source=str(source), where=path) from None


def _problem(kind: str, message: str, value: object) -> str:
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return message.removeprefix("Value error, ")
    if kind in ("model_type", "model_attributes_type"):
        message = "Input should be an object"
    got = f", not {value!r}" if isinstance(value, str | int | float | None) else ""
    if len(got) > _SHOWN:
        got = f"{got[:_SHOWN]}…"
    return message[0].lower() + message[1:] + got


def object_of(value: object) -> JsonObject:
    """Return an object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> Sequence[Any]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else ()


def text_of_field(value: object) -> str:
    """Return a text that can be stored; "" for anything else."""
    return str(whole_characters(value)) if isinstance(value, str) else ""


def text_of_part(part: object) -> str:
    """Return the text of a part of a message: the part itself, or what it has as "text"."""
    return text_of_field(part if isinstance(part, str) else object_of(part).get("text")).strip()


def name_of(value: object) -> str:
    """Return an id, which some write as a number; "" for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 1 << 64 else ""
    return text_of_field(value).strip()


def name_from(*words: str) -> str:
    """Make a name for what has none, out of its words: the same words give the same name."""
    digest = sha256()
    for word in words:
        encoded = word.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()[:16]
