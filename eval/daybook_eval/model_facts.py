"""What code lets through of a model's facts: true ones, and true ones made false. No model is called.

What rules would write of real turns is put as if a model had said it, whole and with one thing taken from
another turn's fact. That rules read the same is not counted, or the true ones would be surer for that alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import TypeAlias

from daybook.text.english.facts import facts_in
from daybook.text.english.model_facts.check_facts import checked

from daybook.conversation import OTHER, SLOTS, Address, Fact, Polarity, Record, Role, Round, Turn, record_id
from daybook.ledger.facts_by_model import shown_rounds
from daybook.text.english import ENGLISH
from daybook_eval.data.cases import read_cases
from daybook_eval.tables import markdown
from daybook_prompts.replies import FactFound

SAID_AT = datetime(2024, 5, 20, tzinfo=UTC)
WRITTEN = 0.55
SHOWN = 12
"""Records that the model is shown, each of another turn."""
Told: TypeAlias = tuple[Round, Fact]
Change: TypeAlias = Callable[[FactFound, FactFound], Mapping[str, object] | None]
"""Makes what is false of a fact and one of another turn; None where that would change nothing."""


@dataclass(frozen=True, slots=True)
class Passed:
    """What became of facts of one kind."""

    given: int
    passed: int
    updates: int
    """Those that passed with the id of a record that they were said to update."""
    reliability: float
    """The mean of those that passed; 0 where none did."""
    written: int
    """Those that passed and are sure enough to be written at once."""


def _another(*fields: str, **also: object) -> Change:
    """Take these fields of the other fact, where the first of them differs."""

    def change(told: FactFound, other: FactFound) -> Mapping[str, object] | None:
        taken = {field: getattr(other, field) for field in fields}
        return taken | also if taken[fields[0]] != getattr(told, fields[0]) else None

    return change


CHANGES: Mapping[str, Change] = {
    "as told": lambda told, other: {},
    "another's value": _another("value"),
    "another's value, as a conclusion": _another("value", concluded=True),
    "another's slot": _another("slot", "attribute", "type"),
    "another's attribute, without a slot": _another("attribute", "type", slot=OTHER),
    "said of a sister": lambda told, other: {"subject": "my sister Zelda"},
    "the contrary": lambda told, other: {"denied": not told.denied},
    "over": lambda told, other: {"act": "ends"} if told.act != "ends" else None,
    "updating a record of something else": lambda told, other: {"updates": "m1"},
}


def user_turns(path: Path) -> Iterator[str]:
    """Yield what users say in the histories of a question file."""
    for case in read_cases(path):
        for session in case.sessions:
            yield from (turn.content for turn in session.turns if turn.role is Role.USER)


def told_in(turns: Sequence[str]) -> list[Told]:
    """List the facts that rules write of turns; but for notes, which hold a whole sentence."""
    rounds = [
        Round(f"r{place}", "ada", "s", 0, 0, SAID_AT, Turn(Role.USER, text), None)
        for place, text in enumerate(turns)
    ]
    return [
        (round_, fact)
        for round_ in rounds
        for fact in facts_in(round_)
        if fact.reliability >= WRITTEN and fact.value != fact.text
    ]


def as_model(fact: Fact) -> FactFound:
    """Write a fact as a model would give it, of round 1."""
    slot = SLOTS[fact.slot]
    return FactFound(
        round=1,
        quote=fact.support.quote,
        attribute=slot.attribute,
        value=fact.value,
        type=slot.value_type,
        slot=fact.slot,
        denied=fact.polarity is Polarity.NEGATIVE,
        act=fact.act.value,
        instead_of=fact.instead_of,
    )


def what_passes(told: Sequence[Told], change: Change) -> Passed:
    """Change every fact by one of the other half of the turns, and see what code makes of it."""
    half = len(told) // 2
    behind = [*told[half:], *told[:half]]
    given, facts = 0, []
    for place, (round_, fact) in enumerate(told):
        changed = change(as_model(fact), as_model(behind[place][1]))
        if changed is None:
            continue
        given += 1
        known = [_record(behind[(place + step) % len(behind)][1]) for step in range(SHOWN)]
        shown = shown_rounds([round_], ENGLISH.analyzer, known=known)
        found = checked(as_model(fact).model_copy(update=dict(changed)), shown)
        facts += [found] if found else []
    return Passed(
        given,
        len(facts),
        sum(bool(fact.updates) for fact in facts),
        mean(fact.reliability for fact in facts) if facts else 0.0,
        sum(fact.reliability >= WRITTEN for fact in facts),
    )


def _record(fact: Fact) -> Record:
    return Record(
        record_id("ada", Address(fact.slot), fact.value, fact.polarity, fact.support),
        fact.slot,
        fact.value,
        fact.polarity,
        fact.text,
        said_at=SAID_AT,
        imported_at=SAID_AT,
        confidence=fact.reliability,
        support=(fact.support,),
    )


def report(data: Path) -> Iterator[str]:
    """Write a row for every kind of fact that rules find in a file, as a table of Markdown."""
    told = told_in(list(dict.fromkeys(user_turns(data))))
    yield f"{len(told)} facts that rules write\n"
    columns = ("as a model says it", "given", "let through", "mean reliability", "written at once")
    rows = []
    for name, change in CHANGES.items():
        row = what_passes(told, change)
        given = max(1, row.given)
        shares = (row.passed / given, f"{row.reliability:.2f}", row.written / given, row.updates / given)
        rows.append((name, row.given, *shares))
    yield from markdown((*columns, "with an update"), rows)
