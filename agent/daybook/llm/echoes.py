"""Leaves out of a reply what it only repeats of our own request.

Small models copy the example of a prompt ("...", "the rejected claim, or empty") or the reason why they are
asked again. Neither is content, wherever in a reply it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from daybook.llm.json_objects import json_objects
from daybook_prompts import Prompt

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|[.;:,]\s")
TELLING = 4
"""Words in a row from which on they are taken for ours wherever they stand; fewer anybody may say."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What we say in a request and never want to hear back; all in lower case, white space made one."""

    texts: frozenset[str]
    """Placeholders and reasons: an echo if it is the whole of a text."""
    phrases: frozenset[str] = frozenset()
    """Parts of a reason: an echo wherever they stand in a text."""

    @classmethod
    def of(cls, prompt: Prompt, *, problem: str = "") -> Self:
        """Gather the placeholders of a prompt's examples and, on asking again, what is said of the reason.

        A single word in lower case is no placeholder but one of the choices that the prompt gives.
        """
        examples = _texts(list(json_objects(prompt.instructions)))
        texts = {_plain(text) for text in examples if not (text.islower() and len(text.split()) == 1)}
        if not problem:
            return cls(frozenset(texts - {""}))
        said = f"{problem}. {prompt.repair.instructions} " if prompt.repair else problem
        phrases = (_plain(part) for part in _QUOTED.split(said))
        return cls(
            frozenset({*texts, _plain(problem)} - {""}),
            frozenset(phrase for phrase in phrases if len(phrase.split()) >= TELLING),
        )

    def left_out(self, value: object) -> object:
        """Return a JSON value with echoes made empty, and left out of lists."""
        if isinstance(value, str):
            return "" if self._is_echo(value) else value
        if isinstance(value, Mapping):
            return {key: self.left_out(member) for key, member in value.items()}
        if isinstance(value, list):
            return [self.left_out(item) for item in value if not self._is_echo(item)]
        return value

    def _is_echo(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        plain = _plain(value).removeprefix("problem: ")
        return plain in self.texts or any(phrase in plain for phrase in self.phrases)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        parts: Iterable[object] = value.values() if isinstance(value, Mapping) else value
        for part in parts:
            yield from _texts(part)
