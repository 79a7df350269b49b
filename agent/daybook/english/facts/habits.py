"""Templates of what the owner does regularly, goes without, used to do, and can do."""

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import Act, Polarity
from daybook.english.facts.noun_kinds import kind_of_liking
from daybook.english.facts.phrases import canonical, cut
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.facts.templates import (
    GOING_ON,
    NOW,
    ExtractedFact,
    Make,
    extracted_fact,
    fact,
    facts_of_parts,
    first_of,
    rule,
    sentence,
    table,
)
from daybook.english.facts.word_lists import INSTRUMENTS, LANGUAGES, SPORTS

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_REGULARLY = re.compile(
    rf"\b(?:every\s+(?:\w+\s+)?(?:day|morning|evening|night|week|weekend|month|{_DAY})|{_DAY}|daily|weekly|regularly"
    r"|(?:once|twice|\w+\s+times)\s+(?:a|per)\s+\w+|on\s+(?:the\s+)?weekends?|most\s+(?:days|mornings|weekends|nights))\b",
    re.IGNORECASE,
)
_SCHEDULE = re.compile(
    rf"\s*\b(?:every\s+(?:other\s+|second\s+)?(?:\w+\s+)?(?:day|morning|evening|night|week|weekend|month|{_DAY})(?:\s+(?:morning|afternoon|evening|night)s?)?"
    rf"|on\s+{_DAY}(?:(?:,|\s+and|,\s+and)\s+{_DAY})*|on\s+(?:the\s+)?weekends?"
    r"|(?:once|twice|(?:two|three|four|five|six|\d)\s+times)\s+(?:a|per)\s+(?:day|week|month|year))\b",
    re.IGNORECASE,
)
"""When something is done regularly, behind what is done."""
_DONE_REGULARLY = frozenset(
    "attend bake bike cook cycle dance do eat exercise fish go hike host jog read ride "
    "run shop ski swim take travel walk".split()
)
_ALWAYS_REGULAR = frozenset("collect commute volunteer coach knit sew garden foster grow homeschool".split())
"""What nobody says of a single time."""
_PASTIMES = frozenset("bake fish hike jog paint surf ski travel".split())
"""What "I hike" says of one's life, and "I've been hiking" of the last weeks."""
_NO_ACTIVITY = re.compile(
    r"(?:it|that|this|them|one|some|something|anything|him|her|you|a\s+(?:lot|bit|little)|here|there|on\b|off\b|out\b"
    r"|up\b|through|over|for\b|about|what|how|so|to\s+(?:do|be|see)|the\s+same|back|home|well|like|with\s+(?:it|that|you)"
    r"|all\b|more\b|much|too|very|pretty|alot|is\b|was\b)",
    re.IGNORECASE,
)
_SOMETIMES = re.compile(
    r"\b(?:after|before|at|during|in\s+the|on|with|without|much|often|too|enough)\b", re.IGNORECASE
)
"""What limits a refusal to a time, or to a measure."""


def habits(said: Predicate) -> Iterator[ExtractedFact]:
    """Read what is done regularly, and what used to be."""
    if said.aspect is Aspect.USED_TO:
        yield from _used_to(said)
    elif said.aspect in NOW and (said.aspect is not Aspect.PERFECT or "been" in said.phrase):
        yield from list(first_of(_HABITS, said)) or _does(said)


def _used_to(said: Predicate) -> Iterator[ExtractedFact]:
    if said.verb not in ("be", "have", "like", "love") and not _NO_ACTIVITY.match(said.rest):
        value = f"{said.verb} {cut(said.rest)}".strip()
        yield from extracted_fact(said, "event.experience", f"used to {value}", act=Act.STATES)
        yield ExtractedFact("habit.activity", value, f"I used to {value}.", act=Act.ENDS)


def _does(said: Predicate) -> Iterator[ExtractedFact]:
    always = said.verb in _ALWAYS_REGULAR or (said.verb in _PASTIMES and said.aspect is Aspect.PRESENT)
    regular = said.verb in _DONE_REGULARLY and _REGULARLY.search(said.rest) is not None
    if not (always or regular) or _NO_ACTIVITY.match(said.rest) or not (cut(said.rest) or always):
        return
    value = cut(said.rest) if said.verb == "go" else f"{said.verb} {cut(said.rest)}".strip()
    slot = "habit.hobby" if said.verb == "collect" else "habit.activity"
    act = None if said.ended else Act.STATES
    text = "" if said.negated else sentence(said, _with_schedule(said.rest))
    yield from extracted_fact(said, slot, value, text=text, act=act)


def _with_schedule(rest: str) -> str:
    """Cut what is done as `cut` does, but keep when it is done: "Zumba on Tuesdays"."""
    plain = cut(rest)
    schedule = _SCHEDULE.match(rest, len(plain)) if rest.startswith(plain) else None
    return plain + schedule[0] if schedule else plain


