"""What the ledger makes of perfect facts: what it retires, what it keeps, and when it asks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.markup import escape

from daybook.conversation import Fact, Ledger, Polarity, Record, RelationKind, Status, Support, apply_drafts
from daybook.embedding import Embedder
from daybook.english import ENGLISH
from daybook.remember import Resolver, WriteThresholds
from daybook.remember.decide import RoundFacts, decide
from daybook.remember.locate import Vectors, texts_to_locate
from daybook_eval.tables import draw, share
from daybook_eval.updates import CaseKind, PerfectFact, UpdateCase

_POSTED_AT = datetime(2026, 1, 1, tzinfo=UTC)
_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Decided:
    """A case, and what became of its facts."""

    case: UpdateCase
    kept: tuple[int, ...]
    """Places of the facts that are to be active, and are."""
    retired: tuple[int, ...]
    """Places of the facts that are to be history, and are."""
    repeated: tuple[int, ...]
    """Places of the repetitions that made no second record."""
    asked: bool
    """Whether the owner would be asked."""

    @property
    def wrongly_retired(self) -> int:
        """How many facts that hold are history."""
        return len(self.case.active) - len(self.kept)

    @property
    def right(self) -> bool:
        """Whether all is as it should be; in the middle ground the owner has to be asked."""
        return (
            not self.wrongly_retired
            and len(self.retired) == len(self.case.superseded)
            and len(self.repeated) == len(self.case.repeats)
            and (self.asked or not self.case.asked)
        )


def decide_cases(cases: Iterable[UpdateCase], embedder: Embedder, *, named: bool = False) -> list[Decided]:
    """Post the facts of each case to a ledger of its own, one after the other, and look what holds.

    Args:
        cases: of `read_updates`.
        embedder: of addresses and quotes.
        named: have the second of two facts name the record that it updates, as a model that is shown the
            record would. Cases of more facts are left as they are.
    """
    return [asyncio.run(_decided(case, embedder, named=named)) for case in cases]


async def _decided(case: UpdateCase, embedder: Embedder, *, named: bool) -> Decided:
    facts = [_fact(case, place) for place in range(len(case.facts))]
    texts = texts_to_locate(facts, (), ENGLISH.values)
    vectors: Vectors = dict(zip(texts, await embedder.embed(texts), strict=True)) if texts else {}
    ledger = Ledger()
    for place, fact in enumerate(facts):
        one = fact
        if named and len(facts) == 2 and place == 1 and case.superseded == (0,):
            one = _naming(fact, next(ledger.with_status(Status.ACTIVE), None))
        resolver = Resolver("owner", _POSTED_AT, WriteThresholds(), ENGLISH.values)
        drafts = decide([RoundFacts(one.support.round_id, (one,))], ledger, resolver, vectors).drafts
        ledger = apply_drafts(ledger, drafts)
    of_fact = [list(ledger.of_round(fact.support.round_id)) for fact in facts]
    return Decided(
        case,
        tuple(place for place in case.active if _holds(of_fact[place])),
        tuple(place for place in case.superseded if not _holds(of_fact[place])),
        tuple(
            again
            for again, first in case.repeats.items()
            if {one.record_id for one in of_fact[again]} & {one.record_id for one in of_fact[first]}
        ),
        any(edge.kind is RelationKind.MAY_BE_SAME for edge in ledger.relations),
    )


def _holds(records: Sequence[Record]) -> bool:
    return any(record.status is Status.ACTIVE for record in records)


def _fact(case: UpdateCase, place: int) -> Fact:
    told: PerfectFact = case.facts[place]
    support = Support(f"r{place}", told.session, 0, len(told.quote), told.quote, told.said_at)
    return Fact(
        told.slot,
        told.value,
        Polarity.POSITIVE,
        told.quote,
        support,
        _SURE,
        told.act,
        subject=told.subject,
        attribute=told.attribute,
        value_type=told.type,
    )


def _naming(fact: Fact, record: Record | None) -> Fact:
    return replace(fact, updates=record.record_id) if record else fact


@dataclass(frozen=True, slots=True)
class UpdateFigures:
    """Of a set of cases, the shares that are right."""

    decided: tuple[Decided, ...]

    def of(self, kind: CaseKind) -> tuple[int, int, int]:
        """Return how many cases of a kind are right, how many there are, and of how many one would ask."""
        cases = [one for one in self.decided if one.case.kind is kind]
        return sum(case.right for case in cases), len(cases), sum(one.asked for one in cases)

    def wrongly_retired(self) -> tuple[int, int]:
        """Return how many facts that hold were retired outside the middle ground, and how many hold."""
        cases = [one for one in self.decided if one.case.kind is not CaseKind.MIDDLE]
        return sum(case.wrongly_retired for case in cases), sum(len(one.case.active) for one in cases)


def show_updates(found: Mapping[str, UpdateFigures], *, cases_of: str | None = None) -> None:
    """Print a line for each set, and of one set the cases that are not right."""
    console = Console(highlight=False)
    columns = ("set", "updates right", "asked", "look-alikes right", "asked", "middle ground asked")
    rows = (_row(name, one) for name, one in found.items())
    draw("what the ledger makes of perfect facts", (*columns, "wrongly retired"), rows, console=console)
    for decided in found[cases_of].decided if cases_of else ():
        if not decided.right:
            note = ", asked" if decided.asked else ""
            console.print(f"[bold]{decided.case.id}[/bold] {escape(decided.case.what)}{note}")


def _row(name: str, figures: UpdateFigures) -> Iterator[object]:
    yield name
    for kind in (CaseKind.UPDATE, CaseKind.LOOK_ALIKE):
        right, total, asked = figures.of(kind)
        yield share(right, total)
        yield asked
    right, total, _ = figures.of(CaseKind.MIDDLE)
    yield f"{right} of {total}"
    yield share(*figures.wrongly_retired(), ".1%")


def updates_shape(found: Mapping[str, UpdateFigures]) -> dict[str, Any]:
    """Write the figures of every set."""
    return {
        name: {
            **{
                str(kind): dict(zip(("right", "cases", "asked"), one.of(kind), strict=True))
                for kind in CaseKind
            },
            "wrongly_retired": dict(zip(("facts", "of"), one.wrongly_retired(), strict=True)),
        }
        for name, one in found.items()
    }
