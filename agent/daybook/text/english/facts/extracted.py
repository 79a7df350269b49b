"""A fact as a clause states it, without its place and its time; and how sure that is."""

from dataclasses import dataclass
from enum import Enum

from daybook.conversation import Act, Polarity, ValueType


class Checked(Enum):
    """What is known of a value besides that its words stand where such a value does."""

    LISTED = "listed"
    """It is one of a closed list: a trade, a diet, a language, a number of years."""
    NAMED = "named"
    """It is written as a name."""
    WORDED = "worded"
    """It is any phrase."""


_BY_CHECK = {Checked.LISTED: 0.96, Checked.NAMED: 0.94, Checked.WORDED: 0.92}
_LEFT_OVER, _UNTOLD = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """What a clause says of somebody."""

    slot: str
    value: str
    text: str
    polarity: Polarity = Polarity.POSITIVE
    act: Act = Act.STATES
    instead_of: str = ""
    wrong_slot: str = ""
    granted: bool = False
    """It is taken for granted and not said ("my wife"), so that times beside it are not its."""
    subject: str = ""
    """Whom it is about; "" for the owner."""
    attribute: str = ""
    """What of them; "" for what the slot is about."""
    value_type: ValueType | None = None
    untold: bool = False
    """Its slot is not told: it counts only where the ledger knows what it takes the place of."""
    checked: Checked = Checked.WORDED
    whole: bool = True
    """Every word of its clause is accounted for."""
    most: float = 1.0
    """What it is at most, where somebody else may be meant."""

    @property
    def reliability(self) -> float:
        """How far it is to be trusted, in (0, 1], by what was checked of its value, whatever its slot."""
        if self.untold:
            return _UNTOLD
        return min(_BY_CHECK[self.checked] if self.whole else _LEFT_OVER, self.most)
