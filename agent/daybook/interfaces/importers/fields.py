"""Checking what a file holds against what it should hold, and saying in one line what is wrong."""

from __future__ import annotations

import re
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from daybook.errors import BadInput
from daybook.interfaces.importers.sources import Source

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
    """The fields of a record that are read; the others are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True)


FieldsT = TypeVar("FieldsT", bound=BaseModel)


def checked(model: type[FieldsT], value: object, *, source: Source, where: str) -> FieldsT:
    """Read a record, or part of one.

    Args:
        model: what it should hold.
        value: what the JSON says.
        source: the file.
        where: the path of `value` in it, such as "[3]" or "line 4".

    Raises:
        BadInput: a field is missing or wrong; the error names the path of the first one.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        details = error.errors(include_url=False)
        first, others = details[0], len(details) - 1
        problem = _problem(first["type"], first["msg"], first["input"])
        more = f" (and {others} more)" if others else ""
        raise BadInput(problem + more, source=str(source), where=_path(where, first["loc"])) from None


def _problem(kind: str, message: str, value: object) -> str:
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return message.removeprefix("Value error, ")
    if kind in ("model_type", "model_attributes_type"):
        message = "Input should be an object"
    shown = f", not {value!r}" if isinstance(value, str | int | float | None) else ""
    if len(shown) > _SHOWN:
        shown = f"{shown[:_SHOWN]}…"
    return message[0].lower() + message[1:] + shown


def _path(where: str, steps: tuple[int | str, ...]) -> str:
    path = where
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += (": " if path.startswith("line ") and path == where else ".") + step
    return path
