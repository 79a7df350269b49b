"""Rounds and ledger events as they are without what is forgotten, so that no undo restores it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from daybook.conversation import (
    Change,
    Draft,
    Event,
    Record,
    Reinforce,
    Relate,
    Role,
    Round,
    Support,
    Turn,
    Write,
    fold,
    round_id,
)
from daybook.store.forgetting.owner_data import OwnerData
from daybook.text.redaction import FORGOTTEN, Span, cut, holds, moved, says_nothing

Cuts = Mapping[Role, tuple[Span, ...]]
"""The spans to be cut out of each side, in order."""


@dataclass(frozen=True, slots=True)
class RoundRedaction:
    """A round before and after sentences were cut from it."""

    before: Round
    after: Round | None = None
    """The redacted round at the same position; None if the whole round is removed."""
    cuts: Cuts = field(default_factory=dict)
    """The spans that `after` lacks."""

    @property
    def texts(self) -> Iterator[str]:
        """The removed texts."""
        for turn in self.before.turns:
            if self.after is None:
                yield turn.content
            else:
                yield from (turn.content[start:stop] for start, stop in self.cuts.get(turn.role, ()))

    @property
    def turns(self) -> int:
        """How many turns were removed or changed."""
        return len(self.before.turns) if self.after is None else len(self.cuts)

    def follow(self, support: Support) -> Support | None:
        """Move a support in this round to its new position; None if its words were removed."""
        span = moved((support.start, support.stop), self.cuts.get(support.side, ()))
        if self.after is None or span is None:
            return None
        return replace(support, round_id=self.after.round_id, start=span[0], stop=span[1])


def redactions_of(
    data: OwnerData, whole: Collection[str], cuts: Mapping[str, Cuts], records: Collection[str] = ()
) -> dict[str, RoundRedaction]:
    """Redact what is to be removed, and every turn that recalled it, until nothing new is found.

    A reply from memory is worded anew each time, so no search for words can tell what of it to cut: a reply
    that recalls a redacted round goes whole.

    Args:
        data: of an owner.
        whole: ids of the rounds that go.
        cuts: of rounds that lose sentences, by id.
        records: ids of records that go; what recalls one goes as well.
    """
    rounds = data.rounds([*whole, *cuts, *data.recalling([*whole, *cuts, *records])])
    redactions = {name: RoundRedaction(rounds[name]) for name in rounds if name in whole}
    redactions |= {name: _redacted(rounds[name], sides) for name, sides in cuts.items() if name not in whole}
    while waiting := _recollections(rounds.values(), redactions, records):
        redactions |= {name: _redacted(rounds[name], sides) for name, sides in waiting.items()}
    return _without_duplicates(redactions, data.texts)


def _recollections(
    rounds: Iterable[Round], redactions: Mapping[str, RoundRedaction], records: Collection[str]
) -> dict[str, Cuts]:
    """Find rounds with a turn that recalls something removed and is not cut yet, with all their cuts."""
    gone = {*redactions, *records}
    found: dict[str, Cuts] = {}
    for round_ in rounds:
        redaction = redactions.get(round_.round_id)
        if redaction is not None and redaction.after is None:
            continue
        cuts = {} if redaction is None else redaction.cuts
        whole = {
            turn.role: ((0, len(turn.content)),)
            for turn in round_.turns
            if turn.content != FORGOTTEN and not gone.isdisjoint(turn.sources or ())
        }
        if any(cuts.get(role) != all_ for role, all_ in whole.items()):
            found[round_.round_id] = {**cuts, **whole}
    return found


def _redacted(round_: Round, cuts: Cuts) -> RoundRedaction:
    user, assistant = (_without(turn, cuts) for turn in (round_.user, round_.assistant))
    remaining = user if round_.user is not None else assistant
    if remaining is None or says_nothing(remaining.content):
        return RoundRedaction(round_)
    name = round_id(round_.owner, round_.session_id, round_.occurrence, round_.position, user, assistant)
    return RoundRedaction(round_, replace(round_, round_id=name, user=user, assistant=assistant), cuts)


def _without(turn: Turn | None, cuts: Cuts) -> Turn | None:
    if turn is None or turn.role not in cuts:
        return turn
    left = cut(turn.content, cuts[turn.role])
    recalls_nothing = turn.sources is not None and left == FORGOTTEN
    return replace(turn, content=left, sources=() if recalls_nothing else turn.sources)


def _without_duplicates(
    redactions: dict[str, RoundRedaction], known: Collection[str]
) -> dict[str, RoundRedaction]:
    """Remove a round whose redacted form equals another one, `known` by its id, at the same position."""
    before, made = set(redactions), set[str]()
    for name, redaction in redactions.items():
        if redaction.after is None:
            continue
        new = redaction.after.round_id
        if new in made or (new in known and new not in before):
            redactions[name] = RoundRedaction(redaction.before)
        else:
            made.add(new)
    return redactions


FORGOTTEN_CAUSE = "forgotten"
"""The cause of an event whose cause is gone."""


@dataclass(frozen=True, slots=True)
class SupportHistory:
    """Everything that the events hold of one record, undone or not."""

    versions: tuple[Record, ...]
    """As it was written, each time."""
    supports: tuple[Support, ...]
    """Those that it rests on now; all there ever were of a record that does not count now. The earliest
    first."""
    ever: frozenset[Support]
    """All that there ever were."""


def record_histories(events: Sequence[Event]) -> dict[str, SupportHistory]:
    """Collect the history of each record, by its id."""
    versions: dict[str, list[Record]] = defaultdict(list)
    ever: dict[str, set[Support]] = defaultdict(set)
    for change in _ledger_changes(events):
        if isinstance(change, Write):
            versions[change.record.record_id].append(change.record)
            ever[change.record.record_id].update(change.record.support)
        elif isinstance(change, Reinforce):
            ever[change.record_id].add(change.support)
    current = fold(events).records
    return {
        name: SupportHistory(
            tuple(versions[name]),
            current[name].support if name in current else _ordered(found),
            frozenset(found),
        )
        for name, found in ever.items()
    }


def ledger_texts(events: Iterable[Event]) -> dict[str, None]:
    """List the texts and quotes of all records, each once."""
    texts: dict[str, None] = {}
    for change in _ledger_changes(events):
        if isinstance(change, Write):
            record = change.record
            texts |= dict.fromkeys([record.text, *(support.quote for support in record.support)])
            texts |= dict.fromkeys([record.address.text] if record.address.text else [])
        elif isinstance(change, Reinforce):
            texts[change.support.quote] = None
    return texts


def _ledger_changes(events: Iterable[Event]) -> Iterator[Change]:
    return (change for event in events for change in event.draft.changes)


def _ordered(supports: Iterable[Support]) -> tuple[Support, ...]:
    return tuple(sorted(supports, key=lambda support: (support.said_at, support.start)))


@dataclass(frozen=True, slots=True)
class LedgerRewrite:
    """Removes records and redacted words from events."""

    redactions: Mapping[str, RoundRedaction]
    """Of rounds, by the ids that they had."""
    gone: Collection[str]
    """Ids of the records that go."""
    left: Mapping[str, tuple[Support, ...]]
    """Of the records that stay and lose support: what is left, the earliest first."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""

    def events(self, events: Iterable[Event]) -> list[Event]:
        """Rewrite events; events without an effect are left out."""
        rewritten: dict[int, Event] = {}
        for event in events:
            before, after = event.draft, self._draft(event.draft)
            undoes = before.undoes if before.undoes in rewritten else None
            was_empty = not (before.changes or before.undoes)
            if after.changes or undoes is not None or was_empty:
                rewritten[event.event_id] = replace(event, draft=replace(after, undoes=undoes))
        return list(rewritten.values())

    def supports(self, supports: Iterable[Support]) -> tuple[Support, ...]:
        """Return the remaining supports, moved to their new positions."""
        return tuple(new for support in supports if (new := self._support(support)) is not None)

    def _draft(self, draft: Draft) -> Draft:
        changes = tuple(new for change in draft.changes if (new := self._change(change)) is not None)
        cause = self._name(draft.cause) or (FORGOTTEN_CAUSE if draft.cause else "")
        return replace(draft, cause=cause, changes=changes)

    def _change(self, change: Change) -> Change | None:
        if isinstance(change, Relate):
            source, target = self._name(change.relation.source), self._name(change.relation.target)
            edge = replace(change.relation, source=source, target=target)
            return replace(change, relation=edge) if source and target else None
        if isinstance(change, Write):
            return None if change.record.record_id in self.gone else self._write(change)
        if change.record_id in self.gone:
            return None
        if isinstance(change, Reinforce):
            support = self._support(change.support)
            return None if support is None else replace(change, support=support)
        return replace(change, superseded_by=self._name(change.superseded_by))

    def _write(self, change: Write) -> Write:
        """Rewrite a record; one that lost its first support begins when it was said again."""
        record = change.record
        left = self.left.get(record.record_id, ())
        support = self.supports(record.support)
        at, said_at = change.at, record.said_at
        if not support and left:
            support = left[:1]
            at = said_at = left[0].said_at
        record = replace(
            record,
            text=self._text(record.text, left),
            support=support,
            said_at=said_at,
            superseded_by=self._name(record.superseded_by),
        )
        return Write(at, record)

    def _text(self, text: str, left: Sequence[Support]) -> str:
        """Return the text of a record, or a quote that it still rests on if the text was redacted."""
        lowered = text.casefold()
        if not left or any(lowered in support.quote.casefold() for support in left):
            return text
        lost = any(
            lowered in gone.casefold() for redaction in self.redactions.values() for gone in redaction.texts
        )
        return left[0].quote if lost else text

    def _support(self, support: Support) -> Support | None:
        redaction = self.redactions.get(support.round_id)
        left = support if redaction is None else redaction.follow(support)
        return None if left is None or holds(left.quote, self.phrases) else left

    def _name(self, name: str) -> str:
        if name in self.gone:
            return ""
        redaction = self.redactions.get(name)
        if redaction is None:
            return name
        return "" if redaction.after is None else redaction.after.round_id
