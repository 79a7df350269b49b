"""A reply in conversation, by a chat model with what memory holds before it, or by rules."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from daybook.answer.chat_passages import cited_in
from daybook.answer.context import ContextItem, ItemKind, MemoryContext
from daybook.conversation import DocumentEvidence, Question, Role, Turn
from daybook.conversation.errors import UnreadableReply
from daybook.conversation.language import Analyzer, ConstraintKind, Intent, Language, StandAlone, Texts
from daybook.models.llm import ChatModel, Message, OnText, ask_for_text
from daybook.retrieve import TokenCounter
from daybook_prompts import Fenced, Prompt

_LATEST = 2
"""Turns of the dialogue that go last of all: what the message most likely answers."""


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


_MARK = re.compile(r"[ \t]*\[\s*([md]\d{1,3}(?:\s*[,;]\s*[md]\d{1,3})*)\s*\]", re.IGNORECASE)
_UNFINISHED = re.compile(r"[ \t]*(?:\[[md\d\s,;]{0,40})?\Z", re.IGNORECASE)
"""What may become a mark with the next piece of a reply."""
_NAME = re.compile(r"[md]\d{1,3}")
_SHARE = 0.5
"""Of an item's own words that a reply has to say for repeating it."""
_FEWEST = 2
"""How many these have to be: one word may be there by chance."""
_NEAR = 0.35
"""Score from which a statement is quoted to its owner: who reads it has asked for something else."""


def marks_of(reply: str, known: Collection[str]) -> tuple[str, ...]:
    """List the marks of a reply that name an item, each once, in their order; a model may invent others."""
    named = (name for found in _MARK.finditer(reply) for name in _NAME.findall(found[1].lower()))
    return tuple(dict.fromkeys(name for name in named if name in known))


def without_marks(reply: str) -> str:
    """Take all marks out of a reply, and the blanks before them; also those that only form when others go."""
    while (left := _MARK.sub("", reply)) != reply:
        reply = left
    return reply.strip()


class UnmarkedText:
    """Passes on a reply piece by piece without its marks, which are known only at their end.

    Together the pieces are `without_marks` of the reply, but for white space at its ends.
    """

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._held = ""

    def __call__(self, piece: str) -> None:
        """Take the next piece."""
        text = _MARK.sub("", self._held + piece)
        unfinished = _UNFINISHED.search(text)
        end = unfinished.start() if unfinished else len(text)
        self._held = text[end:]
        if text[:end]:
            self._on_text(text[:end])

    def close(self) -> None:
        """Pass on what is held back; no more pieces come."""
        if self._held.strip():
            self._on_text(self._held)
        self._held = ""


def repeated_items(
    reply: str, context: MemoryContext, conversation: Sequence[str], analyzer: Analyzer
) -> list[ContextItem]:
    """Find the items whose words a reply says, of those that nobody said in this conversation.

    A small model seldom marks what it uses. Its repetition must count as a recollection, or it would be found
    tomorrow as something said.
    """
    words = analyzer.words
    said, known = set(words(reply)), set(words(" ".join(conversation)))
    found = []
    for item in context.items:
        quoted = set(words(item.quote)) - known
        value = set(words(item.record.value)) - known if item.record else set()
        if (value and value <= said) or len(quoted & said) >= max(_FEWEST, _SHARE * len(quoted)):
            found.append(item)
    return found


@dataclass(frozen=True, slots=True)
class Conversed:
    """A reply, and what it took from memory."""

    text: str
    """Without marks."""
    context: MemoryContext
    """What it was given."""
    used: tuple[ContextItem, ...] = ()
    """The items that it marks, then those whose words it repeats unmarked."""
    documents: tuple[DocumentEvidence, ...] = ()
    """What it took from documents."""
    by_rules: bool = False
    """Whether no model wrote it."""


