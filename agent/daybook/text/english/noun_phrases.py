"""The subject of a turn, as far as word order and closed word classes tell.

No tagger: a noun phrase is a run of words none of which belongs to a closed class, determiners aside.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from daybook.text.english.patterns import regex

_WORD = re.compile(r"(?:['’.&/-]{0,3}+\w++)++|[^\w\s]")
_DETERMINERS = frozenset("the a an this that these those my your our his her its their some any".split())
_CLOSED = frozenset(
    """i you he she it we they me him us them who whom whose what which when where why how there here and or
    but nor so if than then because while although as of in on at to for from by with without about
    against between among into onto over under after before during since until through across around
    near off per like versus vs is are was were be been being am do does did done have has had having
    can could will would shall should may might must not no yes n't also too very just even still
    already ever never often usually more most much many few little less least such each every all both
    other another same own one ones only instead please really actually generally today now again ago
    yet up down out away back well first later tell describe explain compare contrast give show list
    talk discuss know think want need like get got make made take took go went come came work works
    worked help helps affect affects cause causes caused change changed changes differ differs compares
    mean means happen happened happens use used uses using find found say said become became begin began
    start started play visit eat drink cook buy bought sell live lived lives spread kill treat cure
    cured solve invented discovered founded created developed considered called known related famous
    important popular different similar difficult easy bad good best better worst worse biggest largest
    first last main common possible typical safe legal free interesting harmful effective
    anything something nothing everything anyone someone everyone somebody nobody lot lots born
    cost last pay weigh open close need include contain hold run end leave arrive depart return
    grow teach""".split()
)
_RELATIONS = frozenset(
    """advantage aspect benefit cause characteristic component con consequence cost creation danger definition
    difference disadvantage effect evidence example factor feature function goal history idea impact
    importance influence invention issue kind layer level limit limitation list meaning member name
    number origin part pro problem purpose reason finding test treatment character key result risk role
    root sign significance similarity symptom theme treatment type use variation variety version way
    form kind sort definition process price population size age""".split()
)
_AUXILIARIES = frozenset("do did can could would should will must may might".split())
_SHORTENED = frozenset("i you it what".split())  # words that stand with 'm, 's, 're and the like
_WORDS_FOR_PEOPLE = tomllib.loads(Path(__file__).with_name("people.toml").read_text(encoding="utf-8"))
_OTHERS = frozenset(f"{_WORDS_FOR_PEOPLE['relatives']} {_WORDS_FOR_PEOPLE['acquaintances']}".split())
"""Relatives and acquaintances: who may be the subject of a sentence in the owner's place."""
_PEOPLE = _OTHERS.union(_WORDS_FOR_PEOPLE["roles"].split())
_FIRST_PERSON = regex(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b")
_ASKS_OF_OWNER = regex(r"\b(?:i|my|mine)\b")
_OPENING = regex(r"^\W*(?:(?:and|but|so|also|oh|well|btw|yes|no)\b\W+)*(?:(?:my|our|his|her|their|the) )?")
_INTRODUCTION = regex(r"""
    (?s)^(?:(?:so|and|ok|okay|now),? )?(?:tell me (?:more )?(?:about|something about)|describe|explain
    |what about|how about|(?:what|who)(?:['’]s| (?:is|are|was|were))|(?:i|we) \w+|my
    |our) ((?:(?!\bof\b).)*\bof .+|.+)$
""")


_MAX_BEFORE_A_PERSON = 3
"""Words of a subject among which the person stands: "best old friend"."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A noun phrase that later turns may refer to."""

    phrase: str
    is_plural: bool
    is_person: bool

    def suits(self, pronoun: str) -> bool:
        """True if a pronoun may stand for it: "he" and "she" for people and names, "it" for the rest."""
        if pronoun in {"he", "him", "his", "she", "her", "hers"}:
            return self.is_person or is_name(self.phrase)
        if pronoun in {"it", "its", "this", "that"}:
            return not self.is_person
        return True


def is_relation(word: str) -> bool:
    """True if a noun says little without "of …": "the symptoms", "its history"."""
    word = word.lower()
    return any(stem in _RELATIONS for stem in (word, word.removesuffix("s"), word.removesuffix("es")))


def topic_of(text: str) -> Topic | None:
    """Name what a stand-alone turn is about, or None if it cannot be told.

    In this order: the owner of a possessive ("X's symptoms"), the first name in capitals, else the first noun
    phrase that does not need an "of …".
    """
    phrases = [re.sub(r"^[a-z]+ed (?=[A-Z])", "", phrase) for phrase in noun_phrases(text)]
    owned = [
        p[: m.start()] for p in phrases if (m := re.search(r"['’]s?(?:\s+[a-z]\w*){1,3}$|['’]s?\s+\w+$", p))
    ]
    whole = [p for p in phrases if not is_relation(p.rsplit(" ", 1)[-1])]
    named = [p for p in phrases if is_name(p)]
    for choice in (owned, named, whole):
        if choice:
            return _topic(choice[0])
    return None


def introduces_topic(text: str) -> bool:
    """True if a turn names its own topic, so that what was spoken of before is left."""
    if any(is_name(phrase) for phrase in noun_phrases(text)):
        return True
    match = _INTRODUCTION.match(text)
    return match is not None and not is_relation(match[1].rstrip(" ?.!").rsplit(" ", 1)[-1])


def is_name(phrase: str) -> bool:
    """True if a noun phrase is a name: it has a word that begins with a capital letter."""
    return any(word[:1].isupper() for word in phrase.split() if word != "The")


def asks_of_owner(question: str) -> bool:
    """True if a question asks of its asker, and names none of the people around them."""
    words = re.split(r"[^\w-]+", question.lower())
    return _ASKS_OF_OWNER.search(question) is not None and _OTHERS.isdisjoint(words)


def is_of_another(sentence: str) -> bool:
    """True if a sentence speaks of somebody around its writer, and of the writer in no word.

    "My sister lives in Narvik" and "our neighbour's dog is Bo" do, "my sister gave me a dog" does not.
    """
    opening, subject = _OPENING.match(sentence), next(iter(noun_phrases(sentence)), "")
    start, at = opening.end() if opening else 0, sentence.find(subject)
    is_first = len(sentence[start:at].split()) <= 1  # "best" is no part of a noun phrase
    words = [re.sub(r"['’]s?$", "", word).lower() for word in subject.split()[:_MAX_BEFORE_A_PERSON]]
    return is_first and not _OTHERS.isdisjoint(words) and not _FIRST_PERSON.search(sentence, start)


def noun_phrases(text: str) -> list[str]:
    """The runs of words that can be noun phrases, in order; a "the" before one stays with it."""
    phrases: list[str] = []
    run: list[str] = []
    article = ""
    words = [*_WORD.findall(text), "."]
    for place, word in enumerate(words):
        lower = word.lower().replace("’", "'")
        if _is_closed(word, lower, starts=place == 0) or _is_asking(words, place):
            if run:
                phrases.append(article + " ".join(run))
            run, article = [], "the " if lower == "the" else ""
        else:
            run.append(word)
    return [phrase for phrase in phrases if not phrase.isdigit()]


def _is_asking(words: list[str], place: int) -> bool:
    """True if a word is the measure of a "how", or the verb of a "do I": no part of a noun phrase."""
    before = [word.lower() for word in words[max(0, place - 2) : place]]
    return bool(before) and (
        before[-1] == "how" or (before[-1] in {"i", "we", "you"} and before[0] in _AUXILIARIES)
    )


def _is_closed(word: str, lower: str, *, starts: bool) -> bool:
    if not word[0].isalnum() or lower in _DETERMINERS or lower.partition("'")[0] in _SHORTENED:
        return True
    if word[0].isupper() and not starts:
        return False
    return lower in _CLOSED or (starts and lower.endswith(("n't", "'s", "'re")))


def _topic(phrase: str) -> Topic:
    last = phrase.rsplit(" ", 1)[-1]
    plural = last.endswith("s") and not last.endswith(("ss", "us", "is", "'s"))
    return Topic(phrase, plural, last.lower() in _PEOPLE)
