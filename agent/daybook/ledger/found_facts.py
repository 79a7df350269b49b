"""Holds facts that a model wrote to the owner's own words, and says why one is refused."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from daybook.conversation import (
    OTHER,
    SENSITIVE,
    SLOTS,
    Act,
    Fact,
    Polarity,
    Record,
    Round,
    Support,
    TimeRange,
    slot_of,
)
from daybook.conversation.language import Analyzer
from daybook_prompts.replies import FactFound

OWNER = frozenset({"", "me", "i", "user", "the user"})
"""The subject that a model gives to facts about the owner."""
RELIABILITY = 0.75
"""Of a fact whose quote stands in the owner's words, whoever wrote it: above the threshold of writing also
where it contradicts what is known."""
DOUBTFUL = 0.4
"""Of a constraint that waits."""
MAX_LETTERS = 80
"""Of a value, a subject or an attribute."""


@dataclass(frozen=True, slots=True)
class ShownToModel:
    """The rounds and records that one call shows a model that is to find facts."""

    rounds: Sequence[Round]
    """Of one session, in order."""
    own: Mapping[str, str]
    """By round id the owner's own words of its user turn, in place; without those that have none."""
    before: Mapping[str, str] = field(default_factory=dict)
    """Words of somebody else before the user turn of a round, by its id: see `words_before`."""
    known: Sequence[Record] = ()
    """Records of the owner."""

    @property
    def said(self) -> Mapping[int, Round]:
        """The rounds with words of the owner, by the number that the model gives."""
        return {number: said for number, said in enumerate(self.rounds, 1) if said.round_id in self.own}

    def record(self, name: str) -> Record | None:
        """Return the record that was shown under a short id; None if there is none."""
        place = name.strip().removeprefix("m")
        return self.known[int(place) - 1] if place in map(str, range(1, len(self.known) + 1)) else None


@dataclass(frozen=True, slots=True)
class FactRefused:
    """A fact that was refused, by its quote, and the reason."""

    quote: str
    reason: str

    def __str__(self) -> str:
        return f"{self.quote!r}: {self.reason}"


def check_facts(
    found: Sequence[FactFound], shown: ShownToModel, analyzer: Analyzer
) -> tuple[list[Fact], list[FactRefused]]:
    """Make facts of what a writer found; those that the owner's words do not support are refused.

    Returns:
        The facts in their order, of a round no two with the same address, value, polarity and act; and what
        was refused. What the writer says does not last, or is not sure, is neither.
    """
    check = _Check(analyzer, shown)
    facts: dict[object, Fact] = {}
    refused = []
    for given in found:
        fact = check.fact(given)
        if isinstance(fact, FactRefused):
            refused.append(fact)
        elif fact is not None:
            key = (fact.support.round_id, fact.address, fact.value.casefold(), fact.polarity, fact.act)
            facts.setdefault(key, fact)
    return list(facts.values()), refused


def waiting_constraints(found: Sequence[FactFound], shown: ShownToModel, analyzer: Analyzer) -> list[Fact]:
    """Make facts that wait for the owner of the constraints that `check_facts` refuses.

    Each rests on the sentence of the owner that has most of its words; one whose value shares no word with
    the owner's own is somebody else's.
    """
    check = _Check(analyzer, shown)
    waiting = (check.waiting(given) for given in found if isinstance(check.fact(given), FactRefused))
    return [fact for fact in waiting if fact is not None]


