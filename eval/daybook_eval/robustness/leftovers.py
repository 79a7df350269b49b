"""A memory that uses every feature, what a forget of it must remove, and a search for what is left.

Each sentence has a nonce, a word that occurs nowhere else: a search of bytes shows whether it is gone. That
search shares no code with Daybook's own, and believes nothing that the program reports.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from daybook.conversation import (
    Address,
    Draft,
    EventKind,
    Mark,
    Polarity,
    Record,
    Reinforce,
    Relate,
    Relation,
    RelationKind,
    Role,
    Round,
    Session,
    Status,
    Support,
    Turn,
    Write,
    record_id,
)
from daybook.settings import Keying
from daybook.store import ByPhrase, ByRecord, BySession, BySlot, ByTime, Everything, Selector, Store
from daybook.store.keys import keys_of
from daybook.text.english import ENGLISH
from daybook_eval.embedders import HashedWords

NONCE = re.compile(r"\bq[a-z]{13}\b")
BEGINNING = datetime(2024, 1, 1, 9, tzinfo=UTC)
_VALUES = ("Velkar", "Ostrum", "Pelagy", "Quimber", "Drovast", "Lumetta")
_SLOTS = ("identity.residence", "identity.work", "preference.food", "preference.music", "possession.pet")
_SAID = (
    "I have settled on {value} after the {nonce} business.",
    "It was {value} for me from the {nonce} day on.",
    "As ever, {value} is my choice, {nonce} or not.",
)
_ASIDES = (
    "The kettle went {nonce} again this morning.",
    "My neighbour spoke of {nonce} for an hour.",
    "We walked as far as the {nonce} bridge yesterday.",
    "I met the {nonce} choir last Friday.",
    "I am flying to {nonce} next month.",
)
_REPLIES = (
    "Then {value} it is, and mind the {nonce}. The rest can wait for the {other} season.",
    "Good to know about the {nonce}. I would not change a thing about the {other} plan.",
)


@dataclass(slots=True)
class Planter:
    """Plants sessions, records and recollections; the same seed plants the same."""

    store: Store
    random: Random
    sessions: dict[str, list[Session]] = field(default_factory=dict)
    _made: int = 0

    async def plant(self, owner: str, count: int) -> None:
        """Add sessions to an owner, and everything else that a program keeps of them."""
        added = [self._session() for _ in range(count)]
        self.sessions.setdefault(owner, []).extend(added)
        there = set(self.store.round_ids(owner))
        await self.store.add(owner, added)
        rounds = [round_ for round_ in self.store.all_rounds(owner) if round_.round_id not in there]
        self._post(owner, rounds)
        records = list(self.store.ledgers.of(owner).records.values())
        await self.store.text_vectors.embed(owner, [record.text for record in records])
        for round_ in self.random.sample(rounds, min(3, len(rounds))):
            await self._recall(owner, round_)

    def nonce(self) -> str:
        """Make a word that stands nowhere else."""
        return "q" + "".join(self.random.choices("abcdefghijklmnopqrstuvwxyz", k=13))

    def _session(self) -> Session:
        self._made += 1
        turns = [turn for _ in range(self.random.randint(1, 4)) for turn in self._round()]
        return Session(f"s{self._made}", BEGINNING + timedelta(days=self._made), tuple(turns))

    def _round(self) -> list[Turn]:
        value = self.random.choice(_VALUES)
        asides = [text.format(nonce=self.nonce()) for text in self.random.sample(_ASIDES, 2)]
        said = self.random.choice(_SAID).format(value=value, nonce=self.nonce())
        reply = self.random.choice(_REPLIES).format(value=value, nonce=self.nonce(), other=self.nonce())
        user = Turn(Role.USER, " ".join(self.random.sample([said, *asides], self.random.randint(1, 3))))
        return [user, Turn(Role.ASSISTANT, reply)] if self.random.random() < 0.9 else [user]

    def _post(self, owner: str, rounds: Sequence[Round]) -> None:
        """Write what rounds say into the ledger: new, said again, or instead of something."""
        for round_ in rounds:
            drafts = [self._draft(owner, *found) for found in _statements(round_)]
            events = self.store.ledgers.post(
                owner, drafts, posted_at=round_.said_at, rounds_read=[round_.round_id]
            )
            if events and self.random.random() < 0.1:
                undoing = Draft(EventKind.UNDO, "owner", (), undoes=self.random.choice(events).event_id)
                self.store.ledgers.post(owner, [undoing], posted_at=round_.said_at)

    def _draft(self, owner: str, value: str, support: Support) -> Draft:
        slot, at, cause = self.random.choice(_SLOTS), support.said_at, support.round_id
        there = [entry for entry in self.store.ledgers.of(owner).records.values() if entry.slot == slot]
        same = [entry for entry in there if entry.value == value]
        if same:
            again = Reinforce(at, same[0].record_id, support, 0.95)
            return Draft(EventKind.REINFORCE, cause, (again,))
        name = record_id(owner, Address(slot), value, Polarity.POSITIVE, support)
        record = Record(name, slot, value, Polarity.POSITIVE, support.quote, at, at, 0.8, (support,))
        write = Write(at, record)
        if not there:
            return Draft(EventKind.WRITE, cause, (write,))
        old = self.random.choice(there)
        kind = self.random.choice(list(RelationKind))
        retired = self.random.choice((Status.SUPERSEDED, Status.DELETED, Status.DECAYED))
        return Draft(
            EventKind.SUPERSEDE,
            cause,
            (
                write,
                Mark(at, old.record_id, retired, superseded_by=name),
                Relate(at, Relation(name, kind, old.record_id, 1.0, 0.9)),
                Relate(at, Relation(cause, RelationKind.FOLLOWS, old.support[0].round_id, 1.0, 0.9)),
            ),
        )

    async def _recall(self, owner: str, round_: Round) -> None:
        quote = round_.turns[0].content
        turns = [
            Turn(Role.USER, f"What did I say about the {self.nonce()}?"),
            Turn(Role.ASSISTANT, f"You said: {quote} ({self.nonce()})", sources=(round_.round_id,)),
        ]
        await self.store.append(owner, "chat", turns, said_at=round_.said_at + timedelta(hours=1))


def _statements(round_: Round) -> list[tuple[str, Support]]:
    text = round_.user.content if round_.user is not None else ""
    found = []
    for match in re.finditer(r"[^.!?]+[.!?]", text):
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        value = re.search(rf"\b({'|'.join(_VALUES)})\b", match.group())
        if value:
            quote = text[start : match.end()]
            place = Support(round_.round_id, round_.session_id, start, match.end(), quote, round_.said_at)
            found.append((value.group(), place))
    return found


_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_VECTOR_PIECE = 64
"""Bytes at the beginning and at the end of a vector that are searched for."""


@dataclass(frozen=True, slots=True)
class ForgetTargets:
    """The texts and ids that must be gone after a forget."""

    owner: str
    nonces: frozenset[str]
    round_ids: frozenset[str]
    keys: frozenset[str]
    """Texts of the vectors of those rounds; some may be those of other rounds as well."""


def targets_of(selector: Selector, owner: str, store: Store) -> ForgetTargets:
    """Work out what a selector must remove, from nonces and sources alone."""
    rounds = list(store.all_rounds(owner))
    turns = [(round_, turn) for round_ in rounds for turn in round_.turns]
    nonces = {nonce for text in _chosen(selector, owner, store, rounds) for nonce in NONCE.findall(text)}
    said = {nonce for _, turn in turns if turn.is_key for nonce in NONCE.findall(turn.content)}
    whole = {round_.round_id for round_ in rounds if _is_whole(selector, round_)}
    told = {round_.round_id for round_, turn in turns if nonces & _nonces(turn.content)}
    touched, grows = whole | told, True
    while grows:
        recalled = [
            (round_.round_id, turn)
            for round_, turn in turns
            if not turn.is_key and (round_.round_id in whole or touched & set(turn.sources or ()))
        ]
        nonces |= {nonce for _, turn in recalled for nonce in _nonces(turn.content) - said}
        names = {name for name, _ in recalled}
        grows = not names <= touched
        touched |= names
    keys = {text for round_ in rounds if round_.round_id in touched for text in _texts(round_)}
    return ForgetTargets(owner, frozenset(nonces), frozenset(touched), frozenset(keys))


def _chosen(selector: Selector, owner: str, store: Store, rounds: Iterable[Round]) -> Iterator[str]:
    for round_ in rounds:
        for turn in round_.turns:
            if isinstance(selector, ByPhrase):
                names_it = re.compile(rf"\b{selector.phrase}\b").search
                yield from filter(names_it, _SENTENCE_END.split(turn.content))
            elif turn.is_key and _is_whole(selector, round_):
                yield turn.content
    slots: dict[str, str] = {}
    for change in (change for event in store.ledgers.events(owner) for change in event.draft.changes):
        match change:
            case Write(record=record):
                name, supports = record.record_id, record.support
                slots[name] = record.slot
            case Reinforce(record_id=name, support=support):
                supports = (support,)
            case _:
                continue
        by_slot = isinstance(selector, BySlot) and selector.covers(slots[name])
        if by_slot or selector == ByRecord(name):
            yield from (support.quote for support in supports)


def _is_whole(selector: Selector, round_: Round) -> bool:
    match selector:
        case BySession(session_id):
            return round_.session_id == session_id
        case ByTime(during):
            return round_.said_at in during
        case Everything():
            return True
        case _:
            return False


def _nonces(text: str) -> set[str]:
    return set(NONCE.findall(text))


def _texts(round_: Round) -> Iterator[str]:
    return (text for _, text in keys_of(round_, HashedWords(), Keying.MAX_SIM, ENGLISH))


async def leftovers(targets: ForgetTargets, store: Store) -> list[str]:
    """Search every index and every byte; return a description of each leftover."""
    found = [*_in_tables(targets, store), *await _in_indexes(targets, store)]
    kept = {text for owner in store.owners() for round_ in store.all_rounds(owner) for text in _texts(round_)}
    kept |= {record.text for owner in store.owners() for record in store.ledgers.of(owner).records.values()}
    words = {tuple(text.lower().split()) for text in kept}  # texts with the same words have the same vector
    gone = sorted(text for text in targets.keys if tuple(text.lower().split()) not in words)
    contents = list(_contents(store.data_dir))
    found += _in_bytes([nonce.encode() for nonce in targets.nonces], contents, "text")
    found += _in_bytes([name.encode() for name in targets.round_ids], contents, "id")
    vectors = [row.astype("<f4").tobytes() for row in await HashedWords().embed(gone)]
    pieces = [piece for vector in vectors for piece in (vector[:_VECTOR_PIECE], vector[-_VECTOR_PIECE:])]
    return found + list(_in_bytes(pieces, contents, "vector"))


def nonces_in_bytes(targets: ForgetTargets, store: Store) -> int:
    """Count the nonces that the search of bytes finds now; before a forget, that is all of them."""
    contents = [content for _, content in _contents(store.data_dir)]
    return sum(any(nonce.encode() in content for content in contents) for nonce in targets.nonces)


def _in_tables(targets: ForgetTargets, store: Store) -> Iterator[str]:
    said = " ".join(turn.content for round_ in store.all_rounds(targets.owner) for turn in round_.turns)
    yield from ("rounds" for _ in targets.nonces & _nonces(said))
    yield from ("rounds" for _ in store.rounds(targets.owner, sorted(targets.round_ids)))
    events = repr(store.ledgers.events(targets.owner))
    yield from ("events" for _ in targets.nonces & _nonces(events))
    yield from ("events" for name in targets.round_ids if name in events)


async def _in_indexes(targets: ForgetTargets, store: Store) -> list[str]:
    index = await store.index(targets.owner)
    found = ["words" for nonce in targets.nonces if index.words.search(nonce, limit=1)]
    queries = await HashedWords().embed(sorted(targets.keys)[:5])
    if len(queries) and targets.owner in store.owners():
        near = await index.near(queries, limit=20)
        found += ["index" for name in near.rounds if name in targets.round_ids]
    return found


def _contents(*directories: Path) -> Iterator[tuple[str, bytes]]:
    for directory in directories:
        for path in sorted(directory.rglob("*")):
            if path.is_file():
                yield path.name, path.read_bytes()


def _in_bytes(needles: Iterable[bytes], contents: Iterable[tuple[str, bytes]], what: str) -> Iterator[str]:
    return (f"{what} in {name}" for needle in needles for name, content in contents if needle in content)
