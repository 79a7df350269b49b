"""Templates of what the owner wants, plans and works towards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.remember.extract.found import Found, found
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.fact import Act
from agent.remember.values import cut

_AIMS = re.compile(
    r"to\s+(?:be(?:come)?\s+(?:an?\s+|the\s+|more\s+)?\w|learn|visit|travel|move|own|open|start|get\s+(?:into|a\s+(?:job|degree|dog|cat|puppy|pet|house|motorcycle|tattoo|new\s+(?:job|car|house)|better|divorce)|married|better\s+at|in\s+shape|fit|my)"
    r"|go\s+(?:to|back\s+to)\s|quit|lose\s+weight|lose|save|buy\s+an?\s|run\s+an?\s|write\s+an?\s|retire|study|have\s+(?:kids|children|a\s+family|a\s+(?:baby|dog|cat|house|farm|garden))|build|adopt|live\s|see\s+the|climb|play\s+the|take\s+up|improve|publish|teach|try\s|stop\s|finish\s|read\s+more|eat\s+(?:less|more|better|health)|cut\s+down|volunteer|work\s+(?:as|for|in)\s|major|graduate)",
    re.IGNORECASE,
)
_TASKS = re.compile(
    r"to\s+(?:know|ask|make\s+sure|understand|see\s+(?:if|how|what|whether|some|it|that|you)|use|create|find|get\s+(?:some|more|an?\s+(?:idea|list|sense)|started|your|the|it|this|back)|say|hear|check|thank|add|include|write\s+(?:a\s+(?:letter|function|script|program|query|report|summary|paper|essay|code)|an\s+(?:email|essay)|code)"
    r"|do\s+(?:it|that|this|something)|share|talk|tell|give|discuss|focus|learn\s+more\s+about|be\s+(?:able|sure|honest|clear|careful|there|prepared)|try\s+(?:it|that|this|some\s+of|your|them|one|out)|buy\s+(?:it|that|one|some)|go\s+(?:with|there|over|home|through)|visit\s+(?:you|it|that|there|them)|meet\s+(?:you|up)|join\s+you|start\s+(?:with|by|off|the|over)|learn\s+(?:it|that)|improve\s+the|stop\s+(?:it|that|by)|play\s+it|move\s+(?:on|the|it))\b",
    re.IGNORECASE,
)
_TRAVELS = frozenset(
    "visit travel move marry graduate retire start adopt buy study attend learn build run join open open enrol enroll".split()
)


def aiming(said: Said) -> Iterator[Found]:
    """Read wishes, goals and plans."""
    rest, verb = said.rest, said.verb
    if verb in ("want", "wish", "hope", "aim", "intend", "dream", "need") and said.aspect not in (
        Aspect.PAST,
        Aspect.USED_TO,
    ):
        yield from _wants(said)
    elif verb in ("train", "save", "prepare", "practice") and said.aspect in (
        Aspect.PROGRESSIVE,
        Aspect.PERFECT,
        Aspect.PRESENT,
    ):
        if match := re.match(
            r"(?:up\s+)?(?:money\s+)?(?:for|to)\s+(?P<v>(?!it\b|that\b|this\b|you\b).+)", rest, re.IGNORECASE
        ):
            if not said.negated:
                yield from found(
                    said,
                    "goal.aim",
                    f"{'training' if verb == 'train' else 'saving' if verb == 'save' else 'preparing'} for {cut(match['v'])}",
                    0.85,
                    act=Act.STATES,
                )
    elif verb == "try" and said.aspect in (Aspect.PROGRESSIVE, Aspect.PERFECT) and not said.negated:
        if match := re.match(
            r"to\s+(?P<v>(?:eat|lose|learn|get\s+(?:in|into|back\s+in|fit|pregnant|better|healthier|a\s+job)|quit|stop|save|cut|be\s+(?:more|a|less)|become|write|start|improve|grow|build|find\s+a\s+(?:job|new|place|house)|sell|buy|exercise|reduce|read)\b.+)",
            rest,
            re.IGNORECASE,
        ):
            yield from found(said, "goal.aim", match["v"], 0.65, act=Act.STATES)
    elif (
        verb == "plan"
        and said.aspect in (Aspect.PROGRESSIVE, Aspect.PRESENT, Aspect.PERFECT)
        and not said.negated
    ):
        if match := re.match(
            r"(?:on\s+|to\s+|for\s+)?(?P<v>(?!it\b|that\b|this\b|(?:go|going|do|doing|try|come)$).+)",
            rest,
            re.IGNORECASE,
        ):
            yield from found(said, "plan.intention", match["v"], 0.7, act=Act.STATES)
    elif said.aspect is Aspect.FUTURE and said.phrase.startswith("am going to") and not said.negated:
        if not re.match(r"(?:it|that|this|you|with\s+you)\b", rest, re.IGNORECASE) and (
            rest or verb in ("retire", "graduate")
        ):
            yield from found(
                said,
                "plan.intention",
                f"{verb} {cut(rest)}".strip(),
                0.65 if verb in _TRAVELS else 0.5,
                act=Act.STATES,
            )
    elif said.aspect is Aspect.FUTURE and said.phrase.startswith("will be") and not said.negated:
        yield from found(
            said, "plan.intention", f"{said.phrase.split()[-1]} {cut(rest)}".strip(), 0.55, act=Act.STATES
        )
    elif (
        said.aspect is Aspect.PROGRESSIVE
        and verb in ("visit", "fly", "travel", "leave", "start", "attend", "marry", "get", "adopt", "take")
        and not said.negated
    ):
        value = cut(rest)
        if verb == "get" and not re.match(
            r"(?:married|a\s+(?:new|dog|cat|puppy|kitten)|divorced|my)\b", value, re.IGNORECASE
        ):
            return
        if verb in ("take", "leave") and not re.match(
            r"(?:a\s+(?:trip|class|course|cruise)|classes|lessons|courses|for\s+[A-Z]|\w+\s+(?:lessons|classes))\b",
            value,
        ):
            return
        yield from found(said, "plan.intention", f"{said.phrase.split()[-1]} {value}", 0.6, act=Act.STATES)
    elif (
        verb == "look"
        and said.aspect is Aspect.PROGRESSIVE
        and (
            match := re.match(
                r"(?:for|to\s+(?:buy|get|adopt|rent|hire))\s+(?P<v>(?:an?|my|new|another)\s+(?!way|good|place\s+to\s+eat|recipe|gift|few|list).+)",
                rest,
                re.IGNORECASE,
            )
        )
    ):
        yield from found(said, "goal.aim", f"looking for {cut(match['v'])}", 0.55, act=Act.STATES)


def _wants(said: Said) -> Iterator[Found]:
    rest = said.rest
    if said.verb == "need" or _TASKS.match(rest) or (said.negated and said.verb == "wish"):
        return
    if match := re.match(r"of\s+(?P<v>(?!it|that)\w+ing\s+.+)", rest, re.IGNORECASE):
        yield from found(said, "goal.aim", match["v"], 0.75, act=Act.STATES)
    elif re.match(r"to\s+\w", rest, re.IGNORECASE):
        sure = 0.6 if _AIMS.match(rest) else 0.4
        sure -= (
            0.2
            if said.aspect is Aspect.WISH and said.phrase == "would love"
            else 0.1
            if said.aspect is Aspect.WISH
            else 0
        )
        yield from found(said, "goal.aim", rest[3:], sure, act=Act.STATES)
    elif said.verb == "want" and re.match(
        r"(?:an?|another|more|two|three|kids|children)\s+\w", rest, re.IGNORECASE
    ):
        yield from found(said, "goal.aim", rest, 0.5, act=Act.STATES)
