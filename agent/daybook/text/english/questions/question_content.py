"""What a question is about, and what sort of answer it wants."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from daybook.text.english.noun_phrases import noun_phrases
from daybook.text.english.timex import Lean, find_times
from daybook.text.english.word_tables import (
    ANY_MONTH,
    CARDINAL,
    COLOURS,
    KNOWN_PERSON,
    MONTH_NAME,
    MONTH_NAMES,
    ORDINAL,
    ORDINALS,
    RELATIVES,
    WEEKDAY_NAME,
    WEEKDAY_NAMES,
)
from daybook.text.english.words import BASES, stems_of, words_of


class AnswerType(StrEnum):
    """The sort of answer that the words of a question want."""

    PERSON = "person"
    PLACE = "place"
    AGE = "age"
    NUMBER = "number"
    MONEY = "money"
    CLOCK_TIME = "clock time"
    DATE = "date"
    DURATION = "duration"
    NAME = "name"
    COLOUR = "colour"
    ANYTHING = "anything"


FIGURES = frozenset(map(AnswerType, ("age", "number", "money", "clock time", "date", "duration")))
"""The sorts that few sentences hold, so that one of them says much."""


_ASKS_FOR_WORDS = re.compile(
    r"\b(?:say|says|said|tell|tells|told|think|thinks|thought|feel|feels|recommend\w*|suggest\w*|advise\w*"
    r"|advice|tips?|mention\w*|describe\w*|according to|opinion|ask|asks|asked)\b",
    re.IGNORECASE,
)
_ASKER = re.compile(r"\b(?:i|me|my|mine|myself|we|(?-i:us)|our|ours)\b", re.IGNORECASE)
_TENTH = 10
_ORDINALS = tuple(word for word, number in ORDINALS.items() if number <= _TENTH)
_ASKING = stems_of(
    "last many much time times day days week weeks month months year years ago total number "
    "amount kind type currently recently previous previously earlier past pass passed remind remember recall "
    "tell told say said mention mentioned talk talked discuss discussed discussion conversation chat "
    "chatted wonder wondering ask asked know think want wanted like follow followed specific "
    "order happen happened use used go going went take took taken back check checking give gave "
    "provide provided suggest suggested recommend recommended suggestion suggestions tip tips advice "
    f"{' '.join(_ORDINALS)} "
    "help old long far often one two three thing things able make moment currently now present name"
)
"""Words that put a question, rather than say what it is about."""
_ORDINAL = re.compile(
    rf"\b(?:\d{{1,3}}(?:st|nd|rd|th)|(?:number|item) \d{{1,3}}|{'|'.join(_ORDINALS)})\b", re.IGNORECASE
)
_PUT_TO_YOU = re.compile(r"\b(?:did|have|had)\s+you\s+(?:\w+ly\s+)?\w+", re.IGNORECASE)
"""What asks for the words of the one who is asked: the verb puts the question."""
_SORT_OF_YOURS = re.compile(r"\b(?:what|which)\s+(?:\w+\s+){1,2}(?=(?:did|have|had)\s+you\b)", re.IGNORECASE)
"""The sort of what was recommended, which a reply that names one need not say."""
_OF_ANOTHER = re.compile(
    r"\b(?i:do|does|did|is|are|was|were|has|have|had|will|would|can|could|who|what['’]s|where['’]s)\s+"
    rf"(?:(?i:my|our)\s+(?:\w+\s+)??(?P<kin>(?i:{KNOWN_PERSON}s?))\b(?:\s+(?P<name>[A-Z]\w+))?"
    rf"|(?P<alone>(?!(?:{ANY_MONTH}|{WEEKDAY_NAME})\b)[A-Z][a-z]+)\b)"
)
"""The verb of a question and its subject, where that is another person."""
_FULL_DATE = re.compile(rf"\b\d{{4}}\b|\d[./-]\d|\b{ANY_MONTH}\b", re.IGNORECASE)
_PERSONAL_NAME = re.compile(r"(?<=[\w,] )[A-Z][a-z]+(?=\b(?! [A-Z]))")
"""A name of one word, as people are called by."""
_CAPITALISED = re.compile(r"(?<=[\w,;:'\"\u2018\u201c] )[A-Z][\w'\u2019-]+|(?<=[\"'\u2018\u201c])[A-Z][\w-]+")
_UNSAID = stems_of(
    f"{' '.join((*WEEKDAY_NAMES, *MONTH_NAMES))} weekend couple soon upcoming another average approximate "
    "approximately exactly quite bit increase decrease older younger event "
    "cost price pay spend worth live fast tall big high colour color"
)
"""Dates, which a round need not mention that was said on them, what only shades a question, and what a
figure or a place tells by itself: "for $20" names no cost."""
_SUPERLATIVE = re.compile(r"\b(?:my|our|your|the) ((?!for|inter|harv|requ|cont|prot)\w{2,}est)\b")
"""What is "the fastest" may be said in other words."""

PATTERNS = tomllib.loads(Path(__file__).with_name("question_patterns.toml").read_text(encoding="utf-8"))
_WORDS = PATTERNS["words"] | {
    "MONTH": MONTH_NAME,
    "ANY_MONTH": ANY_MONTH,
    "WEEKDAY": WEEKDAY_NAME,
    "CARDINAL": CARDINAL,
    "ORDINAL": ORDINAL,
    "PERSON": KNOWN_PERSON,
    "COLOUR": f"(?:{'|'.join(sorted(COLOURS))})",
}


def filled_in(pattern: str) -> str:
    """Put the lists of words into a pattern of `question_patterns.toml`."""
    return re.sub("<([A-Z_]+)>", lambda name: _WORDS[name[1]], pattern)


def _by_sort(table: str) -> Mapping[AnswerType, re.Pattern[str]]:
    rows = {sort: "|".join([row] if isinstance(row, str) else row) for sort, row in PATTERNS[table].items()}
    return {AnswerType(sort): re.compile(filled_in(row), re.IGNORECASE) for sort, row in rows.items()}


_WANTING, _HOLDING = _by_sort("wanting"), _by_sort("holding")
_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior|originally|initially|at first|in the past"
    r"|back (?:then|when)|earlier|ex|(?:my|our) (?:old|last))\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:current(?:ly)?|now|still|these days|at the moment)\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:am|do|can) I\b|\b(?:is|are) (?:my|our|mine)\b|['’](?:s|re) (?:my|our)\b|\bI(?:['’]m| am)\b",
    re.IGNORECASE,
)


def asks_before(question: str) -> bool:
    """True if a question asks of what was so before, and not of the present."""
    return _FORMERLY.search(question) is not None and not _NOW.search(question)


_OWN_AGE = re.compile(r"\bhow old (?:am|was|will|would) I\b|\bmy (?:own )?age\b", re.IGNORECASE)
_TELLS_OWN_AGE = re.compile(
    r"\bI(?:['’]m| am| was|['’]ll be| will be|(?:['’]ve| have)?(?: just)? turn(?:ed)?)\b"
    r"|\bmy \w+ birthday\b|\bI(?: was|['’]m| am)? born\b"
)


def may_tell_age(question: str, sentence: str) -> bool:
    """True unless a question asks how old its asker is, and a sentence tells nobody's age or another's."""
    return _OWN_AGE.search(question) is None or _TELLS_OWN_AGE.search(sentence) is not None


def asks_now(question: str) -> bool:
    """True if the wording of a question asks of the present."""
    return _PRESENT.search(question) is not None


def answer_type_of(question: str) -> AnswerType:
    """Tell from the words of a question what sort of answer it wants."""
    return next((sort for sort, pattern in _WANTING.items() if pattern.search(question)), AnswerType.ANYTHING)


def holds(sort: AnswerType, sentence: str) -> bool:
    """True if a sentence holds something of that sort; every sentence holds ANYTHING."""
    pattern = _HOLDING.get(sort)
    return pattern is None or pattern.search(sentence) is not None


def found_of(sort: AnswerType, sentence: str) -> Iterator[str]:
    """Give what a sentence holds of a sort that has a form of its own, such as "£64" or "half an hour"."""
    found = (match[match.lastindex or 0] for match in _HOLDING[sort].finditer(sentence))
    return (thing for thing in found if thing)


def asks_for_words(question: str) -> bool:
    """True if a question asks what somebody said or thinks: then who says it counts, not whom it is about."""
    return _ASKS_FOR_WORDS.search(question) is not None


def speaks_of_asker(question: str) -> bool:
    """True if a question, or a sentence of a message, speaks of the one who writes it."""
    return _ASKER.search(question) is not None


def person_asked_about(question: str) -> re.Pattern[str] | None:
    """Match the words for the other person whom a question is about: "my sister", "Sam"; None for none.

    Somebody may be told of by another word of their kind: a husband as "my partner", a son as "our kids".
    """
    found = _OF_ANOTHER.search(question)
    if found is None:
        return None
    kind = RELATIVES.get((found["kin"] or "").lower())
    same = [word for word, other in RELATIVES.items() if kind and other == kind]
    words = [word for word in (found["alone"], found["name"], found["kin"], *same) if word]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)


def topic_words(text: str) -> frozenset[str]:
    """Give the stems of the words that say what a question is about."""
    words = stems_of(_PUT_TO_YOU.sub(" ", _ORDINAL.sub(" ", text))) or stems_of(text)
    return words - _ASKING or words


def things_of(question: str) -> frozenset[str]:
    """Give the stems of what a question is about, without dates, superlatives and what only shades it."""
    asked = _SORT_OF_YOURS.search(question)
    sort = stems_of(asked[0]) if asked else frozenset[str]()
    return topic_words(question).difference(_UNSAID, sort, *map(stems_of, _SUPERLATIVE.findall(question)))


def personal_names(text: str) -> frozenset[str]:
    """Give the names of one word in a text, as people are called by; its first word is none."""
    return frozenset(_PERSONAL_NAME.findall(text))


def without_names(text: str, names: Collection[str], *, any_case: bool = False) -> str:
    """Leave out names and their possessives."""
    either = "|".join(map(re.escape, names))
    flags = re.IGNORECASE if any_case else re.NOFLAG
    return re.sub(rf"\b(?:{either})\b(?:['\u2019]s)?", " ", text, flags=flags) if names else text


def months_in(text: str) -> frozenset[str]:
    """Give the months that a text names, in small letters."""
    return frozenset(name.lower() for name in re.findall(rf"\b{ANY_MONTH}\b", text, re.IGNORECASE))


def names_in(question: str) -> re.Pattern[str] | None:
    """Match the words with a capital letter that a question holds after its first; None where it has none."""
    names = dict.fromkeys(re.escape(name.removesuffix("'s")) for name in _CAPITALISED.findall(question))
    return re.compile(rf"\b(?:{'|'.join(names)})\b(?:['\u2019]s)?") if names else None


_ASKED_VERB = re.compile(
    r"(\b(?:do|does|did)\s+(?:the|my|our|your|his|her|their)\s+[\w'’-]+)\s+\w+\W*$", re.IGNORECASE
)
"""A question that ends with its verb, and what comes before it: "When does the lease" end."""


def heads_in(question: str) -> Mapping[str, str]:
    """Give the head of the noun phrase that each word of a question stands in, but for heads themselves.

    A word that is a head elsewhere in the question counts as one.
    """
    phrases = [words_of(phrase) for phrase in noun_phrases(_ASKED_VERB.sub(r"\1", question))]
    stems = [[BASES.get(stem, stem) for stem in phrase] for phrase in phrases if len(phrase) > 1]
    heads = {phrase[-1] for phrase in stems}
    return {word: phrase[-1] for phrase in stems for word in phrase[:-1] if word not in heads}


def without_dates(question: str, asked_at: datetime) -> str:
    """Leave out the dates with a month or a year that a question names.

    A round need not mention the day on which it was. The question itself where nothing is left of it.
    """
    rest = question
    for mention in reversed(find_times(question, asked_at, lean=Lean.PAST)):
        if _FULL_DATE.search(question, mention.start, mention.stop):
            rest = f"{rest[: mention.start]} {rest[mention.stop :]}"
    return rest if stems_of(rest) else question
