"""Templates of "I am …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, each, extracted_fact, sentence
from daybook.remember.extract.identity import describing, identity, membership, skill
from daybook.remember.extract.kinds import kind_of_liking
from daybook.remember.extract.lexicon import DIETS
from daybook.remember.extract.lexicon_people import CONDITIONS
from daybook.remember.extract.nouns import ARTICLE, DEGREE
from daybook.remember.extract.origins import GREW, occupation, origin, plans
from daybook.remember.extract.places import without_company
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.preferences import ONE_KIND
from daybook.remember.fact import Act
from daybook.remember.values import cut, in_general, place

_ALLERGIC = re.compile(
    r"(?:(?:very|so|severely|highly|deathly|quite|also)\s+)*allergic\s+to\s+(?P<v>.+)", re.IGNORECASE
)
_FAN = re.compile(
    r"(?:(?:an?|the)\s+)?(?:(?:really|very|such|so|pretty|quite"
    r"|also)\s+)*(?:an?\s+)?(?:(?:big|huge|massive|avid|real|great|true|lifelong|major"
    r"|die-?hard|such)\s+)*"
    r"(?:fan\s+of|lover\s+of|into|fond\s+of|crazy\s+about|obsessed\s+with"
    r"|passionate\s+about|keen\s+on|hooked\s+on|partial\s+to|addicted\s+to"
    r"|in\s+love\s+with|nuts\s+about)\s+(?P<v>.+)",
    re.IGNORECASE,
)
_FAN_AFTER = re.compile(
    r"(?:an?\s+)?(?:(?:big|huge|massive|avid|real|great|true|lifelong|major|die-?hard"
    r"|total)\s+)*(?P<v>(?!(?:bi?g+(?:est)?|huge|massive|real|great|avid|such)\s+(?:fan"
    r"|lover))[\w' -]{2,30}?)\s+(?:fan|lover|enthusiast|fanatic|buff|nut|addict|junkie)\b",
    re.IGNORECASE,
)
_INTERESTED = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|always)\s+)*(?P<how>interested\s+in"
    r"|curious\s+about|fascinated\s+(?:by|with))\s+(?P<v>.+)",
    re.I,
)
_ASKED_FOR = re.compile(
    r"(?:learning|exploring|trying|getting|reading|seeing|hearing|knowing|finding|buying"
    r"|checking|visiting|using|the|those|this|these|that|your|more)\b",
    re.IGNORECASE,
)
"""An interest that is a request to the assistant rather than a taste."""
_TREATED = re.compile(
    r"(?:on|taking)\s+(?P<v>(?:[\w-]+\s+){0,3}?(?:medication|medications|meds|medicine"
    r"|antidepressants|insulin|metformin|statins|blood\s+thinners|the\s+pill|pills))\b",
    re.IGNORECASE,
)
_FEARS = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also|always|a\s+(?:little|bit))\s+)*(?:afraid"
    r"|scared|terrified|frightened)\s+of\s+(?P<v>.+)",
    re.I,
)
_VISITED = re.compile(r"to\s+(?P<v>.+)", re.IGNORECASE)


def states(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read "I am …": the first rule that knows the rest decides."""
    if said.verb == "grow" and said.aspect is Aspect.PAST and (up := GREW.match(said.rest)):
        yield from extracted_fact(
            said, "identity.upbringing", place(without_company(up["v"])), 0.85, act=Act.STATES
        )
    if said.verb != "be":
        return
    if said.aspect is Aspect.PERFECT:
        yield from _has_been(said)
        return
    for rule in (identity, _constraints, _liking, skill, origin, plans, occupation, membership, describing):
        facts = list(rule(said, greeted))
        if facts:
            if said.aspect is not Aspect.PAST:
                yield from facts
            else:
                yield from (_as_past(said, fact) for fact in facts)
            return


def _as_past(said: Said, fact: ExtractedFact) -> ExtractedFact:
    if fact.slot in ("identity.birthplace", "identity.upbringing", "identity.birthday"):
        return fact
    return ExtractedFact(
        "event.experience", f"was {fact.value}", fact.text, min(0.55, fact.reliability), fact.polarity
    )


def _constraints(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    if match := _ALLERGIC.match(said.rest):
        yield from each(said, "constraint.allergy", match["v"], 0.95, "allergic to ")
        return
    rest = DEGREE.sub("", ARTICLE.sub("", said.rest)).lower()
    rest = re.sub(r"^(?:strict|lifelong|committed|mostly|on\s+an?|on\s+the)\s+", "", rest)
    name = next(
        (words for words in DIETS if re.match(rf"{re.escape(words)}\b(?!\s+(?:food|dish|restaurant))", rest)),
        "",
    )
    if name:
        value = DIETS[name]
        text = (
            sentence(said, value) if not rest.startswith(("kosher", "keto", "paleo", "low", "halal")) else ""
        )
        yield from extracted_fact(said, "constraint.diet", value, 0.9, text=text)
        return
    if treated := _TREATED.match(said.rest):
        yield from extracted_fact(said, "health.treatment", treated["v"], 0.75)
        return
    condition = cut(DEGREE.sub("", said.rest)).lower()
    if condition in CONDITIONS or condition == "pregnant":
        yield from extracted_fact(said, "health.condition", condition, 0.85)


def _liking(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    if match := _FAN.match(said.rest) or _FAN_AFTER.match(said.rest):
        value = match["v"]
        if match.re is _FAN and re.match(
            r"(?:it|that|this|them|the\s+idea|the\s+[a-z]+$|my\s+\w+$|an?\b)", value, re.IGNORECASE
        ):
            return
        yield from extracted_fact(said, kind_of_liking(value), in_general(value), 0.8, act=Act.STATES)
    elif match := _INTERESTED.match(said.rest):
        asked = match["how"].lower() == "curious about" or _ASKED_FOR.match(match["v"])
        sure = 0.25 if asked or ONE_KIND.match(match["v"]) else 0.7 if said.aspect is Aspect.PERFECT else 0.45
        yield from extracted_fact(said, kind_of_liking(match["v"]), match["v"], sure, act=Act.STATES)
    elif match := _FEARS.match(said.rest):
        yield from extracted_fact(said, "preference.fear", match["v"], 0.75, act=Act.STATES)


def _has_been(said: Said) -> Iterator[ExtractedFact]:
    if match := _VISITED.match(said.rest):
        value = cut(match["v"])
        if value and not re.match(r"(?:an?|the|one|that|this|it)\b", value, re.IGNORECASE):
            yield from extracted_fact(
                said, "event.experience", f"been to {place(value)}", 0.65, act=Act.STATES
            )
        return
    present = Said("be", said.rest, "am", Aspect.PRESENT, said.negated)
    for fact in (
        *_constraints(present, False),
        *_liking(said, False),
        *occupation(present, False),
        *skill(present, False),
        *describing(present, False),
    ):
        yield ExtractedFact(fact.slot, fact.value, fact.text, fact.reliability * 0.9, fact.polarity)
