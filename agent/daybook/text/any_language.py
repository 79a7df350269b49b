"""Any language without rules of its own: rounds are kept, found and quoted by Unicode's rules alone.

No kinds, dates, facts or requests are read from words. A chat model may read them; its findings are held to
the words that it quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.conversation import (
    MODEL_SLOTS,
    OTHER,
    OWN_SLOTS,
    SLOTS,
    Act,
    Evidence,
    Fact,
    Polarity,
    Reading,
    Round,
    Support,
    ToldEvent,
    Turn,
    ValueType,
)
from daybook.conversation.language import (
    Analyzer,
    AnswerCheck,
    ConstraintCue,
    FactsReply,
    Intent,
    Meeting,
    MessageReading,
    ModelAnswer,
    Nearness,
    QuestionReading,
    ReadingSwitches,
    Shown,
    StandAlone,
    Stated,
    Texts,
    ToRead,
    Values,
    type_of,
)
from daybook.text.unicode_text import analyzer_of, quote_best
from daybook_prompts.replies import FactFound

_FEW = 3
"""Words up to which a message hardly says what it is about without its dialogue."""
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_OWNER = frozenset({"", "me"})
"""What a model gives as the subject of what is about the owner."""
_BORNE, _AGREED, _CONCLUDED = 0.6, 0.15, 0.45
"""How far a model's fact is trusted whose value stands in its quote, what is added where the quote has more
words than the value, and the most that a conclusion has."""
_LONGEST = 80
"""Characters of a value, a subject or an attribute."""


def any_language(code: str, texts: Texts) -> AnyLanguage:
    """Make the language of an ISO 639-1 code, stemmed where there is a stemmer, or of "none".

    `texts` are what Daybook says by itself.
    """
    analyzer = analyzer_of(code)
    return AnyLanguage(analyzer, replace(texts, examples=None), PlainValues(analyzer))


@dataclass(frozen=True, slots=True)
class AnyLanguage:
    """See `daybook.conversation.language.Language`."""

    analyzer: Analyzer
    texts: Texts
    values: Values

    def read_message(self, text: str, dialogue: Sequence[Turn] | None = None) -> MessageReading:
        """Tell by its question marks whether a message asks."""
        asking = [self.analyzer.asks(text[start:stop]) for start, stop in self.analyzer.sentences(text)]
        is_open = bool(dialogue) and self.analyzer.length(text) <= _FEW
        return MessageReading(
            intent=Intent.RECALL if any(asking) else Intent.STATEMENT,
            asks=any(asking),
            only_asks=bool(asking) and all(asking),
            questions=(text,) if any(asking) else (),
            alone=StandAlone(text, is_open),
        )

    def read_question(self, text: str, asked_at: datetime) -> QuestionReading:
        """Search with the question as it is."""
        return QuestionReading(phrasings=(text,))

    def constraint_in(self, sentence: str, own: Callable[[], str]) -> ConstraintCue | None:
        """Find none."""
        return None

    def facts_of(self, round_: Round) -> Sequence[Fact]:
        """Find none."""
        return ()

    def events_of(self, round_: Round) -> Sequence[ToldEvent]:
        """Find none."""
        return ()

    def check_facts(self, reply: FactsReply, shown: Shown) -> tuple[list[Fact], str]:
        """Keep the facts whose quote stands in the owner's words, and whose value stands in the quote."""
        check = _Check(self.analyzer, shown)
        found = [fact for given in reply.facts if (fact := check.fact(given)) is not None]
        distinct = {
            (fact.support.round_id, fact.address, fact.value.casefold(), fact.polarity, fact.act): fact
            for fact in reversed(found)
        }
        faulty = bool(reply.facts) and not found and not any(given.hedged for given in reply.facts)
        objection = f"no round holds the value in the quote {reply.facts[0].quote!r}" if faulty else ""
        return [*reversed(distinct.values())], objection

    def check_answer(self, answer: ModelAnswer) -> AnswerCheck:
        """Compare the numbers and words of a model's answer with those of its quotes."""
        words = self.analyzer.words
        own = set(words(answer.text)) - set(words(answer.question))
        known = " ".join([answer.question, *(item.quote for item in answer.evidence)])
        days = {*answer.days, *(item.said_at.date() for item in answer.evidence)}
        numbers = {part for number in _NUMBER.findall(known) for part in (number, *_parts(number))}
        numbers |= {str(part) for day in days for part in (day.year, day.month, day.day)}
        numbers |= {str(number) for number in answer.computed}
        unsupported = tuple(
            number
            for number in dict.fromkeys(_NUMBER.findall(answer.text))
            if number not in numbers and not numbers.issuperset(_parts(number))
        )
        holding: tuple[Evidence, ...] = tuple(answer.evidence)
        if own:
            holding = tuple(item for item in answer.evidence if own.intersection(words(item.quote)))
        return AnswerCheck(unsupported, holding, bool(unsupported), bool(own))

    def unfounded_in(self, reply: str, told: Sequence[str]) -> tuple[str, ...]:
        """Name nothing."""
        return ()

    def answer(self, found: ToRead, switches: ReadingSwitches) -> Reading:
        """Quote the best rounds."""
        return quote_best(found, self.analyzer, self.texts)


def _parts(number: str) -> list[str]:
    return [part.lstrip("0") or "0" for part in re.split(r"[.,:/-]", number)]