@dataclass(frozen=True, slots=True)
class _Check:
    analyzer: Analyzer
    shown: ShownToModel

    def fact(self, given: FactFound) -> Fact | FactRefused | None:
        """Make a fact of what was given, or say why not; None if its writer leaves it out."""
        round_ = self.shown.said.get(given.round)
        if round_ is None:
            return FactRefused(given.quote, f"there is no round {given.round} with words of the user")
        support = self._support(given.quote, round_)
        if support is None:
            return FactRefused(given.quote, "these words do not stand in the user's own words of that round")
        fact = self._made(given, support)
        if isinstance(fact, FactRefused):
            return fact
        if given.lasts and not given.hedged:
            return fact
        return _waiting(fact) if SLOTS[fact.slot].constraint else None

    def waiting(self, given: FactFound) -> Fact | None:
        """Make a constraint that waits, of one that is refused."""
        slot = self._slot(given)
        if not SLOTS[slot].constraint or not given.value.strip():
            return None
        wanted = set(self.analyzer.words(f"{given.quote} {given.value}"))
        supports = [
            Support(name.round_id, name.session_id, start, stop, own[start:stop], name.said_at)
            for name in self._rounds_of(given)
            for own in [self.shown.own[name.round_id]]
            for start, stop in self.analyzer.sentences(own)
        ]
        supports = [support for support in supports if self._shares(given.value, support.quote)]
        if not supports:
            return None
        support = max(
            supports, key=lambda support: len(wanted.intersection(self.analyzer.words(support.quote)))
        )
        subject, attribute = self._address(given, slot)
        value = _plain(given.value)[:MAX_LETTERS]
        polarity = Polarity.NEGATIVE if given.denied else Polarity.POSITIVE
        return _waiting(
            Fact(
                slot, value, polarity, support.quote, support, DOUBTFUL, subject=subject, attribute=attribute
            )
        )

    def _rounds_of(self, given: FactFound) -> list[Round]:
        named = self.shown.said.get(given.round)
        return [named] if named is not None else list(self.shown.said.values())

    def _made(self, given: FactFound, support: Support) -> Fact | FactRefused:
        value, act = _plain(given.value), Act(given.act)
        record = self.shown.record(given.record)
        if given.record and record is None:
            return FactRefused(given.quote, f"no record {given.record!r} was shown")
        if not value and (act not in (Act.ENDS, Act.CORRECTS) or record is None):
            return FactRefused(given.quote, "there is no value")
        if value and not self._shares(value, support.quote):
            return FactRefused(given.quote, f"no word of the value {value!r} stands in the quote")
        slot = self._slot(given, support.quote)
        subject, attribute = self._address(given, slot)
        if max(map(len, (value, subject, attribute))) > MAX_LETTERS:
            return FactRefused(given.quote, f"a value, subject or attribute is over {MAX_LETTERS} letters")
        if slot == OTHER and not attribute and value:
            return FactRefused(given.quote, f"an attribute is needed in the slot {OTHER!r}")
        if record is not None and act is Act.STATES:
            act = Act.REPLACES
        return Fact(
            slot,
            value,
            Polarity.NEGATIVE if given.denied else Polarity.POSITIVE,
            support.quote,
            support,
            RELIABILITY,
            act=act,
            happened=_during(given.since, given.until),
            subject=subject,
            attribute=attribute,
            names=record.record_id if record else "",
        )

    def _slot(self, given: FactFound, quote: str = "") -> str:
        """Return the slot of a fact: what is sensitive is in one that the policy guards."""
        slot = given.slot
        if slot not in SLOTS:
            slot = slot_of(given.attribute, of_owner=_plain(given.subject).casefold() in OWNER)
        if SLOTS[slot].sensitive or SLOTS[slot].constraint:
            return slot
        return self.analyzer.sensitive_slot(quote) or (SENSITIVE if given.sensitive else slot)

    def _address(self, given: FactFound, slot: str) -> tuple[str, str]:
        subject, attribute = _plain(given.subject), _plain(given.attribute)
        subject = "" if subject.casefold() in OWNER else subject
        is_named = attribute.casefold() == SLOTS[slot].attribute
        return subject, "" if is_named or (slot != OTHER and not subject) else attribute

    def _shares(self, value: str, quote: str) -> bool:
        """True if a value has a word of its quote."""
        return value.casefold() in quote.casefold() or not set(self.analyzer.words(value)).isdisjoint(
            self.analyzer.words(quote)
        )

    def _support(self, quote: str, round_: Round) -> Support | None:
        """Find a quote in the owner's own words, whatever white space there is between its words."""
        pattern = r"\s+".join(map(re.escape, quote.strip().strip('"“”').split()))
        found = re.search(pattern, self.shown.own[round_.round_id], re.IGNORECASE) if pattern else None
        if found is None:
            return None
        return Support(
            round_.round_id, round_.session_id, found.start(), found.end(), found[0], round_.said_at
        )


def _waiting(fact: Fact) -> Fact:
    return Fact(
        fact.slot,
        fact.value,
        fact.polarity,
        fact.text,
        fact.support,
        DOUBTFUL,
        happened=fact.happened,
        subject=fact.subject,
        attribute=fact.attribute,
        waits=True,
    )


def _plain(words: str) -> str:
    return " ".join(words.split())


def _during(since: str, until: str) -> TimeRange | None:
    """Return the time from the first day to the last; None if neither is a day, or they are turned."""
    first, last = _day(since), _day(until)
    if first is None and last is None:
        return None
    start = datetime.combine(first, time(), UTC) if first else None
    end = datetime.combine(last + timedelta(days=1), time(), UTC) if last else None
    return None if start and end and start >= end else TimeRange(start, end)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None
