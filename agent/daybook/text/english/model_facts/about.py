"""Whom or what a fact of a model is about, which record it may update, and what it rests on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from daybook.conversation import OTHER, SLOTS, Act, Address, Fact, Record, Round, ValueType
from daybook.conversation.language import Shown, type_of
from daybook.text.english.facts.comparing import names_owner
from daybook.text.english.facts.phrases import is_unresolved
from daybook.text.english.facts.stated import Quote, names, terms
from daybook.text.english.model_facts.quote_checks import (
    MEASURED,
    Named,
    has_figure,
    is_person,
    tells_of_owner,
    topic_terms,
    where_named,
)
from daybook_prompts.replies import FactFound

OWNER = "me"
"""The subject of what is about the owner."""
LONGEST = 80
"""Characters of a subject or an attribute."""
_OF_OWN = frozenset({"identity", "preference", "habit", "skill", "goal", "constraint"})
"""Families of slots that are about the owner only; of another subject they are `OTHER`."""
_TYPES = {str(value_type): value_type for value_type in ValueType}


@dataclass(frozen=True, slots=True)
class About:
    """What a fact is about, as far as the words bear it."""

    address: Address
    value_type: ValueType | None
    """None for that of the slot."""
    named: Named
    attribute_named: bool = False
    """Whether the words name the attribute of an open address."""


def about(given: FactFound, quote: Quote, round_: Round, shown: Shown) -> About | None:
    """Make an address of the subject, attribute and slot of a model; None where the words bear none.

    A fact about the owner that has a slot of its own is addressed by the slot alone, unless its value is
    measured otherwise than the slot's. What is said of somebody else in a slot of the owner is addressed by
    subject and attribute; a sensitive slot stays what it is. Of a thing it is enough that its attribute is
    named.
    """
    subject, attribute = subject_of(given.subject, round_), plain(given.attribute)
    slot, type_ = given.slot, _type_of(given.type, given.value)
    if subject is None or len(subject) > LONGEST or len(attribute) > LONGEST:
        return None
    before = shown.before.get(round_.round_id, "")
    around = f"{shown.own.get(round_.round_id, '')}\n{before}\n"
    if updated := shown.record(given.updates):
        around += f"{updated.subject} {updated.attribute or SLOTS[updated.slot].attribute} {updated.value}"
    heard = where_named(attribute, quote.sentence, around)
    if not subject:
        measured = type_ in MEASURED and type_ is not SLOTS[slot].value_type and SLOTS[slot].many
        if slot != OTHER and not (measured and attribute):
            return About(Address(slot), None, Named.IN_SENTENCE)
        address = Address(slot, "", attribute)
        named = max(heard, Named.AROUND) if tells_of_owner(quote.clause) else heard
        return About(address, type_, named, heard is not Named.NOWHERE) if attribute else None
    named = where_named(
        subject, quote.sentence, "\n".join([around, *(record.subject for record in shown.known)])
    )
    of_person, of_owner = is_person(subject), tells_of_owner(quote.clause)
    if of_person and of_owner and not names(quote.clause, subject):
        return None
    is_own_thing = of_owner and not of_person and re.match(r"(?:my|our)\b", subject, re.IGNORECASE)
    if named is Named.NOWHERE and heard is Named.NOWHERE and is_own_thing:
        named = Named.AROUND
    if named is Named.NOWHERE and (of_person or heard is Named.NOWHERE):
        return None
    if SLOTS[slot].family in _OF_OWN and not SLOTS[slot].sensitive:
        slot, attribute = OTHER, attribute or SLOTS[slot].attribute
    return About(Address(slot, subject, attribute), type_, named, heard is not Named.NOWHERE)


def subject_of(words: str, round_: Round) -> str | None:
    """Return a subject as an address has it, "" for the owner; None where it points at something else."""
    subject = plain(words)
    speaker = (round_.user.speaker or "") if round_.user else ""
    if names_owner(subject) or (speaker and subject.casefold() == speaker.casefold()):
        return ""
    return None if is_unresolved(subject) or not terms(subject) else subject


def plain(words: str) -> str:
    """Return words on one line, without what ends a sentence."""
    return " ".join(words.split()).strip(" .,;:")


def _type_of(given: str, value: str) -> ValueType:
    """Return the type that a model gives; a value without a figure is no measure."""
    type_ = _TYPES.get(given.strip().lower(), ValueType.TEXT)
    return ValueType.TEXT if type_ in MEASURED and value and not has_figure(value) else type_


_TEXTS = frozenset({ValueType.TEXT, ValueType.NAME, ValueType.PLACE})
"""Types that are taken for one another: an employer is a text to one reading and a name to another."""


def may_update(record: Record, about_: About, act: Act, quote: Quote, before: str) -> bool:
    """True if a fact may update a record that the model was shown: its type fits, and it is about the same.

    Two subjects part where each has a word that the other lacks ("to-read list", "to-watch list"), save two
    things of which the same is told ("our service": "database", "the project": "database in use"). Two slots
    that are no open ones part where they differ. Where only one has a subject, it is no person, and half of
    the words of the shorter address stand in the other. Of several values that hold at once, only that which
    the words name is updated, and not by being stated.
    """
    address, other, type_ = about_.address, record.address, type_of(record)
    own_type = about_.value_type or SLOTS[address.slot].value_type
    if own_type is not type_ and not {own_type, type_} <= _TEXTS:
        return False
    if address.slot != other.slot and OTHER not in (address.slot, other.slot):
        return False
    mine, theirs = terms(address.subject), terms(other.subject)
    if mine - theirs and theirs - mine:  # two things may have an attribute whose words tell what it is
        of_persons = is_person(address.subject) or is_person(other.subject)
        if of_persons or topic_terms(address.attribute).isdisjoint(topic_terms(other.attribute)):
            return False
    heard = f"{quote.sentence} {before}"
    if type_ is ValueType.MEMBER:
        return act is not Act.STATES and not terms(heard).isdisjoint(terms(record.value))
    if address == other:
        return True
    if bool(mine) == bool(theirs):
        return bool(_words(address) & _words(other)) or (type_ in _TEXTS and names(heard, record.value))
    if is_person(address.subject or other.subject):
        return False
    shorter = min(_words(address), _words(other), key=len)
    return len(_words(address) & _words(other)) >= max(1, len(shorter) / 2)


def _words(address: Address) -> frozenset[str]:
    return topic_terms(f"{address.subject} {address.attribute or SLOTS[address.slot].attribute}")


def addresses_under(
    given: Sequence[str], fact: Fact, others: Sequence[Fact], shown: Shown
) -> tuple[Address, ...]:
    """Return the addresses that a fact is said to rest on, neither its own nor that which it updates.

    They are given as short ids of records that were shown, or as "subject: attribute" of other facts of the
    reply.
    """
    found: dict[Address, None] = {}
    for name in given:
        record = shown.record(name)
        if record is not None and record.record_id != fact.updates:
            found.setdefault(record.address)
        for other in others if record is None else ():
            if _reference(name) in map(_reference, _names_of(other)):
                found.setdefault(other.address)
    return tuple(address for address in found if address != fact.address)


def _names_of(fact: Fact) -> tuple[str, str]:
    attribute = fact.attribute or SLOTS[fact.slot].attribute
    return f"{fact.subject or OWNER}: {attribute}", f"{fact.subject or OWNER}: {fact.slot}"


def _reference(words: str) -> str:
    return " ".join(re.sub(r"[:/·,]", " ", words).casefold().split())
