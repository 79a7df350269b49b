"""Templates of work and education."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.remember.extract.extracted_fact import ExtractedFact, extracted_fact
from daybook.remember.extract.nouns import in_small
from daybook.remember.extract.places import company, without_company
from daybook.remember.extract.predicate import Aspect, Said
from daybook.remember.extract.rules import DONE, NOW, fact, first_of, rule, table
from daybook.remember.extract.states import states
from daybook.remember.fact import Act
from daybook.remember.values import cut

_AS = re.compile(
    r"\bas\s+(?:an?\s+|the\s+)?(?!(?:hard|much|long|well|part|soon|good))(?P<v>[\w' -]+?)"
    r"(?=\s+(?:at|for|in|with|and|on|but|while|from|of\s+a|to)\b|[,.]|$)",
    re.IGNORECASE,
)
_AT = re.compile(r"^(?:\w+ly\s+|full[\s-]time\s+|part[\s-]time\s+)?(?:at|for)\s+(?P<v>.+)", re.IGNORECASE)
_AS_AT = re.compile(
    r"\b(?:at|for)\s+(?P<v>(?!\d|the\s+(?:last|past)|many|several|about|over|a\s+(?:few"
    r"|while|living)|years).+)",
    re.IGNORECASE,
)
_NAMED_AT = re.compile(r"\bat\s+(?:the\s+)?(?P<v>[A-Z].*)")
_NO_COMPANY = re.compile(
    r"(?:(?:an?|my|our|some)\s|home|it|that|this|night|least|them|you|him|her|a\s+living"
    r"|the\s+moment|all|\d)\b",
    re.IGNORECASE,
)


def occupation_and_education(said: Said) -> Iterator[ExtractedFact]:
    """Read "I work as …", "I studied …", "I became …"."""
    return first_of(_RULES, said)


def _works(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    title = _AS.search(said.rest)
    where = (_AS_AT if title else _AT).search(said.rest) or _NAMED_AT.search(said.rest)
    if title:
        yield from extracted_fact(said, "identity.work", in_small(title["v"]), 0.9, rest=cut(said.rest))
    if where and not _NO_COMPANY.match(where["v"]):
        name = company(where["v"])
        rest = f"{said.rest.split()[0] if said.rest.startswith(('at', 'for')) else 'at'} {name}"
        yield from extracted_fact(said, "identity.employer", name, 0.85, rest=rest)
    yield from first_of(_MANNERS, said)


def _worked(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    yield from extracted_fact(said, "event.experience", f"worked {cut(said.rest)}", 0.6, act=Act.STATES)
    if said.aspect is Aspect.USED_TO and (where := _AT.search(said.rest)):
        yield from extracted_fact(said, "identity.employer", company(where["v"]), 0.6)


def _field(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    field = without_company(match["v"])
    yield from extracted_fact(said, "identity.field", field, 0.75, rest=f"in {field}")


def _became(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    text = f"I {said.phrase} {cut(said.rest)}."
    present = Said("be", said.rest, "am", Aspect.PRESENT, said.negated, fresh=True)
    for each in states(present, greeted=False):
        sure = each.reliability * 0.95
        yield ExtractedFact(each.slot, each.value, text, sure, each.polarity, Act.CHANGES)


def _retired(said: Said, match: re.Match[str]) -> Iterator[ExtractedFact]:
    text = f"I {said.phrase} {cut(said.rest)}".strip() + "."
    yield ExtractedFact("identity.work", "retired", text, 0.85, act=Act.CHANGES)


_THEN = frozenset({Aspect.PAST, Aspect.USED_TO})
_MANNERS = table(
    {
        "work": [
            rule(
                NOW,
                r"in\s+(?P<v>(?!progress|the\s+(?:morning|evening|same|yard|garden)|my\s|a\s+(?:few"
                r"|while)|silence).+)",
                _field,
                denied=True,
            ),
            rule(
                NOW,
                r"(?:at|for)\s+(?P<v>an?\s+(?!(?:few|while|living|lot|friend|time)\b).+)",
                fact("identity.field", 0.75),
                denied=True,
            ),
            rule(
                NOW,
                r"(?P<v>from\s+home|remotely|nights?(?:\s+shifts?)?|the\s+night\s+shift|part[\s-]time"
                r"|full[\s-]time"
                r"|two\s+jobs|freelance|overtime|weekends|long\s+hours)\b",
                fact("habit.activity", 0.7, value="work {v}", rest="{v}", act=Act.STATES),
                denied=True,
            ),
            rule(
                NOW,
                r"with\s+(?P<v>(?!you|him|her|them|it|what|that|my\b)(?-i:[a-z])\w+.*)",
                fact("identity.field", 0.65),
            ),
            rule(
                frozenset({Aspect.PROGRESSIVE}),
                r"on\s+(?P<v>my\s+.+|an?\s+.+)",
                fact("goal.aim", 0.5, value="working on {v}", act=Act.STATES),
                denied=True,
            ),
        ]
    }
)
_BUSINESS = (
    r"(?:my|an?|the)\s+(?:\w+\s+){0,3}(?:business|company|shop|store|bakery|restaurant"
    r"|cafe|salon|studio|startup"
    r"|practice|firm|bookstore|blog|channel|bed\s+and\s+breakfast|brewery|gallery|farm)\b"
    r"(?!\s+(?:bank|account|plan|cards?|trip|meeting|idea|model|class|degree|policy|website|post))"
)
_RULES = table(
    {
        "work": [rule(NOW, "", _works, denied=True), rule(_THEN, "", _worked, denied=True)],
        "teach": [
            rule(
                NOW,
                r"(?P<v>(?!(?:you|her|him|them|it|myself|my)\b).+)",
                fact("identity.field", 0.8, value="teaching {v}"),
                denied=True,
            )
        ],
        "study major": [
            rule(
                NOW | {Aspect.PAST},
                r"(?:(?:in|at|for)\s+)?(?P<v>(?!(?:hard|a\s+lot|tonight|all)\b).+)",
                fact("identity.education", 0.75, act=Act.STATES),
                denied=True,
            )
        ],
        "do": [
            rule(
                frozenset({Aspect.PROGRESSIVE}),
                r"(?P<v>(?:an?|my)\s+(?:phd|ph\.d|master'?s?|mba|bachelor'?s?|degree|doctorate|apprenticeship|residency)\b.*)",
                fact("identity.education", 0.8, act=Act.STATES),
            )
        ],
        "graduate": [rule(DONE, "", fact("identity.education", 0.8, value="graduated {v}", act=Act.STATES))],
        "retire": [rule(DONE, "", _retired)],
        "become": [rule(DONE, "", _became, denied=True)],
        "run own manage start open": [
            rule(frozenset(Aspect), _BUSINESS, fact("possession.business", 0.75), denied=True)
        ],
    }
)
