"""Facts found by a chat model, each held to the words that it quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from daybook.conversation import Polarity, Round, Support
from daybook.english.sentences import sentence_spans
from daybook.llm import ChatModel, ask
from daybook.remember.extract.doubt import CORRECTS, words_in
from daybook.remember.extract.extracted_fact import is_unresolved
from daybook.remember.extract.medical import guarded_slot, is_medical
from daybook.remember.extract.own_words import own_text
from daybook.remember.extract.times import happened_in
from daybook.remember.fact import Act, Fact
from daybook.remember.slots import SLOTS
from daybook.remember.stated import Quote, names, states
from daybook.remember.values import canonical, in_general
from daybook_prompts import JsonValue, Prompt
from daybook_prompts.replies import FactFound, FactsFound, facts_found_in

RELIABILITY = 0.75
"""Of every fact of a model. That its words are the owner's is checked, what kind of fact they state is not:
so it is less than that of the best templates, but enough for being written when said once."""
REPLY_TYPE = facts_found_in(tuple(SLOTS))
_LONGEST_TEXT = 160
"""Characters of a clause that is the text of a record."""
_FAVOURITE = "preference.favourite."
_DESCRIPTIONS = {
    name: slot.description for name, slot in SLOTS.items() if not name.startswith(_FAVOURITE)
} | {
    f"{_FAVOURITE}KIND": "the one favourite; KIND is "
    + ", ".join(name.removeprefix(_FAVOURITE) for name in SLOTS if name.startswith(_FAVOURITE))
}
"""For the prompt, in which every word costs a token a call."""
_VAGUE = frozenset({"identity.trait", "constraint.other", "preference.other", "preference.fear"})
"""Slots into which a model puts an illness for want of a better one."""


async def facts_by_model(rounds: Sequence[Round], model: ChatModel, prompt: Prompt) -> list[Fact]:
    """Find what the owner says of themselves in some rounds, by one call.

    A fact is dropped where its slot is none, it is hedged, its quote does not stand in the owner's own words
    of its round (pasted text, quotations and secrets are not theirs), or the quote does not state it: see
    `states`.

    Args:
        rounds: of one session, in order; as many as one prompt holds.
        model: is called once; twice where the first reply cannot be read, or nothing of it can be used. Not
            at all where no round has words of the owner.
        prompt: `extract_facts`.

    Returns:
        The facts in the order of the reply; of a round no two with the same slot, value, polarity and act.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.llm.ask` has it.
    """
    said = {number: round for number, round in enumerate(rounds, 1) if own_words(round)}
    if not said:
        return []
    values = prompt_values(rounds)
    reply = await ask(
        model,
        prompt,
        REPLY_TYPE,
        check=lambda reply: _objection(reply, said),
        slots=values["slots"],
        rounds=values["rounds"],
    )
    facts: dict[tuple[str, str, str, Polarity, Act], Fact] = {}
    for given in reply.facts:
        if fact := _checked(given, said):
            key = (fact.support.round_id, fact.slot, fact.value.casefold(), fact.polarity, fact.act)
            facts.setdefault(key, fact)
    return list(facts.values())


def own_words(round: Round) -> str:
    """Return what of a round a model is given to find facts in; "" where the owner said nothing of their own.

    Every position is that of the user's turn.
    """
    words = own_text(round.user.content).replace("\0", " ") if round.user and round.user.is_key else ""
    return words if words.strip() else ""


def prompt_values(rounds: Sequence[Round]) -> Mapping[str, JsonValue]:
    """Return what fills the slots of the prompt; a round's number is its place in `rounds`, from 1."""
    return {
        "slots": _DESCRIPTIONS,
        "rounds": [
            {"round": number, "said_at": f"{round.said_at:%Y-%m-%d}", "user": words}
            for number, round in enumerate(rounds, 1)
            if (words := own_words(round))
        ],
    }


def _objection(reply: FactsFound, said: Mapping[int, Round]) -> str:
    """Say what a second try should mend, where nothing of a reply can be used."""
    if not reply.facts or any(given.hedged or _checked(given, said) for given in reply.facts):
        return ""
    given = reply.facts[0]
    if given.slot not in SLOTS:
        return f"there is no slot {given.slot!r}"
    if given.round not in said:
        return f"there is no round {given.round}"
    if _quoted(given.quote, own_words(said[given.round])) is None:
        return f"the quote {given.quote!r} does not stand in round {given.round}"
    return f"the quote {given.quote!r} does not state {given.slot} {given.value!r}"


def _checked(given: FactFound, said: Mapping[int, Round]) -> Fact | None:
    """Make a fact of what the model gave, or None where the owner's words do not state it."""
    round, value = said.get(given.round), in_general(canonical(given.value))
    if round is None or round.user is None or given.slot not in SLOTS or given.hedged:
        return None
    act, slot = Act(given.act), SLOTS[given.slot]
    if (value and is_unresolved(value)) or (not value and (act is not Act.ENDS or slot.many)):
        return None
    found = _quoted(given.quote, own_words(round))
    if found is None:
        return None
    start, quote = found
    polarity = Polarity.NEGATIVE if given.denied else Polarity.POSITIVE
    if not states(quote, slot.name, value, polarity, act):
        return None
    if act is Act.CORRECTS and not CORRECTS.stands_in(quote.sentence, words_in(quote.sentence)):
        act = Act.CHANGES  # what was so before stays visible as history
    instead_of = canonical(given.instead_of)
    stop = start + len(quote.words)
    words = round.user.content[start:stop]
    return Fact(
        _guarded(slot.name, given.value, words),
        value,
        polarity,
        _sentence(quote),
        Support(round.round_id, round.session_id, start, stop, words, round.said_at),
        RELIABILITY,
        act,
        happened_in(words, slot.name, round.said_at),
        instead_of if instead_of and names(quote.sentence, instead_of) else "",
    )


def _quoted(words: str, text: str) -> tuple[int, Quote] | None:
    """Find a quote in a text, and the sentence around it; line breaks and apostrophes may differ.

    Returns:
        Where it begins in the text, and the quote in its sentence; None where it is not there.
    """
    pieces = [re.sub(r"['’]", "['’]", re.escape(word)) for word in words.split()]
    match = re.search(r"(?<!\w)" + r"\s+".join(pieces) + r"(?!\w)", text) if pieces else None
    if match is None:
        return None
    for start, stop in sentence_spans(text):
        if start <= match.start() < stop:
            end = max(stop, match.end())
            return match.start(), Quote(text[start:end], match.start() - start, match.end() - start)
    return None


def _guarded(slot: str, value: str, quote: str) -> str:
    """Put what is sensitive where the policy guards it, whatever the model took it for."""
    if slot == "identity.residence" and any(sign.isdigit() for sign in value):
        return "identity.address"
    if slot in _VAGUE and is_medical(f"{value} {quote}"):
        return "health.condition"
    return guarded_slot(slot, f"{value} {quote}")


def _sentence(quote: Quote) -> str:
    """Say the fact by itself: in the owner's words, with their beginning where the model left it out."""
    words = " ".join((quote.clause if len(quote.clause) <= _LONGEST_TEXT else quote.words).split())
    return words[:1].upper() + words[1:]
