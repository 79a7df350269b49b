"""Templates of habits and of what happened: changes, endings, events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.conversation import Polarity
from agent.remember.extract.doing import _REGULARLY, _company
from agent.remember.extract.found import Found, found
from agent.remember.extract.kinds import kind_of_liking, kind_of_owning
from agent.remember.extract.lexicon import CONDITIONS, DIETS, PETS, RELATIVES
from agent.remember.extract.predicate import Aspect, Said
from agent.remember.fact import Act
from agent.remember.values import canonical, cut

_PET = re.compile(
    r"(?:(?:my|our|an?|the|two|three|both|another)\s+)+(?:[\w-]+\s+){0,2}?(?P<v>"
    + "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
    + r")\b(?:\s+(?:named|called)\s+(?P<name>[A-Z]\w+))?",
    re.IGNORECASE,
)
_HABITS = frozenset(
    "collect volunteer bake cook paint coach hike exercise garden knit sew crochet smoke jog bike cycle ski surf skate camp fish "
    "hunt dance draw sketch meditate babysit foster grow raise breed run swim sing write read drink eat ride drive watch listen "
    "wear wake sleep commute practice walk go make take do tutor mentor blog stream podcast program code bowl sail row workout "
    "travel photograph homeschool freelance attend teach shop serve host restore train".split()
)
_LIFE = frozenset(
    "buy adopt graduate marry retire start finish win lose break visit travel join complete publish launch build sell adopt "
    "run meet attend pass fail crash celebrate receive inherit renovate rescue earn plant quit become move rent purchase get "
    "grow bake cook make write read watch see go take fly camp hike try record perform compete paint teach volunteer come leave "
    "ride drive catch fall begin spend find drop return study switch".split()
)
_MEDICINE = re.compile(
    r"(?P<v>[\w-]+(?:\s+(?:pills|tablets|medication|medicine|injections))?)\s+(?:for|against)\s+(?:my\s+)?(?:"
    + "|".join(sorted(map(re.escape, CONDITIONS), key=len, reverse=True))
    + r"|blood\s+pressure|cholesterol|thyroid|heart|back|pain)\b|(?P<w>insulin|antidepressants|blood\s+thinners|metformin|statins|beta\s+blockers)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:it|that|this|them|one|some|something|anything|nothing|him|her|you|to\s+(?:know|say|think|see|go|do|be)|a\s+(?:lot|bit|little|look|good|great|chance|break)|here|there|on\b|off\b|out\b|up\b|through|over|into\s+(?:it|that)|about|what|how|so|used\s+to|the\s+(?:same|idea|point|most|best|feeling|way|hang|job\s+done|chance)|your|better|worse|ready|lost|sick|tired|stuck|back|home|rid|along|by|away|around|really|very|too|much|done|to\b|"
    r"sure|it's|well|good|bad|like\b|with\s+(?:it|that|you)|all\b|more\b|enough|care\b|time\b|fun\b|things?\b|stuff|advantage|part\s+in\s+it)",
    re.IGNORECASE,
)


def changing(said: Said) -> Iterator[Found]:
    """Read what began, ended or took the place of something."""
    if said.negated or said.aspect not in (Aspect.PAST, Aspect.PERFECT):
        return
    verb, rest = said.verb, said.rest
    if verb in ("start", "begin") and (
        match := re.match(r"(?:eating|drinking)\s+(?P<v>.+)", rest, re.IGNORECASE)
    ):
        yield from found(said, "constraint.diet", match["v"], 0.7, act=Act.CHANGES)
    elif verb in ("quit", "leave", "stop", "drop"):
        yield from _gave_up(said, rest)
    elif verb == "give" and (
        match := re.match(
            r"(?:up\s+(?:on\s+)?(?P<v>.+)|away\s+(?P<w>.+)|(?P<x>my\s+.+?)\s+away\b)", rest, re.IGNORECASE
        )
    ):
        if match["v"]:
            yield from _gave_up(said, match["v"])
        else:
            yield from _lost(said, match["w"] or match["x"])
    elif verb in ("sell", "lose", "donate", "trade", "return") and re.match(
        r"(?:my|our)\s", rest, re.IGNORECASE
    ):
        yield from _lost(said, rest)
    elif verb in ("switch", "change", "convert", "swap") and (
        match := re.match(r"(?:(?:my\s+\w+\s+)?from\s+(?P<old>.+?)\s+)?to\s+(?P<v>.+)", rest, re.IGNORECASE)
    ):
        yield from _switched(said, match)
    elif verb == "break" and (
        match := re.match(r"up\b(?:\s+with\s+my\s+(?:[\w-]+\s+)?(?P<v>\w+))?", rest, re.IGNORECASE)
    ):
        yield Found(
            "identity.relationship",
            "single",
            f"I broke up{' with my ' + match['v'] if match['v'] else ''}.",
            0.75,
            act=Act.CHANGES,
        )
        yield Found(
            "family.partner",
            "",
            f"I broke up{' with my ' + match['v'] if match['v'] else ''}.",
            0.8,
            act=Act.ENDS,
        )
    elif verb == "get" and (match := re.match(r"(?P<v>married|divorced|engaged)\b", rest, re.IGNORECASE)):
        yield Found(
            "identity.relationship", match["v"].lower(), f"I got {match['v'].lower()}.", 0.9, act=Act.CHANGES
        )
    elif (
        verb == "get"
        and (
            match := re.match(
                r"(?:promoted\s+to|(?:an?\s+)?(?:new\s+)?(?:job|position|role|gig)\s+(?:as|at|with))\s+(?P<v>.+)",
                rest,
                re.IGNORECASE,
            )
        )
    ) or (
        verb in ("start", "begin", "land", "accept", "take")
        and (
            match := re.match(
                r"(?:an?\s+|my\s+)?(?:new\s+)?(?:job|position|role|gig|working)\s+(?:as|at|with|for)\s+(?P<v>.+)",
                rest,
                re.IGNORECASE,
            )
        )
    ):
        yield from _new_job(said, match)
    elif (
        verb in ("get", "adopt", "buy", "rescue")
        and (match := _PET.match(rest))
        and not rest.lower().startswith("my")
    ):
        value = match["v"].lower() + (f" {match['name']}" if match["name"] else "")
        yield Found("possession.pet", value, f"I {said.phrase} {cut(rest)}.", 0.8, act=Act.STATES)
    elif (
        verb in ("buy", "get", "purchase")
        and kind_of_owning(rest) in ("possession.vehicle", "possession.home")
        and re.match(r"(?:an?|my\s+(?:first|new|own)|two|the)\b", rest, re.IGNORECASE)
    ):
        yield from found(
            said,
            kind_of_owning(rest),
            re.sub(r"^(?:an?\s+|my\s+)?(?:new|first|own)\s+(?=\w)", "", rest, flags=re.IGNORECASE),
            0.75,
            rest=rest,
            act=Act.STATES,
        )
    elif verb == "go" and (diet := DIETS.get(cut(rest).lower())):
        yield Found("constraint.diet", diet, f"I went {diet}.", 0.85, act=Act.CHANGES)


def _gave_up(said: Said, what: str) -> Iterator[Found]:
    plain = cut(what)
    text = f"I {said.phrase} {plain}." if said.verb != "give" else f"I gave up {plain}."
    if (
        re.match(r"(?:(?:my|the)\s+)?(?:[\w']+\s+)?(?:job|position|work|company)\b", plain, re.IGNORECASE)
        and said.verb != "stop"
    ):
        yield Found("identity.work", "", text, 0.8, act=Act.ENDS)
        yield Found("identity.employer", "", text, 0.8, act=Act.ENDS)
    elif match := re.match(r"(?:eating|drinking|having)\s+(?P<v>.+)", plain, re.IGNORECASE):
        yield Found("constraint.diet", canonical(match["v"]), text, 0.75, Polarity.NEGATIVE, Act.CHANGES)
    elif said.verb in ("give", "quit") and kind_of_liking(plain) == "preference.food":
        yield Found("constraint.diet", canonical(plain), text, 0.75, Polarity.NEGATIVE, Act.CHANGES)
    elif match := re.match(r"(?P<v>(?:my\s+)?\w+ing\b.*)", plain, re.IGNORECASE):
        yield Found("habit.activity", canonical(match["v"]), text, 0.75, act=Act.ENDS)
    elif said.verb == "leave" and re.match(r"[A-Z]\w+", plain):
        yield Found("identity.employer", _company(plain), text, 0.6, act=Act.ENDS)
        yield Found("identity.residence", _company(plain), text, 0.6, act=Act.ENDS)
    elif said.verb == "drop" and re.match(
        r"out\s+of\s+(?:\w+\s+)?(?:college|school|university)", what, re.IGNORECASE
    ):
        yield Found("identity.education", "dropped out of " + canonical(plain[7:]), text, 0.8)


def _lost(said: Said, what: str) -> Iterator[Found]:
    value = canonical(
        re.sub(r"^(?:my|our)\s+(?:old|beloved)?\s*", "", cut(what), flags=re.IGNORECASE)
    ).lower()
    text = f"I {said.phrase} {cut(said.rest)}."
    if re.match(r"job\b", value):
        yield Found("identity.work", "", text, 0.75, act=Act.ENDS)
        yield Found("identity.employer", "", text, 0.75, act=Act.ENDS)
    elif value in RELATIVES or not value or is_kin(value):
        yield Found("event.experience", f"lost {value}", text, 0.6)
    elif said.verb in ("give", "sell", "donate") or kind_of_owning(value) == "possession.pet":
        yield Found(kind_of_owning(value), value, text, 0.75, act=Act.ENDS)


def is_kin(value: str) -> bool:
    """Whether what was lost is a person."""
    return value.split()[0] in RELATIVES or value.split()[-1] in RELATIVES


def _switched(said: Said, match: re.Match[str]) -> Iterator[Found]:
    value, _, other = match["v"].partition(" from ")
    old = canonical(cut(match["old"] or other)) if match["old"] or other else ""
    plain = canonical(cut(value))
    diet = next(
        (DIETS[word] for word in (plain.lower(), plain.lower().removesuffix(" diet")) if word in DIETS), ""
    )
    slot = "constraint.diet" if diet else kind_of_liking(plain)
    if slot in ("preference.other", "preference.activity", "preference.place") or not plain:
        owning = kind_of_owning(plain)
        slot = owning if owning != "possession.thing" else "habit.activity"
    yield Found(
        slot,
        diet or plain,
        f"I switched {'from ' + old + ' ' if old else ''}to {plain}.",
        0.75,
        act=Act.CHANGES,
        instead_of=old,
    )


def _new_job(said: Said, match: re.Match[str]) -> Iterator[Found]:
    word = match.group().lower()
    text = f"I {said.phrase} {cut(said.rest)}."
    as_what = re.search(
        r"\b(?:as|promoted\s+to)\s+(?:an?\s+|the\s+)?(?P<v>[\w' -]+?)(?=\s+(?:at|for|in|with)\b|[,.]|$)", word
    )
    where = re.search(r"\b(?:at|with|for)\s+(?P<v>.+)", said.rest)
    if as_what:
        yield Found("identity.work", canonical(cut(as_what["v"])), text, 0.85, act=Act.CHANGES)
    if where and (company := _company(where["v"])):
        yield Found("identity.employer", company, text, 0.8, act=Act.CHANGES)


def habits(said: Said) -> Iterator[Found]:
    """Read what the owner does regularly."""
    rest, verb = said.rest, said.verb
    if said.aspect not in (Aspect.PRESENT, Aspect.PROGRESSIVE, Aspect.PERFECT) or verb in ("be", "have"):
        return
    if said.aspect is Aspect.PERFECT and "been" not in said.phrase and not said.negated:
        return
    if verb in ("drive", "ride") and (
        match := re.match(r"(?P<v>(?:an?|my)\s+(?!lot|bit).+)", rest, re.IGNORECASE)
    ):
        yield from found(said, "possession.vehicle", match["v"], 0.8)
    elif verb in ("eat", "drink") and said.negated:
        if rest and not _VAGUE.match(rest):
            plain = replace(said, ended=False)
            yield from found(plain, "constraint.diet", re.sub(r"^any\s+", "", rest), 0.75)
        elif not rest and verb == "drink":
            yield from found(said, "constraint.diet", "alcohol", 0.75, text="I do not drink.")
    elif verb in ("eat", "drink") and said.fresh and rest and not _VAGUE.match(rest):
        yield from found(said, "constraint.diet", rest, 0.65, act=Act.CHANGES)
    elif verb == "suffer" and (match := re.match(r"from\s+(?P<v>.+)", rest, re.IGNORECASE)):
        yield from found(said, "health.condition", match["v"], 0.85)
    elif verb == "take" and (
        match := re.match(
            r"the\s+(?P<v>bus|train|subway|tube|metro|tram|ferry)\s+to\s+(?:work|school)", rest, re.IGNORECASE
        )
    ):
        yield from found(said, "habit.activity", f"take the {match['v']} to work", 0.7, act=Act.STATES)
    elif verb == "take" and (match := _MEDICINE.match(rest)):
        yield from found(
            said, "health.treatment", match["v"] or match["w"], 0.75, rest=match["v"] or match["w"]
        )
    elif verb == "smoke":
        yield Found(
            "habit.activity",
            "smoking",
            f"I {'do not ' if said.negated else ''}smoke.",
            0.75,
            Polarity.NEGATIVE if said.negated else Polarity.POSITIVE,
        )
    elif verb == "wake" and (match := re.match(r"up\s+(?:\w+\s+)?at\s+(?P<v>.+)", rest, re.IGNORECASE)):
        yield from found(said, "habit.routine.waking", match["v"], 0.8)
    elif verb == "go" and (
        match := re.match(r"to\s+(?:bed|sleep)\s+(?:\w+\s+)?at\s+(?P<v>.+)", rest, re.IGNORECASE)
    ):
        yield from found(said, "habit.routine.bedtime", match["v"], 0.8)
    elif verb in _HABITS and said.aspect is not Aspect.PROGRESSIVE:
        yield from _does(said)


def _does(said: Said) -> Iterator[Found]:
    rest = said.rest
    regular = _REGULARLY.search(rest)
    strong = said.verb in (
        "collect",
        "commute",
        "volunteer",
        "coach",
        "knit",
        "crochet",
        "sew",
        "garden",
        "meditate",
        "paint",
        "bake",
        "hike",
        "foster",
        "breed",
        "raise",
        "teach",
        "grow",
        "homeschool",
    )
    if _VAGUE.match(rest) and not regular:
        return
    if (not rest and not strong) or (
        said.verb in ("go", "do", "make", "take")
        and not regular
        and not re.match(r"(?:\w+ing\b|yoga|karate|photography|pottery|crafts)", rest)
    ):
        return
    strong = strong or re.search(r"\b(?:choir|band|league|team|club|lessons|classes)\b", rest) is not None
    reliability = 0.75 if regular else 0.65 if strong else 0.5
    slot = "habit.hobby" if said.verb == "collect" else "habit.activity"
    value = f"{said.verb} {cut(rest)}".strip() if said.verb != "go" else cut(rest)
    yield from found(said, slot, value, reliability, rest=rest, act=None if said.ended else Act.STATES)


def events(said: Said) -> Iterator[Found]:
    """Read what happened to the owner, or what they did."""
    if said.verb in ("be", "have", "like", "love", "want", "need", "know"):
        return
    if said.aspect is Aspect.USED_TO:
        value = f"{said.verb} {cut(said.rest)}".strip()
        if not _VAGUE.match(said.rest):
            yield from found(said, "event.experience", f"used to {value}", 0.6, act=Act.STATES)
            yield Found("habit.activity", value, f"I used to {value}.", 0.6, act=Act.ENDS)
        return
    if said.aspect not in (Aspect.PAST, Aspect.PERFECT) or not said.rest or _VAGUE.match(said.rest):
        return
    if said.verb not in _LIFE or (said.negated and said.aspect is Aspect.PAST):
        return
    yield from found(
        said, "event.experience", f"{said.phrase.split()[-1]} {cut(said.rest)}", 0.5, act=Act.STATES
    )
