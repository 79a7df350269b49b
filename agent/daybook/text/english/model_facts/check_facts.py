"""The facts and rules of a model's reply, held to the owner's words: what these do not bear is dropped."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from daybook.conversation import (
    MODEL_SLOTS,
    OTHER,
    OWN_SLOTS,
    RULE,
    SLOTS,
    Act,
    Address,
    Condition,
    Fact,
    Polarity,
    Round,
    Support,
    ValueType,
)
from daybook.conversation.language import FactsReply, Shown
from daybook.text.english.facts.comparing import same_value
from daybook.text.english.facts.phrases import canonical, happened_in, in_general, is_unresolved
from daybook.text.english.facts.sensitive import guarded_slot, is_medical, private_slot
from daybook.text.english.facts.stated import CORRECTS, LONGEST, Quote, names, states, terms
from daybook.text.english.model_facts.about import (
    About,
    about,
    addresses_under,
    may_update,
    plain,
    subject_of,
)
from daybook.text.english.model_facts.quote_checks import (
    MEASURED,
    Named,
    condition_and_rest,
    has_cue,
    is_person,
    may_state_rule,
    mentions_owner,
    tells_of_day,
    way_to_follow,
)
from daybook.text.english.sentences import sentence_spans
from daybook_prompts.replies import FactFound, PartOfRule, RuleFound

BASE = 0.55
"""Of what passed every check that a fact must pass, and has nothing else for it: it is written, and
overthrows nothing. People seldom name an attribute ("I drive a Tavria"): waiting would keep most back."""
NAMED = {Named.NOWHERE: 0.0, Named.AROUND: 0.02, Named.IN_SENTENCE: 0.05}
"""What is added for where the words name whom or what it is about."""
CUE = 0.15
"""The statement has a word that goes with the slot, or the words name the attribute."""
UPDATES = 0.05
"""It updates a record that was shown, and fits it."""
AGREED = 0.15
"""Rules read the same in the same round."""
CONCLUDED = 0.45
"""The most that a conclusion has: alone it waits in quarantine; once it is drawn from words of another
session as well, or confirmed, it counts."""


def _reliability(
    named: Named, *, cue: bool, updates: bool = False, agreed: bool = False, concluded: bool = False
) -> float:
    found = BASE + NAMED[named] + CUE * cue + UPDATES * updates + AGREED * agreed
    return round(min(found, CONCLUDED) if concluded else found, 2)


_LONGEST_TEXT = 160  # characters of a clause that is the text of a record
_VAGUE = frozenset({"identity.trait", "constraint.other", "preference.other", "preference.fear", OTHER})
"""Slots into which a model puts an illness for want of a better one."""
_DAY = timedelta(days=1)


def checked(given: FactFound, shown: Shown) -> Fact | None:
    """Make a fact of what the model gave, or None where the owner's words do not bear it.

    What it rests on may be another fact of the reply, and is left out.
    """
    round_ = shown.said.get(given.round)
    if round_ is None or round_.user is None or given.slot not in MODEL_SLOTS or given.hedged:
        return None
    found = quoted(given.quote, shown.own.get(round_.round_id, ""))
    if found is None:
        return None
    start, quote = found
    about_ = about(given, quote, round_, shown)
    if about_ is None:
        return None
    is_date = about_.value_type is ValueType.DATE
    value = plain(given.value) if is_date else in_general(canonical(given.value))
    if value and is_unresolved(value) and about_.value_type not in MEASURED:
        return None
    act, polarity = Act(given.act), Polarity.NEGATIVE if given.denied else Polarity.POSITIVE
    record, before = shown.record(given.updates), shown.before.get(round_.round_id, "")
    if record is not None and not may_update(record, about_, act, quote, before):
        record = None
    if not value and (act is not Act.ENDS or (SLOTS[about_.address.slot].many and record is None)):
        return None
    address, words = about_.address, quote.words
    around = f"{given.attribute} {given.subject} {before}"
    follows = way_to_follow(
        about_.value_type, concluded=given.concluded, around=around, said_at=round_.said_at
    )
    if not states(quote, address.slot, value, polarity, act, subject=address.subject, follows=follows):
        return None
    if record is not None and address.slot == record.slot == OTHER:
        address = record.address  # so that rules and later readings meet it by the same words
    if act is Act.CORRECTS and not CORRECTS.stands_in(quote.sentence):
        act = Act.CHANGES  # what was so before stays visible as history
    instead_of = canonical(given.instead_of)
    fact = Fact(
        _guarded(address.slot, given, words),
        value or (record.value if record else ""),
        polarity,
        _sentence(quote),
        Support(round_.round_id, round_.session_id, start, start + len(words), words, round_.said_at),
        reliability=1.0,
        act=act,
        happened=happened_in(words, address.slot, round_.said_at),
        instead_of=instead_of if instead_of and names(quote.sentence, instead_of) else "",
        subject=address.subject,
        attribute=address.attribute,
        value_type=about_.value_type,
        until=_until(given.until, quote, round_),
        concluded=given.concluded,
        updates=record.record_id if record else "",
    )
    by_rules = shown.by_rules.get(round_.round_id, ())
    reliability = _reliability(
        about_.named,
        cue=about_.attribute_named or has_cue(_cued_slot(given, about_), quote.statement),
        updates=record is not None,
        agreed=any(_same(fact, other) for other in by_rules),
        concluded=given.concluded,
    )
    return replace(fact, reliability=reliability)


def quoted(words: str, text: str) -> tuple[int, Quote] | None:
    """Find where a quote begins in a text, and its sentence; line breaks and apostrophes may differ."""
    pieces = [re.sub(r"['’]", "['’]", re.escape(word)) for word in words.split()]
    match = re.search(r"(?<!\w)" + r"\s+".join(pieces) + r"(?!\w)", text) if pieces else None
    if match is None:
        return None
    for start, stop in sentence_spans(text):
        if start <= match.start() < stop:
            end = max(stop, match.end())
            return match.start(), Quote(text[start:end], match.start() - start, match.end() - start)
    return None


def _cued_slot(given: FactFound, about_: About) -> str:
    """Return the slot whose cues are looked for: that of the attribute where a fact has no own slot."""
    if about_.address.slot != OTHER:
        return about_.address.slot
    return OWN_SLOTS.get(about_.address.attribute.casefold(), given.slot)


def _same(fact: Fact, other: Fact) -> bool:
    return (
        (fact.address, fact.polarity) == (other.address, other.polarity)
        and same_value(fact.value, other.value)
        and (fact.act is Act.ENDS) == (other.act is Act.ENDS)
    )


def _until(day: str, quote: Quote, round_: Round) -> datetime | None:
    """Return the end of a day to come that the sentence names, or that ends or is in a period it names."""
    try:
        end = datetime.fromisoformat(day[:10]).replace(tzinfo=round_.said_at.tzinfo or UTC) + _DAY
    except ValueError:
        return None
    is_told = end > round_.said_at and tells_of_day(quote.sentence, round_.said_at, end)
    return end if is_told else None


def _guarded(slot: str, given: FactFound, words: str) -> str:
    """Put what is sensitive where the policy guards it, whatever the model took it for."""
    text = f"{given.value} {given.attribute} {words}"
    if given.slot == "identity.residence" and any(sign.isdigit() for sign in given.value):
        return "identity.address"
    if slot in _VAGUE and is_medical(text):
        return "health.condition"
    return private_slot(f"{given.attribute} {given.value}") or guarded_slot(slot, text)


def _sentence(quote: Quote) -> str:
    words = " ".join((quote.clause if len(quote.clause) <= _LONGEST_TEXT else quote.words).split())
    return words[:1].upper() + words[1:]


def checked_rule(given: RuleFound, shown: Shown) -> Fact | None:
    """Make a fact of a rule, or None where the owner's words do not state it.

    Its sentence has a clause of condition that names what has to change, and outside of that clause the value
    that is to be so; it is no question, and neither doubted nor contrary to fact.
    """
    round_ = shown.said.get(given.round)
    found = quoted(given.quote, shown.own.get(round_.round_id, "")) if round_ else None
    value = canonical(given.then.value)
    if round_ is None or found is None or not value or len(value) > LONGEST or is_unresolved(value):
        return None
    start, quote = found
    when, then = _address(given.when, round_), _address(given.then, round_)
    if when is None or then is None or when == then or not _states_rule(given, when, then, quote):
        return None
    words = quote.words
    return Fact(
        "health.condition" if is_medical(quote.sentence) else RULE,
        value,
        Polarity.POSITIVE,
        " ".join(quote.sentence.split()),
        Support(round_.round_id, round_.session_id, start, start + len(words), words, round_.said_at),
        _reliability(Named.IN_SENTENCE, cue=True),
        subject=then.subject,
        attribute=then.attribute or SLOTS[then.slot].attribute,
        condition=Condition(when, canonical(given.when.value), then, value),
    )


def _states_rule(given: RuleFound, when: Address, then: Address, quote: Quote) -> bool:
    sentence = quote.sentence
    clauses = condition_and_rest(sentence, given.then.value)
    if clauses is None or not may_state_rule(sentence):
        return False
    condition, rest = clauses
    changed = given.when.value
    by_words = bool(terms(f"{when.subject} {given.when.attribute}") & terms(condition))
    is_named = names(condition, changed) if changed else by_words or has_cue(when.slot, condition)
    if not (by_words or mentions_owner(sentence)):
        return False
    is_told_of = not is_person(then.subject) or names(sentence, then.subject)
    return is_named and is_told_of and names(rest, given.then.value)


def _address(part: PartOfRule, round_: Round) -> Address | None:
    subject, attribute = subject_of(part.subject, round_), plain(part.attribute)
    if subject is None or not attribute or max(len(subject), len(attribute)) > LONGEST:
        return None
    slot = attribute if attribute in MODEL_SLOTS else OWN_SLOTS.get(attribute.casefold(), OTHER)
    return Address(slot) if slot != OTHER and not subject else Address(OTHER, subject, attribute)


def facts_in_reply(reply: FactsReply, shown: Shown) -> list[Fact]:
    """List the facts of a reply that the owner's words bear, rules last, no two of a round the same."""
    found = [(given, fact) for given in reply.facts if (fact := checked(given, shown))]
    others = [fact for _, fact in found]
    facts = [
        replace(fact, rests_on=addresses_under(given.rests_on, fact, others, shown)) for given, fact in found
    ]
    facts += [fact for given in reply.rules if (fact := checked_rule(given, shown))]
    distinct: dict[tuple[str, Address, str, Polarity, Act], Fact] = {}
    for fact in facts:
        key = (fact.support.round_id, fact.address, fact.value.casefold(), fact.polarity, fact.act)
        distinct.setdefault(key, fact)
    return list(distinct.values())


def objection_to(reply: FactsReply, shown: Shown) -> str:
    """Say what a second try should mend, where nothing of a reply can be used."""
    if not reply.facts or any(given.hedged or checked(given, shown) for given in reply.facts):
        return ""
    given = reply.facts[0]
    if given.slot not in MODEL_SLOTS:
        return f"there is no slot {given.slot!r}"
    if given.round not in shown.said:
        return f"there is no round {given.round}"
    own = shown.own.get(shown.said[given.round].round_id, "")
    if quoted(given.quote, own) is None:
        return f"the quote {given.quote!r} does not stand in round {given.round}"
    return f"the quote {given.quote!r} does not state {given.slot} {given.value!r}"
