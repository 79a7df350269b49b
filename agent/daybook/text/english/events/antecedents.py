"""What the pronouns of a told event stand for, in what its teller said just before.

"I like my Peanuts strip. I won it at an auction" is "won it [my Peanuts strip] at an auction". Only what can
hardly be mistaken is named: one own or new thing of the nearest sentence that has any, a title, a person, a
place.
"""

import re
from collections.abc import Iterator

from daybook.text.english.events.event_time import EVENT_NOUN
from daybook.text.english.facts.word_lists import PETS
from daybook.text.english.noun_phrases import is_name, noun_phrase_at
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.word_tables import KNOWN_PERSON, is_plural

_BACK = 3  # sentences in which an antecedent is looked for, its own included
POINTS_BACK = regex(r"""
    \b(?P<it>(?:it|this|that)(?=\s*$|[,.;]| (?:at|in|on|from|for|with|to|out|up|off|online|back|again|today
    |by|when|because|while|and)\b))
    |\b(?P<them>them)\b|\b(?P<who>him|her)\b|\b(?P<there>there)\b(?! (?:is|are|was))
""")
"""Matches a pronoun of an event that may stand for something said before."""
_NO_REFERENCE = regex(r"""
    \b(?:made|make|making) it\b(?! (?:for|with|at|in|myself))|\b(?:into|worth|hit|call|called) it\b
    |\bit (?:to the|is|was|all|that)\b|\bout there\b|\bget there\b
""")
_NAMED_INSIDE = regex(r"\b(?:an?|the|my|our|some)\s.*\b(?:and|then|by|but|to)\b")
"""Before a pronoun that stands for something of its own statement: "got rid of the lamp and replaced it"."""
_OWN = regex(r"\b(?P<det>my|our) (?:own )?")
_GOT = regex(r"""
    \b(?:I|we|['’]ve|have) (?:\w+ ){0,2}?(?:got|bought|made|found|started|finished|wrote|painted|built
    |received|ordered|adopted|own|have|joined|read|watched|played|playing|reading|watching|planted|tried
    |purchased) (?P<det>an?|another|the|this|that) 
""")
_EVENT = cased_regex(EVENT_NOUN)
_OWNER = re.compile(r"['’]s\s.*")
_LOOSE = regex(" (?:lately|wrong|regularly|right|online|daily)$")
_NO_THINGS = frozenset("time times day night birthday life way mind schedule routine progress".split())
"""Heads of phrases that no "it" of an event stands for."""
_TITLE = re.compile(r"[\"“]([A-Z][^\"”/\n]{1,60})[\"”]")
_WHICH = regex(r"\b(?:my|our|an?|the|this|that|some|these|those) ")
_PERSON = regex(rf"""
    \b(?P<kin>(?:my|our) (?:[a-z-]+ ){{0,2}}?{KNOWN_PERSON}\b(?!['’]s\s)(?:,? (?-i:[A-Z])\w+)?)
""")
_NAMED = cased_regex(r"""
    (?<![.!?]\s)(?<!^)\b(?!I\b)([A-Z][a-z]{2,})(?= (?:to|is|was|has|for|a|some)\b|['’]s?\s|[,.?!]|$)
""")
_PLACE = cased_regex(r"""
    \b(?:in|at|to|visit(?:ed|ing)?|from|near) ((?:the )?[A-Z][\w'’-]+(?: (?:of )?[A-Z][\w'’-]+)*
    |(?:the|my|our|that|this|an?) (?:[a-z-]+ ){0,2}?(?:gym|park|restaurant|cafe|café|museum|beach|store|shop
    |market|hotel|studio|library|church|school|zoo|lake|bar|club|salon))\b
""")
_SHE = cased_regex(r"""
    \b(?:wife|girlfriend|fianc[eé]e|daughter|stepdaughter|mom|mother|mum|sister|half-sister|grandmother
    |grandma|granddaughter|niece|aunt|stepmom)\b
""")
_HE = cased_regex(r"""
    \b(?:husband|boyfriend|hubby|son|stepson|dad|father|brother|half-brother|grandfather|grandpa|grandson
    |nephew|uncle|stepdad)\b
""")


_SUBJECT = regex(r"""
    (?:(?P<it>it|its)|(?P<them>they|their)|(?P<who>he|she|his|her)|(?P<there>there))\b(?:['’]s\b)?
""")


