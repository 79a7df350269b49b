"""Facts about the owner, found by templates in their own words, without a model.

    own_words   what of a turn the owner says: no code, no quotations, no play, no secrets
    clauses     sentences -> statements; questions, suppositions, hedges and reports drop out
    predicate   a statement in the first person -> verb, aspect, negation
    being, having, liking, doing, aiming, happening, mine
                the templates, by what they are about; each knows how far it can be trusted

Source: TimeRAG-Memory, section 3.2 (high-precision templates and canonicalisation).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from agent.conversation import Polarity, Round, Support, TimeRange
from agent.remember.extract.aiming import aiming
from agent.remember.extract.being import being
from agent.remember.extract.clauses import Clause, clauses_of
from agent.remember.extract.doing import living, speaking, working
from agent.remember.extract.found import Found, is_unresolved
from agent.remember.extract.happening import changing, events, habits
from agent.remember.extract.having import having, taken_for_granted
from agent.remember.extract.liking import liking
from agent.remember.extract.mine import mine, requests
from agent.remember.extract.own_words import own_sentences
from agent.remember.extract.predicate import Said, said_by
from agent.remember.extract.rewordings import reworded
from agent.remember.fact import Act, Fact
from agent.remember.slots import SLOTS
from agent.remember.values import canonical, cut
from agent.understand.timex import Lean, find_times

_TIMES = re.compile(
    r"\b(?:\d{4}|\d{1,2}(?:st|nd|rd|th)|ago|since|yesterday|today|tonight|tomorrow|last|next|this|january|february|march|april|may|june"
    r"|july|august|september|october|november|december|\w+day|christmas|easter|thanksgiving|summer|winter|spring|fall|autumn)\b",
    re.IGNORECASE,
)
_NOT_THAT = re.compile(
    r",?\s+(?:and\s+)?(?:not|no\s+longer|instead\s+of|rather\s+than)\s+(?:in\s+|at\s+|from\s+|to\s+|for\s+|an?\s+|the\s+)*(?P<old>[\w'’ -]{2,30})$",
    re.IGNORECASE,
)
"""What a statement puts its value in the place of: "Munich, not Berlin"."""
_AHEAD = ("plan.", "goal.")
_LONGEST = 14
"""Words of a value; what is longer tells a story and is no value."""


_Key: TypeAlias = tuple[str, str, Polarity, Act]


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in a round.

    Only the user's turn is read, and nothing that came out of memory.

    Returns:
        Facts in the order of the text, no two with the same slot, value, polarity and act.
    """
    turn = round.user
    if turn is None or not turn.is_key:
        return []
    facts: dict[_Key, Fact] = {}
    for start, _, sentence in own_sentences(turn.content):
        previous: Found | None = None
        for clause in clauses_of(start, sentence):
            for found in _found_in(clause, previous):
                if (
                    previous is not None
                    and found.instead_of == previous.value
                    and _denied(previous, found.slot)
                ):
                    facts.pop(_key(previous), None)
                facts.setdefault(_key(found), _placed(found, clause, round, turn.content))
                previous = found
    return list(facts.values())


def _key(found: Found) -> _Key:
    return found.slot, found.value.casefold(), found.polarity, found.act


def _denied(previous: Found, slot: str) -> bool:
    """Whether "I'm not a nurse" only makes room for "I'm a doctor"."""
    return previous.slot == slot and not SLOTS[slot].many and previous.polarity is Polarity.NEGATIVE


def _found_in(clause: Clause, previous: Found | None) -> Iterator[Found]:
    seen: set[tuple[str, str]] = set()
    main = list(_main(clause, previous))
    if (
        main
        and (wrong := _NOT_THAT.search(clause.words))
        and main[0].polarity is Polarity.POSITIVE
        and main[0].act is not Act.ENDS
    ):
        act = Act.CORRECTS if main[0].act is Act.STATES else main[0].act
        main[0] = replace(main[0], instead_of=canonical(cut(wrong["old"])), act=act)
    ends = any(found.act is Act.ENDS for found in main)
    for found in (*main, *(() if ends else taken_for_granted(clause.words))):
        key = (found.slot, found.value.casefold())
        if key in seen or len(found.value.split()) > _LONGEST or (found.value and is_unresolved(found.value)):
            continue
        seen.add(key)
        yield _related(found, clause, previous)


def _related(found: Found, clause: Clause, previous: Found | None) -> Found:
    """Say what a fact does to the one before it in its sentence."""
    if previous is not None and _takes_back(found, previous):
        return replace(found, act=Act.CORRECTS, wrong_slot=previous.slot)
    if (
        previous is not None
        and found.act is not Act.ENDS
        and previous.slot == found.slot
        and not SLOTS[found.slot].many
    ):
        if _denied(previous, found.slot) and found.polarity is Polarity.POSITIVE:
            return replace(found, act=Act.CORRECTS, instead_of=previous.value)
        if previous.act is Act.ENDS:
            return replace(found, act=Act.CHANGES, instead_of=found.instead_of or previous.value)
    if clause.corrects and found.act is not Act.ENDS:
        return replace(found, act=Act.CORRECTS)
    return found


def _main(clause: Clause, previous: Found | None) -> Iterator[Found]:
    words = reworded(clause.words)
    said = said_by(words)
    if said is None:
        yield from mine(words)
        yield from requests(words)
    else:
        yield from _by_verb(said, replace(clause, words=words), previous)


def _by_verb(said: Said, clause: Clause, previous: Found | None) -> Iterator[Found]:
    object_before = previous.value if previous else ""
    for rule in (living, working, speaking, having, changing, aiming, habits):
        facts = list(rule(said))
        if facts:
            return iter(facts)
    for facts in (
        list(being(said, clause.greeted)),
        list(liking(said, object_before)),
        list(mine(clause.words)),
    ):
        if facts:
            return iter(facts)
    return events(said)


def _takes_back(found: Found, previous: Found | None) -> bool:
    """Whether "I'm not allergic" went before "I just dislike them": the one is to stand for the other."""
    return (
        previous is not None
        and previous.polarity is Polarity.NEGATIVE
        and previous.slot.startswith(("constraint.", "identity.", "health."))
        and found.slot != previous.slot
        and found.value.casefold() == previous.value.casefold()
    )


def _placed(found: Found, clause: Clause, round: Round, turn: str) -> Fact:
    quote = turn[clause.start : clause.stop]
    support = Support(round.round_id, round.session_id, clause.start, clause.stop, quote, round.said_at)
    return Fact(
        found.slot,
        found.value,
        found.polarity,
        found.text[:1].upper() + found.text[1:],
        support,
        round_to_percent(found.reliability),
        found.act,
        _happened(found.slot, quote, round.said_at),
        found.instead_of,
        found.wrong_slot,
    )


def round_to_percent(share: float) -> float:
    """Round a reliability to two places."""
    return float(f"{share:.2f}")


def _happened(slot: str, quote: str, said_at: datetime) -> TimeRange | None:
    if not _TIMES.search(quote):
        return None
    lean = Lean.FUTURE if slot.startswith(_AHEAD) else Lean.PAST
    mentions = [
        mention for mention in find_times(quote, said_at, lean=lean) if mention.range.start is not None
    ]
    if lean is Lean.PAST:
        mentions = [
            mention
            for mention in mentions
            if mention.range.start is not None and mention.range.start <= said_at
        ]
    return mentions[0].range if mentions else None
