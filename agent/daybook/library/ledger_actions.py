"""The ledger for its owner: look, add, decide, set the policy, undo. Every decision is an event."""

from asyncio import to_thread
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import count

from daybook.conversation import (
    SLOTS,
    Draft,
    Event,
    EventKind,
    Ledger,
    Record,
    RecordDifference,
    Role,
    Round,
    Status,
    Support,
    Turn,
    Write,
    apply_drafts,
    differences,
    fold,
    round_id,
)
from daybook.conversation.authorship import CORRECTIONS, is_correction
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.conversation.ledger_fold import undone_events
from daybook.graph.consent_nodes import ask_consent, sensitive_words, settle_consent
from daybook.graph.event_loop import blocking
from daybook.graph.parts import Components
from daybook.ledger import PlainValues, Policy, policy_from
from daybook.ledger.owner_changes import add, confirm, correct, reject, undo_drafts
from daybook.ledger.write_policy import Consent, consent_question, families_to_ask
from daybook.text.secrets import secret_spans


@dataclass(frozen=True, slots=True)
class Posted:
    """The changes that an action made to the ledger, or would make if it was only tried."""

    differences: tuple[RecordDifference, ...]
    events: tuple[Event, ...] = ()
    """As posted; none if it was only tried."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An event of the ledger in its history."""

    event: Event
    counts: bool
    """False where it was taken back."""

    @property
    def record_ids(self) -> tuple[str, ...]:
        """The records that it changed, each once, in the order of its changes."""
        changed = (
            change.record.record_id if change.op == "write" else change.record_id
            for change in self.event.draft.changes
            if change.op != "relate"
        )
        return tuple(dict.fromkeys(changed))


class OwnerQuestionKind(StrEnum):
    """A kind of question to the owner."""

    RECORD = "record"
    """Whether it is right: it was not sure enough to be counted."""
    CONSENT = "consent"
    """Whether facts of a sensitive kind may be written."""


@dataclass(frozen=True, slots=True)
class OwnerQuestion:
    """One question to the owner."""

    kind: OwnerQuestionKind
    record: Record | None = None
    """None of a CONSENT: before it nothing of the fact is kept."""
    family: str = ""
    """Of a CONSENT, the family of slots."""
    question: str = ""
    """In words, of a CONSENT, and of a RECORD that is a constraint."""
    round_ids: tuple[str, ...] = ()
    """Of a CONSENT, the rounds that tell what waits for it."""


