"""evidence@B: whether a packed context of at most B tokens holds the evidence.

Ours. Recall@k counts rounds, but a reader is given text: a long reply may be ranked first and its one
sentence that counts be cut. Here every evidence turn has to be in the context, in one of two senses:

- passages: a user's turn whole; of an assistant's turn at least the passage that overlaps the expected
  answer most, which this measure finds and the packer never sees;
- whole: every evidence turn whole.

White space does not count. Evidence of the assistant's that shares no word with the expected answer has
no passage to find, and has to be there whole in either sense.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import words_of

PASSAGE_SENTENCES = 3
"""A passage is this many sentences in a row at most."""

Stretch: TypeAlias = tuple[int, int]
"""Characters of a turn, start in and stop out."""


@dataclass(frozen=True, slots=True)
class EvidenceText:
    """An evidence turn."""

    round_id: str
    role: str
    """ "user" or "assistant"."""
    text: str


@dataclass(frozen=True, slots=True)
class PackedText:
    """A stretch of a turn that is in the context."""

    round_id: str
    role: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class PackedEvidence:
    """Whether every evidence turn of a question is in the context."""

    passages: bool
    whole: bool


def packed_evidence(
    evidence: Sequence[EvidenceText], packed: Iterable[PackedText], answer: str
) -> PackedEvidence:
    """Look for the evidence of one question in its context; raises ValueError if it has none."""
    if not evidence:
        raise ValueError("evidence@B needs evidence")
    shown: dict[tuple[str, str], list[Stretch]] = {}
    for part in packed:
        shown.setdefault((part.round_id, part.role), []).append((part.start, part.stop))
    stretches = [shown.get((turn.round_id, turn.role), []) for turn in evidence]
    pairs = list(zip(evidence, stretches, strict=True))
    return PackedEvidence(
        passages=all(_is_held(turn, seen, answer) for turn, seen in pairs),
        whole=all(covers(seen, turn.text, (0, len(turn.text))) for turn, seen in pairs),
    )


def telling_passages(text: str, answer: str) -> list[Stretch]:
    """Find the passages of a text that overlap an answer most, in order; the whole text where none does.

    A passage is one to `PASSAGE_SENTENCES` sentences in a row, measured by how many different words of the
    answer (stems, stop words left out) it holds; of equals, the shortest in sentences.
    """
    wanted = frozenset(words_of(answer))
    sentences = sentence_spans(text)
    held = [wanted.intersection(words_of(text[start:stop])) for start, stop in sentences]
    merits: dict[Stretch, tuple[int, int]] = {}
    for first in range(len(sentences)):
        for last in range(first, min(first + PASSAGE_SENTENCES, len(sentences))):
            words = frozenset[str]().union(*held[first : last + 1])
            merits[sentences[first][0], sentences[last][1]] = (len(words), first - last)
    best = max(merits.values(), default=(0, 0))
    return [place for place, merit in merits.items() if merit == best] if best[0] else [(0, len(text))]


def covers(shown: Sequence[Stretch], text: str, wanted: Stretch) -> bool:
    """True if stretches of a text hold all of one stretch of it but white space."""
    reached, stop = wanted
    for start, end in sorted(shown):
        if text[reached : max(reached, min(start, stop))].strip():
            return False
        reached = max(reached, end)
    return not text[reached:stop].strip()


def _is_held(turn: EvidenceText, shown: Sequence[Stretch], answer: str) -> bool:
    passages = telling_passages(turn.text, answer) if turn.role == "assistant" else [(0, len(turn.text))]
    return any(covers(shown, turn.text, passage) for passage in passages)
