"""Finds JSON objects in what a model wrote around them. Reads, never runs.

Models put JSON in code fences, say something first, think aloud with drafts, leave a comma before the
closing bracket. All of that is read. An object that is cut off is not completed: what is missing might be
the part that counts, so it is asked for again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}]', re.DOTALL)
_BRACE = re.compile("{")
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)


def json_objects(text: str) -> Iterator[dict[str, object]]:
    """Read the outermost JSON objects of a text, in its order; what cannot be read is passed over.

    An object inside another one is never given by itself, so a quote that imitates a reply stays a quote.
    """
    for span in _outermost(text):
        try:
            value = json.loads(_without_trailing_commas(span), strict=False, parse_constant=_refuse)
        except (ValueError, RecursionError):
            continue
        yield value


def _outermost(text: str) -> Iterator[str]:
    """Give the stretches from a brace to its partner, minding strings; a brace without partner ends it."""
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


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
