"""Keeps the content of a reply: without the model's thoughts, copied placeholders, and loops.

**Thoughts** stand at the head of a reply, between `<think>` and `</think>`, where a server passes them on as
text. They may be cut off before their end, or lack the beginning that the model's template has already
written. Tags further inside are left alone, since a reply may quote them.

**JSON** comes in code fences, behind text or drafts, with a comma before the closing bracket: all accepted. A
truncated object is not completed, since the missing part may matter; the caller asks again.

**Placeholders**: small models copy the example of a prompt ("...", "the rejected claim, or empty"). That
is no content anywhere in a reply.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from daybook_prompts import Prompt

_OPENINGS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "[THINK]")
_CLOSING = re.compile(r"</(?:think|thinking|thought|reasoning)>|\[/THINK\]")
_UNBEGUN = re.compile(rf"^[ \t]*(?:{_CLOSING.pattern})\s*|(?:{_CLOSING.pattern})[ \t]*(?:\n\s*|\Z)", re.M)
"""The end of a thought that has no beginning: it stands at the beginning or the end of a line."""
_JSON = ("{", "[{", "```")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}]', re.DOTALL)
_BRACE = re.compile("{")
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*[}\]])', re.DOTALL)
_LOOP_TAIL = 1_500
"""Characters at the end of a reply; what is repeated may be a third of that long."""
_LOOP_LEAST = 60
"""Characters that the repetitions must make together: a table's rule is no loop."""


def without_thoughts(text: str) -> str:
    """Return a whole reply without its thoughts; "" where it was cut off within one."""
    thoughts = ThoughtFilter()
    rest = thoughts.take(text) + thoughts.end()
    end = _unbegun_end(rest)
    return rest[end:] if end else rest


def begins_within_thought(text: str) -> bool:
    """True if a reply ends a thought that it has not begun: some models' templates begin it."""
    return not text.lstrip().startswith(_OPENINGS) and bool(_unbegun_end(text))


def _unbegun_end(text: str) -> int:
    """Return where the reply proper begins behind a thought without a beginning; 0 if there is none."""
    found = None if text.lstrip().startswith(_JSON) else _UNBEGUN.search(text)
    return found.end() if found else 0


class ThoughtFilter:
    """Takes a reply piece by piece and returns what is no thought, as soon as that is certain."""

    def __init__(self, *, within: bool = False) -> None:
        """Begin a reply; `within` holds all back until a thought ends, or the reply, which then had none."""
        self._held = ""
        self._within = within
        self._begun = not within  # without its beginning, what looks like a thought may be none
        self._thought = False
        self._past_head = False

    def take(self, piece: str) -> str:
        """Take the next piece; return what is no thought of it and of what was held back."""
        if self._past_head:
            return piece
        self._held += piece
        while True:
            if self._within:
                closing = _CLOSING.search(self._held)
                if closing is None:
                    return ""
                self._held = self._held[closing.end() :]
                self._within, self._thought = False, True
            head = self._held.lstrip()
            opening = next((opening for opening in _OPENINGS if head.startswith(opening)), None)
            if opening is None:
                break
            self._held = head.removeprefix(opening)
            self._within = self._begun = True
        return "" if any(opening.startswith(head) for opening in _OPENINGS) else self._release()

    def end(self) -> str:
        """Return what was held back and is no thought, once the reply has ended."""
        return "" if self._within and self._begun else self._release()

    def _release(self) -> str:
        held, self._held = self._held, ""
        self._past_head = True
        return held.lstrip() if self._thought else held


def json_objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the outermost JSON objects of a text, in order; skips what cannot be parsed.

    Nested ones are not yielded by themselves, so a quote that imitates a reply stays a quote.
    """
    for span in _outermost(text):
        plain = _TRAILING_COMMA.sub(lambda found: found[1] or "", span)
        try:
            value = json.loads(plain, strict=False, parse_constant=_reject_constant)
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


def _reject_constant(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")


def placeholders_of(prompt: Prompt) -> frozenset[str]:
    """Gather the placeholders of a prompt's examples, in lower case with single spaces.

    A single word in lower case is no placeholder but one of the choices that the prompt gives.
    """
    examples = _texts(list(json_objects(prompt.instructions)))
    return frozenset(_plain(text) for text in examples if not (text.islower() and len(text.split()) == 1))


def without_placeholders(value: object, placeholders: Collection[str]) -> object:
    """Return a JSON value with copied placeholders made empty, and left out of lists."""
    if isinstance(value, str):
        return "" if _plain(value) in placeholders else value
    if isinstance(value, Mapping):
        return {key: without_placeholders(member, placeholders) for key, member in value.items()}
    if isinstance(value, list):
        left = (item for item in value if not (isinstance(item, str) and _plain(item) in placeholders))
        return [without_placeholders(item, placeholders) for item in left]
    return value


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        parts: Iterable[object] = value.values() if isinstance(value, Mapping) else value
        for part in parts:
            yield from _texts(part)


def repeats_itself(text: str) -> bool:
    """True if a reply ends with the same words at least three times in a row, the last perhaps cut off."""
    tail = text[-_LOOP_TAIL:]
    return any(_run(tail, period) >= max(3 * period, _LOOP_LEAST) for period in range(1, len(tail) // 3 + 1))


def _run(text: str, period: int) -> int:
    """Count the characters at the end that are the same as those one period before, with that period."""
    count = 0
    while count < len(text) - period and text[-1 - count] == text[-1 - count - period]:
        count += 1
    return count + period
