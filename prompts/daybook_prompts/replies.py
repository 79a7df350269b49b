"""The reply that each prompt asks for.

Field names are those of the prompt files. What is asked for is tight, and what is taken is lenient. The JSON
Schema that servers enforce bounds every text and every list, so that a model that repeats itself comes to an
end. A text that is too long is read all the same, of too many items the first are kept, and numbers that are
slightly wrong (a confidence of 1.2) are clamped. Whatever else does not fit makes the reply unreadable, so
that it is asked for again.
"""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    create_model,
)
from pydantic.json_schema import SkipJsonSchema

from daybook.conversation import QuestionKind

# llama.cpp enforces [0-9] and takes \d for any text.
_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def _lowered(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _day_of(value: object) -> object:
    """Take the day of "2024-05-01 10:00 (Wednesday)"; "" is none."""
    if isinstance(value, str):
        return found[0] if (found := re.match(_DAY[:-1], value.strip())) else value.strip() or None
    return value


def _at_most(count: int) -> tuple[Any, ...]:
    """Bound a list for servers; of a longer one that comes all the same, the first items are kept."""
    cut = BeforeValidator(lambda value: value[:count] if isinstance(value, list) else value)
    return cut, Field(max_length=count)


def _asked(**keywords: object) -> Any:
    """Bound a value in the schema, and nowhere else."""
    return Field(json_schema_extra=keywords)  # type: ignore[arg-type]


# A grammar of llama.cpp repeats nothing 2,000 times or more, so no text may be that long.
Line = Annotated[str, _asked(maxLength=400)]
Paragraph = Annotated[str, _asked(maxLength=1_500)]
Number = Annotated[int, _asked(minimum=1)]
"""Of a round, or of an item of a list that the prompt gives."""
Share = Annotated[
    float, AfterValidator(lambda value: min(1.0, max(0.0, value))), _asked(minimum=0, maximum=1)
]
"""A number in [0, 1]."""
_DAY_SCHEMA = {"type": "string", "pattern": _DAY}
Day = Annotated[date, BeforeValidator(_day_of), WithJsonSchema(_DAY_SCHEMA)]
"""A calendar day."""
MaybeDay = Annotated[
    date | None, BeforeValidator(_day_of), WithJsonSchema({"anyOf": [_DAY_SCHEMA, {"type": "null"}]})
]
"""A calendar day; None, or empty, where there is none."""
Lines6 = Annotated[list[Line], *_at_most(6)]


class Reply(BaseModel):
    """Base of every reply: frozen, and fields that were not asked for are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Rewritten(Reply):
    """Reply to `rewrite`."""

    question: Paragraph = Field(min_length=1)
    disputed: Line = ""
    """The claim of an earlier answer that the user rejects."""


class QueryRewritten(Rewritten):
    """Reply to `rewrite` of the set himes (HiMeS, figure 8)."""

    question: Paragraph = Field(alias="query_rewritten", min_length=1)
    disputed: SkipJsonSchema[Line] = ""


class KindHeld(Reply):
    """One kind of a `Classified`."""

    kind: QuestionKind
    confidence: Share


class Classified(Reply):
    """Reply to `classify`."""

    kinds: Annotated[list[KindHeld], *_at_most(len(QuestionKind))]


class Expanded(Reply):
    """Reply to `expand`."""

    phrasings: Lines6
    parts: Lines6 = []
    """The questions that a question about several things is made of."""


class Period(Reply):
    """Reply to `time_range`: calendar days, both inside the period; None is open on that side."""

    first: MaybeDay
    last: MaybeDay
    about: Literal["said", "happens"] = "said"


class Scored(Reply):
    """One score of a `Reranked`."""

    id: Number
    score: Share


class Reranked(Reply):
    """Reply to `rerank`."""

    scores: Annotated[list[Scored], *_at_most(50)]


def _numbered(value: object) -> object:
    """Number scores that stand alone, from 1."""
    if not isinstance(value, list):
        return value
    return [{"id": number, "score": score} for number, score in enumerate(value, start=1)]


_SHARE_SCHEMA = {"type": "number", "minimum": 0, "maximum": 1}


class RerankedInOrder(Reranked):
    """Reply to `rerank` of the set memorystack (MemoryStack, A.3): a score an excerpt, in their order."""

    scores: Annotated[
        list[Scored],
        *_at_most(50),
        BeforeValidator(_numbered),
        WithJsonSchema({"type": "array", "items": _SHARE_SCHEMA, "maxItems": 50}),
    ]


class RoundNote(Reply):
    """A note of a `NotedAnswer`."""

    round: Number
    quote: Line
    note: Line


class RoundQuote(Reply):
    """A quote of a `DirectAnswer`."""

    round: Number
    quote: Line


class Interval(Reply):
    """A span whose length is computed by code; the answer holds its place as [[1]] (or [[2]], …)."""

    start: Day = Field(alias="from")
    end: Day = Field(alias="to")
    unit: Literal["days", "weeks", "months", "years"]


class Helps(Reply):
    """Fields that may help with an answer."""

    counted: Annotated[list[Line], *_at_most(50)] = []
    """The distinct things that a count is made of."""
    intervals: Annotated[list[Interval], *_at_most(10)] = []


class ReadAnswer(Helps):
    """Fields that both ways of reading share."""

    not_known: bool
    missing: Line = ""
    """The evidence that one more search is to look for."""
    answer: Paragraph = Field(min_length=1)


class Notes(Reply):
    """The beginning of a `NotedAnswer`."""

    notes: Annotated[list[RoundNote], *_at_most(30)]


class Reasoned(Reply):
    """The part of a `NotedAnswer` between its notes and the answer."""

    reasoning: Paragraph = ""


# Servers write the fields in the order of the schema, and Pydantic puts those of the last base first: the
# notes must come before the answer, or they are no use to it.
class NotedAnswer(ReadAnswer, Reasoned, Helps, Notes):
    """Reply to `read_con`."""


class DirectAnswer(ReadAnswer):
    """Reply to a `read_con` that asks for no notes, as some papers' do."""

    quotes: Annotated[list[RoundQuote], *_at_most(30)]


MAX_FACTS = 14
"""Of one reply; about as many as its limit of tokens holds."""
_EMPTY_OR_DAY = "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
_EMPTY_OR_ID = "^(m[0-9]{1,2})?$"


def _empty(value: object) -> object:
    """Take null for an empty text."""
    return "" if value is None else value


MaybeName = Annotated[str, BeforeValidator(_empty), _asked(maxLength=80)]


class FactFound(Reply):
    """A fact of a `FactsFound`; what is longer than the schema allows is read, and left to the caller."""

    round: Number = 1
    quote: Line
    subject: MaybeName = "me"
    attribute: MaybeName = ""
    value: MaybeName = ""
    slot: MaybeName = ""
    denied: bool = False
    lasts: bool = True
    sensitive: bool = False
    hedged: bool = False
    since: Annotated[str, BeforeValidator(_empty), _asked(pattern=_EMPTY_OR_DAY)] = ""
    until: Annotated[str, BeforeValidator(_empty), _asked(pattern=_EMPTY_OR_DAY)] = ""
    act: Annotated[
        Literal["states", "replaces", "corrects", "contradicts", "ends"], BeforeValidator(_lowered)
    ] = "states"
    record: Annotated[str, BeforeValidator(_empty), _asked(pattern=_EMPTY_OR_ID)] = ""
    """Id of the record that is replaced, corrected, contradicted or ended: one that the prompt shows, or from
    an agent any of its owner's."""


class FactsFound(Reply):
    """Reply to `extract_facts`; facts beyond the first `MAX_FACTS` are passed over."""

    facts: Annotated[list[FactFound], *_at_most(MAX_FACTS)]


@cache
def facts_found_in(slots: tuple[str, ...]) -> type[FactsFound]:
    """Make the reply to `extract_facts` whose schema takes a slot out of an enumeration.

    A reply with another slot can be read all the same: one bad fact costs none of the others.
    """
    fact = create_model("FactFound", __base__=FactFound, slot=Annotated[str, _asked(enum=list(slots))])
    facts = Annotated[list[fact], *_at_most(MAX_FACTS)]
    return create_model("FactsFound", __base__=FactsFound, facts=facts)


class Marked(Reply):
    """Reply to each of the `judge_…`: the reason first, so that the verdict follows from it."""

    reason: Line = ""
    verdict: Annotated[Literal["yes", "no"], BeforeValidator(_lowered)]


def _verdict(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


class MarkedCorrect(Marked):
    """Reply to each of the `judge_…` of the set memorystack (MemoryStack, A.2)."""

    verdict: Annotated[
        Literal["yes", "no"], BeforeValidator(_verdict), WithJsonSchema({"type": "boolean"})
    ] = Field(alias="correct")


class Graded(Reply):
    """Reply to `grade`: the reason first, so that the grade follows from it."""

    reason: Line = ""
    grade: float = Field(ge=0, le=100)


class Contradicted(Reply):
    """Reply to `contradicts`: the reason first, so that the probability follows from it."""

    reason: Line = ""
    probability: Share


REPLIES: Mapping[str, type[Reply]] = MappingProxyType(
    {
        "classify": Classified,
        "contradicts": Contradicted,
        "expand": Expanded,
        "extract_facts": FactsFound,
        "grade": Graded,
        "judge_abstention": Marked,
        "judge_default": Marked,
        "judge_knowledge_update": Marked,
        "judge_preference": Marked,
        "judge_temporal": Marked,
        "read_con": NotedAnswer,
        "rerank": Reranked,
        "rewrite": Rewritten,
        "time_range": Period,
    }
)
"""By prompt, the reply that ours asks for; what is asked for in prose is not among them."""
ALSO_TAKEN: Mapping[str, type[Reply]] = MappingProxyType({"read_con": DirectAnswer})
"""By prompt, another reply that its step takes."""
