"""Templates of what the owner does regularly, and of what they did once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import Polarity
from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.lexicon_people import CONDITIONS
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.rules import NOW, fact, first_of, rule, table
from daybook.remember.fact import Act
from daybook.remember.values import cut

_REGULARLY = re.compile(
    r"\b(?:every\s+(?:\w+\s+)?(?:day|morning|evening|night|week|weekend|month|year|summer|winter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days|weekends|daily"
    r"|weekly|regularly|(?:once|twice|\w+\s+times)\s+(?:a|per)\s+\w+|on\s+the\s+weekends?"
    r"|all\s+the\s+time|a\s+lot"
    r"|most\s+(?:days|mornings|weekends|nights)|nights|mornings|for\s+a\s+living|for\s+fun)\b",
    re.IGNORECASE,
)
_HABITS = frozenset(
    "collect volunteer bake cook paint coach hike exercise garden knit sew crochet smoke "
    "jog bike cycle ski surf "
    "skate camp fish hunt dance draw sketch meditate babysit foster grow raise breed run "
    "swim sing write read drink "
    "eat ride drive watch listen wear wake sleep commute practice walk go make take do "
    "tutor mentor blog stream "
    "podcast program code bowl sail row workout travel photograph homeschool freelance "
    "attend teach shop serve host "
    "restore train".split()
)
_TELLING = frozenset(
    "collect commute volunteer coach knit crochet sew garden meditate paint bake hike "
    "foster breed raise teach grow "
    "homeschool".split()
)
"""What nobody says of a single time."""
_TOGETHER = re.compile(r"\b(?:choir|band|league|team|club|lessons|classes)\b")
_LIFE = frozenset(
    "buy adopt graduate marry retire start finish win lose break visit travel join "
    "complete publish launch build "
    "sell run meet attend pass fail crash celebrate receive inherit renovate rescue earn "
    "plant quit become move rent "
    "purchase get grow bake cook make write read watch see go take fly camp hike try "
    "record perform compete paint "
    "teach volunteer come leave ride drive catch fall begin spend find drop return study switch".split()
)
VAGUE = re.compile(
    r"(?:it|that|this|them|one|some|something|anything|nothing|him|her|you|to\s+(?:know"
    r"|say|think|see|go|do|be)"
    r"|a\s+(?:lot|bit|little|look|good|great|chance|break)|here|there|on\b|off\b|out\b|up\b|through|over"
    r"|into\s+(?:it|that)|about|what|how|so|used\s+to|the\s+(?:same|idea|point|most|best"
    r"|feeling|way|hang|job\s+done"
    r"|chance)|your|better|worse|ready|lost|sick|tired|stuck|back|home|rid|along|by|away"
    r"|around|really|very|too|much"
    r"|done|to\b|sure|it's|well|good|bad|like\b|with\s+(?:it|that|you)|all\b|more\b|enough"
    r"|care\b|time\b|fun\b"
    r"|things?\b|stuff|advantage|part\s+in\s+it)",
    re.IGNORECASE,
)
_ILLS = "|".join(sorted(map(re.escape, CONDITIONS), key=len, reverse=True))


def habits(said: Said) -> Iterator[ExtractedFact]:
    """Read what is done regularly; what was done before now only where it was done all along."""
    if said.aspect is Aspect.PERFECT and "been" not in said.phrase and not said.negated:
        return
    facts = list(first_of(_RULES, said))
    if not facts and said.verb in _HABITS and said.aspect in (Aspect.PRESENT, Aspect.PERFECT):
        facts = list(_does(said))
    yield from facts


def events(said: Said) -> Iterator[ExtractedFact]:
    """Read what happened to the owner, or what they did."""
    if said.aspect is Aspect.USED_TO:
        value = f"{said.verb} {cut(said.rest)}".strip()
        if not VAGUE.match(said.rest) and said.verb not in _STATES:
            yield from extracted_fact(said, "event.experience", f"used to {value}", 0.6, act=Act.STATES)
            yield ExtractedFact("habit.activity", value, f"I used to {value}.", 0.6, act=Act.ENDS)
    elif (
        said.aspect in (Aspect.PAST, Aspect.PERFECT)
        and said.verb in _LIFE
        and said.rest
        and not VAGUE.match(said.rest)
        and not (said.negated and said.aspect is Aspect.PAST)
    ):
        value = f"{said.phrase.split()[-1]} {cut(said.rest)}"
        yield from extracted_fact(said, "event.experience", value, 0.5, act=Act.STATES)


def _does(said: Said) -> Iterator[ExtractedFact]:
    rest = said.rest
    regular = _REGULARLY.search(rest) is not None
    telling = said.verb in _TELLING or _TOGETHER.search(rest) is not None
    if (VAGUE.match(rest) and not regular) or not (rest or said.verb in _TELLING):
        return
    if said.verb in ("go", "do", "make", "take") and not regular and not _PASTIME.match(rest):
        return
    if not cut(rest) and said.verb in ("go", "do", "make", "take"):
        return
    lately = said.aspect is Aspect.PERFECT and not telling
    if lately and said.negated:
        return
    value = cut(rest) if said.verb == "go" else f"{said.verb} {cut(rest)}".strip()
    slot = "habit.hobby" if said.verb == "collect" else "habit.activity"
    reliability = 0.75 if regular else 0.65 if telling else 0.45 if lately else 0.6
    yield from extracted_fact(
        said, slot, value, reliability, rest=rest, act=None if said.ended else Act.STATES
    )


def _goes_without(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    """Read "I don't eat meat": with "anymore" too it is a diet, and not the end of one."""
    if said.negated and not VAGUE.match(said.rest):
        sure = 0.5 if _SOMETIMES.search(said.rest) else 0.75
        yield from extracted_fact(replace(said, ended=False), "constraint.diet", match["v"], sure)
    elif said.fresh and not said.negated and not VAGUE.match(said.rest):
        yield from extracted_fact(said, "constraint.diet", said.rest, 0.65, act=Act.CHANGES)


def _no_drinker(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if said.negated:
        yield from extracted_fact(said, "constraint.diet", "alcohol", 0.75, text="I do not drink.")


def _smokes(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    text = f"I {'do not ' if said.negated else ''}smoke."
    polarity = Polarity.NEGATIVE if said.negated else Polarity.POSITIVE
    yield ExtractedFact("habit.activity", "smoking", text, 0.75, polarity)


_STATES = ("be", "have", "like", "love", "want", "need", "know")
_SOMETIMES = re.compile(
    r"\b(?:after|before|at|during|in\s+the|on|with|without|much|often|too|enough)\b", re.IGNORECASE
)
"""What limits a refusal to a time, or to a measure."""
_PASTIME = re.compile(r"\w+ing\b|yoga|karate|photography|pottery|crafts")
_RULES = table(
    {
        "commute": [rule(NOW, r"(?:by|on|with)\s+\w.*", fact("habit.activity", 0.75, value="commute {v}"))],
        "cycle bike walk drive run": [
            rule(
                NOW,
                r"(?P<v>to\s+(?:work|school|the\s+office|uni(?:versity)?|college))\b",
                fact("habit.activity", 0.75, value="{verb} {v}"),
            )
        ],
        "drive ride": [
            rule(
                NOW,
                r"(?P<v>(?:an?|my)\s+(?!lot|bit)(?:(?!\s+(?:to|around|every|when|on|for)\s).)+)",
                fact("possession.vehicle", 0.8),
                denied=True,
            )
        ],
        "eat drink": [rule(NOW, r"(?:any\s+)?(?P<v>.+)", _goes_without, denied=True)],
        "drink": [rule(NOW, r"$", _no_drinker, denied=True)],
        "suffer": [rule(NOW, r"from\s+(?P<v>.+)", fact("health.condition", 0.85), denied=True)],
        "take": [
            rule(
                NOW,
                r"the\s+(?P<v>bus|train|subway|tube|metro|tram|ferry)\s+to\s+(?:work|school)",
                fact("habit.activity", 0.7, value="take the {v} to work", act=Act.STATES),
                denied=True,
            ),
            rule(
                NOW,
                r"(?P<v>[\w-]+(?:\s+(?:pills|tablets|medication|medicine|injections))?)\s+(?:for"
                r"|against)\s+(?:my\s+)?"
                rf"(?:{_ILLS}|blood\s+pressure|cholesterol|thyroid|heart|back|pain)\b",
                fact("health.treatment", 0.75, rest="{v}"),
                denied=True,
            ),
            rule(
                NOW,
                r"(?P<v>insulin|antidepressants|blood\s+thinners|metformin|statins|beta\s+blockers)\b",
                fact("health.treatment", 0.75, rest="{v}"),
                denied=True,
            ),
        ],
        "use": [
            rule(
                NOW,
                r"(?P<v>(?:a\s+)?(?:wheelchair|hearing\s+aids?|walker|crutches|cane|white\s+cane|screen\s+reader))\b",
                fact("constraint.other", 0.8, value="use {v}", rest="{v}"),
            )
        ],
        "smoke": [rule(NOW, "", _smokes, denied=True)],
        "wake get": [
            rule(
                NOW,
                r"up\s+(?:\w+\s+)?(?:at|around|by)\s+(?P<v>.+)",
                fact("habit.routine.waking", 0.8),
                denied=True,
            )
        ],
        "go": [
            rule(
                NOW,
                r"to\s+(?:bed|sleep)\s+(?:\w+\s+)?(?:at|around|by)\s+(?P<v>.+)",
                fact("habit.routine.bedtime", 0.8),
                denied=True,
            )
        ],
    }
)
