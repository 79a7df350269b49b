"""Facts about the owner, found in their own words by templates: a round, its clauses, their statements.

Source: TimeRAG-Memory, section 3.2 (high-precision templates and canonicalisation).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from daybook.conversation import OTHER, SLOTS, Act, Address, Fact, Polarity, Round, Support, Turn, ValueType
from daybook.text.english.facts.changes import UNTOLD, changes
from daybook.text.english.facts.clauses import Clause, clauses_of
from daybook.text.english.facts.extracted import ExtractedFact
from daybook.text.english.facts.likes import favourites, likes
from daybook.text.english.facts.measured_states import measured_states
from daybook.text.english.facts.own_words import own_sentences, own_text
from daybook.text.english.facts.phrases import canonical, cut, happened_in, is_unresolved
from daybook.text.english.facts.plain_statements import (
    elided_sentences,
    in_plain_statements,
    which_one,
    with_subject,
)
from daybook.text.english.facts.predicate import predicate_of
from daybook.text.english.facts.relatives import (
    named_by_pronoun,
    relatives_in,
    said_of_relatives,
    with_doubt_of_name,
)
from daybook.text.english.facts.sensitive import guarded_slot, sensitive_kind
from daybook.text.english.facts.wordings import stated, stated_plainly
from daybook.text.english.messages.constraints import asks_for_silence
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.sentences import sentence_spans

_NOTE_RELIABILITY = 0.8
_UNSAID = "constraint.privacy"
_PET = "possession.pet"
_SECRET = re.compile("\0+")
_LONGEST = 14  # words of a value; what is longer tells a story and is no value
_Key: TypeAlias = tuple[str, str, Polarity, Act]


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in a round, as `daybook.text.english.facts` says."""
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
                if previous and found.instead_of == previous.value and _denied(previous, found.slot):
                    facts.pop(_key(previous), None)  # "I'm not a nurse" made room for "I'm a doctor"
                facts.setdefault(_key(found), _placed(found, support, said))
                previous = found
            before = clause.words
        for fact in _dependents_in(sentence, _support(round, turn, start, start + len(sentence))):
            facts.setdefault((fact.slot, fact.value.casefold(), fact.polarity, fact.act), fact)
    for start, stop, found in named_by_pronoun(said):
        facts.setdefault(_key(found), _placed(found, _support(round, turn, start, stop), said))
    guarded = [fact for fact in facts.values() if SLOTS[fact.slot].sensitive or SLOTS[fact.slot].constraint]
    untold = (
        note
        for place, note in notes.items()
        if not any(place <= fact.support.start and fact.support.stop <= note.support.stop for fact in guarded)
    )
    full = [fact for fact in facts.values() if not any(_says_more(other, fact) for other in facts.values())]
    return [*full, *untold]


def _says_more(other: Fact, fact: Fact) -> bool:
    """True if another fact is the same with a name to it: "cat Miso" beside "cat"."""
    same = (other.slot, other.polarity, other.act) == (fact.slot, fact.polarity, fact.act)
    return same and fact.slot == _PET and other.value.casefold().startswith(f"{fact.value.casefold()} ")


def _noted_sentences(round: Round, turn: Turn) -> Iterator[tuple[int, Fact]]:
    """Note each sentence that says what is sensitive or not to be mentioned, by where it begins."""
    text = own_text(turn.content)
    for start, stop in sentence_spans(text):
        kind = _UNSAID if asks_for_silence(text[start:stop]) else sensitive_kind(text[start:stop])
        if kind:
            words = _SECRET.sub("\u2026", text[start:stop]).strip()
            support = _support(round, turn, start, stop)
            yield start, Fact(kind, words, Polarity.POSITIVE, words, support, _NOTE_RELIABILITY)


def _tell_apart(facts: dict[_Key, Fact], region: str) -> None:
    """Put a region behind the place named last: "I live in Portland", "the one in Maine"."""
    for key, fact in reversed(facts.items()):
        if fact.value_type is None and SLOTS[fact.slot].single_type is ValueType.PLACE:
            text = fact.text.replace(fact.value, f"{fact.value}, {region}")
            facts[key] = replace(fact, value=f"{fact.value}, {region}", text=text)
            return


