"""From rounds to the ledger: facts are found, weighed, and posted as events."""

from agent.remember.fact import Act, Fact
from agent.remember.slots import SLOTS, Slot

__all__ = ["SLOTS", "Act", "Fact", "Slot"]
