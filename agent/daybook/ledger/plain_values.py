"""Compares what facts say by their words; which fact replaces which, the model that writes them names."""

from dataclasses import dataclass

from daybook.conversation import Address
from daybook.conversation.language import Analyzer


@dataclass(frozen=True, slots=True)
class PlainValues:
    """Compares values by their stems."""

    analyzer: Analyzer

    def terms(self, text: str) -> frozenset[str]:
        """Return the stems of a text; all of its words where it has only stop words."""
        return frozenset(self.analyzer.words(text)) or frozenset(text.casefold().split())

    def same(self, one: str, other: str) -> bool:
        """True if two values have the same stems."""
        return one.casefold() == other.casefold() or self.terms(one) == self.terms(other)

    def meet(self, one: Address, other: Address) -> bool:
        """True if two addresses are of one slot and name their subject and attribute in the same words."""
        if one == other:
            return True
        if one.slot != other.slot or bool(one.text) != bool(other.text):
            return False
        return self.same(one.subject, other.subject) and self.same(one.attribute, other.attribute)
