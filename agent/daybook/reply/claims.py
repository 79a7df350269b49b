"""What a reply says of the user that nobody told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daybook.english.sentences import sentence_spans
from daybook.english.words import words_of
from daybook.read import unsupported_claims

_ATTRIBUTES = re.compile(
    r"\b(?:you(?:['’]ve|\s+have)?(?:\s+\w+ly|\s+once|\s+also|\s+already)?\s+(?:told|said|mentioned|shared|asked)"
    r"|as\s+you\s+(?:know|said|mentioned|told)|i\s+(?:remember|recall|know)\s+(?:that\s+)?you\b"
    r"|from\s+what\s+you)\b",
    re.IGNORECASE,
)
"""Says in so many words that the user told it."""
_STATES = re.compile(
    r"\b(?:you(?:['’](?:re|ve)|\s+(?:are|were|have|had|live|work|own|like|love|hate|prefer|moved|bought|got))"
    r"|your\s+\w+(?:\s+\w+)?\s+(?:is|are|was|were|has|lives|works|loves|likes))\b",
    re.IGNORECASE,
)
"""States something about the user."""
_SUPPOSES = re.compile(
    r"\b(?:if|whether|when|unless|in\s+case|could|might|would|should|may|let\s+me\s+know)\b|\?", re.IGNORECASE
)
_COVERED = 0.5
"""Share of the words of a sentence that must have been told where it says that they were."""
_SPEAKING = frozenset(
    words_of(
        "tell told say said mention mentioned share shared ask asked know remember recall earlier before "
        "previously today conversation chat"
    )
)


def unfounded_claims(reply: str, told: Sequence[str]) -> tuple[str, ...]:
    """Name what a reply says of the user and nothing that was told holds.

    Looked at are sentences that state something about the user, for their numbers and names, and those that
    say "you told me", for all of their words. What is supposed or proposed claims nothing. That words occur
    is looked at, not that they follow.

    Args:
        reply: without marks.
        told: what memory holds of it, the dialogue and the message.

    Returns:
        The numbers and names, and the whole sentence where most of what it says was told is not, in the order
        of the reply.
    """
    known = set(words_of(" ".join(told)))
    found: list[str] = []
    for start, stop in sentence_spans(reply):
        sentence = reply[start:stop]
        attributes = bool(_ATTRIBUTES.search(sentence))
        if not attributes and not _states(sentence):
            continue
        found += unsupported_claims(sentence, told)
        own = set(words_of(sentence)) - _SPEAKING
        if attributes and own and len(own & known) < _COVERED * len(own):
            found.append(sentence.strip())
    return tuple(dict.fromkeys(found))


def _states(sentence: str) -> bool:
    """Whether a clause of the sentence states something about the user and supposes nothing."""
    return any(
        _STATES.search(clause) and not _SUPPOSES.search(clause) for clause in re.split(r"[,;:]", sentence)
    )
