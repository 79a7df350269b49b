"""How facts in English are compared, as the engine asks for it."""

from daybook.conversation import ValueType
from daybook.language.english.facts import (
    attribute,
    event_terms,
    index_terms,
    is_more_specific,
    key_terms,
    lookup_terms,
    measured,
    same_value,
    with_attribute,
)
from daybook.language.english.facts.addresses import are_comparable, meet, with_plain_address


class EnglishValues:
    """See `daybook.conversation.language.Values`."""

    terms = staticmethod(key_terms)
    index_terms = staticmethod(index_terms)
    lookup_terms = staticmethod(lookup_terms)
    same = staticmethod(same_value)
    is_more_specific = staticmethod(is_more_specific)
    attribute = staticmethod(attribute)
    with_attribute = staticmethod(with_attribute)
    plain_address = staticmethod(with_plain_address)
    are_comparable = staticmethod(are_comparable)
    meet = staticmethod(meet)
    event_terms = staticmethod(event_terms)

    def is_less(self, one: str, other: str) -> bool:
        """True if a quantity is smaller than another."""
        first, second = measured(one, ValueType.QUANTITY), measured(other, ValueType.QUANTITY)
        return first is not None and second is not None and first.high < second.low
