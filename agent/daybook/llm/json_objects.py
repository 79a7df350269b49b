"""Extracts JSON objects from the text of a reply, leniently.

Models put JSON in code fences, write text or drafts before it, leave a comma before the closing bracket.
All of that is accepted. A truncated object is not completed, since the missing part may matter; the caller
asks again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}]', re.DOTALL)
_BRACE = re.compile("{")
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)


def json_objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the outermost JSON objects of a text, in order; skips what cannot be parsed.

    Nested objects are not yielded by themselves, so a quote that imitates a reply stays a quote.
    """
    for span in _outermost(text):
        try:
            value = json.loads(_without_trailing_commas(span), strict=False, parse_constant=_reject_constant)
        except (ValueError, RecursionError):
            continue
        yield value


def _outermost(text: str) -> Iterator[str]:
    """Yield the spans from a brace to its partner, skipping strings; stops at an unmatched brace."""
    position = 0
    while start := _BRACE.search(text, position):
        depth = 0
        for token in _TOKEN.finditer(text, start.start()):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0:
                yield text[start.start() : token.end()]
                position = token.end()
                break
        else:
            return


def _without_trailing_commas(span: str) -> str:
    return _TRAILING_COMMA.sub(lambda found: found[1] or "", span)


def _reject_constant(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
