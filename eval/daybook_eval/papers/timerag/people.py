"""The two people of a dialogue of Multi-Session Chat, each as the owner of a memory once.

The file holds the third session of a pair. Of the first there are the sentences about either person that it
was begun with; they are told to a memory as that person's own words, a sentence a turn. The second session
is not there. Nothing is dated in the file, so the gap between sessions is ours: `GAP`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from daybook.conversation import Role, Round, Session, Turn, rounds_of
from daybook_eval.data.msc import SPEAKERS, MscDialogue

GAP = timedelta(days=7)
"""From one session of a pair to the next."""
THIRD = datetime(2021, 5, 15, 12, tzinfo=UTC)
FIRST = THIRD - 2 * GAP
_TURN = timedelta(minutes=1)


@dataclass(frozen=True)
class Person:
    """One of the two people of a dialogue."""

    dialogue: MscDialogue
    speaker: str

    @property
    def owner(self) -> str:
        """Whose memory it is."""
        return f"{self.dialogue.dialogue_id} {self.speaker}"

    @cached_property
    def first(self) -> Session:
        """The first session: what the person was to play, said a sentence a turn."""
        told = (
            Turn(Role.USER, text, FIRST + place * _TURN)
            for place, text in enumerate(self.dialogue.begun_with[self.speaker])
        )
        return Session(f"{self.dialogue.dialogue_id} first", FIRST, tuple(told))

    @cached_property
    def third(self) -> Session:
        """The third session, in which the person is the user and the other the assistant."""
        turns = (
            Turn(Role.USER if turn.speaker == self.speaker else Role.ASSISTANT, turn.text, said_at(place))
            for place, turn in enumerate(self.dialogue.turns)
        )
        return Session(f"{self.dialogue.dialogue_id} third", THIRD, tuple(turns))

    def rounds(self, *sessions: Session) -> list[Round]:
        """Cut sessions into the rounds in which the person says something."""
        cut = (round_ for session in sessions for round_ in rounds_of(session, self.owner))
        return [round_ for round_ in cut if round_.user is not None]


def said_at(place: int) -> datetime:
    """Say when turn `place` of the third session is said."""
    return THIRD + place * _TURN


def people_of(dialogues: Sequence[MscDialogue]) -> Iterator[Person]:
    """Give both people of every dialogue."""
    return (Person(dialogue, speaker) for dialogue in dialogues for speaker in SPEAKERS)
