"""What forgetting reads of an owner: all that was said, and of rounds only those that may lose something."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from daybook.conversation import Event, Round, TimeRange
from daybook.errors import StoreError
from daybook.store.forgetting.narrow_queries import Place, TurnText, session_sizes, turn_texts
from daybook.store.item_table import ItemTable
from daybook.store.item_values import StoredItem
from daybook.store.ledger import Ledgers
from daybook.store.pins import Pin, Pins
from daybook.store.round_queries import RoundQueries


@dataclass(frozen=True, slots=True)
class OwnerData:
    """What is stored of an owner; rounds are read when they are asked for."""

    owner: str
    events: tuple[Event, ...]
    pins: tuple[Pin, ...]
    texts: Mapping[str, list[TurnText]]
    """What the turns of every round say, by its id, in order."""
    recalled: Mapping[str, set[str]]
    """Ids of the rounds that recall a round or record, by its id."""
    items: tuple[StoredItem, ...]
    queries: RoundQueries
    _read: dict[str, Round] = field(default_factory=dict)
    _order: dict[str, int] = field(default_factory=dict)

    def rounds(self, names: Iterable[str]) -> dict[str, Round]:
        """Return the rounds of those ids by id, in their order; ids of nothing are passed over.

        Raises:
            StoreError: one of them cannot be read.
        """
        wanted = sorted({name for name in names if name in self.texts}, key=self._places().__getitem__)
        missing = [name for name in wanted if name not in self._read]
        self._read.update((one.round_id, one) for one in self.queries.rounds(self.owner, missing))
        _refuse([name for name in wanted if name not in self._read])
        return {name: self._read[name] for name in wanted}

    def _places(self) -> dict[str, int]:
        if not self._order:
            self._order.update((name, place) for place, name in enumerate(self.texts))
        return self._order

    def recalling(self, names: Iterable[str]) -> set[str]:
        """Return the ids of the rounds that recall one of those, or that recall such a round, and so on."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            more = self.recalled.get(waiting.pop(), set()) - found
            found |= more
            waiting += more
        return found

    def of_session(self, session_id: str) -> set[str]:
        """Return the ids of the rounds of every session of an id."""
        return self.queries.session_round_ids(self.owner, session_id)

    def said(self, during: TimeRange) -> set[str]:
        """Return the ids of the rounds said in a time range."""
        return set(self.queries.rounds_said(self.owner, during))

    def sizes(self, session_ids: Iterable[str]) -> Counter[Place]:
        """Count the rounds of each session of those ids."""
        return session_sizes(self.queries.database, self.owner, session_ids)


def read_owner(
    owner: str, queries: RoundQueries, ledgers: Ledgers, pins: Pins, items: ItemTable
) -> OwnerData:
    """Read what the owner has.

    Raises:
        StoreError: a round or an item cannot be read, so nobody can say whether it repeats what is to be
            forgotten.
    """
    texts: dict[str, list[TurnText]] = defaultdict(list)
    recalled: dict[str, set[str]] = defaultdict(set)
    for turn in turn_texts(queries.database, owner):
        texts[turn.round_id].append(turn)
        for source in turn.sources:
            recalled[source].add(turn.round_id)
    _refuse([name for name, said in texts.items() if not all(one.is_readable for one in said)])
    kept, unreadable = items.all_of(owner)
    if unreadable:
        raise StoreError(
            f"nothing is forgotten, for {unreadable} items cannot be read and may hold it: "
            "put a copy of the database back"
        )
    events, of_owner = tuple(ledgers.events(owner)), tuple(pins.of(owner))
    return OwnerData(owner, events, of_owner, texts, recalled, tuple(kept), queries)


def _refuse(unreadable: Collection[str]) -> None:
    if unreadable:
        raise StoreError(
            f"nothing is forgotten, for rounds cannot be read ({', '.join(sorted(unreadable)[:5])})"
            " and may hold it: put a copy of the database back"
        )
