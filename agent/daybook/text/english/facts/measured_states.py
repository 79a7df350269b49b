"""Templates of measured states: "I've completed 20 videos so far", "my current page is 250".

What is measured is the attribute, and the number with its unit the value. A number without a sign that it is
counted on ("so far", "now", "my record is …") tells of one occasion, and is none.
"""

import re
from collections.abc import Iterator

from daybook.conversation import OTHER, ValueType
from daybook.text.english.facts.extracted import Checked, ExtractedFact
from daybook.text.english.facts.phrases import cut
from daybook.text.english.patterns import regex
from daybook.text.english.word_tables import CARDINAL, ORDINAL, ORDINALS, RELATIVES
from daybook.text.english.words import LEMMAS

_N = rf"(?P<n>\d[\d,]*(?:\.\d+)?|{CARDINAL}(?:[\s-]{CARDINAL})?)"
_NEARLY = "(?:(?:about|around|over|nearly|almost|just|already|now|currently|only|exactly) )*"
_WHAT = r"(?P<what>(?:(?!of\b|in\b|on\b|at\b|to\b|so\b|for\b|and\b)[\w'-]+ ){0,2}?[\w'-]*[^\W\d_]s)\b"
_BY_NOW = r"""
    \b(?:so far|in total|altogether|already|to date|up to now|by now|now|currently|since \w+ing|this (?:year
    |season))\b"""
_MEASURE = (
    r"(?:best|record|pb|score|streak|page|weight|pace|average|balance|rating|level|rank|count|total|mileage"
    r"|speed|max|handicap|goal|target|time|size|followers|subscribers)"
)
_UNIT = r"""
    (?:\s?(?:%|km/h|mph|kmh|k\b|(?!(?:now|and|so|but|for|in|on|at|with|after|over|which)\b)[a-z]+(?: per \w+
    | an? \w+)?))?"""
_VALUE = rf"""
    (?P<v>(?:\d[\d,]*(?:[.:]\d+)*(?:\s?[-\u2013]\s?\d[\d,]*)?|{CARDINAL}){_UNIT}(?: and \d+ (?:seconds
    |minutes|grams|cents))?)"""
_TEMPLATES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (regex(pattern), attribute)
    for pattern, attribute in (
        (
            rf"I have {_NEARLY}(?P<verb>(?!had|been|got)\w+) {_NEARLY}{_N} {_WHAT}(?=.*{_BY_NOW})",
            "how many {what} {verb}",
        ),
        (
            rf"""
                I (?:have )?(?:just |finally |recently )?(?P<verb>finished|completed|read|watched|ran|made
                |baked|painted|knitted|sewed|visited|climbed|tried|sold) my (?P<nth>\d+(?:st|nd|rd|th)
                |{ORDINAL}) (?!(?:day|week|month|year|time)\b)(?P<one>[\w-]+)""",
            "how many {what} {verb}",
        ),
        (
            rf"I {_NEARLY}have {_NEARLY}{_N} {_WHAT}(?=.*(?:{_BY_NOW}|\bin my \w+|\bon my \w+|\bleft\b))",
            "how many {what}",
        ),
        (rf"I am {_NEARLY}(?:up|down) to {_NEARLY}{_N} {_WHAT}", "how many {what}"),
        (rf"I can (?:now )?(?:do|lift|hold|swim|run) {_NEARLY}{_N} {_WHAT}", "how many {what}"),
        (
            rf"""
                my (?:(?:new|current|latest) )*(?P<what>(?:[\w'-]+ ){{0,3}}?{_MEASURE}) (?:is|was|are
                |stands at|has (?:reached|gone (?:up|down) to)|went (?:up|down) to|hit
                |reached) {_NEARLY}(?:at |up to |down to )?{_VALUE}(?=$|[,.;]
                | (?:and|but|so|for|in|on|at|now|with|which|after|over)\b)""",
            "{what}",
        ),
        (
            rf"""
                I am {_NEARLY}(?:on|at) (?P<what>page|chapter|level|episode|lesson) (?P<v>\d+)\b
                (?: of ['\"\u2018\u201c]?(?P<of>(?-i:[A-Z]).+))?(?! of\b)""",
            "{what}",
        ),
        (
            rf"I {_NEARLY}weigh {_NEARLY}(?P<v>\d+(?:\.\d+)?\s*(?:kilos?|kgs?|lbs?|pounds|stone))\b",
            "weight",
        ),
    )
)
_FOR_THE_MOMENT = regex(r"""
    \b(?:today|tonight|yesterday|tomorrow|this (?:morning|week|weekend|afternoon|evening|month)|last \w+
    |left to|if|when)\b
""")
_UNCOUNTED = frozenset(
    {
        *RELATIVES,
        *"""
        questions meetings hours days weeks minutes months years times options things people ideas
        interviews exams appointments miles others ones reasons guests calls emails seconds nights dollars
        pounds euros kids
        """.split(),
    }
)
"""What is counted for one occasion, or is a unit, or has a slot of its own."""
_WHICH = regex("^(?:new|different|more|other) ")
_FINISHED = frozenset({"complete", "finish", "do"})


def measured_states(words: str) -> Iterator[ExtractedFact]:
    """Read from a plain statement how many or how much it is by now, of the owner's own."""
    if _FOR_THE_MOMENT.search(words):
        return
    for pattern, attribute in _TEMPLATES:
        match = pattern.match(words)
        if match is None:
            continue
        found = {name: value for name, value in match.groupdict().items() if value}
        what = _WHICH.sub("", found.get("what", "")) or f"{found.get('one', '')}s"
        value = found.get("n") or found.get("v") or _counted(found["nth"])
        if not value or not _UNCOUNTED.isdisjoint(what.lower().split()):
            return
        named = attribute.format(what=what, verb=_verb(found.get("verb", ""))).lower().strip()
        yield ExtractedFact(
            OTHER,
            value.strip(" .,"),
            f"{words.rstrip('.')}.",
            attribute=named,
            subject=cut(found.get("of", "")),
            value_type=ValueType.QUANTITY,
            checked=Checked.LISTED,
        )
        return


def _verb(word: str) -> str:
    """Name what was done; finishing and completing are one."""
    return "completed" if LEMMAS.get(word.lower()) in _FINISHED else word


def _counted(nth: str) -> str:
    """Give the number that an ordinal counts to: "5th" is "5"; "" for the first, which is no count yet."""
    digits = re.match(r"\d+", nth)
    number = int(digits.group()) if digits else ORDINALS.get(nth.lower(), 0)
    return str(number) if number > 1 else ""
