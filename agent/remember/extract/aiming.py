"""Templates of what the owner wants, plans and works towards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.remember.extract.found import Found, found
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.extract.rules import GOING_ON, NOW, fact, first_of, rule, table
from agent.remember.fact import Act
from agent.remember.values import cut

_AIMS = re.compile(
    r"to\s+(?:be\s+(?:an?|the|more)\s|become\s|learn|visit|travel|move|own|open|start"
    r"|get\s+(?:into|a\s+(?:job|degree|dog|cat|puppy|pet|house|motorcycle|tattoo"
    r"|new\s+(?:job|car|house)|better|divorce)"
    r"|married|better\s+at|in\s+shape|fit|my)|go\s+(?:to|back\s+to)\s|quit|lose|save|buy\s+an?\s|run\s+an?\s"
    r"|write\s+an?\s|retire|study|have\s+(?:kids|children|a\s+(?:family|baby|dog|cat|house"
    r"|farm|garden))|build|adopt"
    r"|live\s|see\s+the|climb|play\s+the|take\s+up|improve|publish|teach|try\s|stop\s|finish\s|read\s+more"
    r"|eat\s+(?:less|more|better|health)|cut\s+down|volunteer|work\s+(?:as|for|in)\s|major|graduate)",
    re.IGNORECASE,
)
_TASKS = re.compile(
    r"to\s+(?:know|ask|make\s+sure|understand|see\s+(?:if|how|what|whether|some|it|that|you)|use|create|find"
    r"|get\s+(?:some|more|an?\s+(?:idea|list|sense)|started|your|the|it|this|back)|say"
    r"|hear|check|thank|add|include"
    r"|write\s+(?:a\s+(?:letter|function|script|program|query|report|summary|paper|essay"
    r"|code)|an\s+(?:email|essay)|code)"
    r"|do\s+(?:it|that|this|something)|share|talk|tell|give|discuss|focus|learn\s+more\s+about"
    r"|be\s+(?:able|sure|honest|clear|careful|there|prepared)|try\s+(?:it|that|this"
    r"|some\s+of|your|them|one|out)"
    r"|buy\s+(?:it|that|one|some)|go\s+(?:with|there|over|home|through)|visit\s+(?:you|it|that|there|them)"
    r"|meet\s+(?:you|up)|join\s+you|start\s+(?:with|by|off|the|over)|learn\s+(?:it|that)|improve\s+the"
    r"|stop\s+(?:it|that|by)|play\s+it|move\s+(?:on|the|it))\b",
    re.IGNORECASE,
)
"""What is wanted of the assistant, or of the moment."""
_JOURNEYS = frozenset(
    (
        "visit travel move marry graduate retire start adopt buy study attend learn build "
        "run join open enroll"
    ).split()
)
_SOON = re.compile(r"(?!(?:it|that|this|you|with\s+you)\b).+", re.IGNORECASE)
_UNTIL_NOW = frozenset(Aspect) - {Aspect.PAST, Aspect.USED_TO}


def aiming(said: Said) -> Iterator[Found]:
    """Read wishes, goals and plans."""
    facts = list(first_of(_RULES, said))
    if not facts and said.aspect is Aspect.FUTURE and not said.negated:
        facts = list(_is_to_be(said))
    yield from facts


def _is_to_be(said: Said) -> Iterator[Found]:
    if said.phrase.startswith("am going to"):
        if _SOON.match(said.rest) or (not said.rest and said.verb in ("retire", "graduate")):
            reliability = 0.65 if said.verb in _JOURNEYS else 0.5
            value = f"{said.verb} {cut(said.rest)}".strip()
            yield from found(said, "plan.intention", value, reliability, act=Act.STATES)
    elif said.phrase.startswith("will be"):
        value = f"{said.phrase.split()[-1]} {cut(said.rest)}".strip()
        yield from found(said, "plan.intention", value, 0.55, act=Act.STATES)


def _wants(said: Said, match: re.Match[str]) -> Iterator[Found]:
    """How sure a wish is to be an aim goes by the verb that follows, and by how it is wished."""
    rest = said.rest
    if _TASKS.match(rest) or (said.negated and said.verb == "wish"):
        return
    if doing := re.match(r"of\s+(?P<v>(?!it|that)\w+ing\s+.+)", rest, re.IGNORECASE):
        yield from found(said, "goal.aim", doing["v"], 0.75, act=Act.STATES)
    elif re.match(r"to\s+\w", rest, re.IGNORECASE):
        sure = 0.6 if _AIMS.match(rest) else 0.4
        if said.aspect is Aspect.WISH:  # "I'd love to" is said out of kindness, "I'd like to" of the moment
            sure -= 0.2 if said.phrase == "would love" else 0.1
        yield from found(said, "goal.aim", rest[3:], sure, act=Act.STATES)
    elif said.verb == "want" and _A_THING.match(rest):
        yield from found(said, "goal.aim", rest, 0.5, act=Act.STATES)


_A_THING = re.compile(r"(?:an?|another|more|two|three|kids|children)\s+\w", re.IGNORECASE)
_FOR = r"(?:up\s+)?(?:money\s+)?(?:for|to)\s+(?P<v>(?!it\b|that\b|this\b|you\b).+)"
_PLANNED = fact("plan.intention", 0.6, value="{said} {v}", act=Act.STATES)
_GOING = frozenset({Aspect.PROGRESSIVE})
_RULES = table(
    {
        "want wish hope aim intend dream": [rule(_UNTIL_NOW, "", _wants, denied=True)],
        **{
            verb: [rule(NOW, _FOR, fact("goal.aim", 0.85, value=f"{doing} for {{v}}", act=Act.STATES))]
            for verb, doing in (("train", "training"), ("save", "saving"), ("prepare", "preparing"))
        },
        "try": [
            rule(
                GOING_ON,
                r"to\s+(?P<v>(?:eat|lose|learn|get\s+(?:in|into|back\s+in|fit|pregnant|better"
                r"|healthier|a\s+job)|quit"
                r"|stop|save|cut|be\s+(?:more|a|less)|become|write|start|improve|grow|build"
                r"|find\s+a\s+(?:job|new|place|house)|sell|buy|exercise|reduce|read)\b.+)",
                fact("goal.aim", 0.65, act=Act.STATES),
            )
        ],
        "plan": [
            rule(
                NOW,
                r"(?:on\s+|to\s+|for\s+)?(?P<v>(?!it\b|that\b|this\b|(?:go|going|do|doing|try|come)$).+)",
                fact("plan.intention", 0.7, act=Act.STATES),
            )
        ],
        "visit fly travel start attend marry adopt": [
            rule(_GOING, r"(?P<v>(?!to\s+(?!(?-i:[A-Z]))).+)", _PLANNED)
        ],
        "get": [
            rule(
                _GOING,
                r"(?P<v>(?:married|a\s+(?:new|dog|cat|puppy|kitten)|divorced|my\s+(?:degree|master|phd|licen[cs]e|ears|braces))\b.*)",
                _PLANNED,
            )
        ],
        "take leave": [
            rule(
                _GOING,
                r"(?P<v>(?:a\s+(?:trip|class|course|cruise)|classes|lessons|courses|for\s+(?-i:[A-Z])"
                r"|\w+\s+(?:lessons|classes))\b.*)",
                _PLANNED,
            )
        ],
        "look": [
            rule(
                _GOING,
                r"(?:for|to\s+(?:buy|get|adopt|rent|hire))\s+(?P<v>(?:an?|my|new|another)\s+"
                r"(?!way|good|place\s+to\s+eat|recipe|gift|few|list).+)",
                fact("goal.aim", 0.55, value="looking for {v}", act=Act.STATES),
            )
        ],
    }
)
