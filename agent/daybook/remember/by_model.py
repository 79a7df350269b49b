"""Facts found by a chat model, each held to the words that it names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from daybook.conversation import Polarity, Round, Support
from daybook.llm import ChatModel, ask
from daybook.remember.extract.extracted_fact import is_unresolved
from daybook.remember.extract.own_words import own_text
from daybook.remember.extract.times import happened_in
from daybook.remember.fact import Act, Fact
from daybook.remember.slots import SLOTS
from daybook.remember.values import canonical
from daybook_prompts import Prompt
from daybook_prompts.replies import FactFound, FactsFound

RELIABILITY = 0.75
"""Of every fact of a model. That the quote stands in the turn is checked, what is made of it is not: so it is
less than that of the best templates, but enough for being written when said once."""


async def facts_by_model(rounds: Sequence[Round], model: ChatModel, prompt: Prompt) -> list[Fact]:
    """Find what the owner says of themselves in some rounds, by one call.

    A fact is dropped where its slot is none, its value points at something else ("that place"), it is hedged,
    or its quote does not stand in the owner's own words of its round: pasted text, quotations and secrets are
    not theirs.

    Args:
        rounds: of one session, in order; as many as one prompt holds.
        model: is called once, or twice; not at all where no round has words of the owner.
        prompt: `extract_facts`.

    Returns:
        The facts in the order of the reply, no two with the same slot, value, polarity and act.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.llm.ask` has it.
    """
    said = {number: round for number, round in enumerate(rounds, 1) if _words_of(round).strip()}
    if not said:
        return []
    reply = await ask(
        model,
        prompt,
        FactsFound,
        check=lambda reply: _objection(reply, said),
        slots={name: slot.description for name, slot in SLOTS.items()},
        rounds=[
            {"round": number, "said_at": f"{round.said_at:%Y-%m-%d}", "user": _words_of(round)}
            for number, round in said.items()
        ],
    )
    facts: dict[tuple[str, str, Polarity, Act], Fact] = {}
    for given in reply.facts:
        if fact := _checked(given, said):
            facts.setdefault((fact.slot, fact.value.casefold(), fact.polarity, fact.act), fact)
    return list(facts.values())


def _words_of(round: Round) -> str:
    return own_text(round.user.content).replace("\0", " ") if round.user and round.user.is_key else ""


def _objection(reply: FactsFound, said: Mapping[int, Round]) -> str:
    """Say what a second try should mend."""
    for given in reply.facts:
        if given.slot not in SLOTS:
            return f"there is no slot {given.slot!r}"
        if given.round not in said:
            return f"there is no round {given.round}"
        if _span(given.quote, said[given.round]) is None:
            return f"the quote {given.quote!r} does not stand in round {given.round}"
    return ""


def _checked(given: FactFound, said: Mapping[int, Round]) -> Fact | None:
    round = said.get(given.round)
    value = canonical(given.value)
    act = Act(given.act)
    if round is None or round.user is None or given.slot not in SLOTS or given.hedged:
        return None
    if not (value or act is Act.ENDS) or (value and is_unresolved(value)) or not given.text.strip():
        return None
    span = _span(given.quote, round)
    if span is None:
        return None
    quote = round.user.content[span[0] : span[1]]
    return Fact(
        given.slot,
        value,
        Polarity.NEGATIVE if given.denied else Polarity.POSITIVE,
        " ".join(given.text.split()),
        Support(round.round_id, round.session_id, *span, quote, round.said_at),
        RELIABILITY,
        act,
        happened_in(quote, given.slot, round.said_at),
        canonical(given.instead_of),
    )


def _span(quote: str, round: Round) -> tuple[int, int] | None:
    """Find a quote in the owner's own words; line breaks and apostrophes may differ."""
    words = quote.split()
    if not words:
        return None
    pattern = r"\s+".join(re.sub(r"['’]", "['’]", re.escape(word)) for word in words)
    match = re.search(pattern, _words_of(round))
    return match.span() if match else None
