"""Rounds as a model gets them: what was said by whom and when, and what of it no longer holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from daybook.conversation import Excerpt, Superseded, Turn
from daybook_prompts import JsonValue, as_data

_OURS = frozenset({"round", "said_at", "superseded"})
"""What a round says of itself: no speaker's name may take the place of it."""


def write_for_model(excerpt: Excerpt) -> str:
    """Write an excerpt as it stands among the rounds that `read_by_model` puts before the model."""
    return as_data(round_for_model(100, excerpt)) + ",\n"


def round_for_model(
    number: int, excerpt: Excerpt, numbers: Mapping[str, int] = MappingProxyType({})
) -> Mapping[str, JsonValue]:
    """Write an excerpt under a number; `numbers` has those of the other rounds that are shown, by id."""
    sides = {_name(turn): excerpt.shown(turn.role) for turn in excerpt.round.turns}
    fallen = [_no_longer(words, numbers) for words in excerpt.candidate.superseded]
    return {
        "round": number,
        "said_at": moment_for_model(excerpt.round.said_at),
        **sides,
        **({"superseded": fallen} if fallen else {}),
    }


def _name(turn: Turn) -> str:
    name = turn.speaker or turn.role.value
    return f"{turn.role.value} {name}" if name in _OURS else name


def _no_longer(words: Superseded, numbers: Mapping[str, int]) -> Mapping[str, JsonValue]:
    """Say since when words are no longer so, and what is: by the number of its round if it is shown."""
    said: dict[str, JsonValue] = {"words": words.quote, "on": f"{words.at:%Y-%m-%d}"}
    if words.by:
        said["by"] = words.by
    if words.by_round in numbers:
        said["by_round"] = numbers[words.by_round]
    return said


def rounds_as_text(rounds: Sequence[Mapping[str, JsonValue]]) -> str:
    """Write rounds as lines; what is not the beginning of one is indented, so that no text begins a round."""
    return "\n\n".join(
        "\n".join("\n    ".join(f"{name}: {value}".splitlines()) for name, value in round_.items())
        for round_ in rounds
    )


def moment_for_model(moment: datetime) -> str:
    """Write a moment with its day of the week."""
    return f"{moment:%Y-%m-%d %H:%M} ({moment:%A})"
