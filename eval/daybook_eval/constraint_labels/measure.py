"""Keeps each labelled turn in a memory of its own, and counts whether a standing constraint comes of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from daybook import Daybook
from daybook.conversation import Polarity, Role, Session, Status, Turn
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.constraint_labels.cases import (
    Concern,
    ConstraintCase,
    ConstraintLabel,
    Holder,
    ScopeMessage,
    labelled_sentences,
    real_cases,
    scope_messages,
    turns_in,
    written_cases,
)
from daybook_eval.fact_labels.facts import DataSet, Half
from daybook_eval.study import Scorer, Study, agree_to_constraints, memory, share
from daybook_eval.tables import Cell, Proportion, Report, Table

_SAID_AT = datetime(2024, 5, 15, 12, tzinfo=UTC)
_TOGETHER = 10
"""Turns that are kept in one memory where only their number counts: a context has 16 constraints at most."""


class Place(StrEnum):
    """Where a constraint is."""

    CONTEXT = "context"
    """Put before a model where its scope is met; the owner has agreed to what they were asked about."""
    LEDGER = "ledger"
    """An active record of a slot of constraints."""
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A round, and the constraints that came of it."""

    text: str
    context: tuple[str, ...]
    ledger: tuple[str, ...]

    def has(self, place: Place) -> bool:
        """True if a constraint came of it there."""
        in_ledger = bool(self.ledger) and place is not Place.CONTEXT
        return in_ledger or (bool(self.context) and place is not Place.LEDGER)


@dataclass(frozen=True, slots=True)
class Judged:
    """A case, and whether a constraint came of it."""

    case: ConstraintCase
    found: bool

    @property
    def is_constraint(self) -> bool:
        """True if one should."""
        return self.case.label is ConstraintLabel.CONSTRAINT


def keep_turns(
    texts: Sequence[str], *, together: int = 1, embedder: Embedder | None = None
) -> Iterator[KeptTurn]:
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
    for place, text in enumerate(texts):
        [round_] = daybook.rounds(owner=owner, session_id=f"session-{place}")
        yield KeptTurn(
            text,
            tuple(item.quote for item in items if round_.round_id in item.round_ids),
            tuple(f"{fact.slot}={fact.value}" for fact in records if round_.round_id in fact.round_ids),
        )


def _recall(of: Concern | Holder | None = None) -> Callable[[Sequence[Judged]], Proportion]:
    """Score by the constraints that were found, of all, or of those of a kind or a holder."""
    return share(
        lambda one: one.found,
        among=lambda one: one.is_constraint and of in (None, one.case.kind, one.case.holder),
    )


STUDY: Study[Judged] = Study(
    "standing constraints",
    "turns, half, place",
    (
        Scorer("precision", "precision", share(lambda one: one.is_constraint, lambda one: one.found)),
        Scorer("recall", "recall", _recall()),
        Scorer(
            "near misses taken",
            "near_misses",
            share(lambda one: one.found, lambda one: not one.is_constraint),
        ),
    ),
)
RECALL: Study[Judged] = Study(
    "recall of standing constraints",
    "turns, half, place",
    [Scorer(of.value, f"recall_{of}", _recall(of)) for of in (*Concern, *Holder)],
)


@dataclass(frozen=True, slots=True)
class Carried:
    """A message, and which of the two constraints are put before a model with it."""

    message: ScopeMessage
    allergy: bool
    silence: bool


SCOPES: Study[Carried] = Study(
    "where a bodily constraint comes along",
    "half",
    (
        Scorer(
            "needed, there", "scope_recall", share(lambda one: one.allergy, lambda one: one.message.needs)
        ),
        Scorer(
            "there, needed", "scope_precision", share(lambda one: one.message.needs, lambda one: one.allergy)
        ),
        Scorer(
            "not needed, left out",
            "scope_spared",
            share(lambda one: not one.allergy, lambda one: not one.message.needs),
        ),
        Scorer("a topic, always there", "silence", share(lambda one: one.silence)),
    ),
)
_ALLERGY, _SILENCE = "I'm allergic to peanuts.", "Please never mention my brother again."


