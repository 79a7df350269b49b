"""Compares what facts say and what they are about: values, and the words of addresses."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from daybook.conversation import Address, ValueType
from daybook.text.english.facts.measures import Measure, clock_time, frequency, quantity, weekdays
from daybook.text.english.facts.word_lists import PETS
from daybook.text.english.patterns import regex
from daybook.text.english.word_tables import ACQUAINTANCES, RELATIVES, SAME_RELATIVE, is_plural
from daybook.text.english.words import words_of

_PLACES = frozenset({"identity.residence", "identity.origin", "preference.place"})
"""Slots whose values are places: "York" is no shorter way to say "New York"."""
_LESS_SPECIFIC: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType(
    {
        ("identity.relationship", "in a relationship"): frozenset(
            {"married", "engaged", "dating", "seeing someone"}
        )
    }
)
"""Values that others say too, in other words: who speaks of "my partner" is no less married."""
_OF_ANIMALS = frozenset({"vegetarian", "vegan", "pescatarian", "plant-based"})
"""Diets of which one holds at a time; "kosher" and "gluten-free" go with each."""
_MEASURED: Mapping[ValueType, Callable[[str], Measure | None]] = MappingProxyType(
    {ValueType.QUANTITY: quantity, ValueType.FREQUENCY: frequency, ValueType.CLOCK_TIME: clock_time}
)
_PLACE_PARTS = regex(r"\s*,\s*| in ")


def same_value(one: str, other: str, sort: ValueType = ValueType.TEXT) -> bool:
    """True if two values are the same but for case, accents, articles, plural, word order and units."""
    if one.casefold() == other.casefold():
        return True
    if (first := measured(one, sort)) and (second := measured(other, sort)):
        return first.equals(second)
    return key_terms(one) == key_terms(other)


def measured(value: str, sort: ValueType) -> Measure | None:
    """Read a value by its size; None where its sort has none, or its words give none."""
    read = _MEASURED.get(sort)
    return read(value) if read else None


def is_more_specific(longer: str, shorter: str, slot: str, sort: ValueType = ValueType.TEXT) -> bool:
    """True if a value is more specific than another one of its slot: "Berlin, Germany" than "Berlin".

    What is measured is another value, and no more specific one.
    """
    if measured(longer, sort) and measured(shorter, sort):
        return False
    if longer.casefold() in _LESS_SPECIFIC.get((slot, shorter.casefold()), ()):
        return True
    if slot in _PLACES or sort is ValueType.PLACE:
        return _parts(shorter) < _parts(longer)
    return key_terms(shorter) < key_terms(longer)


def index_terms(value: str) -> frozenset[str]:
    """Return what a value is found by: see `lookup_terms`."""
    return key_terms(value).union(*_parts(value), {f" {value.casefold()}"})


def lookup_terms(value: str) -> list[frozenset[str]] | None:
    """Return sets of terms: what is the same as a value or more specific has all `index_terms` of one set.

    None where terms do not tell, and every value has to be compared.
    """
    terms, parts = key_terms(value), _parts(value)
    if not terms or not parts or any(short == value.casefold() for _, short in _LESS_SPECIFIC):
        return None
    return [frozenset({f" {value.casefold()}"}), terms, frozenset().union(*parts)]


def attribute(value: str) -> str:
    """Return the attribute of a value: "phone" of "phone: Pixel 7"; "" if it has none.

    A plural one ("museums: Prado") has several values and counts as none. Of the diets that "diet" stands for
    one holds at a time.
    """
    if value.casefold() in _OF_ANIMALS:
        return "diet"
    name, colon, _ = value.partition(": ")
    return name.casefold() if colon and (name.endswith("ss") or not name.endswith("s")) else ""


@lru_cache(maxsize=10_000)
def key_terms(text: str) -> frozenset[str]:
    """Return the stems of a text without stop words; all of its words if it has only those."""
    return frozenset(words_of(text)) or frozenset(text.casefold().split())


@lru_cache(maxsize=10_000)
def _parts(place: str) -> frozenset[frozenset[str]]:
    return frozenset(key_terms(part) for part in _PLACE_PARTS.split(place) if part.strip())


_FILE = Path(__file__).parent / "address_words.toml"
_READ = tomllib.loads(_FILE.read_text(encoding="utf-8"))
_ROLES: Mapping[str, str] = MappingProxyType(
    {word: role for role, words in _READ["roles"].items() for word in words.split()}
)
_GENERIC = frozenset(words_of(_READ["words"]["generic"]))
_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        stem: words_of(group)[0]
        for group in _READ["words"]["alike"].strip().splitlines()
        for stem in words_of(group)
    }
)
"""Stems that attributes use for one another, by the first of each group."""
_OPPOSED = tuple(frozenset(group.split()) for group in _READ["words"]["opposed"].strip().splitlines())
_PARTICIPLES = frozenset(_READ["words"]["participles"].split())
_ONE_OF_A_KIND = frozenset(_READ["words"]["one_of_a_kind"].split())
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PER = regex(r"\bper (?!day|night|week|month|year|hour)")
_KEPT = frozenset({"own"})  # words that tell addresses apart, though they are too common for a search
_LIST = regex(r"\b(?:to[\s-])?(\w+?)[\s-]?list\b")  # a "to-watch list" is a "watchlist"
_WORKS_AT = regex(r"\b(?:job|work|works|working|employed) (?:at|for|with|by)\b")
_OWNER = frozenset(
    {"", *"i me we us myself self user owner".split(), "the user", "the owner"}
    | {"our family", "our household", "my household"}
)
_PERSONS = {
    **{word: SAME_RELATIVE.get(word, word) for word in RELATIVES if not is_plural(word)},
    **{word: word for word in (*ACQUAINTANCES, *PETS)},
}


@dataclass(frozen=True, slots=True)
class AddressTerms:
    """The words of an address, by what they do."""

    persons: frozenset[str]
    """Words for relatives, acquaintances and pets, each in one form."""
    names: frozenset[str]
    """Proper names, in small letters."""
    marks: frozenset[str]
    """Numbers and roles of contrast."""
    words: tuple[str, ...]
    """Stems of the rest, in order."""
    done: frozenset[str]
    """Those of them that are of participles."""
    raw: frozenset[str]
    """All words as they are written, in small letters."""

    @property
    def relatives(self) -> frozenset[str]:
        """Those of the persons who are relatives."""
        return self.persons & RELATIVES.keys()

    @property
    def unique(self) -> frozenset[str]:
        """Those of the persons of whom there is one: a mother, a husband."""
        return self.persons & _ONE_OF_A_KIND

    def is_opposed_to(self, other: AddressTerms) -> bool:
        """True if each has another word of a group of contrast: "left" and "right"."""
        return any(
            group & self.raw and group & other.raw and not group & self.raw & other.raw for group in _OPPOSED
        )


@lru_cache(maxsize=10_000)
def terms_of(address: Address) -> AddressTerms:
    """Tell apart the words of an address."""
    text = _LIST.sub(r"\1 list", _WORKS_AT.sub("employer", _PER.sub("each ", address.text)))
    tokens = [re.sub(r"['’]s?$", "", token) for token in _TOKEN.findall(text)]
    lowered = [word.lower() for word in tokens]
    persons = frozenset(_PERSONS[word] for word in lowered if word in _PERSONS)
    names = frozenset(word.lower() for word in tokens if _is_name(word))
    figures = (word for word in lowered if any(sign.isdigit() for sign in word))
    marks = frozenset([*figures, *(_ROLES[word] for word in lowered if word in _ROLES)])
    stems = {
        stem: word
        for word in lowered
        if not (word in _PERSONS or word in names or word in _ROLES or weekdays(word))
        for part in word.split("-")
        if (stem := _stem_of(part)) and stem not in _GENERIC and not stem[0].isdigit()
    }
    done = frozenset(stem for stem, word in stems.items() if word.endswith("ed") or word in _PARTICIPLES)
    return AddressTerms(persons, names, marks, tuple(stems), done, frozenset(lowered))


def _stem_of(word: str) -> str:
    stems = [word] if word in _KEPT else words_of(word)
    return _SYNONYMS.get(stems[0], stems[0]) if stems else ""


def _is_name(word: str) -> bool:
    return word[0].isupper() and not (word.lower() in _PERSONS or re.match(r"I\b", word) or weekdays(word))


def is_narrowed(address: Address, beyond: frozenset[str]) -> bool:
    """True if one of the stems `beyond` stands before another word of the address: "work phone"."""
    known = frozenset(terms_of(address).words) - beyond
    phrases = (address.subject.lower(), address.attribute.lower())
    pairs = (pair for phrase in phrases for pair in pairwise(map(_stem_of, _TOKEN.findall(phrase))))
    return any(before in beyond and head in known for before, head in pairs)


def written_words(text: str) -> list[str]:
    """List the words of a text as they are written, in small letters."""
    return [word.lower() for word in _TOKEN.findall(text)]


def names_owner(subject: str) -> bool:
    """True if a subject is empty, a word for the owner, or one for all of their household."""
    return subject.casefold() in _OWNER


def with_attribute(name: str, value: str) -> tuple[str, str]:
    """Write a value with its attribute ("phone: Pixel"), and the sentence that says so."""
    return f"{name}: {value}", f"My {name} is {value}."
