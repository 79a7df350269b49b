"""The reply that each prompt asks for.

Field names are those of the prompt files. Numbers that a model may set slightly wrong (a confidence of
1.2) are clamped; whatever else does not fit makes the reply unreadable, so that it is asked for again.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, create_model

from daybook.conversation import QuestionKind

Share = Annotated[float, AfterValidator(lambda value: min(1.0, max(0.0, value)))]
"""A number in [0, 1]."""


def _lowered(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


Day = Annotated[date | None, BeforeValidator(lambda value: None if value == "" else value)]
"""A calendar day; None, or empty, where there is none."""


class Reply(BaseModel):
    """What every reply has in common: it is frozen, and fields that were not asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Rewritten(Reply):
    """Reply to `rewrite`."""

    question: str = Field(min_length=1)
    disputed: str = ""
    """The claim of an earlier answer that the user rejects."""


class KindHeld(Reply):
    """One kind of a `Classified`."""

    kind: QuestionKind
    confidence: Share


class Classified(Reply):
    """Reply to `classify`."""

    kinds: list[KindHeld]


class Expanded(Reply):
    """Reply to `expand`."""

    phrasings: list[str]
    parts: list[str] = []
    """The questions that a question about several things is made of."""


class Period(Reply):
    """Reply to `time_range`: calendar days, both inside the period; None is open on that side."""

    first: Day
    last: Day
    about: Literal["said", "happens"] = "said"


class Scored(Reply):
    """One score of a `Reranked`."""

    id: int
    score: Share


class Reranked(Reply):
    """Reply to `rerank`."""

    scores: list[Scored]


class RoundNote(Reply):
    """A note of a `NotedAnswer`."""

    round: int
    quote: str
    note: str


class RoundQuote(Reply):
    """A quote of a `DirectAnswer`."""

    round: int
    quote: str


class Interval(Reply):
    """A span whose length is computed by code; the answer holds its place as [[1]] (or [[2]], …)."""

    start: date = Field(alias="from")
    end: date = Field(alias="to")
    unit: Literal["days", "weeks", "months", "years"]


class ReadAnswer(Reply):
    """What both ways of reading reply."""

    counted: list[str] = []
    """The distinct things that a count is made of."""
    intervals: list[Interval] = []
    not_known: bool
    missing: str = ""
    answer: str = Field(min_length=1)


class Thinking(Reply):
    """What a `NotedAnswer` holds before the answer."""

    notes: list[RoundNote]
    reasoning: str = ""


# Servers write the fields in the order of the schema, and Pydantic puts those of the last base first: the
# notes must come before the answer, or they are no use to it.
class NotedAnswer(ReadAnswer, Thinking):
    """Reply to `read_con`."""


class DirectAnswer(ReadAnswer):
    """Reply to `read_direct`."""

    quotes: list[RoundQuote]


class RoundNoted(Reply):
    """Reply to `note_one_round`; no quotes where the round does not bear on the question."""

    quotes: list[str]
    note: str = ""


MOST_FACTS = 25
"""Of one reply; about as many as its limit of tokens holds."""


class FactFound(Reply):
    """A fact of a `FactsFound`; what is longer than the schema allows is read, and left to the caller."""

    round: int
    quote: Annotated[str, Field(json_schema_extra={"maxLength": 300})]
    slot: str
    value: Annotated[str, Field(json_schema_extra={"maxLength": 80})]
    denied: bool = False
    act: Annotated[Literal["states", "changes", "corrects", "ends"], BeforeValidator(_lowered)] = "states"
    instead_of: Annotated[str, Field(json_schema_extra={"maxLength": 80})] = ""
    hedged: bool = False


class FactsFound(Reply):
    """Reply to `extract_facts`; facts beyond the first `MOST_FACTS` are passed over."""

    facts: Annotated[
        list[FactFound],
        BeforeValidator(lambda value: value[:MOST_FACTS] if isinstance(value, list) else value),
        Field(json_schema_extra={"maxItems": MOST_FACTS}),
    ]


@cache
def facts_found_in(slots: tuple[str, ...]) -> type[FactsFound]:
    """Make the reply to `extract_facts` whose schema takes a slot out of an enumeration.

    A reply with another slot can be read all the same: one bad fact costs none of the others.
    """
    slot = Annotated[str, Field(json_schema_extra={"enum": list(slots)})]
    fact = create_model("FactFound", __base__=FactFound, slot=slot)
    facts = FactsFound.model_fields["facts"]
    return create_model(
        "FactsFound",
        __base__=FactsFound,
        facts=Annotated[list[fact], *facts.metadata, Field(json_schema_extra=facts.json_schema_extra)],
    )


class Marked(Reply):
    """Reply to each of the `judge_…`: the reason first, so that the verdict follows from it."""

    reason: str = ""
    verdict: Annotated[Literal["yes", "no"], BeforeValidator(_lowered)]


class Graded(Reply):
    """Reply to `grade`: the reason first, so that the grade follows from it."""

    reason: str = ""
    grade: float = Field(ge=0, le=100)


class Contradicted(Reply):
    """Reply to `contradicts`: the reason first, so that the probability follows from it."""

    reason: str = ""
    probability: Share


class AskedBefore(Reply):
    """Reply to `asked_before`: the number of an earlier question that asks the same, None where none does."""

    reason: str = ""
    same_as: int | None
