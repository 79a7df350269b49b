"""A reply in conversation by a chat model, with what memory holds before it, and what it took of that."""

from collections.abc import Awaitable, Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Self

from daybook.answer.context import ContextItem, DocumentItem, ItemKind, MemoryContext
from daybook.conversation import DocumentEvidence, Evidence, Question, Role, Turn
from daybook.conversation.language import Analyzer, StandAlone
from daybook.models.llm import ChatModel, Message, OnText, Tool, ask_for_reply
from daybook.models.llm.reply_text import without_thoughts
from daybook.retrieve.token_counter import TokenCounter
from daybook_prompts import Fenced, Prompt

_LATEST = 2
"""Turns of the dialogue that go last of all: what the message most likely answers."""
_SHARE = 0.5
"""Of an item's own words that a reply has to say for repeating it."""
_FEWEST = 2
"""How many these have to be: one word may be there by chance."""


SEARCH = Tool(
    name="search_memory",
    description='Searches what this user said before. Only where "memory" lacks what the reply needs.',
    argument="query",
)
"""What a model that replies may call once before it does."""


def stand_alone(asked: Question, alone: StandAlone) -> str:
    """Word a message so that it can be looked up: as the rules did, else behind the user's last one."""
    if not alone.is_open:
        return alone.text
    before = next((turn.content for turn in reversed(asked.dialogue) if turn.role is Role.USER), "")
    return f"{before} {asked.text}".strip()


def fit(
    asked: Question, context: MemoryContext, *, room: int, count_tokens: TokenCounter
) -> tuple[Question, MemoryContext]:
    """Leave out what there is no room for, in tokens.

    The oldest turns of the dialogue go first, then what bears on the message, then its latest turns;
    constraints and the message itself stay.
    """
    left = room - count_tokens(asked.text) - context.tokens
    turns = 0
    for turn in reversed(asked.dialogue):
        left -= count_tokens(turn.content)
        if left < 0 and turns >= _LATEST:
            break
        turns += 1
    dialogue = asked.dialogue[len(asked.dialogue) - turns :]
    if left >= 0 or turns > _LATEST:
        return replace(asked, dialogue=dialogue), context
    constraints = tuple(item for item in context.items if item.kind is ItemKind.CONSTRAINT)
    fewer = replace(context, items=constraints, documents=())
    left = room - count_tokens(asked.text) - count_tokens(fewer.text)
    latest = dialogue if sum(count_tokens(turn.content) for turn in dialogue) <= left else ()
    return replace(asked, dialogue=latest), fewer


@dataclass(frozen=True, slots=True)
class _Telling:
    """The words of a reply beside those that anybody said in the conversation."""

    said: frozenset[str]
    known: frozenset[str]
    analyzer: Analyzer

    @classmethod
    def of(cls, reply: str, conversation: Sequence[str], analyzer: Analyzer) -> Self:
        """Take the words of both."""
        words = analyzer.words
        return cls(frozenset(words(reply)), frozenset(words(" ".join(conversation))), analyzer)

    def new_words(self, text: str) -> Set[str]:
        """Words of a text that nobody said in the conversation."""
        return set(self.analyzer.words(text)) - self.known

    def repeats(self, sentence: str) -> bool:
        """True if the reply says enough of a sentence's new words."""
        own = self.new_words(sentence)
        return len(own & self.said) >= max(_FEWEST, _SHARE * len(own))


def repeated_items(
    reply: str, context: MemoryContext, conversation: Sequence[str], analyzer: Analyzer
) -> tuple[ContextItem, ...]:
    """Find the items whose words a reply says, of those that nobody said in this conversation.

    The repetition counts as a recollection, or it would be found tomorrow as something said.
    """
    telling = _Telling.of(reply, conversation, analyzer)

    def is_told(item: ContextItem) -> bool:
        value = telling.new_words(item.record.value) if item.record else set()
        sentences = (item.shown[start:stop] for start, stop in analyzer.sentences(item.shown))
        return bool(value and value <= telling.said) or any(map(telling.repeats, sentences))

    return tuple(filter(is_told, context.items))