def subject_named(words: str, before: str) -> str:
    """Name in brackets what the pronoun stands for that a statement begins with; "" where nothing tells."""
    pronoun = _SUBJECT.match(words)
    last = next(_sentences_back(before), "")
    found = _found(last, pronoun) if pronoun else []
    if pronoun is None or len(found) != 1:
        return ""
    return f"{pronoun[0]} [{found[0]}]{words[pronoun.end() :]}"


def with_antecedent(what: str, before: str) -> str:
    """Name in brackets what a pronoun of an event, given from its verb on, stands for in the words before it.

    It stays as it is where the words before name nothing or several things.
    """
    pronoun = POINTS_BACK.search(what)
    if pronoun is None or _NO_REFERENCE.search(what):
        return what
    inside = what[: pronoun.start()]
    if _found(inside, pronoun) or (_NAMED_INSIDE.search(inside) and (pronoun["it"] or pronoun["them"])):
        return what
    for sentence in _sentences_back(before):
        found = _found(sentence, pronoun)
        if found:
            return f"{what[: pronoun.end()]} [{found[0]}]{what[pronoun.end() :]}" if len(found) == 1 else what
    return what


def thing_before_which(before: str) -> str:
    """Name the thing that "…, which I bought in May" is said of: the noun phrase that `before` ends with."""
    for match in _WHICH.finditer(before[-80:]):
        tail = before[-80:][match.start() :].rstrip(" ,")
        phrase = noun_phrase_at(tail[match.end() - match.start() :])
        if phrase and tail == tail[: match.end() - match.start()] + phrase:
            return tail
    return ""


def person_before(before: str) -> str:
    """Name the one person that the "we" of an event may stand for besides its teller; "" where none is."""
    for sentence in list(_sentences_back(before))[:2]:
        if found := dict.fromkeys(_small(match["kin"]) for match in _PERSON.finditer(sentence)):
            return next(iter(found)) if len(found) == 1 else ""
    return ""


def _sentences_back(before: str) -> Iterator[str]:
    spans = list(sentence_spans(before))[-_BACK:]
    return (before[start:stop] for start, stop in reversed(spans))


def _found(text: str, pronoun: re.Match[str]) -> list[str]:
    """List the different things of a text that a pronoun may stand for, those that are likeliest."""
    if pronoun["there"]:
        return list(dict.fromkeys(match[1] for match in _PLACE.finditer(text)))[-1:]
    if pronoun["who"]:
        return _people(text, "her" if pronoun["who"].lower() in ("she", "her") else "him")
    several = bool(pronoun["them"])
    if not several and (titles := list(dict.fromkeys(match[1] for match in _TITLE.finditer(text)))):
        return titles
    for before in (_OWN, _GOT):
        if found := list(dict.fromkeys(thing for thing in _phrases(text, before) if _suits(thing, several))):
            return found
    return []


def _phrases(text: str, before: re.Pattern[str]) -> Iterator[str]:
    """Yield the noun phrases behind a determiner; of "my car's brakes" the car."""
    for match in before.finditer(text):
        phrase = _LOOSE.sub("", _OWNER.sub("", noun_phrase_at(text[match.end() :])))
        if phrase:
            yield f"{match['det'].lower()} {phrase}"


def _suits(thing: str, several: bool) -> bool:
    last = thing.split()[-1].lower()
    if last in _NO_THINGS or _EVENT.fullmatch(last) or (len(thing.split()) == 2 and last.endswith("ing")):
        return False
    is_person = re.search(rf"\b{KNOWN_PERSON}s?\b", thing.lower()) or PETS & set(thing.lower().split())
    plural = is_plural(last) and not last.endswith(("ss", "us", "is", "'s", "’s"))
    return plural if several else not (plural or is_person)


def _small(kin: str) -> str:
    return f"{kin[:1].lower()}{kin[1:].strip()}"


def _people(text: str, pronoun: str) -> list[str]:
    other = _HE if pronoun == "her" else _SHE
    kin = [_small(match["kin"]) for match in _PERSON.finditer(text) if not other.search(match["kin"].lower())]
    kin = [person for person in kin if not is_plural(person.split()[-1].lower()) or is_name(person)]
    named = [match[1] for match in _NAMED.finditer(text)]
    return list(dict.fromkeys(kin or named))