def _facts_of_clause(clause: Clause, before: str, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    """Find the facts of the plain statements that a clause makes, and whom it names."""
    words = with_subject(clause.words, before)
    if former := _NOT_THAT.search(words):
        words = words[: former.start()]
    seen: set[tuple[str, str]] = set()
    statements = in_plain_statements(words, before)
    found = list(_of_statements(statements, previous)) or list(_meant(words) if former else ())
    kin = (fact for text in dict.fromkeys((words, *statements)) for fact in relatives_in(text))
    for fact in (*found, *(() if any(fact.act is Act.ENDS for fact in found) else kin)):
        key = (fact.slot, fact.value.casefold())
        if key in seen or len(fact.value.split()) > _LONGEST or (fact.value and is_unresolved(fact.value)):
            continue
        seen.add(key)
        if former and not fact.granted:
            fact, former = _put_in_place_of(fact, former), None
        fact = _related(fact, clause, previous)
        yield fact
        previous = fact


def _of_statements(statements: Sequence[str], previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    """Read statements; one that gives nothing as a whole by its parts that have a subject of their own."""
    for statement in statements:
        first, *others = statement.split(", ")
        parts = [statement, *([first] if others else []), *filter(_SUBJECT.match, others)]
        if facts := next((facts for part in parts if (facts := list(_of_statement(part, previous)))), []):
            yield from facts
            previous = facts[-1]


_SUBJECT = cased_regex(r"(?:I|my|our|[A-Z][\w-]+ is (?:now )?(?:my|our))\s")


def _of_statement(words: str, previous: ExtractedFact | None) -> Iterator[ExtractedFact]:
    yield from measured_states(words)
    said = predicate_of(words)
    if said is None:
        yield from (*said_of_relatives(words), *(list(favourites(words)) or stated_plainly(words)))
        return
    named = previous is not None and previous.slot.startswith(("preference.", "possession.", "constraint."))
    meant = previous.value if previous and named else ""
    readings = (stated, changes, lambda predicate: likes(predicate, meant))
    yield from next((facts for read in readings if (facts := list(read(said)))), ())


_NOT_THAT = regex(r"""
    (?:,\s*(?:and )?(?P<wrong>not)| and not|,\s*(?:and )?no (?:longer|more)
    |,? (?:instead of|rather than)) (?:in |at |from |to |for |an? |the )*(?P<old>[\w'’ -]{2,30}?)
    (?: (?:any\s?more|for me))?(?:,.*)?$
""")
"""What a statement puts its value in the place of: "Munich, not Berlin"."""
_MEANT = regex(r"""
    (?:it is|that is|I meant|make that|should be) (?P<v>(?:(?!\b(?:that|where|which|who
    |I)\b)[\w'’ -]){2,30})$
""")


def _put_in_place_of(found: ExtractedFact, former: re.Match[str]) -> ExtractedFact:
    if found.polarity is Polarity.NEGATIVE or found.act is Act.ENDS:
        return found
    act = Act.CORRECTS if former["wrong"] and found.act is Act.STATES else Act.CHANGES
    return replace(found, instead_of=canonical(cut(former["old"]) or former["old"]), act=act)


def _meant(words: str) -> Iterator[ExtractedFact]:
    """Read "it's Ghent", "I meant Ghent", before ", not Bruges": only what that was tells what this is."""
    if (match := _MEANT.match(words)) and not is_unresolved(value := canonical(cut(match["v"]))):
        yield ExtractedFact(UNTOLD, value, f"It is {value}.", untold=True)


def _denied(previous: ExtractedFact, slot: str) -> bool:
    return previous.slot == slot and not SLOTS[slot].many and previous.polarity is Polarity.NEGATIVE


def _related(found: ExtractedFact, clause: Clause, previous: ExtractedFact | None) -> ExtractedFact:
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


def _takes_back(found: ExtractedFact, previous: ExtractedFact) -> bool:
    """True if "I'm not allergic" went before "I just dislike them": the one is to stand for the other."""
    return (
        previous.polarity is Polarity.NEGATIVE
        and previous.slot.startswith(("constraint.", "identity.", "health."))
        and found.slot != previous.slot
        and found.value.casefold() == previous.value.casefold()
    )


def _key(found: ExtractedFact) -> _Key:
    about = f"{found.slot} {found.subject} {found.attribute}"
    return about, found.value.casefold(), found.polarity, found.act


def _support(round: Round, turn: Turn, start: int, stop: int) -> Support:
    return Support(round.round_id, round.session_id, start, stop, turn.content[start:stop], round.said_at)


def _placed(found: ExtractedFact, support: Support, said: str) -> Fact:
    found = with_doubt_of_name(found, said, support.start)
    undated = found.granted or " is called " in found.text  # a day beside a name is that of something else
    return Fact(
        slot=guarded_slot(found.slot, f"{found.text} {support.quote}"),
        value=found.value,
        polarity=found.polarity,
        text=found.text[:1].upper() + found.text[1:],
        support=support,
        reliability=found.reliability,
        act=found.act,
        happened=None if undated else happened_in(support.quote, found.slot, support.said_at),
        instead_of=found.instead_of,
        wrong_slot=found.wrong_slot,
        subject=found.subject,
        attribute=found.attribute,
        value_type=found.value_type,
    )


_RESIDENCE, _EMPLOYER = Address("identity.residence"), Address("identity.employer")
_AMOUNT = r"""
    (?:about |around |only |just )*(?P<v>(?:\d+|an?|half an?|two|three|four|five|ten|fifteen|twenty|thirty
    |forty|forty-five|fifty)(?:\s*(?:-|to)\s*\d+)? (?:minutes?|mins?|hours?)(?: and a half)?)"""
_TO = "(?:to (?:(?:get|walk|drive|cycle|bike|go) )?)?to (?P<to>work|the office|my office|my job)"
_WAY = (
    regex(rf"""
        \bfrom (?:home|(?:the|my|our) (?:flat|house|apartment|place|home)),? it takes (?:me
        |us) {_AMOUNT}(?: {_TO})?
    """),
    regex(rf"\bit takes (?:me|us) {_AMOUNT} {_TO}"),
    regex(rf"\bmy (?P<to>commute) (?:to work )?(?:is|takes(?: me)?) {_AMOUNT}"),
)
_WAY_RELIABILITY = 0.8


def _dependents_in(sentence: str, support: Support) -> Iterator[Fact]:
    """Find how long a way takes, which hangs on where the owner lives and works."""
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
