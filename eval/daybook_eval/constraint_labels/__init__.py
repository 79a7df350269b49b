"""Standing constraints: real turns labelled without their texts, and written messages (README.md).

Each is kept in a memory of its own, and what comes of it in context and ledger is counted.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from daybook import Daybook
from daybook.conversation import Polarity, Role, Session, Status, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.fact_labels.facts import DataSet, Half, half_of, read_lines, turns_of
from daybook_eval.study import Scorer, Study, agree_to_constraints, memory, share
from daybook_eval.tables import Cell, Proportion, Report, Table

FILES = {
    DataSet.LONGMEMEVAL: "longmemeval_s_dev.json.gz",
    DataSet.MSC: "msc_session3_valid.json.gz",
    DataSet.LOCOMO: "locomo_dev.json.gz",
    DataSet.REALTALK: "realtalk_dev.json.gz",
    DataSet.BEAM: "beam_100k_dev",
}
"""Where each data set lies in the data folder."""
_SAID_AT = datetime(2024, 5, 15, 12, tzinfo=UTC)
_TOGETHER = 10
"""Turns that are kept in one memory where only their number counts: a context has 16 constraints at most."""


class ConstraintLabel(StrEnum):
    """What a reader made of a sentence; README.md says when which."""

    CONSTRAINT = "constraint"
    NEAR_MISS = "near miss"
    UNSURE = "unsure"


class Concern(StrEnum):
    """What a constraint is about."""

    BODY = "body"
    DIET = "diet"
    UNSPOKEN = "unspoken"


class Holder(StrEnum):
    """Whom a constraint binds."""

    OWNER = "owner"
    HOUSEHOLD = "household"


class Labelled(Fields):
    """What a reader says of a text."""

    label: ConstraintLabel
    kind: Concern | None = None
    """Of a constraint."""
    holder: Holder | None = None
    """Of a constraint."""
    why: str = ""
    """What makes a near miss one."""

    @property
    def is_constraint(self) -> bool:
        """True if a constraint should come of it."""
        return self.label is ConstraintLabel.CONSTRAINT


class LabelledSentence(Labelled):
    """A line of `labels.jsonl`: a sentence by its place in a turn, which is named by its hash."""

    data: DataSet
    turn: str
    start: int
    stop: int


class WrittenMessage(Labelled):
    """An entry of `written_a.json` or `written_b.json`."""

    text: str


@dataclass(frozen=True, slots=True)
class ConstraintCase:
    """A turn to keep, and what was said of a sentence of it."""

    text: str
    sentence: str
    labelled: Labelled

    @property
    def half(self) -> Half:
        """The half that it is in."""
        return half_of(self.text)


@dataclass(frozen=True, slots=True)
class ScopeMessage:
    """An entry of `scopes.json`: a message of a person with an allergy."""

    text: str
    needs: bool
    """Whether a reply may be wrong without the allergy."""


@cache
def scope_messages() -> tuple[ScopeMessage, ...]:
    """Read the messages by which the scope of what one must not eat or touch is measured."""
    text = files(__name__).joinpath("scopes.json").read_text(encoding="utf-8")
    return TypeAdapter(tuple[ScopeMessage, ...]).validate_json(text)


@cache
def written_cases() -> tuple[ConstraintCase, ...]:
    """Read the written messages of both halves."""
    texts = [files(__name__).joinpath(f"written_{half.lower()}.json").read_text("utf-8") for half in Half]
    adapter = TypeAdapter(tuple[WrittenMessage, ...])
    written = (message for text in texts for message in adapter.validate_json(text))
    return tuple(ConstraintCase(message.text, message.text, message) for message in written)


def turns_in(folder: Path) -> Mapping[DataSet, Mapping[str, str]]:
    """Read the turns of every data set, texts by their names; raises BadInput if a file is missing."""
    if missing := [name for name in FILES.values() if not (folder / name).exists()]:
        raise BadInput(f"lacks {', '.join(missing)}", source=folder)
    return {data: {turn.name: turn.text for turn in turns_of(data, folder / FILES[data])} for data in FILES}


def labelled_sentences() -> list[LabelledSentence]:
    """Read the labels of sentences of real turns."""
    return read_lines(LabelledSentence, Path(__file__).with_name("labels.jsonl"))


def real_cases(
    labels: Sequence[LabelledSentence], turns: Mapping[DataSet, Mapping[str, str]]
) -> Iterator[ConstraintCase]:
    """Find the labelled turns again, and give each once.

    A turn with a constraint is one, whatever else stands in it; one with an unsure sentence and no constraint
    is left out.

    Raises:
        BadInput: a data set lacks the turn of a label: its file is another version.
    """
    by_turn: dict[tuple[DataSet, str], list[LabelledSentence]] = defaultdict(list)
    for label in labels:
        by_turn[label.data, label.turn].append(label)
    for (data, name), sentences in by_turn.items():
        if name not in turns[data]:
            raise BadInput(f"has no turn {name}; the labels are of another version of it", source=FILES[data])
        first = min(sentences, key=lambda sentence: list(ConstraintLabel).index(sentence.label))
        unsure = any(sentence.label is ConstraintLabel.UNSURE for sentence in sentences)
        if first.is_constraint or not unsure:
            text = turns[data][name]
            yield ConstraintCase(text, text[first.start : first.stop], first)


class Place(StrEnum):
    """Where a constraint is."""

    CONTEXT = "context"
    """Put before a model where its scope is met; the owner has agreed to what they were asked about."""
    LEDGER = "ledger"
    """An active record of a slot of constraints."""
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """The constraints that came of a turn."""

    context: tuple[str, ...]
    ledger: tuple[str, ...]

    def has(self, place: Place) -> bool:
        """True if a constraint came of it there."""
        in_ledger = bool(self.ledger) and place is not Place.CONTEXT
        return in_ledger or (bool(self.context) and place is not Place.LEDGER)


@dataclass(frozen=True, slots=True)
class Judged:
    """A case, and whether a constraint came of it."""

    labelled: Labelled
    found: bool


def keep_turns(texts: Sequence[str], embedder: Embedder, *, together: int = 1) -> Iterator[KeptTurn]:
    """Keep turns as rounds of their owners, so many an owner, and look up what every reply must heed."""
    with memory(embedder) as daybook:
        for start in range(0, len(texts), together):
            yield from _of_owner(daybook, f"owner-{start}", texts[start : start + together])


def _of_owner(daybook: Daybook, owner: str, texts: Sequence[str]) -> Iterator[KeptTurn]:
    daybook.add(
        [Session(f"session-{place}", _SAID_AT, (Turn(Role.USER, text),)) for place, text in enumerate(texts)],
        owner=owner,
    )
    agree_to_constraints(daybook, owner)
    items = daybook.constraints(owner=owner)
    records = [
        record
        for record in daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
        if record.slot.startswith("constraint.")
        and not (record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE)
    ]
    for place in range(len(texts)):
        [round_] = daybook.rounds(owner=owner, session_id=f"session-{place}")
        yield KeptTurn(
            tuple(item.quote for item in items if round_.round_id in item.round_ids),
            tuple(f"{fact.slot}={fact.value}" for fact in records if round_.round_id in fact.round_ids),
        )


def _found(judged: Judged) -> bool:
    return judged.found


def _is_constraint(judged: Judged) -> bool:
    return judged.labelled.is_constraint


def _recall_of(of: Concern | Holder) -> Callable[[Sequence[Judged]], Proportion]:
    return share(
        _found, lambda judged: _is_constraint(judged) and of in (judged.labelled.kind, judged.labelled.holder)
    )


STUDY: Study[Judged] = Study(
    "standing constraints",
    "turns, half, place",
    (
        Scorer("precision", "precision", share(_is_constraint, _found)),
        Scorer("recall", "recall", share(_found, _is_constraint)),
        Scorer("near misses taken", "near_misses", share(_found, lambda judged: not _is_constraint(judged))),
    ),
)
RECALL: Study[Judged] = Study(
    "recall of standing constraints",
    "turns, half, place",
    [Scorer(of.value, f"recall_{of}", _recall_of(of)) for of in (*Concern, *Holder)],
)


@dataclass(frozen=True, slots=True)
class Carried:
    """A message, and which of the two constraints are put before a model with it."""

    message: ScopeMessage
    allergy: bool
    silence: bool


def _needs(carried: Carried) -> bool:
    return carried.message.needs


def _allergy(carried: Carried) -> bool:
    return carried.allergy


SCOPES: Study[Carried] = Study(
    "where a bodily constraint comes along",
    "half",
    (
        Scorer("needed, there", "scope_recall", share(_allergy, _needs)),
        Scorer("there, needed", "scope_precision", share(_needs, _allergy)),
        Scorer(
            "not needed, left out",
            "scope_spared",
            share(lambda carried: not carried.allergy, lambda carried: not carried.message.needs),
        ),
        Scorer("a topic, always there", "silence", share(lambda carried: carried.silence)),
    ),
)
_ALLERGY, _SILENCE = "I'm allergic to peanuts.", "Please never mention my brother again."


def measure_scopes(embedder: Embedder) -> list[Carried]:
    """Look up each message of `scopes.json` in a memory that holds an allergy and what not to mention."""
    found = []
    with memory(embedder) as daybook:
        turns = (Turn(Role.USER, _ALLERGY), Turn(Role.USER, _SILENCE))
        daybook.add([Session("said", _SAID_AT, turns)], owner="one")
        agree_to_constraints(daybook, "one")
        for message in scope_messages():
            context = daybook.context_for(message.text, owner="one")
            quotes = {item.quote for item in context.constraints}
            found.append(Carried(message, _ALLERGY in quotes, _SILENCE in quotes))
    return found


def report(folder: Path | None = None, *, turns: int = 1000, verbose: bool = False) -> Report:
    """Measure the written messages and, in a data folder (`FILES`), real turns, labelled and other.

    `verbose` lists what came out wrong of half A.
    """
    embedder = load_embedder("minilm")
    texts = turns_in(folder) if folder else {}
    cases = [*written_cases(), *(real_cases(labelled_sentences(), texts) if folder else ())]
    kept = list(zip(cases, keep_turns([case.text for case in cases], embedder), strict=True))
    sets: dict[str, list[Judged]] = defaultdict(list)
    for case, turn in kept:
        where = "written" if isinstance(case.labelled, WrittenMessage) else "real"
        for place in Place:
            sets[f"{where}, {case.half}, {place}"].append(Judged(case.labelled, turn.has(place)))
    sets = {name: sets[name] for name in sorted(sets)}
    rates = count_constraints(texts, turns, embedder) if folder else None
    by_kind = RECALL.shape(sets)
    carried = measure_scopes(embedder)
    scopes = {
        half.value: [message for message in carried if half_of(message.message.text) is half] for half in Half
    }
    shape = {
        "sets": {name: {**figures, **by_kind[name]} for name, figures in STUDY.shape(sets).items()},
        "rates": rates.details if rates else None,
        "scopes": SCOPES.shape(scopes),
    }
    anywhere = {name: judged for name, judged in sets.items() if name.endswith(Place.EITHER)}
    tables = [STUDY.table(sets), RECALL.table(anywhere), SCOPES.table(scopes), *([rates] if rates else [])]
    lines = [line for case, turn in kept if case.half is Half.A for line in _wrong(case, turn)]
    lines += [
        f"{'lacks' if message.message.needs else 'has'} the allergy: {message.message.text}"
        for message in scopes[Half.A]
        if message.allergy is not message.message.needs
    ]
    return Report(tables, shape, lines if verbose else ())


def count_constraints(texts: Mapping[DataSet, Mapping[str, str]], turns: int, embedder: Embedder) -> Table:
    """Count how many of so many turns a constraint comes of: of every data set as many, by their hashes."""
    shown = {}
    for data, of_data in texts.items():
        drawn = [of_data[name] for name in sorted(of_data)[: turns // len(texts)]]
        kept = list(keep_turns(drawn, embedder, together=_TOGETHER))
        shown[data.value] = [len(kept), *(sum(turn.has(place) for turn in kept) for place in Place)]
    shown["all"] = [sum(column) for column in zip(*shown.values(), strict=True)]
    rows: list[Sequence[Cell]] = [
        (name, number, *found, f"{1000 * found[-1] / max(1, number):.1f}")
        for name, (number, *found) in shown.items()
    ]
    columns = ("chats", "turns", *(f"in {place}" for place in Place), "of 1,000")
    return Table("turns of real chats that a constraint comes of", columns, rows, details=shown)


def _wrong(case: ConstraintCase, turn: KeptTurn) -> Iterator[str]:
    labelled = case.labelled
    if labelled.is_constraint:
        lacking = [place.value for place in (Place.CONTEXT, Place.LEDGER) if not turn.has(place)]
        if lacking:
            yield f"not in {' nor '.join(lacking)} ({labelled.kind}, {labelled.holder}): {case.sentence}"
    elif turn.has(Place.EITHER):
        yield f"taken ({labelled.why}): {case.sentence} -> {list(turn.context)} {list(turn.ledger)}"
