"""What the words around a quote tell of a fact that a model read in it."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import IntEnum
from functools import partial

from daybook.conversation import ValueType
from daybook.text.english.facts.stated import REPORTS, is_doer, is_question, names, terms
from daybook.text.english.facts.word_lists import PETS
from daybook.text.english.patterns import regex
from daybook.text.english.timex import Lean, find_times
from daybook.text.english.word_tables import CARDINAL, KNOWN_PERSON, ORDINAL, RELATIVES

_LIKES = """
    like[sd]?|love[sdr]?|enjoys?|adore|prefers?|fan|fond|into|hates?|dislikes?|favou?rite|favou?rites
    |obsessed|can(?:['’]?t|not) stand|best|keen|passion(?:ate)?"""
_HAS = "have|has|having|['’]ve|own|owns|owned|got|my|our|bought|sold|new"
_CUES = {
    slot: regex(rf"(?<!\w)(?:{words})(?!\w)")
    for slot, words in {
        "identity.name": "name(?:['’]s|d)?|called|call me|i am|i['’]?m|goes by|go by",
        "identity.age": r"old|turn\w*|years|birthday|aged?|i am|i['’]?m",
        "identity.birthday": r"born|birthday",
        "identity.work": "work(?:s|ed|ing)?|job|career|profession|as an?|(?:i['’]?m|i am) an?|quit",
        "identity.employer": r"work(?:s|ed|ing)?|job|hired|employ\w*|joined|boss|company|office|at",
        "identity.field": r"work(?:s|ed|ing)?|job|industry|sector|field|business|career",
        "identity.residence": r"""
            liv(?:e|es|ed|ing)|mov(?:e|ed|ing)|home|based|resid\w+|settled|stay(?:ing)?|house|flat|apartment
            |relocat\w+|neighbou?rhood|town|city|here""",
        "identity.household": "liv(?:e|es|ing)|share|with|roommates?|household|moved in",
        "identity.origin": r"from|originally|native|grew|hail",
        "identity.birthplace": r"born",
        "identity.upbringing": "grew|raised|childhood|brought up",
        "identity.education": r"""
            stud\w+|school|college|universit\w+|uni|degree|graduat\w+|major\w*|course|class(?:es)?|phd
            |master['’]?s|bachelor['’]?s|learn\w*""",
        "identity.language": r"speak\w*|fluent|languages?|learn\w*|native|bilingual",
        "identity.relationship": r"""
            married|single|engaged|divorc\w+|wid\w+|wife|husband|partner|spouse|dating|boyfriend|girlfriend
            |fianc\w+|relationship""",
        "family": "|".join(map(re.escape, RELATIVES)) + "|family",
        "social": "friends?|buddy|colleagues?|coworkers?|neighbou?rs?|boss|roommates?|mates?",
        "possession.pet": "|".join(map(re.escape, sorted(PETS))) + "|pets?|breed|adopted",
        "possession": _HAS,
        "preference": _LIKES,
        "habit": r"""
            every|usually|often|regular\w*|daily|weekly|times|always|each|mornings?|evenings?|\w+days
            |practi[cs]e|routine|hobby|hobbies|do|go|play|use""",
        "skill": r"can|play|learn\w*|know|able|speak|good at|skill\w*|fluent|how to",
        "goal": r"want|goal|hop(?:e|ing)|aim\w*|try\w*|train\w*|plan\w*|work(?:ing)?|sav(?:e|ing)|dream",
        "plan": r"going to|plan\w*|will|['’]ll|next|soon|about to|book(?:ed|ing)|upcoming",
        "event": r"went|been|did|was|had|last|ago|yesterday|attended|visited|finished|started|\w+ed",
        "health": r"diagnos\w+|have|suffer\w*|tak(?:e|ing)|prescri\w+|treat\w+|doctor|i['’]?m|i am",
    }.items()
}
"""By slot, or else by family."""


def has_cue(slot: str, statement: str) -> bool:
    """True if a statement has a word that goes with a slot."""
    cues = _CUES.get(slot) or _CUES.get(slot.partition(".")[0])
    return cues is not None and cues.search(statement) is not None


MEASURED = frozenset({ValueType.QUANTITY, ValueType.FREQUENCY, ValueType.CLOCK_TIME, ValueType.DATE})
"""Types whose values have a figure or name a day."""


def way_to_follow(
    value_type: ValueType | None, *, concluded: bool, around: str, said_at: datetime
) -> Callable[[str, str], bool]:
    """Return how it is decided whether a value of a type (None: of the slot) follows from words.

    Of what is concluded one word is enough. A unit may stand in the words `around`.
    """
    if concluded:
        return _is_borne
    if value_type is ValueType.DATE:
        return partial(_is_day, said_at)
    return partial(_is_measure, terms(around)) if value_type in MEASURED else names


def _is_borne(words: str, value: str) -> bool:
    """True if the words have at least one of the value, or one that it is made of: "I teach" a "teacher"."""
    said = terms(words)
    return any(term in said or is_doer(term, said) for term in terms(value)) or names(words, value)


def _is_measure(around: frozenset[str], words: str, value: str) -> bool:
    """True if every figure of a value stands in the words, and its unit there or around them."""
    wanted, said = terms(value), terms(words)
    figures = frozenset(term for term in wanted if any(sign.isdigit() for sign in term))
    return names(words, value) or (bool(figures) and figures <= said and wanted <= said | around)


def _is_day(said_at: datetime, words: str, value: str) -> bool:
    """True if a value names the same day as the words: "21 May 2024" of "tomorrow"."""
    if names(words, value):
        return True
    days = [
        {time for mention in find_times(text, said_at) for time in (mention.range, *mention.alternatives)}
        for text in (words, value)
    ]
    return not days[0].isdisjoint(days[1])


_FIGURES = regex(rf"""
    \d|\b(?:{CARDINAL}|{ORDINAL}|one|(?:night|week|bi-?week|fortnight|month|quarter|year|annual)ly|daily
    |every|each|per|never|always|noon|midday|midnight|\w+day|spring|summer|autumn|winter|christmas|easter
    |(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|may)s?\b
""")
_PERSON = regex(rf"\b{KNOWN_PERSON}\b")
_NAME = re.compile(r"(?<!^)\b(?!I\b)[A-Z][\w'’-]*|^(?!(?:My|Our|The|I)\b)[A-Z][\w'’-]*")
_OWNER_DOES = regex(r"\b(?:i|i['’]?(?:m|ve|d|ll)|we|we['’]?(?:re|ve|d|ll))\b")
_GENERIC = terms(
    "count number total amount how many much often frequency time times day week month year name"
)
"""Words that tell of what sort a value is, and not of what."""
_IF = regex(r"""
    \b(?:if|when(?:ever)?|once|as soon as|after|the (?:day|moment|minute)|in case)\b
    |^\W*should (?:i|we|it|my|our|the)\b|\b(?:what|which|where)ever\b
    |\b(?:with|for|on|after) (?:another|any other|a (?:different|new))\b
""")
_ENDS_IF = regex(r",|\bthen\b")
_UNREAL = regex(r"""
    \bif\b[^.]*\b(?:would(?! like)|(?:i|we)['’]d)\b|\b(?:might|could|maybe|perhaps|probably|possibly|wish
    |not sure|thinking (?:of|about)|if (?:i|we|it|he|she|they) (?:were|had|was)|if (?:you|anyone|needed
    |possible|that['’]?s))\b
""")
_OWNERS = regex(r"\b(?:i|i['’]?(?:m|ve|ll)|we|my|our|me|us)\b")


class Named(IntEnum):
    """Where the words name what a fact is about."""

    NOWHERE = 0
    AROUND = 1
    """In the rest of the turn, in what was said before it, in the record that it is said to update; a subject
    also in that of any record that was shown."""
    IN_SENTENCE = 2


def tells_of_owner(clause: str) -> bool:
    """True if a clause has "I" or "we" as its subject."""
    return _OWNER_DOES.search(clause) is not None


def mentions_owner(sentence: str) -> bool:
    """True if a sentence has a word in the first person."""
    return _OWNERS.search(sentence) is not None


def has_figure(value: str) -> bool:
    """True if a value has a number, or a word that tells how often or when."""
    return _FIGURES.search(value) is not None


def topic_terms(words: str) -> frozenset[str]:
    """Return the terms of an address but for those that only tell what sort of value it has."""
    return terms(words) - _GENERIC


def where_named(words: str, sentence: str, around: str) -> Named:
    """Say where one of some words is named; of proper names and persons among them, one of those."""
    called = (*_NAME.findall(words), *_PERSON.findall(words))
    for place, text in ((Named.IN_SENTENCE, sentence), (Named.AROUND, f"{sentence}\n{around}")):
        is_named = any(names(text, name) for name in called) or not called
        if is_named and not terms(words).isdisjoint(terms(text)):
            return place
    return Named.NOWHERE


def is_person(subject: str) -> bool:
    """True if a subject is a relative or an acquaintance."""
    return _PERSON.search(subject) is not None


def condition_and_rest(sentence: str, value: str) -> tuple[str, str] | None:
    """Split a sentence into its clause of condition and the rest; None where it has none.

    Without a comma the clause ends before the value that is to be so.
    """
    begins = _IF.search(sentence)
    if begins is None:
        return None
    ends = _ENDS_IF.search(sentence, begins.end())
    told = sentence.find(value, begins.end())
    stop = ends.start() if ends else told if told >= 0 else len(sentence)
    return sentence[begins.start() : stop], sentence[: begins.start()] + sentence[stop:]


def may_state_rule(sentence: str) -> bool:
    """True if a sentence is no question, and neither contrary to fact, doubted nor reported."""
    return not (_UNREAL.search(sentence) or REPORTS.stands_in(sentence) or is_question(sentence))


def tells_of_day(sentence: str, said_at: datetime, day_ends: datetime) -> bool:
    """True if a sentence names a day to come, by its end, or a period that the day ends or lies in."""
    return any(
        (mention.range.start is None or mention.range.start <= day_ends)
        and day_ends <= mention.range.end + timedelta(days=1)
        for mention in find_times(sentence, said_at, lean=Lean.FUTURE)
        if mention.range.end is not None
    )