class LedgerActions:
    """The ledgers of a memory, for their owners. Every method names the owner; `a…` ones are asynchronous.

    With `dry`, an action writes nothing, and says what it would change.
    """

    def __init__(self, parts: Components) -> None:
        self._parts = parts
        self._ledgers = parts.store.ledgers
        self._values = PlainValues(parts.analyzer)

    async def asnapshot(self, *, owner: str, as_of: datetime | None = None) -> Ledger:
        """Give the whole ledger of the owner, now or at a moment."""
        seen = None if as_of is None else await self._parts.moment(as_of, "as_of", owner)
        return await to_thread(self._ledgers.of, owner, as_of=seen)

    async def arecords(
        self, *, owner: str, as_of: datetime | None = None, statuses: Collection[Status] = tuple(Status)
    ) -> list[Record]:
        """List what is known about the owner, by slot and then by when it was said, now or at a moment."""
        found = (await self.asnapshot(owner=owner, as_of=as_of)).with_status(*statuses)
        return sorted(found, key=lambda record: (record.slot, record.said_at))

    async def ahistory(self, *, owner: str, last: int | None = None) -> list[LedgerEntry]:
        """List the events of the ledger, or only so many of the latest, the earliest first."""
        events = await to_thread(self._ledgers.events, owner, last=last)
        undone = undone_events(events)
        return [LedgerEntry(event, event.event_id not in undone) for event in events]

    async def aunreadable(self, *, owner: str) -> list[int]:
        """List the ids of events that cannot be read."""
        return await to_thread(self._ledgers.unreadable, owner)

    async def apolicy(self, *, owner: str) -> Policy:
        """Give the owner's rules about what may be written."""
        return policy_from(await to_thread(self._ledgers.policy, owner))

    async def aset_policy(self, policy: Policy, *, owner: str) -> None:
        """Keep other rules; what is written already is left.

        Rounds of which something waited for consent that is given now are read again by the next
        `Daybook.remember`.

        Raises:
            UnknownItem: nothing is kept for the owner.
        """
        await self._require_owner(owner)
        await to_thread(self._ledgers.keep_policy, owner, policy.to_json())
        held = self._parts.store.held_back
        await to_thread(held.settle, owner, permits=policy.permits, asks=policy.asks)

    async def arecord(self, record_id: str, *, owner: str) -> Record:
        """Give one record.

        Raises:
            UnknownItem: the owner has no such record.
        """
        record = (await to_thread(self._ledgers.of, owner)).records.get(record_id)
        if record is None:
            raise UnknownItem(f"{owner!r} has no record {record_id!r}: `daybook ledger` lists them")
        return record

    async def awaiting(self, *, owner: str) -> list[OwnerQuestion]:
        """List what waits for the owner.

        A record waits for `confirm` or `reject`, a family for `consent`.
        """
        return await to_thread(lambda: list(self._waiting(owner)))

    def _waiting(self, owner: str) -> Iterator[OwnerQuestion]:
        """Give what waits: what needs consent, then constraints and unsure records."""
        store, ledger = self._parts.store, self._ledgers.of(owner)
        policy, held = policy_from(self._ledgers.policy(owner)), store.held_back.by_round(owner)
        for family in families_to_ask({slot for slots in held.values() for slot in slots}, policy):
            told = tuple(name for name, slots in held.items() if families_to_ask(slots, policy).count(family))
            words = sensitive_words(store.rounds(owner, told), family, self._parts.analyzer)
            question = consent_question(family, words)["question"]
            yield OwnerQuestion(OwnerQuestionKind.CONSENT, family=family, question=question, round_ids=told)
        unsure = sorted(ledger.with_status(Status.QUARANTINED), key=lambda record: record.said_at)
        for record in ledger.open_constraints():
            question = consent_question(record)["question"]
            yield OwnerQuestion(OwnerQuestionKind.RECORD, record, question=question)
        for record in unsure:
            yield OwnerQuestion(OwnerQuestionKind.RECORD, record)

    async def aask_consent(self, kept: Round) -> Consent | None:
        """Ask about what a round tells that waits for its owner, or what its reply was made from.

        Each sensitive kind is asked for once, with the words that it is about; so is whether what is not to
        be mentioned is to be heeded in every conversation. It is for programs that keep rounds by
        `Daybook.aappend`: show its "question", and where the owner's next message in that conversation says
        yes or no, hand both to `Daybook.achat`. What else waits is listed by `waiting`.

        Args:
            kept: the round that was kept; one that may tell such a thing is waited for, where a model reads
                it.

        Returns:
            None if nothing of these rounds waits.
        """
        return await ask_consent(self._parts, kept)

    async def aconsent(self, family: str, *, owner: str, given: bool) -> int:
        """Say whether sensitive facts of a family of slots ("health", "identity") may be written.

        With the id of a constraint's record, say whether every conversation is to heed it. What waited for a
        yes is posted by the next `Daybook.remember`, or after the next reply in chat; the number of these
        rounds is returned.

        Raises:
            BadInput: the family has nothing sensitive.
            UnknownItem: nothing is kept for the owner.
        """
        await self._require_owner(owner)
        return await to_thread(settle_consent, self._parts, owner, family, given=given)

    async def aadd(
        self,
        text: str,
        *,
        owner: str,
        slot: str,
        value: str = "",
        attribute: str = "",
        at: datetime | None = None,
        dry: bool = False,
    ) -> Posted:
        """Write what the owner types as a record beyond doubt, which takes the place of what contradicts it.

        What was typed is kept as a round that is never found by itself, as that of `acorrect`.

        Args:
            text: what is so, in a sentence.
            owner: whose ledger.
            slot: a key of `SLOTS`.
            value: in few words; the text by default.
            attribute: what it is about, in the slot of everything else.
            at: now by default.
            dry: write nothing.

        Raises:
            BadInput: there are no words, a secret is among them, or there is no such slot; the policy denies
                it.
            StoreBusy: another process has the vector index, or changed the ledger meanwhile; nothing is done.
        """
        said, policy = text.strip(), await self.apolicy(owner=owner)
        if not said or any(map(secret_spans, (said, value))):
            raise BadInput("a fact needs words, and no passwords or card numbers", source="add")
        if slot not in SLOTS:
            raise BadInput(f"there is no slot {slot!r}: `daybook policy` lists them", source="--slot")
        if not policy.permits(slot) and not policy.asks(slot):
            raise BadInput(f"your policy denies {slot}: `daybook policy` changes it", source="--slot")
        ledger, values = await to_thread(self._ledgers.of, owner), self._values

        def draft_on(support: Support, moment: datetime) -> Draft:
            return add(
                ledger,
                slot,
                value.strip() or said,
                owner=owner,
                values=values,
                support=support,
                imported_at=moment,
                attribute=attribute.strip(),
            )

        return await self._post_typed(owner, said, ledger, draft_on, at, dry=dry)

    async def acorrect(
        self, record_id: str, value: str, *, owner: str, at: datetime | None = None, dry: bool = False
    ) -> Posted:
        """Put another value in place of a record that was wrong from the beginning.

        What was typed is kept as a round that is never found by itself, so that the new record has words to
        rest on: the round and the event that it causes are written together, or neither is.

        Raises:
            BadInput: there is no value.
            UnknownItem: the owner has no such record.
            StoreBusy: another process has the vector index, or changed the ledger meanwhile; nothing is done.
        """
        if not value.strip():
            raise BadInput("a correction needs the value that is right", source="correct")
        await self.arecord(record_id, owner=owner)
        ledger, right, values = await to_thread(self._ledgers.of, owner), value.strip(), self._values

        def draft_on(support: Support, moment: datetime) -> Draft:
            return correct(
                ledger, record_id, right, owner=owner, values=values, support=support, imported_at=moment
            )

        return await self._post_typed(owner, right, ledger, draft_on, at, dry=dry)

    async def aconfirm(
        self, record_id: str, *, owner: str, at: datetime | None = None, dry: bool = False
    ) -> Posted:
        """Have a record count beyond doubt, whatever it was; what contradicts it ends.

        Raises:
            UnknownItem: the owner has no such record.
        """
        values = self._values
        return await self._decide(
            owner, lambda ledger, on: confirm(ledger, record_id, on, values), at, dry=dry
        )

    async def areject(
        self, record_id: str, *, owner: str, at: datetime | None = None, dry: bool = False
    ) -> Posted:
        """Have a record be wrong from the beginning, with nothing in its place.

        Raises:
            UnknownItem: the owner has no such record.
        """
        return await self._decide(owner, lambda ledger, on: reject(ledger, [record_id], on), at, dry=dry)

    async def aundo(
        self, event_id: int | None = None, *, owner: str, at: datetime | None = None, dry: bool = False
    ) -> Posted:
        """Take an event back; where none is named, all that the last message or action caused.

        With a correction goes what was typed for it, and comes back where the undoing is undone.

        Raises:
            UnknownItem: there is no such event, or it is taken back already.
        """
        events, moment = await to_thread(self._ledgers.events, owner), await self._moment(at, owner)
        drafts = undo_drafts(events, event_id)
        after = events[-1].event_id + 1
        undone = fold(
            [*events, *(Event(after + number, moment, draft) for number, draft in enumerate(drafts))]
        )
        before = await to_thread(self._ledgers.of, owner)
        posted = () if dry else await self._post_undo(owner, events, drafts, moment)
        return Posted(tuple(differences(before, undone)), tuple(posted))

    snapshot = blocking(asnapshot)
    records = blocking(arecords)
    history = blocking(ahistory)
    unreadable = blocking(aunreadable)
    policy = blocking(apolicy)
    set_policy = blocking(aset_policy)
    record = blocking(arecord)
    waiting = blocking(awaiting)
    ask_consent, consent = blocking(aask_consent), blocking(aconsent)
    add = blocking(aadd)
    correct = blocking(acorrect)
    confirm = blocking(aconfirm)
    reject = blocking(areject)
    undo = blocking(aundo)

    async def _require_owner(self, owner: str) -> None:
        if owner not in await to_thread(self._parts.store.owners):
            raise UnknownItem(f"nothing is kept for {owner!r}; --owner names another memory")

    async def _decide(
        self, owner: str, draft_on: Callable[[Ledger, datetime], Draft], at: datetime | None, *, dry: bool
    ) -> Posted:
        """Post a decision as one event."""
        moment, before = await self._moment(at, owner), await to_thread(self._ledgers.of, owner)
        drafts = [draft_on(before, moment)]
        found = tuple(differences(before, apply_drafts(before, drafts)))
        events = () if dry else await to_thread(self._ledgers.post, owner, drafts, posted_at=moment)
        return Posted(found, tuple(events))

    async def _post_typed(
        self,
        owner: str,
        said: str,
        ledger: Ledger,
        draft_on: Callable[[Support, datetime], Draft],
        at: datetime | None,
        *,
        dry: bool,
    ) -> Posted:
        """Keep what was typed as a round, together with the event that rests on it."""
        head, moment = await to_thread(self._ledgers.head, owner), await self._moment(at, owner)
        session_id = f"{CORRECTIONS}{moment:%Y-%m-%d}"

        def draft_of(round_id: str) -> Draft:
            return draft_on(Support(round_id, session_id, 0, len(said), said, moment), moment)

        if dry:
            return Posted(tuple(differences(ledger, apply_drafts(ledger, [draft_of("")]))))
        events = await self._parts.store.append_posted(
            owner,
            session_id,
            Turn(Role.USER, said, moment, sources=()),
            lambda round_: [draft_of(round_.round_id)],
            said_at=moment,
            after=head,
        )
        posted = apply_drafts(ledger, [event.draft for event in events])
        return Posted(tuple(differences(ledger, posted)), tuple(events))

    async def _post_undo(
        self, owner: str, events: Sequence[Event], drafts: Sequence[Draft], moment: datetime
    ) -> Sequence[Event]:
        by_id = {event.event_id: event for event in events}
        undone = [by_id[draft.undoes] for draft in drafts if draft.undoes is not None]
        redone = [by_id[event.draft.undoes] for event in undone if event.draft.undoes is not None]
        without, again = _typed_for(undone), _typed_for(redone)
        if not without and not again:
            return await to_thread(self._ledgers.post, owner, drafts, posted_at=moment)
        return await self._parts.store.undo_posted(
            owner,
            drafts,
            posted_at=moment,
            without=[support.round_id for support in without],
            again=[_typed_round(owner, support) for support in again],
        )

    async def _moment(self, at: datetime | None, owner: str) -> datetime:
        return await self._parts.moment(at, "at", owner)


def _typed_for(events: Iterable[Event]) -> list[Support]:
    """Give the supports that were typed for records."""
    return [
        change.record.support[-1]
        for event in events
        if event.draft.kind in (EventKind.CORRECT, EventKind.WRITE)
        for change in event.draft.changes
        if isinstance(change, Write)
        and change.record.support[-1].round_id == event.draft.cause
        and is_correction(change.record.support[-1].session_id)
    ]


def _typed_round(owner: str, support: Support) -> Round:
    """Make the round of a correction anew, at the place that its id tells."""
    turn = Turn(Role.USER, support.quote, support.said_at, sources=())
    session_id, occurrence = support.session_id, 0
    place = next(
        place
        for place in count()
        if round_id(owner, session_id, occurrence, place, turn, None) == support.round_id
    )
    return Round(support.round_id, owner, session_id, occurrence, place, support.said_at, turn, None)