async def converse(
    asked: Question,
    context: MemoryContext,
    model: ChatModel,
    prompt: Prompt,
    language: Language,
    *,
    searched: str | None = None,
    on_text: OnText | None = None,
) -> Conversed:
    """Have a model reply to a message.

    Args:
        asked: the message, with the dialogue before it, which the model gets as messages of their roles.
        context: what memory holds that bears on it.
        model: is called once.
        prompt: `chat_reply`.
        language: of the chat.
        searched: what came of putting the message to memory as a question; None where it was not.
        on_text: is given the reply piece by piece, without marks.

    Raises:
        UnreadableReply, ModelError, BadSettings: as `daybook.models.llm.ask_for_text` raises them.
    """
    unmarked = UnmarkedText(on_text) if on_text else None
    said = await ask_for_text(
        model,
        prompt,
        dialogue=[Message(turn.role.value, turn.content) for turn in asked.dialogue],
        on_text=unmarked,
        memory=context.lines,
        searched=searched,
        now=f"{asked.asked_at:%Y-%m-%d %H:%M (%A)}",
        message=Fenced(asked.text),
    )
    if unmarked:
        unmarked.close()
    text = without_marks(said)
    if not text:
        raise UnreadableReply(prompt.name, said, "it holds nothing but marks")
    marks = marks_of(said, [*context.by_mark, *(item.mark for item in context.documents)])
    marked = [context.by_mark[mark] for mark in marks if mark in context.by_mark]
    conversation = [asked.text, *(turn.content for turn in asked.dialogue)]
    return Conversed(
        text=text,
        context=context,
        used=tuple(dict.fromkeys([*marked, *repeated_items(text, context, conversation, language.analyzer)])),
        documents=cited_in(text, context.documents, marks, conversation, language.analyzer),
    )


def _known(context: MemoryContext, conversation: Sequence[str], searched: str | None) -> list[str]:
    values = [str(value) for line in context.lines for value in line.values()]
    return [*conversation, *values, *([searched] if searched else [])]


def reply_by_rules(
    intent: Intent, context: MemoryContext, texts: Texts, *, model_failed: bool = False
) -> tuple[str, tuple[ContextItem, ...]]:
    """Reply by rules to a message that is no question about memory; also give the items quoted.

    `model_failed` is true if a model was to reply and did not.
    """
    if intent is Intent.STATEMENT:
        return (texts.model_failed if model_failed else texts.noted), ()
    quoted = tuple(item for item in context.items if _is_quoted(item, context))
    if not quoted:
        return (texts.model_failed if model_failed else texts.no_chat_model), ()
    return texts.told([item.evidence for item in quoted], model_failed), quoted


def _is_quoted(item: ContextItem, context: MemoryContext) -> bool:
    """True if an item is worth quoting back: what is not to be mentioned never is."""
    if item.kind is ItemKind.CONSTRAINT:
        return context.is_about_food and item.constraint is not ConstraintKind.UNSPOKEN
    return item.score >= _NEAR


def round_turns(
    said: str,
    reply: str,
    *,
    context: MemoryContext | None,
    language: Language,
    before: Sequence[Turn] = (),
    recalled: Iterable[str] = (),
    said_at: datetime | None = None,
) -> list[Turn]:
    """Write what the user said and the reply, of somebody else's conversation, as the turns of a round.

    A side without words is left out. A reply that says what memory gave has those rounds as its sources, and
    is no key: else it would be found tomorrow as if said. Nor is one that says what a document does, or a
    message that only asks memory.

    Args:
        said: the user's words.
        reply: what they were told.
        context: what of memory was before the model that replied.
        language: of the conversation.
        before: the dialogue until then, of which memory is not the source.
        recalled: ids of further rounds that the reply was made from.
        said_at: the moment of both; that of the round by default.
    """
    message, analyzer = language.read_message(said), language.analyzer
    asks_memory = message.intent is Intent.RECALL and message.only_asks
    sources = list(recalled)
    of_documents = False
    if context is not None and reply:
        known = [said, *(turn.content for turn in before)]
        taken = repeated_items(reply, context, known, analyzer)
        if asks_memory and not taken:
            taken = _shared_items(reply, context, known, analyzer)
        sources += [round_id for item in taken for round_id in item.round_ids]
        of_documents = bool(cited_in(reply, context.documents, (), known, analyzer))
    turns = [
        Turn(Role.USER, said, said_at, sources=() if asks_memory else None),
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
) -> list[ContextItem]:
    """Find the items that share with a reply any word that nobody said here: an answer may be one word."""
    words = analyzer.words
    own = set(words(reply)) - set(words(" ".join(known)))
    return [item for item in context.items if own.intersection(words(item.quote))]
