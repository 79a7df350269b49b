"""Values of facts compared, and addresses: what facts are about, and whether two of them are about the same.

A person, a name, a number or a role ("goal", "second") that only one of two addresses has keeps them apart.
The other words meet by their stems, and what is left over by nearness; in between the owner is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from daybook.conversation import OTHER, SLOTS, Address, Fact, ValueType
from daybook.conversation.language import Meeting, Nearness, Stated, type_of
from daybook.text.english.facts.comparing import (
    AddressTerms,
    attribute,
    index_terms,
    is_more_specific,
    is_narrowed,
    key_terms,
    lookup_terms,
    measured,
    names_owner,
    same_value,
    terms_of,
    with_attribute,
    written_words,
)
from daybook.text.english.facts.measures import counts_things, quantity, weekdays
from daybook.text.english.facts.phrases import end_of_day_named
from daybook.text.english.words import words_of

SAME_WITHIN = 0.9
"""Least nearness of two addresses that are the same where one has all words of the other."""
ASK_FROM = 0.95
"""Least nearness from which the owner is asked."""


_NOT_PRESENT = frozenset({"goal", "plan", "event"})
"""Families of slots of what is wanted, planned or past: nothing of them takes the place of what is so."""
_RECENTLY = timedelta(days=730)  # a day of longer ago is no appointment: somebody was born on it
_WORDED = frozenset({ValueType.TEXT, ValueType.NAME, ValueType.PLACE})
"""Sorts of values that one extractor takes for another."""
_TIMED = frozenset({ValueType.CLOCK_TIME, ValueType.FREQUENCY})
_Beyond: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""The stems that only the first of two addresses has, and only the second."""


def with_plain_address(fact: Fact) -> Fact:
    """Give a fact about the owner the address of its slot, and every other one a slot of no single value."""
    subject = "" if names_owner(fact.subject.strip()) else fact.subject.strip()
    fact = replace(fact, subject=subject, attribute=fact.attribute.strip())
    if not fact.address.is_open:
        return fact
    terms = terms_of(fact.address)
    tells_apart = bool(terms.persons or terms.names or terms.marks)
    if fact.slot == OTHER and not (fact.address.subject or tells_apart):
        fact = replace(fact, slot=_named_slots().get(terms.words, OTHER))
    slot = SLOTS[fact.slot]
    sort = fact.value_type or slot.value_type
    is_own = not tells_apart and slot.many == (sort is ValueType.MEMBER)
    if is_own and fact.slot != OTHER:
        return replace(fact, subject="", attribute="", value_type=None)
    if slot.many:
        return fact
    plain_slot = "family.fact" if terms.relatives else OTHER
    return replace(fact, slot=plain_slot, attribute=fact.attribute or slot.attribute, value_type=sort)


@cache
def _named_slots() -> Mapping[tuple[str, ...], str]:
    """Return the slots of one value by the words for what they are about."""
    single = [slot for slot in SLOTS.values() if not slot.many]
    named = {terms_of(Address(OTHER, attribute=slot.attribute)).words: slot.name for slot in single}
    return {words: name for words, name in named.items() if words}


def meet(one: Stated, other: Stated, near: Nearness) -> Meeting:
    """Say whether two facts with open addresses are about the same.

    Where each address has a word that the other lacks, meaning does not tell synonyms from opposites
    (height and width are near): then only the same value makes them one.
    """
    first, second = terms_of(one.address), terms_of(other.address)
    if not are_comparable(one, other) or _part_ways(first, second):
        return Meeting.APART
    if type_of(one) is ValueType.NAME and first.persons and not (first.words or first.names):
        return Meeting.UNSURE  # somebody known by nothing else: another name may be another one of them
    values = frozenset(words_of(f"{one.value} {other.value}"))
    mine, theirs = frozenset(first.words), frozenset(second.words)
    beyond = (mine - theirs - values, theirs - mine - values)
    are_done = first.done & beyond[0] and second.done & beyond[1]  # "planted" and "harvested"
    if all(beyond) and (are_done or _modify_alike(first.words, second.words)):
        return Meeting.APART
    is_common = bool(mine & theirs or first.names & second.names or first.persons & second.persons)
    is_told_again = same_value(one.value, other.value, type_of(one)) and near.both >= ASK_FROM
    of_alike_days = type_of(one) in _TIMED or weekdays(one.address.text) == weekdays(other.address.text)
    if is_common and of_alike_days and _are_named_alike(one, other):
        if not any(beyond) or is_told_again:
            return Meeting.SAME
        narrows = not first.names & second.names and (
            is_narrowed(one.address, beyond[0]) or is_narrowed(other.address, beyond[1])
        )
        is_part = all(beyond) or narrows or _is_told_of_whole(one, other, beyond)
        if not is_part and near.both >= SAME_WITHIN:
            return Meeting.SAME
    return Meeting.UNSURE if near.both >= ASK_FROM else Meeting.APART


