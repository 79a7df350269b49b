"""The table of operations: what may be asked of a memory, from which every interface makes its own form.

An operation is a model of its arguments: its docstring says to a model when to call it, the text below an
argument describes that, and `run` does it. MCP's tools and LangChain's are made from these; HTTP's routes
take their names and results from here. The interface supplies the owner; it is never an argument.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime, tzinfo
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from typing_extensions import override

from daybook.conversation import Act, Record, Status
from daybook.conversation.answer_json import View
from daybook.conversation.errors import BadInput, DaybookError, UnknownItem
from daybook.interfaces.operations import memory_operations as memory
from daybook.interfaces.operations.ledger_json import RecordJson
from daybook.interfaces.operations.operation_results import (
    Corrected,
    Facts,
    Forgotten,
    FoundRound,
    FoundRounds,
    RecalledAnswer,
    Remembered,
    passages,
)
from daybook.interfaces.written_moments import written_moment
from daybook.library.daybook import Daybook
from daybook.store import Selector


class Effect(Enum):
    """The effect that an operation may have on the memory."""

    READS = "reads"
    ADDS = "adds"
    """Nothing goes: what was corrected stays in the history."""
    ERASES = "erases"


class Arguments(BaseModel):
    """Arguments of a call, of which null for one that may be left out is as good as leaving it out."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        """Several clients send every argument that a schema names."""
        if not isinstance(given, dict):
            return given
        fields = cls.model_fields
        return {
            name: value
            for name, value in given.items()
            if value is not None or name not in fields or fields[name].is_required()
        }


class Operation(Arguments, ABC):
    """A call of an operation. The class is its row in the table, an instance has the arguments."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    name: ClassVar[str]
    title: ClassVar[str]
    effect: ClassVar[Effect]
    result: ClassVar[type[View]]

    @classmethod
    def description(cls) -> str:
        """Say to a model what the operation does, and when to call it."""
        return " ".join((cls.__doc__ or "").split())

    @classmethod
    def arguments_schema(cls, without: Iterable[str] = ()) -> dict[str, Any]:
        """Describe the arguments as JSON Schema, but for those that an interface gives itself."""
        schema = cls.model_json_schema()
        for name in without:
            del schema["properties"][name]
        return {key: value for key, value in schema.items() if key != "description"}

    @abstractmethod
    async def run(self, daybook: Daybook, owner: str) -> Any:
        """Do it for an owner; errors are those of `Daybook`, and BadInput where a moment cannot be read."""


class GivenFact(Arguments):
    """One fact that a model found in the user's words."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)

    subject: str = "me"
    """whom or what it is about: "me" is the user, else a name or "my sister Maeve\""""
    attribute: str
    """what of it, in a word or two, such as residence, allergy, job"""
    value: str
    """in the user's words, such as Aarhus"""
    quote: str
    """the stretch of `user_said` that says it, word for word"""
    record: str = ""
    """only where it changes a fact: its record id, as list_facts gives it"""
    act: Act = Act.STATES
    """what it does to that record: replaces it (it was so), corrects it (it never was so), contradicts it, or
    ends it (sold, died, over); `value` is empty where nothing takes its place"""