def cited_in(
    reply: str,
    items: Sequence[DocumentItem],
    conversation: Sequence[str],
    analyzer: Analyzer,
) -> tuple[DocumentEvidence, ...]:
    """Cite what a reply took from passages: those whose words it says.

    The sentence that shares most words with the reply is cited. What stands in the conversation is not from a
    document.
    """
    telling, found = _Telling.of(reply, conversation, analyzer), dict[DocumentEvidence, None]()
    for item in items:
        text = item.found.passage.text
        sentences = [text[start:stop] for start, stop in analyzer.sentences(text)] or [text]
        best = max(sentences, key=lambda sentence: len(telling.said.intersection(analyzer.words(sentence))))
        if telling.repeats(best):
            found[item.found.cited(best)] = None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Conversed:
    """A reply, and what it took from memory."""

    text: str
    context: MemoryContext
    """The memory that the reply was given."""
    used: tuple[ContextItem, ...] = ()
    """The items whose words it repeats."""
    documents: tuple[DocumentEvidence, ...] = ()
    """Passages of documents that the reply rests on."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Rounds that the reply rests on."""
        return tuple(item.evidence for item in self.used)


async def converse(
    asked: Question,
    context: MemoryContext,
    model: ChatModel,
    prompt: Prompt,
    analyzer: Analyzer,
    *,
    on_text: OnText | None = None,
    search: Callable[[str], Awaitable[MemoryContext]] | None = None,
) -> Conversed:
    """Have a model reply to a message. It may search memory once more before, by a tool, if it calls tools.

    Args:
        asked: the message, with the dialogue before it, which the model gets as messages of their roles.
        context: what memory holds that bears on it.
        model: is called once, or once more with what it has searched for.
        prompt: `chat_reply`.
        analyzer: of the language of the chat.
        on_text: is given the reply piece by piece.
        search: looks up a text in memory; None if the model may not.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.models.llm.ask_for_reply` raises them.
    """
    send = partial(
        ask_for_reply,
        model,
        prompt,
        dialogue=[Message(turn.role.value, turn.content) for turn in asked.dialogue],
        on_text=on_text,
        now=f"{asked.asked_at:%Y-%m-%d %H:%M (%A)}",
        message=Fenced(asked.text),
    )
    reply = await send(memory=context.lines, tool=SEARCH if search else None)
    if search and reply.called_with:
        context = context.joined(await search(reply.called_with))
        reply = await send(memory=context.lines)
    text = reply.text
    conversation = [asked.text, *(turn.content for turn in asked.dialogue)]
    return Conversed(
        text=text,
        context=context,
        used=repeated_items(text, context, conversation, analyzer),
        documents=cited_in(text, context.documents, conversation, analyzer),
    )


def round_turns(
    said: str,
    reply: str,
    *,
    context: MemoryContext | None,
    analyzer: Analyzer,
    before: Sequence[Turn] = (),
    recalled: Iterable[str] = (),
    said_at: datetime | None = None,
) -> list[Turn]:
    """Write what the user said and the reply, of somebody else's conversation, as the turns of a round.

    A side without words is left out. A reply that says what memory gave has those rounds as its sources, and
    is no key: else it would be found tomorrow as if said. Nor is one that says what a document does, or a
    message that only asks.

    Args:
        said: the user's words.
        reply: what they were told; a model's thoughts before it are left out.
        context: what of memory was before the model that replied.
        analyzer: of the language of the conversation.
        before: the dialogue until then, of which memory is not the source.
        recalled: ids of further rounds that the reply was made from.
        said_at: the moment of both; that of the round by default.
    """
    reply, only_asks = without_thoughts(reply), analyzer.read_message(said).only_asks
    sources = list(recalled)
    of_documents = False
    if context is not None and reply:
        known = [said, *(turn.content for turn in before)]
        taken = repeated_items(reply, context, known, analyzer)
        if only_asks and not taken:
            taken = _shared_items(reply, context, known, analyzer)
        sources += [round_id for item in taken for round_id in item.round_ids]
        of_documents = bool(cited_in(reply, context.documents, known, analyzer))
    turns = [
        Turn(Role.USER, said, said_at, sources=() if only_asks else None),
        Turn(
            Role.ASSISTANT,
            reply,
            said_at,
            sources=tuple(dict.fromkeys(sources)) or (() if of_documents else None),
        ),
    ]
    return [turn for turn in turns if turn.content.strip()]


def _shared_items(
    reply: str, context: MemoryContext, known: Sequence[str], analyzer: Analyzer
) -> tuple[ContextItem, ...]:
    """Find the items that share with a reply any word that nobody said here: an answer may be one word."""
    telling = _Telling.of(reply, known, analyzer)
    own = telling.said - telling.known
    return tuple(item for item in context.items if own.intersection(analyzer.words(item.shown)))