def _are_named_alike(one: Stated, other: Stated) -> bool:
    """True if a name stands in both addresses or in none; of a father there is but one, named or not."""
    first, second = terms_of(one.address), terms_of(other.address)
    named = (first.names - set(written_words(one.value)), second.names - set(written_words(other.value)))
    return all(named) or not any(named) or bool(first.unique & second.unique)


def _is_told_of_whole(one: Stated, other: Stated, beyond: _Beyond) -> bool:
    """True if only one of two attributes says what of the subject it is: a birthday, a capacity, a branch.

    How often and at what hour say so by themselves, and so does how many.
    """
    sort = type_of(one)
    if sort in _TIMED or (sort is ValueType.QUANTITY and counts_things(one.value)):
        return False
    mine, theirs = (
        frozenset(terms_of(Address(stated.address.slot, attribute=stated.address.attribute)).words)
        for stated in (one, other)
    )
    return bool((not theirs and mine & beyond[0]) or (not mine and theirs & beyond[1]))


def are_comparable(one: Stated, other: Stated) -> bool:
    """True if one of two values can take the other's place: of one sort, of one dimension, of one day."""
    sorts = {type_of(one), type_of(other)}
    families = (stated.address.slot.partition(".")[0] for stated in (one, other))
    tenses = [family if family in _NOT_PRESENT else "" for family in families]
    if tenses[0] != tenses[1]:
        return False
    have_figures = all(any(sign.isdigit() for sign in stated.value) for stated in (one, other))
    if len(sorts) == 2 and not sorts <= _WORDED and not (ValueType.TEXT in sorts and have_figures):
        return False
    if ValueType.QUANTITY in sorts:
        first, second = quantity(one.value), quantity(other.value)
        return first is None or second is None or first.dimension == second.dimension
    if ValueType.CLOCK_TIME in sorts:
        days = [weekdays(f"{stated.address.text} {stated.value}") for stated in (one, other)]
        return days[0] == days[1]
    if sorts == {ValueType.DATE}:  # a day that has gone by not long ago is of another time
        earlier, later = sorted((one, other), key=lambda stated: stated.said_at)
        end = end_of_day_named(earlier.value, earlier.said_at)
        return end is None or not end < later.said_at < end + _RECENTLY
    return True


def _part_ways(one: AddressTerms, other: AddressTerms) -> bool:
    """True if a person, a name, a number or a role keeps two addresses apart."""
    if one.marks != other.marks or one.is_opposed_to(other):
        return True
    if one.persons and other.persons and one.persons.isdisjoint(other.persons):
        return True
    if one.names and other.names and one.names.isdisjoint(other.names):
        return True
    return bool(one.persons) != bool(other.persons) and not one.names & other.names


def _modify_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if different words stand before the same one: "road bike" and "cargo bike"."""
    return any(
        before not in other and beside not in one
        for before, head in pairwise(one)
        for beside, same in pairwise(other)
        if head == same
    )


class EnglishValues:
    """How facts in English are compared; see `daybook.conversation.language.Values`."""

    terms = staticmethod(key_terms)
    index_terms = staticmethod(index_terms)
    lookup_terms = staticmethod(lookup_terms)
    same = staticmethod(same_value)
    is_more_specific = staticmethod(is_more_specific)
    attribute = staticmethod(attribute)
    with_attribute = staticmethod(with_attribute)
    plain_address = staticmethod(with_plain_address)
    are_comparable = staticmethod(are_comparable)
    meet = staticmethod(meet)

    def is_less(self, one: str, other: str) -> bool:
        """True if a quantity is smaller than another."""
        first, second = measured(one, ValueType.QUANTITY), measured(other, ValueType.QUANTITY)
        return first is not None and second is not None and first.high < second.low

    def event_terms(self, text: str) -> frozenset[str]:
        """Return the stems that tell which event a text is about."""
        from daybook.text.english.events.told_events import event_terms

        return event_terms(text)