def _from_json(value: object) -> object:
    """Read a list that a model wrote as a string; anything else is left to be validated."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


class Remember(Operation):
    """Keep what the user said in their long-term memory.

    Call it when they tell something about themselves, their people, plans, preferences or decisions, and
    whenever they ask you to remember something. Hand in their own words, unchanged, and with them the facts
    in them that will still be so in a month. The result says what was stored, and which facts were written
    or refused; do not tell the user that more was saved. Where it has a `consent`, put its question to them.
    """

    name, title, effect, result = "remember", "Remember", Effect.ADDS, Remembered

    user_said: str
    """the user's own words, unchanged"""
    assistant_said: str = ""
    """your reply, if it is to be kept as well"""
    session_id: str = ""
    """the conversation that this belongs to; that of the day without it"""
    said_at: str = ""
    """when it was said, in ISO 8601; now without it"""
    recalled: Annotated[tuple[str, ...], BeforeValidator(_from_json)] = ()
    """ids of the rounds that your reply was made from: nothing is learned from them"""
    facts: Annotated[tuple[GivenFact, ...], BeforeValidator(_from_json)] = ()
    """what the user's words say that lasts, one fact each"""
    consent: str = ""
    """only with the user's answer to the question of a result's `consent`: its family, such as health"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> Remembered:
        return await memory.remember(
            daybook,
            owner,
            self.user_said,
            assistant_said=self.assistant_said,
            session_id=self.session_id.strip() or None,
            said_at=_moment(self.said_at, "said_at", await daybook.azone(owner=owner)),
            recalled=self.recalled,
            facts=self.facts,
            consent=self.consent,
        )


class Recall(Operation):
    """Answer a question from the user's long-term memory, with quotes and dates.

    Call it before answering anything about the user or about earlier conversations, and when a
    conversation begins. `not_known` means that nothing in memory answers it or comes near: then say so,
    and do not guess. `constraints` hold for every reply.
    """

    name, title, effect, result = "recall", "Recall", Effect.READS, RecalledAnswer

    question: str
    """in plain English, as the user would ask it"""
    asked_at: str = ""
    """the moment that "last week" is relative to, in ISO 8601; now without it"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> RecalledAnswer:
        asked_at = _moment(self.asked_at, "asked_at", await daybook.azone(owner=owner))
        answer = await daybook.aask(self.question, owner=owner, asked_at=asked_at)
        return RecalledAnswer(
            answer=answer.text,
            not_known=answer.not_known,
            evidence=answer.cited,
            constraints=[item.quote for item in await daybook.aconstraints(owner=owner)],
            degraded=list(answer.degraded),
        )


class Search(Operation):
    """Find the rounds of earlier conversations that bear on a query, best first.

    Call it for an overview, or where `recall` did not find enough; `fetch` then gives a round whole.
    """

    name, title, effect, result = "search", "Search memory", Effect.READS, FoundRounds

    query: str = Field(validation_alias=AliasChoices("query", "question"))  # models mix it up with `recall`
    """a question or words, in plain English"""
    limit: int = Field(5, ge=1, le=20)
    """how many rounds at most"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> FoundRounds:
        found = await daybook.asearch(self.query, owner=owner, limit=self.limit)
        question, analyzer = found.plan.question, daybook.analyzer
        return FoundRounds(rounds=[passages(candidate, question, analyzer) for candidate in found.candidates])


class Fetch(Operation):
    """Give one round of an earlier conversation whole and word for word.

    Call it with an id that `search` or `recall` gave.
    """

    name, title, effect, result = "fetch", "Read a round", Effect.READS, FoundRound

    id: str
    """of a round, as search and recall give it"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> FoundRound:
        found = await daybook.afetch([self.id], owner=owner)
        if not found:
            raise UnknownItem(f"{owner!r} has no round {self.id!r}: a search finds rounds")
        return FoundRound.of(found[0])


