"""Facts about the owner, found by templates in their own words, without a model.

Every template was measured on real turns (`daybook-eval fact-labels`, docs/ledger_figures.md).

Source: TimeRAG-Memory, section 3.2 (high-precision templates and canonicalisation).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from daybook.conversation import (
    OTHER,
    SLOTS,
    Act,
    Address,
    Condition,
    Fact,
    Polarity,
    Round,
    Support,
    Turn,
    ValueType,
)
from daybook.english.facts.clauses import Clause, clauses_of
from daybook.english.facts.introductions import elided_sentences, in_plain_statements, which_one, with_subject
from daybook.english.facts.measurements import measured_states
from daybook.english.facts.naming import attributes, named_by_pronoun, names, naming_reliability
from daybook.english.facts.own_words import own_sentences, own_text
from daybook.english.facts.phrases import canonical, cut, happened_in
from daybook.english.facts.sensitive import guarded_slot, sensitive_kind
from daybook.english.facts.statement import facts_of, instead_of_former, makes_room
from daybook.english.facts.templates import ExtractedFact
from daybook.english.messages.constraints import asks_for_silence
from daybook.english.sentences import sentence_spans

_RESIDENCE, _EMPLOYER = Address("identity.residence"), Address("identity.employer")
_AMOUNT = (
    r"(?:about\s+|around\s+|only\s+|just\s+)*(?P<v>(?:\d+|an?|half\s+an?|two|three|four|five|ten|fifteen|twenty|thirty"
    r"|forty|forty-five|fifty)(?:\s*(?:-|to)\s*\d+)?\s+(?:minutes?|mins?|hours?)(?:\s+and\s+a\s+half)?)"
)
_TO = r"(?:to\s+(?:(?:get|walk|drive|cycle|bike|go)\s+)?)?to\s+(?P<to>work|the\s+office|my\s+office|my\s+job)"
_HOME = r"(?:home|(?:the|my|our)\s+(?:flat|house|apartment|place|home))"
_WAY = (
    re.compile(rf"\bfrom\s+{_HOME},?\s+it\s+takes\s+(?:me|us)\s+{_AMOUNT}(?:\s+{_TO})?", re.IGNORECASE),
    re.compile(rf"\bit\s+takes\s+(?:me|us)\s+{_AMOUNT}\s+{_TO}(?:\s+from\s+{_HOME})?", re.IGNORECASE),
    re.compile(
        rf"\bmy\s+(?P<to>commute)\s+(?:to\s+work\s+)?(?:is|takes(?:\s+me)?)\s+{_AMOUNT}", re.IGNORECASE
    ),
)
_WHEN_CHANGES: Mapping[str, Address] = {
    r"move(?:\s+house|\s+away|\s+again|\s+to\s+(?P<place>[A-Z][\w' -]+?))?": _RESIDENCE,
    r"change\s+(?:my\s+)?jobs?|leave\s+my\s+job|get\s+a\s+new\s+job|quit(?:\s+my\s+job)?": _EMPLOYER,
    r"start\s+(?:working\s+)?at\s+(?P<firm>[A-Z][\w' -]+?)": _EMPLOYER,
    r"retire": Address("identity.work"),
}
_RULES = tuple(
    (re.compile(pattern, re.IGNORECASE), when)
    for change, when in _WHEN_CHANGES.items()
    for condition in [rf"(?:if|when|once|as\s+soon\s+as)\s+(?:I|we)\s+(?:ever\s+|do\s+)?(?:{change})"]
    for then in [
        r"(?:my|our)\s+(?P<what>[\w' -]{2,30}?)\s+(?:will\s+(?:be|become)|is\s+going\s+to\s+be|becomes)"
        r"\s+(?P<v>.{2,60}?)"
    ]
    for pattern in (
        rf"^\W*(?:(?:and|but|so|also|by\s+the\s+way)\W+)*{condition},?\s+(?:then\s+)?{then}[.!]?\s*$",
        rf"^\W*(?:(?:and|but|so|also|by\s+the\s+way)\W+)*{then},?\s+{condition}[.!]?\s*$",
    )
)
_WAY_RELIABILITY, _RULE_RELIABILITY, _NOTE_RELIABILITY = 0.8, 0.75, 0.8
_UNSAID = "constraint.privacy"
_SECRET = re.compile("\0+")
_Key: TypeAlias = tuple[str, str, Polarity, Act]


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in a round, as `daybook.english.facts` says."""
    turn = round.user
    if turn is None or not turn.is_key:
        return []
    facts: dict[_Key, Fact] = {}
    notes, said = dict(_noted_sentences(round, turn)), own_text(turn.content)
    for start, sentence in sorted([*own_sentences(turn.content), *elided_sentences(turn.content)]):
        if region := which_one(sentence):
            _tell_apart(facts, region)
            continue
        previous: ExtractedFact | None = None
        before = ""
        for clause in clauses_of(start, sentence):
            support = _support(round, turn, clause.start, clause.stop)
            for found in _facts_of_clause(clause, before, previous):
                if previous is not None and makes_room(previous, found):
                    facts.pop(_key(previous), None)
                facts.setdefault(_key(found), _placed(found, support, said))
                previous = found
            before = clause.words
        for fact in _dependents_in(sentence, _support(round, turn, start, start + len(sentence))):
            facts.setdefault((fact.slot, fact.value.casefold(), fact.polarity, fact.act), fact)
    for start, stop, found in named_by_pronoun(said):
        facts.setdefault(_key(found), _placed(found, _support(round, turn, start, stop), said))
    told = {
        place
        for fact in facts.values()
        if (place := _sentence_of(fact, notes)) is not None
        and (SLOTS[fact.slot].sensitive or SLOTS[fact.slot].constraint)
    }
    return [*facts.values(), *(note for place, note in notes.items() if place not in told)]


