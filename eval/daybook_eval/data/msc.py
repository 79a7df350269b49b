"""Multi-Session Chat: talks between two people, with what each turn told of who said it.

A file holds one session a dialogue, the third or so of a pair, as a JSON list or as JSON Lines. Of the talks
before there are only the sentences about either person that the first one was begun with.

An annotator has written down, in the first person, what is learnt of a speaker from a turn. `persona_text`
has these sentences scrambled, and sometimes cut in the middle; `problem_data.persona` has them as written,
and is what is read. Where a sentence ends is ours: annotators forget a space, or leave a mark too many.

Source: Xu, Szlam and Weston, Beyond Goldfish Memory: Long-Term Open-Domain Conversation, ACL 2022.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Literal

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.text.english.sentences import sentence_spans

SPEAKERS = ("bot_0", "bot_1")
"""The two people of every dialogue; the first one begins to talk in the released files."""
_FORGOTTEN_SPACE = re.compile(r"(?<=[a-z\s.][.!?])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class MscTurn:
    """What one of the two says."""

    speaker: str
    text: str
    statements: tuple[str, ...]
    """What is learnt of the speaker from it, sentence by sentence as it was written; often nothing."""


@dataclass(frozen=True, slots=True)
class MscDialogue:
    """One session of two people."""

    dialogue_id: str
    turns: tuple[MscTurn, ...]
    begun_with: Mapping[str, tuple[str, ...]]
    """By speaker: the sentences that he or she was to play in the first session of the pair."""

    def learnt(self, speaker: str) -> tuple[str, ...]:
        """List what the whole session tells of a speaker, in its order."""
        return self._told(speaker, self.turns)

    def known_before(self, place: int) -> tuple[str, ...]:
        """List what was known of who says turn `place` (from 0) before it, the earliest first."""
        speaker = self.turns[place].speaker
        return (*self.begun_with[speaker], *self._told(speaker, self.turns[:place]))

    def as_session(self, user: str, started_at: datetime) -> Session:
        """Make a session in which `user`, one of the two, is the user; the file gives no dates."""
        turns = (
            Turn(Role.USER if turn.speaker == user else Role.ASSISTANT, turn.text, started_at, turn.speaker)
            for turn in self.turns
        )
        return Session(self.dialogue_id, started_at, tuple(turns))

    def _told(self, speaker: str, turns: tuple[MscTurn, ...]) -> tuple[str, ...]:
        return tuple(statement for turn in turns if turn.speaker == speaker for statement in turn.statements)


def read_dialogues(path: Path, *, limit: int | None = None) -> Iterator[MscDialogue]:
    """Read the dialogues of a file, plain or gzip, one at a time.

    Raises:
        BadInput: when reading gets there: the file cannot be read, a field is missing or wrong, a dialogue is
            empty, or two have one id.
    """
    return islice(_dialogues(path), limit)


def holds_dialogues(path: Path) -> bool:
    """True if the first record of a file is of Multi-Session Chat.

    Raises:
        BadInput: it cannot be read.
    """
    first = next(read_records(path), None)
    return first is not None and isinstance(first.value, dict) and "dialog" in first.value


def sentences_of(written: str) -> tuple[str, ...]:
    """Cut what an annotator wrote into its sentences; what has no letter is none."""
    spaced = _FORGOTTEN_SPACE.sub(" ", written)
    cut = (spaced[start:stop] for start, stop in sentence_spans(spaced))
    return tuple(sentence for sentence in cut if any(map(str.isalpha, sentence)))


def _dialogues(path: Path) -> Iterator[MscDialogue]:
    seen: set[str] = set()
    for record in read_records(path):
        given = checked(_Dialogue, record.value, source=path, where=record.where)
        if not given.dialog:
            raise BadInput("is empty", source=path, where=f"{record.where}.dialog")
        if given.initial_data_id in seen:
            raise BadInput(f"holds two dialogues with the id {given.initial_data_id}", source=path)
        seen.add(given.initial_data_id)
        yield MscDialogue(
            given.initial_data_id,
            tuple(  # the order in which they were written, where the file has it
                MscTurn(turn.id, turn.text, sentences_of(turn.problem_data.persona or turn.persona_text))
                for turn in given.dialog
            ),
            dict(zip(SPEAKERS, given.init_personachat.init_personas, strict=True)),
        )


class _Task(Fields):
    """What the annotator was given and gave back; of some turns nothing."""

    persona: Text = ""


class _Turn(Fields):
    id: Literal["bot_0", "bot_1"]
    text: Text
    persona_text: Text = ""
    problem_data: _Task = _Task()


class _Begun(Fields):
    init_personas: tuple[tuple[Text, ...], tuple[Text, ...]]


class _Dialogue(Fields):
    initial_data_id: str
    dialog: tuple[_Turn, ...]
    init_personachat: _Begun
