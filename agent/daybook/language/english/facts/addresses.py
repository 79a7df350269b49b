"""Addresses: what facts are about, and whether two of them are about the same.

The words of a subject and an attribute are told apart by what they do. A person, a name, a number or a role
("goal", "second", "this year") that only one of two addresses has keeps them apart. The other words meet by
their stems, and what is left over by nearness of meaning. Between the two lies a middle ground, in which both
facts are kept and the owner is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise

from daybook.conversation import OTHER, SLOTS, Address, Fact, ValueType
from daybook.conversation.language import Meeting, Nearness, Stated, type_of
from daybook.language.english.facts import (
    AddressTerms,
    counts_things,
    end_of_day_named,
    is_narrowed,
    names_owner,
    quantity,
    same_value,
    terms_of,
    value_stems,
    weekdays,
    written_words,
)

SAME_WITHIN = 0.9
"""Least nearness of two addresses that are the same where one has all words of the other."""
ASK_FROM = 0.95
"""Least nearness from which the owner is asked."""


_NOT_PRESENT = frozenset({"goal", "plan", "event"})
"""Families of slots of what is wanted, planned or past: nothing of them takes the place of what is so."""
_KIN = "family.fact"
_RECENTLY = timedelta(days=730)
"""A day of longer ago is no appointment: somebody was born on it."""
_WORDED = frozenset({ValueType.TEXT, ValueType.NAME, ValueType.PLACE})
"""Sorts of values that one extractor takes for another."""


def with_plain_address(fact: Fact) -> Fact:
    """Give a fact about the owner the address of its slot, and every other one a slot of no single value."""
    subject = "" if names_owner(fact.subject.strip()) else fact.subject.strip()
    fact = replace(fact, subject=subject, attribute=fact.attribute.strip())
    if not fact.address.is_open:
        return fact
    if fact.slot == OTHER and (slot_named := _slot_named(fact.address)):
        fact = replace(fact, slot=slot_named)
    slot, terms = SLOTS[fact.slot], terms_of(fact.address)
    sort = fact.value_type or slot.value_type
    if sort is ValueType.MEMBER:
        is_own = slot.many and not (terms.persons or terms.names or terms.marks)
    else:
        is_own = not (slot.many or terms.persons or terms.names or terms.marks)
    if is_own and fact.slot != OTHER:
        return replace(fact, subject="", attribute="", value_type=None)
    if slot.many:
        return fact
    attribute = fact.attribute or slot.attribute
    return replace(fact, slot=_KIN if terms.relatives else OTHER, attribute=attribute, value_type=sort)


@cache
def _named_slots() -> Mapping[tuple[str, ...], str]:
    """Return the slots of one value by the words for what they are about."""
    single = [slot for slot in SLOTS.values() if not slot.many]
    named = {terms_of(Address(OTHER, attribute=slot.attribute)).words: slot.name for slot in single}
    return {words: name for words, name in named.items() if words}


def _slot_named(address: Address) -> str:
    """Return the slot that an open attribute of the owner is another word for; "" where it is none."""
    terms = terms_of(address)
    if address.subject or terms.persons or terms.names or terms.marks:
        return ""
    return _named_slots().get(terms.words, "")


def days_of(stated: Stated) -> frozenset[str]:
    """Return the weekdays that a time of day is of, by its value or its address."""
    return weekdays(f"{stated.address.text} {stated.value}")


def meet(one: Stated, other: Stated, near: Nearness) -> Meeting:
    """Say whether two facts with open addresses are about the same.

    Where each address has a word that the other lacks, meaning does not tell synonyms from opposites
    (height and width are near): then only the same value makes them one.
    """
    first, second = terms_of(one.address), terms_of(other.address)
    if not are_comparable(one, other) or _part_ways(first, second):
        return Meeting.APART
    if _names_an_individual(one, first) and first.persons:
        return Meeting.UNSURE
    values = value_stems(one.value, other.value)
    mine, theirs = frozenset(first.words), frozenset(second.words)
    beyond = (mine - theirs - values, theirs - mine - values)
    if all(beyond) and (_modify_alike(first.words, second.words) or _are_done(first, second, beyond)):
        return Meeting.APART
    is_common = bool(mine & theirs or first.names & second.names or first.persons & second.persons)
    is_told_again = same_value(one.value, other.value, type_of(one)) and near.both >= ASK_FROM
    if is_common and _are_named_alike(one, other) and _are_of_alike_days(one, other):
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


def _are_of_alike_days(one: Stated, other: Stated) -> bool:
    timed = {ValueType.CLOCK_TIME, ValueType.FREQUENCY}
    return type_of(one) in timed or weekdays(one.address.text) == weekdays(other.address.text)


def _is_told_of_whole(one: Stated, other: Stated, beyond: tuple[frozenset[str], frozenset[str]]) -> bool:
    """True if only one of two attributes says what of the subject it is: a birthday, a capacity, a branch.

    How often and at what hour say so by themselves, and so does how many.
    """
    sort = type_of(one)
    if sort in (ValueType.FREQUENCY, ValueType.CLOCK_TIME):
        return False
    if sort is ValueType.QUANTITY and counts_things(one.value):
        return False
    mine, theirs = (
        frozenset(terms_of(Address(stated.address.slot, attribute=stated.address.attribute)).words)
        for stated in (one, other)
    )
    return bool((not theirs and mine & beyond[0]) or (not mine and theirs & beyond[1]))


def _are_done(one: AddressTerms, other: AddressTerms, beyond: tuple[frozenset[str], frozenset[str]]) -> bool:
    """True if different things were done: "planted" and "harvested"."""
    return bool(one.done & beyond[0] and other.done & beyond[1])


def are_comparable(one: Stated, other: Stated) -> bool:
    """True if one of two values can take the other's place: of one sort, of one dimension, of one day."""
    sorts = {type_of(one), type_of(other)}
    if _tense(one.address) != _tense(other.address):
        return False
    if len(sorts) == 2 and not sorts <= _WORDED and not (ValueType.TEXT in sorts and _read_alike(one, other)):
        return False
    if ValueType.QUANTITY in sorts:
        first, second = quantity(one.value), quantity(other.value)
        return first is None or second is None or first.dimension == second.dimension
    if ValueType.CLOCK_TIME in sorts:
        return days_of(one) == days_of(other)
    if sorts == {ValueType.DATE}:
        earlier, later = sorted((one, other), key=lambda stated: stated.said_at)
        return not _is_past(earlier, later.said_at)
    return True


