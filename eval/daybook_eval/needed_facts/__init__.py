"""Keeps the sentences that questions rest on (README.md), and looks what of them ledger and diary hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Literal

from daybook import Daybook
from daybook.conversation import Role, Session, Support, ValueType
from daybook.interfaces.importers.fields import Fields
from daybook.text.english.words import words_of
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import HashedWords
from daybook_eval.fact_labels.facts import read_lines
from daybook_eval.study import Scorer, Study, memory, share
from daybook_eval.tables import Report


class NeededFact(Fields):
    """A line of the file."""

    question_id: str
    type: str
    session: int
    turn: int
    """Places in the question's history, from 0."""
    sentence: tuple[int, int]
    needed: tuple[tuple[int, int], ...]
    """Characters of the turn, the first in and the last out."""
    state: Literal["event", "plan", "lasting", "measured", "preference"]


@dataclass(frozen=True, slots=True)
class FoundFact:
    """Where a needed fact stands now."""

    fact: NeededFact
    sentence: str
    in_diary: bool
    in_ledger: bool
    measured: bool
    """Whether a record with a quantity has it."""
    in_part: bool
    """Whether its sentence has an entry or a record, with words missing."""

    @property
    def held(self) -> bool:
        """True if diary or ledger has it."""
        return self.in_diary or self.in_ledger


def needed_facts() -> list[NeededFact]:
    """Read the list."""
    return read_lines(NeededFact, Path(__file__).with_name("labels.jsonl"))


def find_facts(facts: Sequence[NeededFact], data: Path) -> Iterator[FoundFact]:
    """Keep the session of each fact in a memory of its own, and look what of it is known.

    `data` is LongMemEval's development file with evidence sessions only.
    """
    cases = {case.question_id: case for case in read_cases(data)}
    with memory(HashedWords()) as daybook:
        for fact in facts:
            session = cases[fact.question_id].sessions[fact.session]
            daybook.add([session], owner=fact.question_id)
            yield _found(fact, session, daybook)


def _found(fact: NeededFact, session: Session, daybook: Daybook) -> FoundFact:
    turn = session.turns[fact.turn]
    ids = {
        round_.round_id
        for round_ in daybook.rounds(owner=fact.question_id, session_id=session.session_id)
        if round_.user is not None and round_.user.content == turn.content
    }
    ledger = daybook.ledger.snapshot(owner=fact.question_id)
    needed = set(words_of(" ".join(turn.content[start:stop] for start, stop in fact.needed)))
    start, stop = fact.sentence

    def is_of_sentence(support: Support) -> bool:
        overlaps = support.start < stop and start < support.stop
        return support.side is Role.USER and support.round_id in ids and overlaps

    def has_all(*texts: str) -> bool:
        return needed <= set(words_of(" ".join(texts)))

    entries = [entry for entry in ledger.entries.values() if any(map(is_of_sentence, entry.support))]
    records = [record for record in ledger.records.values() if any(map(is_of_sentence, record.support))]
    holding = [
        record for record in records if has_all(record.value, record.text, record.subject, record.attribute)
    ]
    in_diary = any(has_all(entry.text, entry.what, entry.where, *entry.who) for entry in entries)
    return FoundFact(
        fact,
        turn.content[start:stop],
        in_diary,
        bool(holding),
        any(record.value_type is ValueType.QUANTITY for record in holding),
        bool(entries or records) and not (in_diary or holding),
    )


STUDY: Study[FoundFact] = Study(
    "needed facts that are known",
    "questions",
    tuple(
        Scorer(heading, key, share(attrgetter(key)))
        for heading, key in (
            ("held", "held"),
            ("diary", "in_diary"),
            ("ledger", "in_ledger"),
            ("measured state", "measured"),
            ("in part", "in_part"),
        )
    ),
)


def report(data: Path, *, verbose: bool = False) -> Report:
    """Count all, by half, by type of question and by sort of fact.

    `verbose` lists what is not held of the rules' half.
    """
    found = list(find_facts(needed_facts(), data))
    sets: dict[str, list[FoundFact]] = {"all": found}
    for half in (RULES_HALF, OTHER_HALF):
        sets[half] = [fact for fact in found if half_of(fact.fact.question_id) == half]
    for name in ("type", "state"):
        for value in sorted({getattr(fact.fact, name) for fact in found}):
            sets[value] = [fact for fact in found if getattr(fact.fact, name) == value]
    plain = {name.replace("'", ""): facts for name, facts in sets.items()}
    lines = [_line(fact) for fact in sets[RULES_HALF] if verbose and not fact.held]
    return Report([STUDY.table(sets)], STUDY.shape(plain), lines)


def _line(found: FoundFact) -> str:
    first = found.fact.sentence[0]
    wanted = [found.sentence[start - first : stop - first] for start, stop in found.fact.needed]
    how = "in part" if found.in_part else "missing"
    return f"{found.fact.question_id}, {how}, {wanted}: {found.sentence}"
