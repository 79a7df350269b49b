"""Templates of likes and dislikes ("I love …", "I prefer … to …"), and of what the owner aims at."""

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.conversation import Act, Polarity
from daybook.english.facts.noun_kinds import kind_of_liking
from daybook.english.facts.phrases import canonical, cut, in_general, parts
from daybook.english.facts.predicate import Aspect, Predicate
from daybook.english.facts.templates import (
    GOING_ON,
    NOW,
    ExtractedFact,
    extracted_fact,
    fact,
    first_of,
    is_unresolved,
    rule,
    sentence,
    table,
)
from daybook.english.words import ing_form

_LIKES = frozenset({"like", "love", "adore", "enjoy"})
_DISLIKES = frozenset({"hate", "dislike", "detest", "loathe"})
_IDIOM = re.compile(
    r"(?:my\b|to\s+(?:say|think|admit|see|hear|know|ask|break|tell|imagine|call|get\s+(?:back|started|that))\b|how\b|what\b"
    r"|when\b|it\b|that\b|this\b|you\b|your\b|hearing|seeing\s+(?:you|that)|him\b|her\b|them\b|these\b|those\b"
    r"|some\b(?!\s+\w)|a\s+(?:good|bit|little|nice)\b|an?\s+\w+$|talking\s+to\s+you|where\b|who\b|there\b|being\s+able)",
    re.IGNORECASE,
)
ONE_KIND = re.compile(r"(?:the\s+)?\w+\s+(?:that|which|where|who|whose|with\s+an?)\b", re.IGNORECASE)
"""Of "books that retell myths" not every book is liked."""
_PROPOSED = re.compile(
    r"\b(?:ideas?|suggestions?|options?|recommendations?|approach|concept|tips?|plans?|questions?)$",
    re.IGNORECASE,
)
"""What somebody else has just put forward."""
_POINTED_AT = re.compile(r"(?:all\s+|both\s+(?:of\s+)?)?(?:the|those|these|mine|number|any)\b", re.IGNORECASE)
_KNOWN_BY_THE = re.compile(
    r"the\s+(?:(?-i:[A-Z])|(?:ocean|sea|beach|mountains|outdoors|woods|countryside|rain|snow|sun|theatre|theater"
    r"|summer|winter|fall|autumn|spring|oscars)\b)",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?P<v>.+?)\s+(?:to|over|than|instead\s+of|rather\s+than)\s+(?!\w+\s+in\b).+", re.IGNORECASE
)
_BETTER = re.compile(
    r"(?P<v>.+?)\s+(?:(?:so|much|far|way|a\s+lot)\s+)*(?:better|more)\s+than\s+.+", re.IGNORECASE
)
_NO_VERBS = frozenset("people their the your my our his her this that these those all some".split())
"""What follows "to" where a verb is missing, or is none that is meant: "to people watch"."""
_LISTED = re.compile(
    r"^(?P<lead>(?:(?:to\s+)?(?:eat|drink|watch|play|read|listen\s+to|eating|drinking|watching|playing|reading"
    r"|listening\s+to)\s+)?)(?P<v>.+)$",
    re.IGNORECASE,
)


def preferences(said: Predicate, previous: str) -> Iterator[ExtractedFact]:
    """Read likes and dislikes; what is liked at the moment ("I'm enjoying …") or was once, gives none.

    Args:
        said: the statement.
        previous: the value that "them" or "it" stands for, from the statement before; "" for none.
    """
    lasting = said.aspect in (Aspect.PRESENT, Aspect.USED_TO) or (
        said.aspect is Aspect.PERFECT and "been" not in said.phrase
    )
    if said.verb == "can" and said.negated:
        yield from _cannot_stand(said)
    elif said.verb == "prefer" and lasting and not said.negated:
        yield from _preferring(said)
    elif lasting and (said.verb in _LIKES or said.verb in _DISLIKES):
        yield from _liked(said, previous)


def _liked(said: Predicate, previous: str) -> Iterator[ExtractedFact]:
    negative = (said.verb in _DISLIKES) != said.negated
    rest = said.rest
    if previous and re.match(r"(?:them|it|those)\b", rest, re.IGNORECASE):
        rest = previous
    if better := _BETTER.match(rest):
        rest = better["v"]
    if _IDIOM.match(rest) or ONE_KIND.match(rest) or _PROPOSED.search(cut(rest)):
        return
    if _POINTED_AT.match(rest) and (said.verb == "like" or not _KNOWN_BY_THE.match(rest)):
        return  # "I like the second one": of something that is being talked about
    for thing in _things(cut(rest)):
        value = in_general(_lean(thing))
        if value and not is_unresolved(value):
            act = Act.ENDS if said.ended and not negative else Act.STATES
            yield ExtractedFact(
                kind_of_liking(value), value, sentence(said, thing),
                Polarity.NEGATIVE if negative and act is Act.STATES else Polarity.POSITIVE, act,
            )  # fmt: skip


def _preferring(said: Predicate) -> Iterator[ExtractedFact]:
    match = _OVER.match(said.rest)
    value = match["v"] if match and not said.rest.lower().startswith("to ") else said.rest
    if not re.match(r"(?:the|an?)\s", value) and not _IDIOM.match(value) and not ONE_KIND.match(value):
        yield from extracted_fact(said, kind_of_liking(value), _lean(cut(value)), rest=cut(said.rest))


