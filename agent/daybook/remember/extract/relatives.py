"""Templates of what relatives and pets are called, are and do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact
from daybook.remember.extract.lexicon import PETS
from daybook.remember.extract.lexicon_people import RELATIVES, SAME_RELATIVE
from daybook.remember.fact import Act
from daybook.remember.values import cut

_NAMED = re.compile(
    r"(?:my|our)\s+(?:[\w-]+\s+){0,2}?(?P<whose>[\w-]+?)(?:['’]?s)?\s+(?:name\s+is"
    r"|names\s+are|is\s+(?:named|called)|are\s+(?:named"
    r"|called))\s+(?P<v>[\w'’-]+(?:(?:\s+and\s+|,\s+)(?!(?:not|but|who|which|and|he|she|it|I|the|my|now)\b)[\w'’-]+)*)",
    re.IGNORECASE,
)
_KIN_SAID = re.compile(
    r"(?:my|our)\s+(?P<adj>(?:(?:old|young)er\s+|oldest\s+|youngest\s+|eldest\s+|twin\s+"
    r"|little\s+|big\s+"
    r"|middle\s+)?)(?P<kin>[\w-]+)(?:,?\s+(?P<name>(?-i:[A-Z][a-z]+)))?,?\s+(?P<v>(?:is"
    r"|are|was|has|have|loves?|likes?|hates?|works?|lives?|plays?|enjoys?|does|goes"
    r"|teaches|teach|runs?|owns?|studies|moved|passed|died|used|wants?|just|also|really"
    r"|recently|always)\s.+|died$|passed\s+away$)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"(?:passed\s+away|died|is\s+dead|was\s+put\s+(?:down|to\s+sleep)|has\s+(?:died|passed))\b", re.IGNORECASE
)
_MOOD = re.compile(
    r"(?:also\s+|really\s+|just\s+|always\s+)*(?:is|are|was|has|have)\s+(?:so|very|really"
    r"|doing|fine|ok|okay|great|good|well|the\s+(?:same|best|one)|amazing|sick|here|not"
    r"|happy|such|just|too|always|a\s+(?:bit|little|lot)|like|been|still|asking|coming"
    r"|going|getting|getting|to|right|wrong|sleeping|awake|home|busy|tired"
    r"|in\b(?!\s+(?:college|school|the\s+(?:army|navy|military)))|out|in\s+town|over|with"
    r"|what|never|all|getting)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:is\s+(?:an?\s|\d|from\b|named|called|in\s|allergic|the\s)|are\s+(?:\d|both|from"
    r"|twins)|works?\b|lives?\b|loves?\b|likes?\b|hates?\b|plays?\b|enjoys?\b"
    r"|has\s+(?:an?\s|two|three)|teaches|studies|owns|runs\b)",
    re.IGNORECASE,
)


def kin_or_pet_name(words: str) -> Iterator[ExtractedFact]:
    """Read what a relative or a pet is called."""
    match = _NAMED.match(words)
    if match is None:
        return
    whose = match["whose"].lower()
    for name in re.split(r"\s+and\s+|,\s+", match["v"]):
        named = name[:1].upper() + name[1:]
        if whose in PETS:
            yield ExtractedFact("possession.pet", f"{whose} {named}", f"My {whose} is called {named}.", 0.9)
        elif whose in RELATIVES:
            kin, kind = SAME_RELATIVE.get(whose, whose), RELATIVES[whose]
            value = named if kind == "partner" else f"{kin} {named}"
            yield ExtractedFact(f"family.{kind}", value, f"My {kin} is called {named}.", 0.9)


def of_relative(words: str) -> Iterator[ExtractedFact]:
    """Read what a relative or a pet is or does, moods left out."""
    match = _KIN_SAID.match(words)
    if match is None:
        return
    kin, said = match["kin"].lower(), cut(match["v"])
    if kin in PETS:
        yield from _of_pet(kin, match["name"] or "", said)
    elif kin in RELATIVES:
        who = " ".join(
            part for part in (match["adj"].strip(), SAME_RELATIVE.get(kin, kin), match["name"] or "") if part
        )
        who_said = " ".join(part for part in (match["adj"].strip(), kin, match["name"] or "") if part)
        if _MOOD.match(match["v"]) or not said or (len(said.split()) < 2 and not _GONE.match(said)):
            return
        yield ExtractedFact(
            "family.fact",
            f"{who} {said}",
            f"My {who_said} {said}.",
            0.65 if _LASTING.match(match["v"]) else 0.5,
        )


def _of_pet(pet: str, name: str, said: str) -> Iterator[ExtractedFact]:
    who = f"{pet} {name}".strip()
    if _GONE.match(said):
        yield ExtractedFact("possession.pet", who, f"My {who} {said}.", 0.85, act=Act.ENDS)
        yield ExtractedFact("event.experience", f"{who} {said}", f"My {who} {said}.", 0.7)
    elif not _MOOD.match(said) and len(said.split()) >= 2:
        yield ExtractedFact("possession.pet", f"{who} {said}", f"My {who} {said}.", 0.6)
