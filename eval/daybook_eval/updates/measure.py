"""What the ledger makes of perfect facts: what it retires, what it keeps, and when it asks."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from rich.text import Text

from daybook.conversation import Fact, Ledger, Polarity, Record, RelationKind, Status, Support, apply_drafts
from daybook.language.english import ENGLISH
from daybook.models.embedding import Embedder
from daybook.remember import Resolver, WriteThresholds
from daybook.remember.decide import RoundFacts, decide
from daybook.remember.locate import Vectors, texts_to_locate
from daybook_eval.study import Scorer, Study
from daybook_eval.tables import Proportion, Report
from daybook_eval.updates import DEVELOPMENT, HELD_OUT, CaseKind, PerfectFact, UpdateCase, read_updates

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
        """True if all is as it should be; in the middle ground the owner has to be asked."""
        return (
            not self.wrongly_retired
            and len(self.retired) == len(self.case.superseded)
            and len(self.repeated) == len(self.case.repeats)
            and (self.asked or not self.case.asked)
        )


def decide_cases(cases: Iterable[UpdateCase], embedder: Embedder, *, named: bool = False) -> list[Decided]:
    """Post the facts of each case to a ledger of its own, one after the other, and look what holds.

    `named` has the second of two facts name the record that it updates, as a model that is shown the record
    would.
    """
    return [asyncio.run(_decided(case, embedder, named=named)) for case in cases]


async def _decided(case: UpdateCase, embedder: Embedder, *, named: bool) -> Decided:
    facts = [_fact(case, place) for place in range(len(case.facts))]
    texts = texts_to_locate(facts, (), ENGLISH.values)
    vectors: Vectors = dict(zip(texts, await embedder.embed(texts), strict=True)) if texts else {}
    ledger = Ledger()
    for place, fact in enumerate(facts):
        one, known = fact, next(iter(ledger.with_status(Status.ACTIVE)), None)
        if named and known and len(facts) == 2 and place == 1 and case.superseded == (0,):
            one = replace(fact, updates=known.record_id)
        resolver = Resolver("owner", _POSTED_AT, WriteThresholds(), ENGLISH.values)
        drafts = decide([RoundFacts(one.support.round_id, (one,))], ledger, resolver, vectors).drafts
        ledger = apply_drafts(ledger, drafts)
    of_fact = [ledger.of_round(fact.support.round_id) for fact in facts]
    return Decided(
        case,
        tuple(place for place in case.active if _holds(of_fact[place])),
        tuple(place for place in case.superseded if not _holds(of_fact[place])),
        tuple(
            again
            for again, first in case.repeats.items()
            if {record.record_id for record in of_fact[again]}
            & {record.record_id for record in of_fact[first]}
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


def of_kind(decided: Sequence[Decided], kind: CaseKind) -> tuple[int, int, int]:
    """Count a kind's right cases, all of them, and those that would ask the owner."""
    cases = [decision for decision in decided if decision.case.kind is kind]
    return sum(case.right for case in cases), len(cases), sum(case.asked for case in cases)


def wrongly_retired(decided: Sequence[Decided]) -> Proportion:
    """Count the facts that hold and were retired outside the middle ground, of all that hold there."""
    cases = [decision for decision in decided if decision.case.kind is not CaseKind.MIDDLE]
    retired = sum(case.wrongly_retired for case in cases)
    return Proportion(retired, sum(len(decision.case.active) for decision in cases), ".1%")


def _scorers(kind: CaseKind, name: str) -> Iterator[Scorer[Decided]]:
    yield Scorer(f"{name} right", "", lambda decided: Proportion(*of_kind(decided, kind)[:2]))
    yield Scorer("asked", "", lambda decided: of_kind(decided, kind)[2])


def _counts(kind: CaseKind) -> Scorer[Decided]:
    names = ("right", "cases", "asked")
    return Scorer("", str(kind), lambda decided: dict(zip(names, of_kind(decided, kind), strict=True)))


def _middle(decided: Sequence[Decided]) -> str:
    right, cases, _ = of_kind(decided, CaseKind.MIDDLE)
    return f"{right} of {cases}"


def _retired_counts(decided: Sequence[Decided]) -> dict[str, int]:
    share = wrongly_retired(decided)
    return {"facts": share.part, "of": share.whole}


STUDY = Study(
    "what the ledger makes of perfect facts",
    "set",
    (
        *_scorers(CaseKind.UPDATE, "updates"),
        *_scorers(CaseKind.LOOK_ALIKE, "look-alikes"),
        Scorer("middle ground asked", "", _middle),
        Scorer("wrongly retired", "", wrongly_retired),
        *map(_counts, CaseKind),
        Scorer("", "wrongly_retired", _retired_counts),
    ),
)


def report(embedder: Embedder, *, cases: bool = False) -> Report:
    """Decide both sets, by addresses alone and with the record named; `cases` lists what is not right."""
    sets = {
        f"{name}{', the record named' if named else ''}": decide_cases(
            read_updates(name), embedder, named=named
        )
        for name in (DEVELOPMENT, HELD_OUT)
        for named in (False, True)
    }
    wrong = [decided for decided in sets[DEVELOPMENT] if not decided.right] if cases else []
    lines = [
        Text.assemble((decided.case.id, "bold"), f" {decided.case.what}{', asked' if decided.asked else ''}")
        for decided in wrong
    ]
    return Report([STUDY.table(sets)], STUDY.shape(sets), lines)
