"""What the ledger makes of perfect facts of updates and look-alikes; README.md says what a case holds."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from daybook.ledger.locate import Vectors, texts_to_locate
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from rich.text import Text

from daybook.conversation import (
    Act,
    Fact,
    Ledger,
    Polarity,
    Record,
    RelationKind,
    Status,
    Support,
    ValueType,
    apply_drafts,
)
from daybook.conversation.errors import BadInput
from daybook.ledger import Resolver, WriteThresholds
from daybook.ledger.decide import RoundFacts, decide
from daybook.models.embedding import Embedder, load_embedder
from daybook.text.english import ENGLISH
from daybook_eval.study import Scorer, Study
from daybook_eval.tables import Proportion, Report

DEVELOPMENT, HELD_OUT = "development", "held_out"


class CaseKind(StrEnum):
    """What is right to do about the facts of a case."""

    UPDATE = "update"
    LOOK_ALIKE = "look-alike"
    MIDDLE = "middle"


Words = Annotated[str, Field(min_length=1)]


class PerfectFact(BaseModel):
    """A fact as a perfect extractor would write it on the day it was said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    said_at: AwareDatetime
    session: Words
    quote: Words
    subject: Words
    """Whom or what it is about, in that day's wording: "me", "my sister Emily", "5K"."""
    attribute: Words
    """In open wording; two days seldom have the same."""
    value: Words
    type: ValueType
    act: Act
    slot: str = Field(pattern=r"^[a-z]+\.[a-z]+(\.[a-z]+)?$")


class UpdateCase(BaseModel):
    """Facts told one after another, and which of them hold at the end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Words
    kind: CaseKind
    what: Words
    facts: tuple[PerfectFact, ...] = Field(min_length=2)
    active: tuple[int, ...]
    superseded: tuple[int, ...]
    repeats: dict[int, int] = {}
    either: tuple[int, ...] = ()
    asked: bool = False

    @model_validator(mode="after")
    def _places_each_fact_once(self) -> Self:
        listed = [*self.active, *self.superseded, *self.repeats, *self.either]
        ends = {place for place, fact in enumerate(self.facts) if fact.act is Act.ENDS}
        if len(set(listed)) < len(listed):
            raise ValueError("a fact stands in two of active, superseded, repeats and either")
        if set(listed) | ends != set(range(len(self.facts))) or set(listed) & ends:
            raise ValueError(
                "each fact but one that ends another stands in active, superseded, repeats or either"
            )
        if any(not 0 <= first < later for later, first in self.repeats.items()):
            raise ValueError("a repetition repeats an earlier fact")
        return self

    @model_validator(mode="after")
    def _is_of_its_kind(self) -> Self:
        if (self.kind is CaseKind.UPDATE) != bool(self.superseded):
            raise ValueError("an update supersedes something, and nothing else does")
        if (self.kind is CaseKind.MIDDLE) != self.asked:
            raise ValueError("the owner is asked in the middle ground, and only there")
        return self


@cache
def read_updates(name: str) -> tuple[UpdateCase, ...]:
    """Read one of the two halves, DEVELOPMENT or HELD_OUT."""
    file = f"{name}.json"
    return parse_updates(files(__name__).joinpath(file).read_bytes(), source=file)


def parse_updates(text: bytes, *, source: str | Path) -> tuple[UpdateCase, ...]:
    """Read cases from the text of a file.

    Raises:
        BadInput: it is no list of cases, a case contradicts itself, or two have one id.
    """
    try:
        cases = TypeAdapter(tuple[UpdateCase, ...]).validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BadInput(first["msg"], source=source, where=".".join(map(str, first["loc"]))) from error
    twice = [name for name, times in Counter(case.id for case in cases).items() if times > 1]
    if twice:
        raise BadInput(f"two cases have the id {twice[0]!r}", source=source)
    return cases


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
    facts = [_fact(told, place) for place, told in enumerate(case.facts)]
    texts = texts_to_locate(facts, (), ENGLISH.values)
    vectors: Vectors = dict(zip(texts, await embedder.embed(texts), strict=True)) if texts else {}
    ledger = Ledger()
    for place, fact in enumerate(facts):
        known = next(iter(ledger.with_status(Status.ACTIVE)), None)
        if named and known and len(facts) == 2 and place == 1 and case.superseded == (0,):
            fact = replace(fact, updates=known.record_id)
        resolver = Resolver("owner", _POSTED_AT, WriteThresholds(), ENGLISH.values)
        drafts = decide([RoundFacts(fact.support.round_id, (fact,))], ledger, resolver, vectors).drafts
        ledger = apply_drafts(ledger, drafts)
    of_fact = [ledger.of_round(fact.support.round_id) for fact in facts]
    ids = [{record.record_id for record in records} for records in of_fact]
    return Decided(
        case,
        tuple(place for place in case.active if _holds(of_fact[place])),
        tuple(place for place in case.superseded if not _holds(of_fact[place])),
        tuple(again for again, first in case.repeats.items() if ids[again] & ids[first]),
        any(edge.kind is RelationKind.MAY_BE_SAME for edge in ledger.relations),
    )


def _holds(records: Sequence[Record]) -> bool:
    return any(record.status is Status.ACTIVE for record in records)


def _fact(told: PerfectFact, place: int) -> Fact:
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


def _right(decided: Sequence[Decided], *, kind: CaseKind) -> Proportion:
    return Proportion(*of_kind(decided, kind)[:2])


def _asked(decided: Sequence[Decided], *, kind: CaseKind) -> int:
    return of_kind(decided, kind)[2]


def _middle(decided: Sequence[Decided]) -> str:
    right, cases, _ = of_kind(decided, CaseKind.MIDDLE)
    return f"{right} of {cases}"


def _counts(decided: Sequence[Decided], *, kind: CaseKind) -> dict[str, int]:
    return dict(zip(("right", "cases", "asked"), of_kind(decided, kind), strict=True))


def _retired_counts(decided: Sequence[Decided]) -> dict[str, int]:
    share = wrongly_retired(decided)
    return {"facts": share.part, "of": share.whole}


STUDY = Study(
    "what the ledger makes of perfect facts",
    "set",
    (
        *(
            Scorer(heading, "", partial(score, kind=kind))
            for kind, name in ((CaseKind.UPDATE, "updates"), (CaseKind.LOOK_ALIKE, "look-alikes"))
            for heading, score in ((f"{name} right", _right), ("asked", _asked))
        ),
        Scorer("middle ground asked", "", _middle),
        Scorer("wrongly retired", "", wrongly_retired),
        *(Scorer("", str(kind), partial(_counts, kind=kind)) for kind in CaseKind),
        Scorer("", "wrongly_retired", _retired_counts),
    ),
)


def report(cases: bool) -> Report:
    """Decide both sets, by addresses alone and with the record named; `cases` lists what is not right."""
    embedder = load_embedder("minilm")
    sets = {
        f"{name}{', the record named' if named else ''}": decide_cases(
            read_updates(name), embedder, named=named
        )
        for name in (DEVELOPMENT, HELD_OUT)
        for named in (False, True)
    }
    lines = [
        Text.assemble((decided.case.id, "bold"), f" {decided.case.what}{', asked' if decided.asked else ''}")
        for decided in sets[DEVELOPMENT]
        if cases and not decided.right
    ]
    return Report([STUDY.table(sets)], STUDY.shape(sets), lines)
