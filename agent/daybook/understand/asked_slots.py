"""Which slots of the ledger a question is about, by the words of their descriptions.

Source: TimeRAG-Memory, section 5.9 (intent as a light classifier that conditions which slot types are
retrieved); the rule is ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from daybook.english.words import words_of

MOST = 3
"""A word that describes more slots than this tells none apart."""


def asked_slots(question: str, descriptions: Mapping[str, str]) -> frozenset[str]:
    """Name the slots that share a telling word with a question; none where no word tells.

    Args:
        question: or a message.
        descriptions: of all slots, by their names.
    """
    described: dict[str, set[str]] = defaultdict(set)
    for slot, description in descriptions.items():
        for word in words_of(description):
            described[word].add(slot)
    named = (described.get(word, set()) for word in words_of(question))
    return frozenset(slot for slots in named if len(slots) <= MOST for slot in slots)
