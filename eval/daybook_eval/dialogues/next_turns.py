"""Turns of Multi-Session Chat as response tasks: the context, the known persona, and the actual reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.records import read_records
from daybook_eval.data.msc import MscDialogue

Place = tuple[str, int]
"""A dialogue's id, and the place of a turn in it, from 0."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that is to be said."""

    dialogue_id: str
    place: int
    """In its dialogue, from 0."""
    heard: str
    """What the other person has just said."""
    earlier: tuple[str, ...]
    """What who replies has said before, at least one turn."""
    known: tuple[str, ...]
    """Statements about who replies that were known before the turn; see `MscDialogue.known_before`."""
    said: str
    """What was really said."""
    stranger_said: str
    """What somebody said at this place, or at the last before it, of another dialogue."""


def next_turns(dialogues: Sequence[MscDialogue]) -> Iterator[NextTurn]:
    """List the turns whose speaker has spoken before, and of whom something is known.

    Each dialogue takes its stranger from the one before it, the first from the last.
    """
    for number, dialogue in enumerate(dialogues):
        stranger = dialogues[number - 1]
        for place, turn in enumerate(dialogue.turns):
            earlier = tuple(one.text for one in dialogue.turns[:place] if one.speaker == turn.speaker)
            known = dialogue.known_before(place)
            if earlier and known:
                yield NextTurn(
                    dialogue_id=dialogue.dialogue_id,
                    place=place,
                    heard=dialogue.turns[place - 1].text,
                    earlier=earlier,
                    known=known,
                    said=turn.text,
                    stranger_said=_said_at(stranger, place, turn.speaker),
                )


def read_responses(path: Path) -> Mapping[Place, str]:
    """Read a system's replies: JSON Lines of {"dialogue_id", "turn", "response"}, turns from 0.

    Raises:
        BadInput: the file cannot be read, a line is not of that form, or a turn comes twice.
    """
    found: dict[Place, str] = {}
    for record in read_records(path):
        line = checked(_Response, record.value, source=path, where=record.where)
        place = (line.dialogue_id, line.turn)
        if place in found:
            problem = f"turn {line.turn} of {line.dialogue_id} comes twice"
            raise BadInput(problem, source=path, where=record.where)
        found[place] = line.response
    return found


class _Response(Fields):
    dialogue_id: str
    turn: int
    response: Text


def _said_at(dialogue: MscDialogue, place: int, speaker: str) -> str:
    before = [turn.text for turn in dialogue.turns[: place + 1] if turn.speaker == speaker]
    return before[-1] if before else ""
