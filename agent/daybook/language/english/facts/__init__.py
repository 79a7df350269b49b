"""What the ledger asks of a language; English is the first that answers.

The ledger knows no words. It asks five things here, and the readers of a chat model's findings (by_model/) a
sixth in `quote_checks` and `stated`; another language would answer the same:

    reading       a round -> facts (`facts_in`) and events (`events_in`); its own words (`own_text`)
    values        whether two say the same, or one says more; the terms by which they are found
    addresses     the words of what a fact is about, told apart by what they do (`terms_of`)
    times         the day that a value names
    sensitivity   the slot in which the policy guards what a text tells (`guarded_slot`)

Facts are read by templates. The modules, in the order of a round's way:

    own_words   what of a turn the owner says: no code, no quotations, no play, no secrets
    clauses     sentences -> statements; questions, suppositions, hedges and reports drop out
    introductions   how people introduce themselves, said again as the statements that templates read
    naming      what relatives and pets are called, and what somebody has one of
    predicate   a statement in the first person -> verb, aspect, negation
    identity, family, possessions, possessives, habits, likes   the templates, by what they are about
    statement   the templates put together, for a statement
    round_facts and for a round
"""

from collections.abc import Sequence

from daybook.conversation import Fact, Round, ToldEvent
from daybook.language.english.facts.comparing import (
    AddressTerms as AddressTerms,
    attribute as attribute,
    index_terms as index_terms,
    is_more_specific as is_more_specific,
    is_narrowed as is_narrowed,
    key_terms as key_terms,
    lookup_terms as lookup_terms,
    measured as measured,
    names_owner as names_owner,
    same_value as same_value,
    terms_of as terms_of,
    value_stems as value_stems,
    with_attribute as with_attribute,
    written_words as written_words,
)
from daybook.language.english.facts.measures import (
    counts_things as counts_things,
    quantity as quantity,
    weekdays as weekdays,
)
from daybook.language.english.facts.own_words import own_text as own_text
from daybook.language.english.facts.phrases import (
    canonical as canonical,
    end_of_day_named as end_of_day_named,
    happened_in as happened_in,
    in_general as in_general,
    is_unresolved as is_unresolved,
)
from daybook.language.english.facts.sensitive import (
    guarded_slot as guarded_slot,
    is_medical as is_medical,
    private_slot as private_slot,
)


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in a round, by templates.

    Only the user's turn is read, and nothing that came out of memory.

    Returns:
        Facts in the order of the text, no two with the same slot, value, polarity and act.
    """
    # The templates compile some hundred patterns, which only what reads rounds has to pay for.
    from daybook.language.english.facts.round_facts import facts_in as read

    return read(round)


def events_in(round: Round) -> Sequence[ToldEvent]:
    """Find the events of their own lives that people tell in a round, the user's first.

    The user is read, and the other side where it is a person with a name. Nothing that came out of memory
    is read.
    """
    from daybook.language.english.events.told_events import events_in as read

    return read(round)


def event_terms(text: str) -> frozenset[str]:
    """List the stems that tell which event a text is about; all of them where it has only light ones."""
    from daybook.language.english.events.told_events import event_terms as read

    return read(text)
