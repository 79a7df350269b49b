"""Templates of where the owner is from, what they are by trade, and where they go."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.lexicon_people import OCCUPATIONS, OUT_OF_WORK
from daybook.remember.extract.nouns import ARTICLE, DEGREE, HEAD, in_small, until_company
from daybook.remember.extract.places import ORGANISATION, without_company
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.fact import Act
from daybook.remember.values import cut, place

_FROM = re.compile(
    r"from\s+(?:the\s+)?(?P<v>(?!here|there|a\s|an\s|now|what|work|home|my|scratch|your|that|it\b)\w.*)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:(?:the\s+)?\d|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:early|mid|late)\b|(?:the\s+)?(?:spring|summer|autumn|fall|winter)|[a-z]+day)\b",
    re.IGNORECASE,
)
_BORN = re.compile(
    r"(?:born|raised|brought\s+up|born\s+and\s+raised)\s+(?P<how>in|on|near|at)\s+(?:the\s+)?(?P<v>.+)",
    re.IGNORECASE,
)
GREW = re.compile(r"up\s+(?:in|near)\s+(?P<v>(?!an?\s).+)", re.IGNORECASE)
_LIVES = re.compile(r"(?:based|living|located)\s+(?:in|near|out\s+of)\s+(?P<v>.+)", re.IGNORECASE)
_GOING = re.compile(
    r"(?:(?:going|headed|heading|moving|flying|travell?ing|driving)\s+(?:back\s+)?to|off\s+to)\s+"
    r"(?P<v>(?:the\s+)?(?-i:[A-Z]).*|(?:college|university|uni|(?:\w+\s+)?school|therapy)\b.*)"
    r"|going\s+on\s+(?P<w>(?:an?|my|our)\s+(?:[\w-]+\s+)?(?:honeymoon|cruise|sabbatical|pilgrimage|trip|vacation|holiday)\b.*)",
    re.IGNORECASE,
)
"""Where somebody is going; a verb after "going to" is none of its business."""
_LEADS = re.compile(
    r"(?:now\s+)?(?:the\s+)?(?P<v>(?:head|director|vice\s+president|vp|chief|president|dean)\s+of\s+(?!my|the\s+house)"
    r"[\w ]+?)(?=$|[,.]|\s+(?:at|for|in|now|and)\b)",
    re.IGNORECASE,
)
_MILITARY = re.compile(
    r"(?:in|with)\s+(?:the\s+)?(?P<v>army|navy|air\s+force|marines|military|coast\s+guard"
    r"|national\s+guard|reserves)\b",
    re.IGNORECASE,
)
_STUDENT = re.compile(
    r"(?:(?:an?|the|my)\s+)?(?:(?:currently|still|full-time"
    r"|part-time)\s+)*(?P<v>(?:\w+\s+){0,2}?student|in\s+(?:the\s+)?\w+\s+grade"
    r"|in\s+my\s+\w+\s+year\s+(?:of|at)\s+[\w ]+|freshman|sophomore"
    r"|in\s+(?:\w+\s+)?(?:college|high\s+school|middle\s+school|school|grad\s+school"
    r"|graduate\s+school|university|law\s+school|med\s+school|medical\s+school"
    r"|nursing\s+school))\b(?P<rest>.*)",
    re.I,
)


_NOWADAYS = re.compile(
    r"\s+(?:now|again|nowadays|currently|too|(?:these|most)\s+days|at\s+present|by\s+trade|myself)$"
)


def origin(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read birth, home and descent."""
    if match := _BORN.match(said.rest):
        if match["how"] == "on" or _DATE.match(match["v"]):
            if not said.negated:
                day = re.sub(r"[.,]", "", match["v"]).strip()
                yield ExtractedFact(
                    "identity.birthday",
                    re.sub(r"^the\s+", "", day),
                    f"I was born {match['how']} {day}.",
                    0.85,
                )
        else:
            slot = "identity.birthplace" if said.rest.lower().startswith("born") else "identity.upbringing"
            yield from extracted_fact(
                said, slot, place(cut(without_company(match["v"]))), 0.9, act=Act.STATES
            )
    elif match := _LIVES.match(said.rest):
        yield from extracted_fact(said, "identity.residence", place(without_company(match["v"])), 0.85)
    elif match := _FROM.match(said.rest):
        yield from extracted_fact(
            said, "identity.origin", place(without_company(match["v"])), 0.85, act=Act.STATES
        )


def plans(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read "I am going to Rome"."""
    if said.negated or said.aspect is not Aspect.PRESENT:
        return
    if _GOING.match(said.rest):
        yield from extracted_fact(said, "plan.intention", said.rest, 0.6, act=Act.STATES)


def occupation(said: Said, greeted: bool) -> Iterator[ExtractedFact]:
    """Read a trade, with whom it is practised; school; being out of work."""
    rest = said.rest
    if match := _MILITARY.match(rest):
        yield from extracted_fact(said, "identity.work", match["v"], 0.85, rest=match.group())
        return
    if match := _STUDENT.match(rest):
        yield from extracted_fact(
            said, "identity.work" if "student" in match["v"] else "identity.education", match["v"], 0.8
        )
        return
    written = HEAD.sub("", ARTICLE.sub("", DEGREE.sub("", cut(rest)))).strip()
    title = _NOWADAYS.sub("", written.lower())
    if (leads := _LEADS.match(rest)) and not said.negated:
        yield from extracted_fact(said, "identity.work", leads["v"], 0.85, rest=leads.group())
        return
    words = title.split()
    if not words or len(words) > 5:
        return
    status = words[0] if words[0] in OUT_OF_WORK else ""
    if status and len(words) <= 2:
        yield from extracted_fact(said, "identity.work", status, 0.85, rest=cut(rest))
        return
    head = (
        words[-1]
        if words[-1] in OCCUPATIONS
        else " ".join(words[-2:])
        if " ".join(words[-2:]) in OCCUPATIONS
        else ""
    )
    named = re.match(r"(?:an?|the|also)\s", rest, re.IGNORECASE) or words[-1] in ("ceo", "cto", "cfo")
    if (
        head
        and named
        and not re.search(
            r"\b(?:good|great|bad|terrible|slow|fast|hard|better|best|quick|huge|big|amazing|cautious|careful|nervous|pretty|very|really|quite|fairly|so|keen|avid|amateur|hobby|passionate|budding)\b",
            title,
        )
    ):
        yield from extracted_fact(
            said, "identity.work", in_small(_NOWADAYS.sub("", written)), 0.9, rest=cut(until_company(rest))
        )
        if (employer := ORGANISATION.search(rest)) and not said.negated:
            yield from extracted_fact(
                said, "identity.employer", employer["v"], 0.8, text=f"I work at {employer['v']}."
            )
