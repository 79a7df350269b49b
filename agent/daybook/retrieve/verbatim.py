"""What is typed word for word: the rounds that hold all of a query as it stands, or an identifier of it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import Candidate
from daybook.conversation.language import Analyzer
from daybook.text.unicode_text import phrase_pattern

PHRASE_LIFT, IDENTIFIER_LIFT = 3.0, 2.0
"""Standard deviations by which a round is lifted that holds all of the query, or an identifier of it."""
_IDENTIFIER = re.compile(
    r"\b(?=\S{0,60}[^\W\d])(?=\S{0,60}\d)\w(?:[-\w./:#@]*\w)?|\b_*[^\W_]+(?:[@_][-\w.]*\w)+"
)
"""A word of letters and digits, or one that "_" or "@" joins."""
_SHORTEST = 4
"""Characters of an identifier: "5k", "2nd" and "3pm" are none."""
_JOINTS = "-_/."
_OUTER = " \t\n.,;:!?\"'\u201c\u201d\u2018\u2019"


def lift_verbatim(candidates: Sequence[Candidate], query: str, analyzer: Analyzer) -> list[Candidate]:
    """Lift the rounds that hold a query word for word, and those that hold its identifiers whole.

    Vectors and stems see TKT-100 and TKT-1000, "rye bread" and "bread with rye" as much the same. A turn
    that only asks lifts nothing: it may be the same question.
    """
    phrase = query.strip(_OUTER)
    lifts = [
        (name, _JOINTS, IDENTIFIER_LIFT)
        for name in dict.fromkeys(_IDENTIFIER.findall(query))
        if len(name) >= _SHORTEST
    ]
    if analyzer.words(phrase):
        lifts.append((phrase, "", PHRASE_LIFT))
    texts = [
        (place, turn.content, turn.content.casefold())
        for place, candidate in enumerate(candidates)
        for turn in candidate.round.turns
        if turn.is_key
    ]
    lifted = [0.0] * len(candidates)
    for words, joints, lift in lifts:
        longest = max(words.casefold().split(), key=len)  # nearly no text has it: a pattern is made for few
        holding = [(place, text) for place, text, folded in texts if longest in folded]
        pattern = phrase_pattern(words, joints=joints) if holding else None
        held = {
            place
            for place, text in holding
            if pattern and pattern.search(text) and not analyzer.only_asks(text)
        }
        for place in held:
            lifted[place] += lift
    if not any(lifted):
        return list(candidates)
    together = zip(candidates, lifted, strict=True)
    return sorted(
        (replace(found, score=found.score + lift) if lift else found for found, lift in together),
        key=lambda candidate: -candidate.score,
    )