class ListFacts(Operation):
    """List what is known about the user and the people and things in their life.

    Each is one fact, with its date and the words that it rests on. Call it when they ask what you know about
    them, or to find the id of a fact that is to be corrected or forgotten.
    """

    name, title, effect, result = "list_facts", "List facts", Effect.READS, Facts

    about: str = ""
    """words of which a fact holds one at least, such as "job"; all without"""
    history: bool = False
    """list also what does not hold any more"""
    limit: int = Field(50, ge=1, le=200)
    """how many are listed at most"""
    offset: int = Field(0, ge=0)
    """how many are passed over first"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> Facts:
        statuses = tuple(Status) if self.history else (Status.ACTIVE,)
        records = await daybook.ledger.arecords(owner=owner, statuses=statuses)
        words = daybook.analyzer.words
        if wanted := set(words(self.about)):
            records = [record for record in records if wanted.intersection(words(_described(record)))]
        page = records[self.offset : self.offset + self.limit]
        return Facts(facts=[RecordJson.of(record) for record in page], total=len(records))


class Correct(Operation):
    """Put another value in the place of a fact that was wrong or is no longer so.

    Name it by its record id, which `list_facts` gives. Call it only when the user says what is right.
    """

    name, title, effect, result = "correct", "Correct a fact", Effect.ADDS, Corrected

    record_id: str
    """of the fact, as list_facts gives it"""
    value: str
    """what is right, in a few words, such as Berlin"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> Corrected:
        before = await daybook.ledger.arecord(self.record_id, owner=owner)
        posted = await daybook.ledger.acorrect(self.record_id, self.value, owner=owner)
        written = [change.after for change in posted.differences if change.before is None and change.after]
        after = next((record for record in written if record.slot == before.slot), None)
        return Corrected(before=RecordJson.of(before), after=RecordJson.of(after) if after else None)


class Forget(Operation):
    """Erase something from memory for good; it cannot be undone.

    Call it only when the user asks for that. It takes two calls: the first removes nothing and gives what
    would go, with a `confirmation`. Show the user what would go, and after they have agreed make the same
    call again with that confirmation.
    """

    name, title, effect, result = "forget", "Forget", Effect.ERASES, Forgotten

    what: Literal["session", "round", "record", "slot", "phrase", "between", "everything"]
    """the sort of thing that is to be forgotten"""
    which: str = Field(
        "",
        description="the id of the session, round or record; the slot; the words of "
        "the phrase; FROM/UNTIL, two dates in ISO 8601, for between; nothing for everything",
    )
    confirmation: str = ""
    """of the first call's result, once the user has agreed to it"""

    @override
    async def run(self, daybook: Daybook, owner: str) -> Forgotten:
        confirmation = self.confirmation.strip() or None
        selector = self.selector(await daybook.azone(owner=owner))
        return await memory.forget(daybook, owner, selector, confirmation=confirmation)

    def selector(self, zone: tzinfo) -> Selector:
        """Read what is named; BadInput if it is not, or cannot be read."""
        if self.what == "everything":
            if self.which.strip():
                problem = "everything is forgotten without naming anything: leave it out"
                raise BadInput(problem, source="which")
            return memory.selector_of(everything=True)
        if not self.which.strip():
            raise BadInput(f"name the {self.what} that is to be forgotten", source="which")
        if self.what == "between":
            start, slash, end = self.which.partition("/")
            if not slash:
                raise BadInput("between takes two dates, such as 2025-02-01/2025-03-01", source="which")
            for moment in (start, end):
                _moment(moment, "which", zone)
            return memory.selector_of(between=(start, end), zone=zone)
        return memory.selector_of(**{self.what: self.which})  # type: ignore[arg-type]


TOOLS: dict[str, type[Operation]] = {
    row.name: row for row in (Remember, Recall, Search, Fetch, ListFacts, Correct, Forget)
}
"""All of them, by name."""


_TOOLS_FOR = {"ledger": "list_facts", "search": "search", "sessions": "search"}
"""The tool that does for a model what a command does for a person."""


def told_to_model(error: DaybookError) -> str:
    """Say what went wrong, with the names of tools where the error names commands."""
    text = str(error)
    for command, tool in _TOOLS_FOR.items():
        text = text.replace(f"`daybook {command}`", f"`{tool}`")
    return text


def faults_of(error: ValidationError) -> str:
    """Say which arguments do not fit, without repeating what was said in them."""
    faults = error.errors(include_input=False)
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)


def _moment(text: str, argument: str, zone: tzinfo) -> datetime | None:
    if not text.strip():
        return None
    try:
        return written_moment(text, zone)
    except ValueError as error:
        raise BadInput(str(error), source=argument) from None


def _described(record: Record) -> str:
    slot = record.slot.replace(".", " ").replace("_", " ")
    return f"{slot} {record.attribute} {record.subject} {record.text} {record.value}"
