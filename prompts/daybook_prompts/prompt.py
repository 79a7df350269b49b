"""One prompt: instructions of ours, and a data message whose slots are filled in one pass."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from daybook_prompts.values import Fenced, JsonValue, as_data

SLOT = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True, slots=True)
class Filled:
    """A prompt ready to be sent."""

    instructions: str
    """The system message. Nothing from outside ever stands in it."""
    data: str
    """The user message that carries the values."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as its file has it."""

    name: str
    purpose: str
    slots: tuple[str, ...]
    """The values it takes, all of them needed."""
    reply_tokens: int
    """The most that a sensible reply takes, in tokens."""
    instructions: str
    data: str
    """The data message with its `{{slot}}`s."""
    sha256: str
    """Of the file's text: run records name the prompt by it."""
    repair: Prompt | None = field(default=None, repr=False)
    """What to say when a reply cannot be read; None for the repair prompt itself."""

    def fill(self, **values: JsonValue | Fenced) -> Filled:
        """Put the values in their slots, all at once: a slot inside a value stays what it is, text.

        Raises:
            TypeError: a slot has no value, or a value has no slot, or a value is not JSON.
        """
        missing = sorted(set(self.slots) - set(values))
        spare = sorted(set(values) - set(self.slots))
        if missing or spare:
            faults = [
                f"{what} {', '.join(names)}"
                for what, names in (("missing", missing), ("spare", spare))
                if names
            ]
            raise TypeError(f"prompt {self.name!r}: {'; '.join(faults)}")
        written = {name: as_data(value) for name, value in values.items()}
        return Filled(self.instructions, SLOT.sub(lambda slot: written[slot[1]], self.data))
