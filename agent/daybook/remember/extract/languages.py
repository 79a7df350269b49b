"""Templates of what the owner can do: languages, instruments, skills."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, each, extracted_fact
from daybook.remember.extract.lexicon import INSTRUMENTS, LANGUAGES
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.preferences import gerund
from daybook.remember.extract.rules import NOW, fact, first_of, rule, table
from daybook.remember.fact import Act
from daybook.remember.values import canonical, cut

_NO_GAME = re.compile(
    r"(?:it|that|them|with|a\s+(?:role|part|game)|around|along|him|her|one|some|at|for|on"
    r"|outside|inside|all|every"
    r"|there|here|in\s+(?!an?\s+(?:\w+\s+){0,3}(?:band|league|team|orchestra|group)))\b|$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:the\s+)?|\s+or\s+(?:the\s+)?")


def languages(said: Said) -> Iterator[ExtractedFact]:
    """Read "I speak …", "I can …", "I'm learning …", "I play …"."""
    return first_of(_RULES, said)


def _languages(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    for name in re.split(r"[^\w-]+", match["v"]):
        if name.lower() in LANGUAGES:
            language = name[:1].upper() + name[1:]
            text = f"I {'do not ' if said.negated else ''}speak {language}."
            yield from extracted_fact(said, "identity.language", language, 0.9, text=text)


def _cannot_eat(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if said.negated:
        yield from each(said, "constraint.diet", match["v"], 0.75, said.rest.split()[0] + " ")


def _learns(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if played := _INSTRUMENT.match(match["v"]):
        yield from extracted_fact(said, "skill.ability", f"play {played['v'].lower()}", 0.75, act=Act.STATES)
    else:
        to = "to " if said.verb == "learn" and said.rest.startswith(("to ", "how to ")) else ""
        value = f"{gerund(said.verb)} {to}{match['v']}"
        yield from extracted_fact(said, "skill.ability", value, 0.7, act=Act.STATES)


def _knows(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if not (said.negated and _THIS_ONE.match(match["v"])):
        yield from extracted_fact(said, "skill.ability", match["v"], 0.65, act=Act.STATES)


def _plays(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    rest = re.sub(r"^(?:on\s+)?(?:the\s+)?", "", said.rest, flags=re.IGNORECASE)
    if _NO_GAME.match(rest):
        return
    if said.aspect not in NOW or (said.aspect is Aspect.PERFECT and "been" not in said.phrase):
        yield from extracted_fact(said, "event.experience", f"played {cut(rest)}", 0.55, act=Act.STATES)
        return
    act = None if said.ended else Act.STATES
    values = [re.sub(r"\s+(?:in|with|at|for|on|since)\b.*", "", one) for one in _AND.split(cut(rest)) if one]
    played = [canonical(one) for one in values if canonical(one).lower() in INSTRUMENTS]
    for one in played:
        value = f"play {one.lower()}"
        yield from extracted_fact(said, "skill.ability", value, 0.85, rest=f"the {one}", act=act)
    if not played:
        yield from extracted_fact(said, "habit.activity", f"play {cut(rest)}", 0.7, rest=rest, act=act)


_THIS_ONE = re.compile(r"(?:do|get|make|use)\s+(?:it|that|this)\b|\w+\s*$(?<!ing)")
_INSTRUMENTS = "|".join(sorted(map(re.escape, INSTRUMENTS), key=len, reverse=True))
_INSTRUMENT = re.compile(rf"(?:play(?:ing)?\s+)?(?:the\s+)?(?P<v>{_INSTRUMENTS})\b", re.IGNORECASE)
_LEARNT = (
    r"(?P<v>(?!that|about|a\s+lot|so|from|it|more|something|some\s+more|at\b|in\b|with\b|on\b"
    r"|for\b|what|if|whether)\w.*)"
)
_ABLE = frozenset({Aspect.ABLE})
_SPOKEN = frozenset(Aspect) - {Aspect.WISH, Aspect.FUTURE}
_RULES = table(
    {
        "can": [
            rule(_ABLE, r"speak\s+(?P<v>.+)", _languages, denied=True),
            rule(
                _ABLE,
                r"(?:eat|have|drink|tolerate|digest)\s+(?P<v>(?!(?:it|that|any\s?more|another|enough"
                r"|anything)\b).+)",
                _cannot_eat,
                denied=True,
            ),
            rule(
                _ABLE,
                r"(?:swim|drive|cook|dance|sing|ski|skate|ride|draw|bake|sew|knit|read\s+music|play"
                r"|type|juggle|surf"
                r"|whistle|code)\b",
                fact("skill.ability", 0.65, act=Act.STATES),
                denied=True,
            ),
        ],
        "speak": [rule(_SPOKEN, r"(?P<v>.+)", _languages, denied=True)],
        "learn practice practise study": [
            rule(NOW, rf"(?:(?:how\s+)?to\s+)?{_LEARNT}", _learns),
            rule(
                frozenset({Aspect.PAST}),
                rf"(?:how\s+)?to\s+{_LEARNT}",
                fact("skill.ability", 0.55, act=Act.STATES),
                denied=True,
            ),
        ],
        "know": [rule(_SPOKEN, r"how\s+to\s+(?P<v>.+)", _knows, denied=True)],
        "play": [rule(_SPOKEN, "", _plays, denied=True)],
    }
)
