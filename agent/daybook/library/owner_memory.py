"""The calls of `Daybook` for one owner, who is named once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from daybook.errors import BadInput

if TYPE_CHECKING:
    from daybook.library.daybook import Daybook


class OwnerMemory:
    """What one owner has in a memory: `Daybook`'s calls, with that owner filled in.

        ada = daybook.of("ada")
        ada.append([Turn(Role.USER, "I parked on level 4.")])
        print(ada.ask("Where did I park?").text)

    Each is `functools.partial` of the method of that name, where the documentation is; type checkers know its
    other arguments. `await ada.aask(…)` is the form for asynchronous programs, as with a Daybook itself.
    """

    def __init__(self, daybook: Daybook, owner: str) -> None:
        if not owner.strip():
            raise BadInput("an owner needs a name", source="owner")
        self.owner = owner
        self.ask, self.aask = partial(daybook.ask, owner=owner), partial(daybook.aask, owner=owner)
        """Answer a question, with quotes and dates."""
        self.explain = partial(daybook.explain, owner=owner)
        self.aexplain = partial(daybook.aexplain, owner=owner)
        """Answer a question, and keep everything that happened on the way."""
        self.search = partial(daybook.search, owner=owner)
        self.asearch = partial(daybook.asearch, owner=owner)
        """Find the rounds that bear on a question."""
        self.chat, self.achat = partial(daybook.chat, owner=owner), partial(daybook.achat, owner=owner)
        """Reply to a message, and remember the round."""
        self.context_for = partial(daybook.context_for, owner=owner)
        self.acontext_for = partial(daybook.acontext_for, owner=owner)
        """Give what bears on a message, for a prompt of your own."""
        self.add, self.aadd = partial(daybook.add, owner=owner), partial(daybook.aadd, owner=owner)
        """Keep sessions."""
        self.append, self.aappend = (
            partial(daybook.append, owner=owner),
            partial(daybook.aappend, owner=owner),
        )
        """Keep one round."""
        self.forget, self.aforget = (
            partial(daybook.forget, owner=owner),
            partial(daybook.aforget, owner=owner),
        )
        """Forget for good what a selector names."""
        self.would_forget = partial(daybook.would_forget, owner=owner)
        self.awould_forget = partial(daybook.awould_forget, owner=owner)
        """Say what forgetting would take away."""
        self.sessions = partial(daybook.sessions, owner=owner)
        self.asessions = partial(daybook.asessions, owner=owner)
        """List the sessions in time order."""
        self.rounds, self.arounds = (
            partial(daybook.rounds, owner=owner),
            partial(daybook.arounds, owner=owner),
        )
        """Give the rounds of a session."""
        self.diary, self.adiary = partial(daybook.diary, owner=owner), partial(daybook.adiary, owner=owner)
        """List what happened and what is planned."""
        self.records = partial(daybook.ledger.records, owner=owner)
        self.arecords = partial(daybook.ledger.arecords, owner=owner)
        """List what is known: the records of the ledger."""
