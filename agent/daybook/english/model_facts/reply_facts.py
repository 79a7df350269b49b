"""The facts of a model's reply, and what is wrong with a reply of which nothing can be used."""

from __future__ import annotations

from dataclasses import replace

from daybook.conversation import MODEL_SLOTS, Act, Address, Fact, Polarity
from daybook.conversation.language import FactsReply, Shown
from daybook.english.model_facts.about import addresses_under
from daybook.english.model_facts.check_facts import checked, checked_rule, quoted


def facts_in_reply(reply: FactsReply, shown: Shown) -> list[Fact]:
    """List the facts of a reply that the owner's words bear, rules last.

    Of a round no two have the same address, value, polarity and act.
    """
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