def _cannot_stand(said: Predicate) -> Iterator[ExtractedFact]:
    match = re.match(r"(?:stand|bear)\s+(?P<v>.+)", said.rest, re.IGNORECASE)
    if match and not _IDIOM.match(match["v"]):
        for found in extracted_fact(said, kind_of_liking(match["v"]), _lean(cut(match["v"]))):
            yield replace(found, polarity=Polarity.NEGATIVE)


def _things(text: str) -> list[str]:
    match = _LISTED.match(text)
    if match is None or re.match(r"(?:to\s+)?(?:going|go|being|be)\b", text, re.IGNORECASE):
        return [text]
    values = parts(match["v"])
    if re.match(r"(?:an?|everything|anything)\s", text, re.IGNORECASE) or re.search(
        r"\b(?:more|most)\s", text
    ):
        return [text]  # "a cosy and quiet room", "darker, more twisted tales": one thing
    if match["lead"] and any(re.match(r"\w{3,}ing\b", value) for value in values):
        return [f"{match['lead']}{values[0]}", *values[1:]]
    doing = not match["lead"] and kind_of_liking(text) == "preference.activity"
    if doing and not all(value.split()[0].endswith("ing") for value in values):
        return [text]  # "to make jams and jellies": jellies are not what is liked
    return [match["lead"] + thing for thing in values] if len(values) > 1 else [text]


def _lean(text: str) -> str:
    """Write what is liked: doing a thing by its gerund or infinitive alike, without "all kinds of"."""
    plain = re.sub(
        r"^(?:all\s+)?(?:kinds?|types?|sorts?)\s+of\s+|^all\s+(?:the\s+)?|^both\s+|^most\s+|^also\s+",
        "",
        canonical(text),
    )
    value = canonical(plain)
    infinitive = re.match(r"to\s+(?:(?:also|just|always|really|often)\s+)?(?P<verb>\w+)(?P<rest>.*)", value)
    if infinitive is None:
        return value
    verb = infinitive["verb"].lower()
    return f"{ing_form(verb)}{infinitive['rest']}" if verb not in _NO_VERBS else ""


_LONG_AIM = re.compile(
    r"to\s+(?P<v>(?:be\s+an?\s+(?!part|bit)|become\s|quit\s|retire|graduate|learn\s+(?:to\s|how\s+to\s|(?-i:[A-Z]))"
    r"|(?:travel|move)\s+to\s+(?-i:[A-Z])|live\s+(?:in|on|near|abroad)\b|get\s+(?:married|fit|better\s+at)|lose\s+weight|adopt\s"
    r"|(?:open|start|run|own|buy)\s+(?:an?|my)\s+(?:[\w-]+\s+)?(?:business|company|shop|restaurant|house|family|farm|marathon)\b"
    r"|(?:write|publish)\s+an?\s+(?:book|novel|memoir)\b).*)",
    re.IGNORECASE,
)
_ANY_AIM = re.compile(r"to\s+(?P<v>(?!make\s+sure|see\s+(?:that|how|if)|try\b)\w.*)", re.IGNORECASE)
_NO_AIM = re.compile(
    r"\b(?:both|those|that|these|this|the\s+\w+s?$)|^(?:go|do|try|sometime)\b(?!\s+(?:to|on)\s)", re.I
)
"""What points at something of the talk."""
_HORIZON = re.compile(
    r"\b(?:one\s+day|some\s?day|eventually|(?:this|next)\s+year|by\s+20\d\d)\b", re.IGNORECASE
)
"""How far off something is aimed at."""


def goals(said: Predicate) -> Iterator[ExtractedFact]:
    """Read "I've always wanted to …", "I'm training for …", "I'm trying to …"."""
    yield from first_of(_RULES, said)


def _wants(said: Predicate, match: re.Match[str]) -> Iterator[ExtractedFact]:
    long_held = said.aspect is Aspect.PERFECT and "been" not in said.phrase
    far_off = long_held or _HORIZON.search(said.rest)
    wish = (_ANY_AIM if far_off else _LONG_AIM).match(said.rest)
    if wish and not _NO_AIM.search(wish["v"]):
        yield from extracted_fact(said, "goal.aim", wish["v"], act=Act.STATES)


_FOR = r"(?:up\s+)?(?:money\s+)?(?:for|to)\s+(?P<v>(?!it\b|that\b|this\b|you\b).+)"
_RULES = table(
    {
        "want hope": [rule(NOW, "", _wants)],
        "train": [rule(NOW, _FOR, fact("goal.aim", value="training for {v}", act=Act.STATES))],
        "save": [rule(NOW, _FOR, fact("goal.aim", value="saving for {v}", act=Act.STATES))],
        "try": [
            rule(
                GOING_ON,
                r"to\s+(?P<v>(?:eat\s+(?:less|more|better|health)|lose\s|quit|stop\s+\w+ing|exercise|learn\s+(?:to\s|(?-i:[A-Z]))"
                r"|save\s+(?:up|money|for)|cut\s+(?:down|back|out)|be\s+(?:more|less)|reduce\s+my"
                r"|get\s+(?:(?:back\s+)?in(?:to)?\s(?!touch|contact|line|the\s+way)|fit|better\s+at|healthier|a\s+job)|find\s+a\s+job)\b.*)",
                fact("goal.aim", act=Act.STATES),
            )
        ],
    }
)