def _is_past(dated: Stated, at: datetime) -> bool:
    """True if a day has gone by not long ago: another day that is named then is of another time."""
    end = end_of_day_named(dated.value, dated.said_at)
    return end is not None and end < at < end + _RECENTLY


def _read_alike(one: Stated, other: Stated) -> bool:
    """True if a text holds a figure, as the quantity or the time beside it does."""
    return all(any(sign.isdigit() for sign in stated.value) for stated in (one, other))


def _tense(address: Address) -> str:
    family = address.slot.partition(".")[0]
    return family if family in _NOT_PRESENT else ""


def _part_ways(one: AddressTerms, other: AddressTerms) -> bool:
    """True if a person, a name, a number or a role keeps two addresses apart."""
    if one.marks != other.marks or one.is_opposed_to(other):
        return True
    if one.persons and other.persons and one.persons.isdisjoint(other.persons):
        return True
    if one.names and other.names and one.names.isdisjoint(other.names):
        return True
    return bool(one.persons) != bool(other.persons) and not one.names & other.names


def _names_an_individual(stated: Stated, terms: AddressTerms) -> bool:
    """True if it is the name of somebody known by nothing else: another name is another one of them."""
    return type_of(stated) is ValueType.NAME and not terms.words and not terms.names


def _modify_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """True if different words stand before the same one: "road bike" and "cargo bike"."""
    return any(
        before not in other and beside not in one
        for before, head in pairwise(one)
        for beside, same in pairwise(other)
        if head == same
    )
