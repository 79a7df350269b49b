"""Who speaks in a stretch of a message, and how: most its writer says, some only passes through them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """How words came into a message. Only what is said is a statement of its writer."""

    SAID = "said"
    ASKED = "asked"
    QUOTED = "quoted"
    """Somebody else's words: a block quote, reported speech, a song."""
    FORWARDED = "forwarded"
    ATTACHED = "attached"
    PASTED = "pasted"
    """Code, a table, a letter, a transcript."""
    GIVEN = "given to be worked on"
    """A text to be translated, summed up, corrected or judged."""
    PLAYED = "said in play"
    SENT = "sent"
    """It cannot be told whose words they are: a very long message, what stands behind "here is the text:"."""
    CORRECTED = "corrected by hand"


NAMED_AS_ANOTHERS = frozenset(
    {Mode.QUOTED, Mode.FORWARDED, Mode.ATTACHED, Mode.PASTED, Mode.GIVEN, Mode.PLAYED}
)
"""The modes of words that are surely not a statement of who sent them."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a message that its writer does not say themselves."""

    start: int
    stop: int
    """Characters of the message, `start` in and `stop` out."""
    mode: Mode
    by: str = ""
    """The author, or the name of the file; "" if unknown."""


@dataclass(frozen=True, slots=True)
class Authorship:
    """How a sentence came into a message."""

    mode: Mode = Mode.SAID
    by: str = ""
    """The author, or the name of the file; "" if unknown."""


OWN = Authorship()


def authorship_of(text: str, stretches: Sequence[Stretch], start: int, stop: int) -> Authorship:
    """Say how a sentence, from `start` to `stop` of a text, came into it: as most of its characters did.

    The stretches of the text do not overlap.
    """
    foreign: Counter[Authorship] = Counter()
    for stretch in stretches:
        within = text[max(start, stretch.start) : min(stop, stretch.stop)] if stretch.start < stop else ""
        if within:
            foreign[Authorship(stretch.mode, stretch.by)] += len("".join(within.split()))
    if 2 * sum(foreign.values()) <= len("".join(text[start:stop].split())):
        return OWN
    return foreign.most_common(1)[0][0]


FORWARD_MARK, ATTACHMENT_MARK = "forwarded from", "attached:"
"""How the importers begin the line above what was forwarded, and above the text of an attachment: each is
in brackets, names whose it is, and is followed by lines that begin with ">"."""
CORRECTIONS = "corrections-"
"""How the ids of sessions begin that hold what an owner typed to correct a record, one for each day."""
_CORRECTIONS = re.compile(rf"{CORRECTIONS}\d{{4,}}-\d\d-\d\d")


def is_correction(session_id: str) -> bool:
    """True if a session holds what was typed to correct records, and nothing that was said."""
    return _CORRECTIONS.fullmatch(session_id) is not None
