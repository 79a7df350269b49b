"""Whether words are about the owner."""

import re

from daybook.text.english.questions.slot_questions import told_stems
from daybook.text.english.word_tables import ACQUAINTANCES, RELATIVES

_OTHERS = frozenset((*RELATIVES, *ACQUAINTANCES))
_I_DO = re.compile(r"\b(?:i|we|my|our)(?:['\u2019]\w+)?((?: \w+){1,3})", re.IGNORECASE)


def tells_of_owner(quote: str, asked: frozenset[str]) -> bool:
    """True if the owner is whom the words are about: "I've just moved", not "I saw where she lives"."""
    near = (match[1].lower() for match in _I_DO.finditer(quote))
    return any(told_stems(words) & asked and not _OTHERS & set(words.split()) for words in near)
