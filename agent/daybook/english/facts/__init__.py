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
from daybook.english.facts.comparing import AddressTerms as AddressTerms
from daybook.english.facts.comparing import attribute as attribute
from daybook.english.facts.comparing import index_terms as index_terms
from daybook.english.facts.comparing import is_more_specific as is_more_specific
from daybook.english.facts.comparing import is_narrowed as is_narrowed
from daybook.english.facts.comparing import key_terms as key_terms
from daybook.english.facts.comparing import lookup_terms as lookup_terms
from daybook.english.facts.comparing import measured as measured
from daybook.english.facts.comparing import names_owner as names_owner
from daybook.english.facts.comparing import same_value as same_value
from daybook.english.facts.comparing import terms_of as terms_of
from daybook.english.facts.comparing import value_stems as value_stems
from daybook.english.facts.comparing import with_attribute as with_attribute
from daybook.english.facts.comparing import written_words as written_words
from daybook.english.facts.measures import counts_things as counts_things
from daybook.english.facts.measures import quantity as quantity
from daybook.english.facts.measures import weekdays as weekdays
from daybook.english.facts.own_words import own_text as own_text
from daybook.english.facts.phrases import canonical as canonical
from daybook.english.facts.phrases import end_of_day_named as end_of_day_named
from daybook.english.facts.phrases import happened_in as happened_in
from daybook.english.facts.phrases import in_general as in_general
from daybook.english.facts.sensitive import guarded_slot as guarded_slot
from daybook.english.facts.sensitive import is_medical as is_medical
from daybook.english.facts.sensitive import private_slot as private_slot
from daybook.english.facts.templates import is_unresolved as is_unresolved


def facts_in(round: Round) -> list[Fact]:
    """Find what the owner says of themselves in a round, by templates.

    Only the user's turn is read, and nothing that came out of memory.

    Returns:
        Facts in the order of the text, no two with the same slot, value, polarity and act.
    """
    # The templates compile some hundred patterns, which only what reads rounds has to pay for.
    from daybook.english.facts.round_facts import facts_in as read

    return read(round)


def events_in(round: Round) -> Sequence[ToldEvent]:
    """Find the events of their own lives that people tell in a round, the user's first.

    The user is read, and the other side where it is a person with a name. Nothing that came out of memory
    is read.
    """
    from daybook.english.events.told_events import events_in as read

    return read(round)


def event_terms(text: str) -> frozenset[str]:
    """List the stems that tell which event a text is about; all of them where it has only light ones."""
    from daybook.english.events.told_events import event_terms as read

    return read(text)
