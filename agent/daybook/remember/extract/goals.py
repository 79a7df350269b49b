"""Templates of what the owner wants, plans and works towards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.confidence_of_plans import PASSING, of_a_plan, of_an_aim
from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.rules import GOING_ON, NOW, fact, first_of, rule, table
from daybook.remember.fact import Act
from daybook.remember.values import cut

_TASKS = re.compile(
    r"to\s+(?:know|ask|make\s+sure|understand|read\s+up|look|explore|see\s+(?:if|how|what|whether|some|it|that|you)|use|create|find"
    r"|get\s+(?:some|more|an?\s+(?:idea|list|sense)|started|your|the|it|this|back)|say"
    r"|hear|check|thank|add|include"
    r"|write\s+(?:a\s+(?:letter|function|script|program|query|report|summary|paper|essay"
    r"|code)|an\s+(?:email|essay)|code)"
    r"|do\s+(?:it|that|this|something)|share|talk|tell|give|discuss|focus|learn\s+(?:(?:some\s+)?more\b|about|if|what|whether|from|some)"
    r"|be\s+(?:able|sure|honest|clear|careful|there|prepared)|try\s+(?:it|that|this"
    r"|some\s+of|your|them|one|out)"
    r"|buy\s+(?:it|that|one|some)|go\s+(?:with|there|over|home|through)|visit\s+(?:you|it|that|there|them)"
    r"|meet\s+(?:you|up)|join\s+you|start\s+(?:with|by|off|the|over)|learn\s+(?:it|that)|improve\s+the"
    r"|stop\s+(?:it|that|by)|play\s+it|move\s+(?:on|the|it))\b",
    re.IGNORECASE,
)
"""What is wanted of the assistant, or of the moment."""
_SOON = re.compile(r"(?!(?:it|that|this|you|with\s+you)\b).+", re.IGNORECASE)
_UNTIL_NOW = frozenset(Aspect) - {Aspect.PAST, Aspect.USED_TO}


def goals(said: Said) -> Iterator[ExtractedFact]:
    """Read wishes, goals and plans."""
    facts = list(first_of(_RULES, said))
    if not facts and said.aspect is Aspect.FUTURE and not said.negated:
        facts = list(_is_to_be(said))
    yield from facts


def _is_to_be(said: Said) -> Iterator[ExtractedFact]:
    if said.phrase.startswith("am going to"):
        if _SOON.match(said.rest) or (not said.rest and said.verb in ("retire", "graduate")):
            value = f"{said.verb} {cut(said.rest)}".strip()
            yield from _plan(said, value)
    elif said.phrase.startswith("will be"):
        value = f"{said.phrase.split()[-1]} {cut(said.rest)}".strip()
        yield from _plan(said, value)


def _planned(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    return _plan(said, match["v"])


def _doing(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    return _plan(said, f"{said.phrase.rpartition(' ')[2]} {match['v']}")


def _plan(said: Said, value: str) -> Iterator[ExtractedFact]:
    """A plan that changes a life, or a journey, is worth a record; what is done this weekend is not."""
    yield from extracted_fact(said, "plan.intention", value, of_a_plan(value), act=Act.STATES)


def _wants(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    """How sure a wish is to be an aim goes by the verb that follows, and by how it is wished."""
    rest = said.rest
    if _TASKS.match(rest) or (said.negated and said.verb == "wish"):
        return
    if doing := re.match(r"of\s+(?P<v>(?!it|that)\w+ing\s+.+)", rest, re.IGNORECASE):
        yield from extracted_fact(said, "goal.aim", doing["v"], 0.75, act=Act.STATES)
    elif re.match(r"to\s+\w", rest, re.IGNORECASE):
        sure = of_an_aim(rest, long_held=said.aspect is Aspect.PERFECT and "been" not in said.phrase)
        if said.aspect is Aspect.WISH:  # "I'd love to" is said out of kindness, "I'd like to" of the moment
            sure -= 0.2 if said.phrase == "would love" else 0.1
        yield from extracted_fact(said, "goal.aim", rest[3:], sure, act=Act.STATES)
    elif said.verb == "want" and _A_THING.match(rest):
        yield from extracted_fact(said, "goal.aim", rest, PASSING, act=Act.STATES)


_A_THING = re.compile(r"(?:an?|another|more|two|three|kids|children)\s+\w", re.IGNORECASE)
_FOR = r"(?:up\s+)?(?:money\s+)?(?:for|to)\s+(?P<v>(?!it\b|that\b|this\b|you\b).+)"
_GOING = frozenset({Aspect.PROGRESSIVE})
_RULES = table(
    {
        "want wish hope aim intend dream": [rule(_UNTIL_NOW, "", _wants, denied=True)],
        **{
            verb: [rule(NOW, _FOR, fact("goal.aim", 0.85, value=f"{doing} for {{v}}", act=Act.STATES))]
            for verb, doing in (("train", "training"), ("save", "saving"))
        },
        "prepare": [rule(NOW, _FOR, fact("goal.aim", PASSING, value="preparing for {v}", act=Act.STATES))],
        "try": [
            rule(
                GOING_ON,
                r"to\s+(?P<v>(?:eat\s+(?:less|more|better|health)|lose\s|quit|stop\s+\w+ing|become|exercise|conceive"
                r"|learn\s+(?:to\s|how\s+to\s|(?-i:[A-Z]))|save\s+(?:up|money|for)|cut\s+(?:down|back|out)|be\s+(?:more|less)"
                r"|reduce\s+my|get\s+(?:(?:back\s+)?in(?:to)?\s|fit|pregnant|better\s+at|healthier|a\s+job)|find\s+a\s+job"
                r"|(?:read|walk|drink|sleep|run|write)\s+(?:at\s+least|more|less|every)\b).*)",
                fact("goal.aim", 0.65, act=Act.STATES),
            ),
            rule(
                GOING_ON,
                r"to\s+(?P<v>(?:learn\s+(?!(?:some\s+)?more\b|about)|improve|write|start|grow|build|sell|buy|find"
                r"\s+a\s+(?:new|place|house)|read)\b.*)",
                fact("goal.aim", PASSING, act=Act.STATES),
            ),
        ],
        "plan": [
            rule(
                NOW,
                r"(?:on\s+|to\s+|for\s+)?(?P<v>(?!it\b|that\b|this\b|(?:go|going|do|doing|try|come)$).+)",
                _planned,
            )
        ],
        "visit fly travel start attend marry adopt": [
            rule(_GOING, r"(?P<v>(?!to\s+(?!(?-i:[A-Z]))).+)", _doing)
        ],
        "get": [
            rule(
                _GOING,
                r"(?P<v>(?:married|a\s+(?:new|dog|cat|puppy|kitten)|divorced|my\s+(?:degree|master|phd|licen[cs]e|ears|braces))\b.*)",
                _doing,
            )
        ],
        "take leave": [
            rule(
                _GOING,
                r"(?P<v>(?:a\s+(?:trip|class|course|cruise)|classes|lessons|courses|for\s+(?-i:[A-Z])"
                r"|\w+\s+(?:lessons|classes))\b.*)",
                _doing,
            )
        ],
    }
)
