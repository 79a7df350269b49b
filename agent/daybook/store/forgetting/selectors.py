"""Selectors: the ways to say what is to be forgotten, and what each selects."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from daybook.conversation import Role, Round, TimeRange
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.conversation.language import Analyzer
from daybook.store.forgetting.owner_data import OwnerData
from daybook.store.forgetting.rewriting import Cuts, SupportHistory
from daybook.store.item_values import StoredItem
from daybook.text.redaction import FORGOTTEN, Span, holds, sentences_at, spans_of


@dataclass(frozen=True, slots=True)
class BySession:
    """All rounds of every session of an id."""

    session_id: str


@dataclass(frozen=True, slots=True)
class ByRound:
    """One round, by its id."""

    round_id: str


@dataclass(frozen=True, slots=True)
class ByRounds:
    """Several rounds, such as those of an import, as far as they are kept."""

    round_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByTime:
    """All rounds said in a time range, and all items that were last put in it."""

    during: TimeRange


@dataclass(frozen=True, slots=True)
class Everything:
    """Everything stored of the owner but the policy."""


@dataclass(frozen=True, slots=True)
class ByRecord:
    """A record of the ledger, by its id, and the sentences that it rests on."""

    record_id: str


@dataclass(frozen=True, slots=True)
class BySlot:
    """The records of a slot ("preference.food") or of a family of slots ("preference"), as `ByRecord`."""

    slot: str

    def covers(self, slot: str) -> bool:
        """True if a slot is this one, or one of its family."""
        return slot == self.slot or slot.startswith(f"{self.slot}.")


MAX_PHRASE = 2_000
"""Characters of a phrase: looking for it may cost its length times that of what is kept."""


@dataclass(frozen=True, slots=True)
class ByPhrase:
    """The sentences, records and items that hold a phrase as whole words; of a document, its passages.

    Where a document's title or file name holds it, the whole document.
    """

    phrase: str


@dataclass(frozen=True, slots=True)
class BySentences:
    """Sentences of rounds as a search found them, and whatever holds the phrase that it was made by."""

    sentences: tuple[tuple[str, str], ...]
    """The id of a round, and the words of a sentence of it."""
    phrase: str = ""
    """As `ByPhrase` takes it; "" for none."""


Selector: TypeAlias = (
    BySession | ByRound | ByRounds | ByTime | Everything | ByRecord | BySlot | ByPhrase | BySentences
)


_SHORTEST_VALUE = 3
"""A value of fewer letters stands in too many sentences to be looked for by itself."""


@dataclass(slots=True)
class Selection:
    """The items that a selector names directly, before what depends on them is added."""

    whole: set[str] = field(default_factory=set)
    cuts: dict[str, Cuts] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    """Ids of records."""
    phrases: tuple[str, ...] = ()
    items: tuple[StoredItem, ...] = ()


def resolve_selector(
    selector: Selector,
    data: OwnerData,
    known: Mapping[str, SupportHistory],
) -> Selection:
    """Resolve a selector to what it names directly.

    Raises:
        UnknownItem: the owner has no such session, round, record or slot.
        BadInput: the phrase holds no word.
    """
    owner = data.owner
    match selector:
        case BySession(session_id):
            whole = data.queries.session_round_ids(owner, session_id)
            if not whole:
                raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
            return Selection(whole)
        case ByRound(round_id):
            if round_id not in data.texts:
                raise UnknownItem(f"{owner!r} has no round {round_id!r}: `daybook search` finds rounds")
            return Selection({round_id})
        case ByRounds(round_ids):
            whole = data.texts.keys() & set(round_ids)
            if not whole:
                raise UnknownItem("none of these rounds is kept any more")
            return Selection(whole)
        case ByTime(during):
            items = tuple(item for item in data.items if item.updated_at in during)
            return Selection(set(data.queries.rounds_said(owner, during)), items=items)
        case Everything():
            return Selection(set(data.texts), records=set(known), items=data.items)
        case ByPhrase(phrase):
            return _of_phrase(" ".join(phrase.split()), data, known)
        case BySentences(sentences, phrase):
            return _of_sentences(sentences, phrase, data, known)
        case ByRecord(name):
            if name not in known:
                raise UnknownItem(f"{owner!r} has no record {name!r}: `daybook ledger` lists them")
            return _of_records({name}, data, known)
        case BySlot(slot):
            names = {
                name
                for name, history in known.items()
                if any(selector.covers(version.slot) for version in history.versions)
            }
            if not names:
                raise UnknownItem(f"{owner!r} has no record of slot {slot!r}: `daybook ledger` lists them")
            return _of_records(names, data, known)


def _of_phrase(
    phrase: str,
    data: OwnerData,
    known: Mapping[str, SupportHistory],
) -> Selection:
    if not data.analyzer.words(phrase) and not any(letter.isalnum() for letter in phrase):
        raise BadInput("a phrase to forget needs a word", source="--phrase")
    if len(phrase) > MAX_PHRASE:
        raise BadInput(f"a phrase has at most {MAX_PHRASE:,} characters: forget the round", source="--phrase")
    records = {
        name
        for name, history in known.items()
        if any(holds(text, [phrase]) for record in history.versions for text in (record.text, record.value))
    }
    saying = [
        name for name, said in data.texts.items() if any(holds(turn.content, [phrase]) for turn in said)
    ]
    cuts = {
        name: found
        for name, round_ in data.rounds(saying).items()
        if (found := _sentences(round_, [phrase], {}, data.analyzer))
    }
    items = tuple(item for item in data.items if any(holds(text, [phrase]) for text in item.texts))
    return Selection(cuts=cuts, records=records, phrases=(phrase,), items=items)


def _of_sentences(
    sentences: Sequence[tuple[str, str]], phrase: str, data: OwnerData, known: Mapping[str, SupportHistory]
) -> Selection:
    """Select what holds the phrase, if there is one, and the sentences; rounds that are gone are passed."""
    selection = (
        _of_phrase(" ".join(phrase.split()), data, known) if data.analyzer.words(phrase) else Selection()
    )
    words: dict[str, list[str]] = defaultdict(list)
    for name, text in sentences:
        words[name].append(text)
    held = [phrase] if selection.phrases else []
    for name, round_ in data.rounds(words).items():
        if found := _sentences(round_, [*words[name], *held], {}, data.analyzer):
            selection.cuts[name] = found
    return selection


def _of_records(names: set[str], data: OwnerData, known: Mapping[str, SupportHistory]) -> Selection:
    """Select the sentences that records rest on and their repetitions there or where they were recalled."""
    spans: dict[str, set[Span]] = defaultdict(set)
    words: dict[str, set[str]] = defaultdict(set)
    for name in names:
        said_of = {record.value for record in known[name].versions}
        values = {value for value in said_of if len(value) >= _SHORTEST_VALUE and data.analyzer.words(value)}
        for support in known[name].ever:
            spans[support.round_id].add((support.start, support.stop))
            words[support.round_id] |= {support.quote, *values}
    cuts = {}
    for round_id, round_ in data.rounds([*spans, *data.recalling(spans)]).items():
        named = {round_id, *(name for turn in round_.turns for name in turn.sources or ())} & spans.keys()
        said = sorted({word for name in named for word in words[name]})
        places = {Role.USER: sorted(spans.get(round_id, ()))}
        if named and (found := _sentences(round_, said, places, data.analyzer)):
            cuts[round_id] = found
    return Selection(cuts=cuts, records=names)


def _sentences(
    round_: Round, words: Sequence[str], spans: Mapping[Role, Sequence[Span]], analyzer: Analyzer
) -> Cuts:
    """Find the sentences that hold words on either side, and those at the spans of each side."""
    found = {}
    for turn in round_.turns:
        text = turn.content.replace(FORGOTTEN, " " * len(FORGOTTEN))
        places = spans_of(text, words) + list(spans.get(turn.role, ()))
        if places and (cuts := tuple(sentences_at(text, places, analyzer.sentences(text)))):
            found[turn.role] = cuts
    return found
