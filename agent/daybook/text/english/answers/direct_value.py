"""The one thing in a quote that a question asks for: "Tansy", "28:45", "£64"."""

import re
from collections.abc import Iterator

from daybook.text.english.questions.question_content import AnswerType, answer_type_of, found_of
from daybook.text.english.word_tables import ANY_MONTH, CARDINAL, WEEKDAY_NAME
from daybook.text.english.words import stems_of

_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{CARDINAL})"
_OF_A_FORM = (AnswerType.AGE, AnswerType.MONEY, AnswerType.CLOCK_TIME, AnswerType.DURATION, AnswerType.COLOUR)
_NOT_ONE_THING = re.compile(
    r"\b(?:might|would|could|should|likely|probably|why|how (?:do|did|does|is|are|was|were|to)"
    r"|what (?:do|does|did) \w+ think|besides|other than|else|and how|and what|and who)\b",
    re.IGNORECASE,
)
"""A question that asks for more than one thing, or for an opinion."""
_WHO_IS = re.compile(r"^\W*[Ww]ho\W?(?:s|is|are|was|were)\s+[A-Z]")
"""Asks what somebody is, not for a name."""
_ASKS_NAME = re.compile(
    r"\b(?:name|named|called|title)\b"
    r"|\b(?:what|which)\s+(?:\w+\s+)?(?:book|novel|movie|film|show|series|song|album|game|restaurant|caf[eé]|bar|shop"
    r"|store|company|brand|breed|model|team|band|artist|author|school|university|hospital|airline|app)s?\b",
    re.IGNORECASE,
)
_CALLED_TO = re.compile(
    rf"(?:^|[.!?]\s+)(?:(?:hey|hi|hello|thanks|thank you|oh|wow|yeah|yes|sorry|bye)\W+)*[A-Z]\w+[!,]"
    rf"|\b(?i:hey|hi|hello|thanks|thank you|bye)\b,?\s+[A-Z]\w+|\b(?:{WEEKDAY_NAME}|{ANY_MONTH})s?\b"
    r"|,\s[A-Z]\w+[.!?]+(?=\s|$)"
)
"""Names that are only spoken to, and days."""
_NAME = re.compile(
    r"[\"“]([A-Z][^\"“”]{1,60}?)[.,!?]?[\"”]"
    r"|(?<=[\w,;:(] )(?!I\b)"
    r"((?:(?:Mr|Mrs|Ms|Dr|St)\.? )?[A-Z][\w’'&-]*(?: (?:(?:of|the|de|la|and|&) )?[A-Z][\w’'&-]*)*)"
)
_COUNTED = re.compile(
    r"\bhow many\s+((?:\w+[\s-])*?\w+)"
    r"(?=\s+(?:do|did|does|have|has|had|are|is|were|was|can|will|would|of|in|to|on|from|for"
    r"|I|we|you)\b|\?)",
    re.IGNORECASE,
)


def direct_value(question: str, quote: str) -> str:
    """Give the one thing in a quote that a question asks for by name, number, price or time.

    "" where several things in the quote could be meant, or the question asks for something else.
    """
    sort = answer_type_of(question)
    if _NOT_ONE_THING.search(question) or _WHO_IS.match(question):
        return ""
    asked = stems_of(question)
    found = dict.fromkeys(value.strip(" .,") for value in _values(sort, question, quote))
    values = [value for value in found if not (stems_of(value) and stems_of(value) <= asked)]
    return values[0] if len(values) == 1 else ""


def _values(sort: AnswerType, question: str, quote: str) -> Iterator[str]:
    if sort in _OF_A_FORM:
        return found_of(sort, quote)
    if sort is AnswerType.NUMBER:
        return _counted(question, quote)
    is_name = sort is AnswerType.PERSON or (sort is AnswerType.NAME and _ASKS_NAME.search(question))
    return _names(question, quote) if is_name else iter(())


def _names(question: str, quote: str) -> Iterator[str]:
    asked = stems_of(question)
    said = _CALLED_TO.sub(lambda match: " " * len(match.group()), quote)
    for match in _NAME.finditer(said):
        name = re.sub(r"['’]s$", "", match[1] or match[2])
        if asked.isdisjoint(stems_of(name)):
            yield name


def _counted(question: str, quote: str) -> Iterator[str]:
    """Give the numbers that stand before what is counted: "three" of "three tomato plants"."""
    if counted := _COUNTED.search(question):
        things = stems_of(counted[1])
        for match in re.finditer(rf"\b({_NUMBER})((?:[\s-]+[\w']+){{1,4}})", quote, re.IGNORECASE):
            if things and things <= stems_of(match[2]):
                yield match[1]
