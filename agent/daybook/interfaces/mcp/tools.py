"""The tools, and what each may do. What they answer is what `daybook.interfaces.operations` answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from daybook.english.sentences import sentence_spans
from daybook.english.words import words_of
from daybook.errors import BadInput
from daybook.interfaces import operations
from daybook.interfaces.forget import selector_of
from daybook.interfaces.mcp import wording
from daybook.interfaces.mcp.results import (
    Document,
    Found,
    FoundList,
    ToForget,
    as_result,
    recalled_text,
    title_of,
)
from daybook.interfaces.moments import written_moment
from daybook.interfaces.operations import Corrected, Facts, FoundRound, Recalled, Remembered
from daybook.interfaces.rendering.safe import one_line
from daybook.library.daybook import Daybook
from daybook.store import Selector

OwnerOf = Callable[[], str]
"""Says whose memory the call at hand is about."""
What = Literal["session", "round", "record", "slot", "phrase", "between", "everything"]

MOST_TEXTS = 40
"""Texts that a proposal to forget lists; it says how many more there are."""
_SHOWN = 400
"""Characters of each."""


@dataclass(frozen=True)
class MemoryTools:
    """The tools over one memory. A model reads of each what `TOOLS` says, and what its arguments are."""

    daybook: Daybook
    owner: OwnerOf
    round_url: Callable[[str], str]

    async def remember(
        self,
        user_said: Annotated[str, Field(description="the user's own words, unchanged")],
        assistant_said: Annotated[str, Field(description="your reply, if it is to be kept as well")] = "",
        session_id: Annotated[
            str, Field(description="the conversation that this belongs to; that of the day without it")
        ] = "",
        said_at: Annotated[str, Field(description="when it was said, in ISO 8601; now without it")] = "",
        recalled: Annotated[
            tuple[str, ...],
            Field(
                description="ids of the rounds that your reply was made from: nothing is learned from them"
            ),
        ] = (),
    ) -> Annotated[CallToolResult, Remembered]:
        """Keep a round, and say what was stored and found in it."""
        kept = await operations.remember(
            self.daybook,
            self.owner(),
            user_said,
            assistant_said=assistant_said,
            session_id=session_id.strip() or None,
            said_at=_moment(said_at, "said_at"),
            recalled=recalled,
        )
        return as_result(kept)

    async def recall(
        self,
        question: Annotated[str, Field(description="in plain English, as the user would ask it")],
        asked_at: Annotated[
            str, Field(description='the moment that "last week" is relative to, in ISO 8601; now without it')
        ] = "",
    ) -> Annotated[CallToolResult, Recalled]:
        """Answer a question; the text of the result is plain, as `recalled_text` writes it."""
        moment = _moment(asked_at, "asked_at")
        answer = await operations.recall(self.daybook, self.owner(), question, asked_at=moment)
        return as_result(answer, recalled_text(answer))

    async def search(
        self, query: Annotated[str, Field(description="a question or words, in plain English")]
    ) -> Annotated[CallToolResult, FoundList]:
        """Find rounds; each has for its title the sentence that matches best."""
        found = await operations.search(self.daybook, self.owner(), query)
        wanted = set(words_of(query))
        results = [
            Found(
                id=one.round_id,
                title=title_of(one.said_at, _best_sentence(one, wanted)),
                url=self.round_url(one.round_id),
            )
            for one in found.rounds
        ]
        return as_result(FoundList(results=results))

    async def fetch(
        self, id: Annotated[str, Field(description="of a round, as search and recall give it")]
    ) -> Annotated[CallToolResult, Document]:
        """Give a round whole."""
        return as_result(await self.document(id))

    async def list_facts(
        self,
        about: Annotated[
            str, Field(description='words of which a fact holds one at least, such as "job"; all without')
        ] = "",
        history: Annotated[bool, Field(description="list also what does not hold any more")] = False,
        limit: Annotated[int, Field(ge=1, le=200, description="how many are listed at most")] = 50,
        offset: Annotated[int, Field(ge=0, description="how many are passed over first")] = 0,
    ) -> Annotated[CallToolResult, Facts]:
        """List records of the ledger."""
        facts = await operations.list_facts(
            self.daybook, self.owner(), about, history=history, limit=limit, offset=offset
        )
        return as_result(facts)

    async def correct(
        self,
        record_id: Annotated[str, Field(description="of the fact, as list_facts gives it")],
        value: Annotated[str, Field(description="what is right, in a few words, such as Berlin")],
    ) -> Annotated[CallToolResult, Corrected]:
        """Put another value in the place of a record's."""
        return as_result(await operations.correct(self.daybook, self.owner(), record_id, value))

    async def forget(
        self,
        what: Annotated[What, Field(description="the sort of thing that is to be forgotten")],
        which: Annotated[
            str,
            Field(
                description="the id of the session, round or record (or diary entry); the slot; the words of "
                "the phrase; FROM/UNTIL, two dates in ISO 8601, for between; nothing for everything"
            ),
        ] = "",
        confirmation: Annotated[
            str, Field(description="of the first call's result, once the user has agreed to it")
        ] = "",
    ) -> Annotated[CallToolResult, ToForget]:
        """Say what would go; with the confirmation of that, erase it."""
        done = await operations.forget(
            self.daybook, self.owner(), _selector(what, which), confirmation=confirmation.strip() or None
        )
        texts = [one_line(text, _SHOWN) for text in done.texts[:MOST_TEXTS]]
        left_out = len(done.texts) - len(texts)
        return as_result(ToForget(**done.model_dump(exclude={"texts"}), texts=texts, left_out=left_out))

    async def document(self, round_id: str) -> Document:
        """Give a round whole.

        Raises:
            UnknownItem: the owner has no such round.
        """
        found = await operations.fetch(self.daybook, self.owner(), round_id)
        sides = {"User": found.user, "Assistant": found.assistant}
        return Document(
            id=found.round_id,
            title=title_of(found.said_at, found.user or found.assistant),
            text="\n\n".join(f"{name}: {text}" for name, text in sides.items() if text),
            url=self.round_url(found.round_id),
            metadata={"session_id": found.session_id, "said_at": found.said_at},
        )


READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
"""Nothing goes: what was corrected stays in the history."""
ERASES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)
TOOLS: dict[str, tuple[str, str, ToolAnnotations]] = {
    "remember": ("Remember", wording.REMEMBER, ADDS),
    "recall": ("Recall", wording.RECALL, READS),
    "search": ("Search memory", wording.SEARCH, READS),
    "fetch": ("Read a round", wording.FETCH, READS),
    "list_facts": ("List facts", wording.LIST_FACTS, READS),
    "correct": ("Correct a fact", wording.CORRECT, ADDS),
    "forget": ("Forget", wording.FORGET, ERASES),
}
"""Title, description and hints of each tool, by the name of its method."""


def _moment(text: str, argument: str) -> datetime | None:
    if not text.strip():
        return None
    try:
        return written_moment(text)
    except ValueError as error:
        raise BadInput(str(error), source=argument) from None


def _selector(what: What, which: str) -> Selector:
    if what == "everything":
        if which.strip():
            raise BadInput("everything is forgotten without naming anything: leave it out", source="which")
        return selector_of(everything=True)
    if not which.strip():
        raise BadInput(f"name the {what} that is to be forgotten", source="which")
    if what == "between":
        start, slash, end = which.partition("/")
        if not slash:
            raise BadInput("between takes two dates, such as 2025-02-01/2025-03-01", source="which")
        for moment in (start, end):
            _moment(moment, "which")
        return selector_of(between=(start, end))
    return selector_of(**{what: which})  # type: ignore[arg-type]


def _best_sentence(found: FoundRound, wanted: set[str]) -> str:
    """Give the sentence that shares most words with a query; of equals the first, and the user's."""
    sentences = [
        text[start:stop] for text in (found.user, found.assistant) for start, stop in sentence_spans(text)
    ]
    return max(sentences, key=lambda one: len(wanted.intersection(words_of(one))), default="")