def _goes_without(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    """Read "I don't eat meat": with "anymore" too it is a diet, and not the end of one."""
    if said.negated and not _NO_ACTIVITY.match(said.rest) and not _SOMETIMES.search(said.rest):
        yield from extracted_fact(replace(said, ended=False), "constraint.diet", match["v"])


_CLOCK = (
    r"(?P<v>\d{1,2}(?:[:.]\d\d)?+(?:\s*(?:[ap]\.?m\b\.?|o'clock))?+|noon|midnight|(?:five|six|seven|eight|nine|ten|eleven)\b)"
    rf"(?!\s+on\s+those)(?:\s+(?P<days>on\s+(?:{_DAY}(?:(?:,?\s+and|,)\s+{_DAY})*+|(?:the\s+)?weekends?|weekdays|workdays))\b)?"
)
"""A time of day, and the days that it is of."""


def _clock_time(slot: str) -> Make:
    def make(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
        value = " ".join(part for part in (match["v"], match["days"]) if part)
        text = f"I {said.phrase} {said.rest[: match.end()]}."
        yield ExtractedFact(slot, value, text)

    return make


_TO_WORK = r"to\s+(?:work|school|the\s+office)"
_HABITS = table(
    {
        "cycle bike walk drive": [
            rule(NOW, rf"(?P<v>{_TO_WORK})\b", fact("habit.activity", value="{verb} {v}"))
        ],
        "take": [
            rule(
                NOW,
                rf"the\s+(?P<v>bus|train|subway|tube|metro|tram|ferry)\s+{_TO_WORK}\b",
                fact("habit.activity", value="take the {v} to work", act=Act.STATES),
            )
        ],
        "drive ride": [
            rule(
                NOW,
                r"(?P<v>(?:an?|my)\s+(?!lot|bit)(?:(?!\s+(?:to|around|every|when|on|for)\s).)+)",
                fact("possession.vehicle"),
                denied=True,
            )
        ],
        "eat drink": [rule(NOW, r"(?:any\s+)?(?P<v>.+)", _goes_without, denied=True)],
        "wake get": [
            rule(NOW, rf"up\s+(?:\w+\s+)?(?:at|around|by)\s+{_CLOCK}", _clock_time("habit.routine.waking"))
        ],
        "go": [
            rule(
                NOW,
                rf"to\s+(?:bed|sleep)\s+(?:at|around|by)\s+{_CLOCK}",
                _clock_time("habit.routine.bedtime"),
            )
        ],
    }
)


_GOOD_AT = re.compile(
    r"(?:(?:very|so|really|quite|pretty|also)\s+)*(?P<how>good|great|bad|terrible)\s+(?:at|with)\s+(?P<v>.+)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:the\s+)?|\s+or\s+(?:the\s+)?")
_GAMES = frozenset(
    {"video games", "board games", "computer games", "card games", "cards", "chess", "poker", "darts"}
)
_AFTER_GAME = re.compile(r"\s+(?:in|with|at|for|on|since|together|to)\b.*")


def skills(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I speak …", "I play …", "I learned how to …"."""
    yield from first_of(_SKILLS, said)


def good_at(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I am good at …", and what somebody is bad at."""
    if match := _GOOD_AT.match(said.rest):
        bad = (match["how"].lower() in ("bad", "terrible")) != said.negated
        polarity = Polarity.NEGATIVE if bad else Polarity.POSITIVE
        for found in extracted_fact(said, "skill.ability", match["v"], act=Act.STATES):
            yield ExtractedFact(found.slot, found.value, found.text, polarity)


def _languages(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    for name in re.split(r"[^\w-]+", match["v"]):
        if name.lower() in LANGUAGES:
            language = name[:1].upper() + name[1:]
            text = f"I {'do not ' if said.negated else ''}speak {language}."
            yield from extracted_fact(said, "identity.language", language, text=text)


def _learning(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    language = match["v"].capitalize()
    if language.lower() in LANGUAGES:
        yield from extracted_fact(
            said, "skill.ability", language, text=f"I am learning {language}.", act=Act.STATES
        )


def _cannot_eat(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if said.negated and (
        said.rest.split()[0].lower() != "have" or kind_of_liking(match["v"]) == "preference.food"
    ):
        yield from facts_of_parts(said, "constraint.diet", match["v"], said.rest.split()[0] + " ")


def _plays(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    if said.negated and said.aspect is not Aspect.PRESENT:
        return
    act = None if said.ended else Act.STATES
    games = [canonical(_AFTER_GAME.sub("", part)) for part in _AND.split(cut(said.rest))]
    for game in games:
        if game.lower() in INSTRUMENTS:
            value = f"play {game.lower()}"
            yield from extracted_fact(said, "skill.ability", value, rest=f"the {game}", act=act)
        elif game.lower() in SPORTS | _GAMES:
            yield from extracted_fact(said, "habit.activity", f"play {game}", rest=game, act=act)


_SKILLS = table(
    {
        "can": [
            rule(frozenset({Aspect.ABLE}), r"speak\s+(?P<v>.+)", _languages, denied=True),
            rule(
                frozenset({Aspect.ABLE}),
                r"(?:eat|have|drink|tolerate)\s+(?P<v>(?!(?:it|that|any\s?more|another|enough|anything)\b).+)",
                _cannot_eat,
                denied=True,
            ),
        ],
        "speak": [rule(NOW, r"(?P<v>.+)", _languages, denied=True)],
        "learn": [
            rule(GOING_ON, r"(?P<v>[\w-]+)\b", _learning),
            rule(
                frozenset({Aspect.PAST, Aspect.PERFECT}),
                r"how\s+to\s+(?P<v>(?!do\s+(?:it|that))\w.*)",
                fact("skill.ability", act=Act.STATES),
            ),
        ],
        "play": [rule(NOW, "", _plays, denied=True)],
    }
)
