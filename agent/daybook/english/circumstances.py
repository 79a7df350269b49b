"""What somebody tells of themselves by the way, and which later talk is seldom about."""

from __future__ import annotations

import re

from daybook.english.noun_phrases import mentions, noun_phrases

_SPEAKER = re.compile(
    r"^(?:(?:and|but|well|so|also),?\s+)?(?:I|we|(?:my|our)\s+[\w-]+(?:\s+[\w-]+)??)(?:\s+|(?=['’]))"
    r"(?:only\s+|just\s+|also\s+|never\s+|always\s+|often\s+)*(?P<verb>['’]?[\w-]+)(?:['’]t)?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_STATES = frozenset(
    """'m 's 're 've 'd 'll am is are was were have has had do does don did would could can will should may
    might must come comes work works live lives need needs want wants prefer prefers like likes love loves
    hate hates speak speaks know knows use uses eat eats drink drinks read reads travel travels go goes take
    takes sleep sleeps keep keeps earn earns study studies own owns""".split()
)
_TRAITS = frozenset(
    """background degree diploma certificate experience budget saving income money time schedule hour question
    idea problem knee back hand foot heart condition allergy job appointment child kid training skill english
    feeling chance choice reason plan goal habit""".split()
)
"""What people have that talk is seldom about when they mention it of themselves."""
_DETERMINED = re.compile(r"\b(?:an?|the|my|our|this|his|her|their|(?-i:[A-Z]\w+))\b", re.IGNORECASE)


def tells_of_speaker(text: str) -> bool:
    """Whether a turn only says how it is with who speaks: a circumstance, which no later "it" is about.

    "I come from a farming background", "My budget is small", "We are two": a state or a habit, in the first
    person. What somebody did or has got is no such thing: "I adopted a cat", "I have a boat".
    """
    match = None if "?" in text or mentions(text) else _SPEAKER.match(text)
    if match is None:
        return False
    if match["verb"].lower().replace("’", "'") not in _STATES:
        return not _DETERMINED.search(match["rest"])
    rest = re.sub(r"^(?:been|have|got|not)\s+", "", match["rest"])
    if re.match(r"\w+ing\b", rest):
        return False
    has_one = match["verb"].lower() in {"have", "own", "keep", "had"} and re.match(r"an?\b", rest)
    owned = noun_phrases(rest)[:1] if has_one else []
    return not owned or owned[0].rsplit(" ", 1)[-1].lower().removesuffix("s") in _TRAITS