def _noted_sentences(round: Round, turn: Turn) -> Iterator[tuple[int, Fact]]:
    """Note each sentence that says what is sensitive or not to be mentioned, by where it begins."""
    text = own_text(turn.content)
    for start, stop in sentence_spans(text):
        kind = _UNSAID if asks_for_silence(text[start:stop]) else sensitive_kind(text[start:stop])
        if kind:
            words = _SECRET.sub("\u2026", text[start:stop]).strip()
            support = _support(round, turn, start, stop)
            yield start, Fact(kind, words, Polarity.POSITIVE, words, support, _NOTE_RELIABILITY)


def _sentence_of(fact: Fact, notes: Mapping[int, Fact]) -> int | None:
    """Say where the sensitive sentence begins that a fact was found in; None where it was found in none."""
    places = (
        place
        for place, note in notes.items()
        if place <= fact.support.start and fact.support.stop <= note.support.stop
    )
    return next(places, None)


def _tell_apart(facts: dict[_Key, Fact], region: str) -> None:
    """Put a region behind the place named last: "I live in Portland", "the one in Maine"."""
    for key, fact in reversed(facts.items()):
        if fact.value_type is None and SLOTS[fact.slot].single_type is ValueType.PLACE:
            text = fact.text.replace(fact.value, f"{fact.value}, {region}")
            facts[key] = replace(fact, value=f"{fact.value}, {region}", text=text)
            return


def _facts_of_clause(clause: Clause, before: str, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    """Find the facts of the plain statements that a clause makes, and whom it names.

    Args:
        clause: of a sentence.
        before: the words of the clause before it.
        previous: the fact before it.
    """
    said = with_subject(clause.words, before)
    named = [instead_of_former(found, said) for found in names(said)]
    yield from named
    kinds = {(found.slot, found.value.split(" ")[0]) for found in named}
    for statement in in_plain_statements(said, before):
        for words in _parts(statement):
            facts = [
                *attributes(words, before),
                *measured_states(words),
                *facts_of(replace(clause, words=words), previous),
            ]
            for found in facts:
                if named and found.slot in ("possession.pet", "family.child"):
                    continue
                if (found.slot, found.value.split(" ")[0]) not in kinds:
                    yield found
                    previous = found
            if facts:
                break


def _parts(statement: str) -> Iterator[str]:
    """Give a statement, then what of it stands between commas and has a subject of its own."""
    yield statement
    first, *others = statement.split(", ")
    if others:
        yield first
        yield from (part for part in others if _SUBJECT.match(part))


_SUBJECT = re.compile(r"(?:I|my|our|[A-Z][\w-]+\s+is\s+(?:now\s+)?(?:my|our))\s")


def _key(found: ExtractedFact) -> _Key:
    about = f"{found.slot} {found.subject} {found.attribute}"
    return about, found.value.casefold(), found.polarity, found.act


def _support(round: Round, turn: Turn, start: int, stop: int) -> Support:
    return Support(round.round_id, round.session_id, start, stop, turn.content[start:stop], round.said_at)


def _placed(found: ExtractedFact, support: Support, said: str) -> Fact:
    return Fact(
        slot=guarded_slot(found.slot, f"{found.text} {support.quote}"),
        value=found.value,
        polarity=found.polarity,
        text=found.text[:1].upper() + found.text[1:],
        support=support,
        reliability=naming_reliability(found, said, support.start),
        act=found.act,
        happened=None if found.granted else happened_in(support.quote, found.slot, support.said_at),
        instead_of=found.instead_of,
        wrong_slot=found.wrong_slot,
        subject=found.subject,
        attribute=found.attribute,
        value_type=found.value_type,
    )


def _dependents_in(sentence: str, support: Support) -> Iterator[Fact]:
    """Find the facts of a sentence that hang on others: how long a way takes, and one rule at most.

    Such a sentence is read whole: the statements of `clauses` leave out what is supposed, and with it every
    rule ("if I move, my gym will be the Orinthal").
    """
    if way := next((match for pattern in _WAY if (match := pattern.search(sentence))), None):
        to_work, value = bool(way["to"]), way["v"]
        yield Fact(
            OTHER,
            value,
            Polarity.POSITIVE,
            f"It takes me {value}{' to work' if to_work else ' from home'}.",
            support,
            _WAY_RELIABILITY,
            attribute="commute, how long" if to_work else "way from home, how long",
            value_type=ValueType.QUANTITY,
            rests_on=(_RESIDENCE, _EMPLOYER) if to_work else (_RESIDENCE,),
        )
    for pattern, when in _RULES:
        match = pattern.match(sentence)
        value = canonical(cut(match["v"])) if match else ""
        if match and value:
            named, what = match.groupdict(), match["what"].strip()
            changed = (named.get("place") or named.get("firm") or "").strip()
            then = Address(OTHER, attribute=what)
            yield Fact(
                "plan.condition",
                f"{what}: {value}",
                Polarity.POSITIVE,
                " ".join(sentence.split()),
                support,
                _RULE_RELIABILITY,
                condition=Condition(when, changed, then, value, ValueType.TEXT),
            )
            return
