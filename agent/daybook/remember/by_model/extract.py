"""One call of a model: rounds in, facts out, each checked by code."""

from collections.abc import Mapping, Sequence

from daybook.conversation import MODEL_SLOTS, Fact, Record, Round
from daybook.conversation.language import Language
from daybook.models.llm import ChatModel, ask
from daybook.remember.by_model.prompt_input import prompt_values, shown_rounds
from daybook_prompts import Prompt
from daybook_prompts.replies import facts_found_in

REPLY_TYPE = facts_found_in(MODEL_SLOTS)


async def facts_by_model(
    rounds: Sequence[Round],
    model: ChatModel,
    prompt: Prompt,
    language: Language,
    *,
    before: Mapping[str, str] | None = None,
    known: Sequence[Record] = (),
) -> list[Fact]:
    """Find what the owner says of themselves in some rounds, by one call.

    A fact is dropped where its slot is none, it is hedged, its quote does not stand in the owner's own words
    of its round (pasted text, quotations and secrets are not theirs), the quote does not state it, or its
    subject is named nowhere. A record that it cannot update, a day that the words do not tell, and a
    dependence on what is not known are left out of it.

    Args:
        rounds: of one session, in order; as many as one prompt holds.
        model: is called once; twice where the first reply cannot be read, or nothing of it can be used. Not
            at all where no round has words of the owner.
        prompt: `extract_facts`.
        language: of the rounds, which holds what is found to their words.
        before: what somebody else had said before the user turn of a round, by its id: see `words_before`.
        known: records of the owner that the rounds may be about: see `nearest_records`.

    Returns:
        The facts in the order of the reply, rules last; of a round no two with the same address, value,
        polarity and act.
    """
    by_rules = {round_.round_id: language.facts_of(round_) for round_ in rounds}
    shown = shown_rounds(rounds, language.analyzer, before=before, known=known, by_rules=by_rules)
    if not shown.said:
        return []
    values = prompt_values(shown)
    reply = await ask(
        model,
        prompt,
        REPLY_TYPE,
        check=lambda reply: language.check_facts(reply, shown)[1],
        slots=values["slots"],
        known=values["known"],
        rounds=values["rounds"],
    )
    return language.check_facts(reply, shown)[0]