def measure_scopes(embedder: Embedder | None = None) -> list[Carried]:
    """Look up each message of `scopes.json` in a memory that holds an allergy and what not to mention."""
    with memory(embedder) as daybook:
        turns = (Turn(Role.USER, _ALLERGY), Turn(Role.USER, _SILENCE))
        daybook.add([Session("said", _SAID_AT, turns)], owner="one")
        agree_to_constraints(daybook, "one")
        found = []
        for message in scope_messages():
            context = daybook.context_for(message.text, owner="one")
            quotes = {item.quote for item in context.constraints}
            found.append(Carried(message, _ALLERGY in quotes, _SILENCE in quotes))
        return found


def report(folder: Path | None = None, *, turns: int = 1000, verbose: bool = False) -> Report:
    """Measure the written messages and, in a data folder (`cases.FILES`), real turns, labelled and other.

    `verbose` lists what came out wrong of half A.
    """
    embedder = load_embedder("minilm")
    texts = turns_in(folder) if folder else {}
    cases = [*written_cases(), *(real_cases(labelled_sentences(), texts) if folder else ())]
    kept = list(zip(cases, keep_turns([case.text for case in cases], embedder=embedder), strict=True))
    sets: dict[str, list[Judged]] = {}
    for case, turn in kept:
        for place in Place:
            name = f"{'written' if case.is_written else 'real'}, {case.half}, {place}"
            sets.setdefault(name, []).append(Judged(case, turn.has(place)))
    sets = {name: sets[name] for name in sorted(sets)}
    rates = count_constraints(texts, turns, embedder) if folder else None
    by_kind = RECALL.shape(sets)
    figures = {name: {**shape, **by_kind[name]} for name, shape in STUDY.shape(sets).items()}
    shape = {"sets": figures, "rates": rates.details if rates else None}
    anywhere = {name: judged for name, judged in sets.items() if name.endswith(Place.EITHER)}
    carried = measure_scopes(embedder)
    scopes = {half.value: [one for one in carried if one.message.half is half] for half in Half}
    shape["scopes"] = SCOPES.shape(scopes)
    tables = [STUDY.table(sets), RECALL.table(anywhere), SCOPES.table(scopes), *([rates] if rates else [])]
    lines = [line for case, turn in kept if verbose and case.half is Half.A for line in _wrong(case, turn)]
    lines += [
        f"{'lacks the allergy' if one.message.needs else 'has the allergy'}: {one.message.text}"
        for one in scopes[Half.A]
        if verbose and one.allergy is not one.message.needs
    ]
    return Report(tables, shape, lines)


def count_constraints(
    texts: Mapping[DataSet, Mapping[str, str]], turns: int, embedder: Embedder | None = None
) -> Table:
    """Count how many of so many turns a constraint comes of: of every data set as many, by their hashes."""
    shown = {}
    for data, of_data in texts.items():
        drawn = [of_data[name] for name in sorted(of_data)[: turns // len(texts)]]
        kept = list(keep_turns(drawn, together=_TOGETHER, embedder=embedder))
        shown[data.value] = [len(kept), *(sum(turn.has(place) for turn in kept) for place in Place)]
    shown["all"] = [sum(column) for column in zip(*shown.values(), strict=True)]
    rows: list[Sequence[Cell]] = [
        (name, number, *found, f"{1000 * found[-1] / max(1, number):.1f}")
        for name, (number, *found) in shown.items()
    ]
    columns = ("chats", "turns", *(f"in {place}" for place in Place), "of 1,000")
    return Table("turns of real chats that a constraint comes of", columns, rows, details=shown)


def _wrong(case: ConstraintCase, turn: KeptTurn) -> Iterator[str]:
    """Say what was missed, or taken, of a case."""
    if case.label is ConstraintLabel.CONSTRAINT:
        lacking = [place.value for place in (Place.CONTEXT, Place.LEDGER) if not turn.has(place)]
        if lacking:
            yield f"not in {' nor '.join(lacking)} ({case.kind}, {case.holder}): {case.sentence}"
    elif turn.has(Place.EITHER):
        yield f"taken ({case.why}): {case.sentence} -> {list(turn.context)} {list(turn.ledger)}"