@dataclass(frozen=True, slots=True)
class PlainValues:
    """Compares values by their words; see `daybook.conversation.language.Values`."""

    analyzer: Analyzer

    def terms(self, text: str) -> frozenset[str]:
        """Return the stems of a text."""
        return frozenset(self.analyzer.words(text)) or frozenset(text.casefold().split())

    def index_terms(self, value: str) -> frozenset[str]:
        """Return the stems of a value, and the value as it is written."""
        return self.terms(value) | {f" {value.casefold()}"}

    def lookup_terms(self, value: str) -> list[frozenset[str]] | None:
        """Return the stems of a value, or the value as it is written."""
        terms = self.terms(value)
        return [frozenset({f" {value.casefold()}"}), terms] if terms else None

    def same(self, one: str, other: str, sort: ValueType = ValueType.TEXT) -> bool:
        """True if two values have the same stems."""
        return one.casefold() == other.casefold() or self.terms(one) == self.terms(other)

    def is_more_specific(
        self, longer: str, shorter: str, slot: str, sort: ValueType = ValueType.TEXT
    ) -> bool:
        """True if a value has all stems of another one, and more; measures are compared by `same` alone."""
        measured = _NUMBER.search(longer) and _NUMBER.search(shorter)
        return not measured and self.terms(shorter) < self.terms(longer)

    def is_less(self, one: str, other: str) -> bool:
        """True if each is one whole number, and the first the smaller."""
        first, second = (_NUMBER.findall(value) for value in (one, other))
        whole = len(first) == len(second) == 1 and first[0].isdecimal() and second[0].isdecimal()
        return whole and int(first[0]) < int(second[0])

    def attribute(self, value: str) -> str:
        """Return ""."""
        return ""

    def with_attribute(self, name: str, value: str) -> tuple[str, str]:
        """Write both with a colon between."""
        return f"{name}: {value}", f"{name}: {value}"

    def plain_address(self, fact: Fact) -> Fact:
        """Give a fact about the owner the address of its slot, and others a slot of no single value."""
        subject = "" if fact.subject.strip().casefold() in _OWNER else fact.subject.strip()
        fact = replace(fact, subject=subject, attribute=fact.attribute.strip())
        slot = SLOTS[fact.slot]
        if not fact.address.is_open or (slot.many and fact.slot != OTHER):
            return fact
        if not subject and fact.slot != OTHER:
            return replace(fact, attribute="", value_type=None)
        return replace(fact, slot=OTHER, attribute=fact.attribute or slot.attribute)

    def are_comparable(self, one: Stated, other: Stated) -> bool:
        """True if two values are of one sort."""
        return type_of(one) is type_of(other)

    def meet(self, one: Stated, other: Stated, near: Nearness) -> Meeting:
        """Say that two facts are about the same where their addresses have the same stems."""
        alike = self.terms(one.address.text) == self.terms(other.address.text)
        return Meeting.SAME if alike and self.are_comparable(one, other) else Meeting.APART

    def event_terms(self, text: str) -> frozenset[str]:
        """Return the stems of a text."""
        return self.terms(text)


@dataclass(frozen=True, slots=True)
class _Check:
    """Holds what a model found to the owner's words."""

    analyzer: Analyzer
    shown: Shown

    def fact(self, given: FactFound) -> Fact | None:
        """Make a fact of what the model gave; None where the owner's words do not support it."""
        round_ = self.shown.said.get(given.round)
        if round_ is None or given.slot not in MODEL_SLOTS or given.hedged:
            return None
        support = self._support(given.quote, round_)
        value, subject, attribute = (
            " ".join(words.split()) for words in (given.value, given.subject, given.attribute)
        )
        subject = "" if subject.casefold() in _OWNER else subject
        if support is None or max(map(len, (value, subject, attribute))) > _LONGEST:
            return None
        act = Act(given.act)
        around = f"{support.quote} {self.shown.before.get(round_.round_id, '')}"
        if not value or not (given.concluded or self._stands(value, support.quote)):
            return None
        if subject and not self._stands(subject, f"{around} {self.shown.own[round_.round_id]}"):
            return None
        more = self.analyzer.length(support.quote) > self.analyzer.length(value)
        reliability = _BORNE + _AGREED * more
        slot = OWN_SLOTS.get(attribute.casefold(), given.slot) if given.slot == OTHER else given.slot
        return Fact(
            slot,
            value,
            Polarity.NEGATIVE if given.denied else Polarity.POSITIVE,
            support.quote,
            support,
            min(reliability, _CONCLUDED) if given.concluded else reliability,
            act=Act.CHANGES if act is Act.CORRECTS else act,
            subject=subject,
            attribute=attribute if subject or slot == OTHER else "",
            concluded=given.concluded,
        )

    def _stands(self, value: str, words: str) -> bool:
        return value.casefold() in words.casefold() or set(self.analyzer.words(value)) <= set(
            self.analyzer.words(words)
        )

    def _support(self, quote: str, round_: Round) -> Support | None:
        """Find a quote in the owner's own words, whatever white space there is between its words."""
        pattern = r"\s+".join(map(re.escape, quote.split()))
        found = re.search(pattern, self.shown.own[round_.round_id]) if pattern else None
        if found is None:
            return None
        return Support(
            round_.round_id, round_.session_id, found.start(), found.end(), found[0], round_.said_at
        )
