"""JSON that can always be written, whatever is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi.responses import JSONResponse


class SafeJSONResponse(JSONResponse):
    """JSON in UTF-8, of plain values; half of a surrogate pair, which UTF-8 cannot carry, is escaped."""

    def render(self, content: object) -> bytes:
        """Write the body."""
        return json_bytes(content)


def json_bytes(content: object) -> bytes:
    """Write plain values as JSON without spaces."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def documented(example: Mapping[str, Any], what: str) -> dict[int | str, dict[str, Any]]:
    """Say in OpenAPI what a route gives, by an example."""
    return {200: {"description": what, "content": {"application/json": {"example": example}}}}
