"""One call of a model: rounds in, facts out, each checked by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from daybook.conversation import Act, Address, Fact, Polarity, Record, Round
from daybook.english.facts import facts_in
from daybook.llm import ChatModel, ask
from daybook.remember.by_model.about import addresses_under
from daybook.remember.by_model.check_facts import checked, checked_rule, quoted
from daybook.remember.by_model.prompt_input import MODEL_SLOTS, Shown, own_words, prompt_values
from daybook_prompts import Prompt
from daybook_prompts.replies import FactsFound, facts_found_in

REPLY_TYPE = facts_found_in(MODEL_SLOTS)


async def facts_by_model(
    rounds: Sequence[Round],
    model: ChatModel,
    prompt: Prompt,
    *,
    before: Mapping[str, str] | None = None,
    known: Sequence[Record] = (),
) -> list[Fact]:
    """Find what the owner says of themselves in some rounds, by one call.

    A fact is dropped where its slot is none, it is hedged, its quote does not stand in the owner's own words
    of its round (pasted text, quotations and secrets are not theirs), the quote does not state it (see
    `states`), or its subject is named nowhere. A record that it cannot update, a day that the words do not
    tell, and a dependence on what is not known are left out of it.

    Args:
        rounds: of one session, in order; as many as one prompt holds.
        model: is called once; twice where the first reply cannot be read, or nothing of it can be used. Not
            at all where no round has words of the owner.
        prompt: `extract_facts`.
        before: what somebody else had said before the user turn of a round, by its id: see `words_before`.
        known: records of the owner that the rounds may be about: see `nearest_records`.

    Returns:
        The facts in the order of the reply, rules last; of a round no two with the same address, value,
        polarity and act.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.llm.ask` has it.
    """
    by_rules = {round_.round_id: facts_in(round_) for round_ in rounds}
    shown = Shown(rounds, before or {}, known, by_rules)
    if not shown.said:
        return []
    values = prompt_values(shown)
    reply = await ask(
        model,
        prompt,
        REPLY_TYPE,
        check=lambda reply: _objection(reply, shown),
        slots=values["slots"],
        known=values["known"],
        rounds=values["rounds"],
    )
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


def _objection(reply: FactsFound, shown: Shown) -> str:
    """Say what a second try should mend, where nothing of a reply can be used."""
    if not reply.facts or any(given.hedged or checked(given, shown) for given in reply.facts):
        return ""
    given = reply.facts[0]
    if given.slot not in MODEL_SLOTS:
        return f"there is no slot {given.slot!r}"
    if given.round not in shown.said:
        return f"there is no round {given.round}"
    if quoted(given.quote, own_words(shown.said[given.round])) is None:
        return f"the quote {given.quote!r} does not stand in round {given.round}"
    return f"the quote {given.quote!r} does not state {given.slot} {given.value!r}"
