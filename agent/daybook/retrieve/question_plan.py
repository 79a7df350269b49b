"""The steps from a question to the plan that memory is searched by, where a chat model does them.

A model adds to what rules found, and overrules them only where they were unsure. Every step by a model raises
what `daybook.models.llm.ask` raises; its caller goes on with the rules alone.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

from daybook.conversation import QuestionKind, TimeRange, Turn
from daybook.conversation.errors import ModelError
from daybook.conversation.language import Analyzer
from daybook.models.llm import ChatModel, Finish, Message, ModelRequest, ask
from daybook.models.llm.reply_text import repeats_itself
from daybook_prompts import Prompt
from daybook_prompts.replies import Classified, Expanded, Period, Rewritten

SURE = 0.7
"""Confidence from which a rule's kind stands whatever the model says."""
MAX_PHRASINGS = 6
"""Texts that are searched with; each costs one search by meaning and one by words."""


async def rewrite_by_model(
    question: str, dialogue: Sequence[Turn], model: ChatModel, prompt: Prompt
) -> tuple[str, str]:
    """Make a question stand alone from its dialogue (HiMeS, Table 5: nine behaviours).

    Returns:
        The question, and the claim of an earlier answer that the user disputes, or "".
    """
    said = [{"role": turn.role.value, "content": turn.content} for turn in dialogue]
    reply = await ask(model, prompt, Rewritten, dialogue=said, question=question)
    return " ".join(reply.question.split()) or question, reply.disputed.strip()


async def kinds_by_model(
    question: str, by_rules: Mapping[QuestionKind, float], model: ChatModel, prompt: Prompt
) -> dict[QuestionKind, float]:
    """Name the kinds of a question; what a rule is sure of stays, with the greater confidence of the two."""
    reply = await ask(model, prompt, Classified, question=question)
    kinds = {kind: confidence for kind, confidence in by_rules.items() if confidence >= SURE}
    for held in reply.kinds:
        if held.confidence > 0:
            kinds[held.kind] = max(held.confidence, by_rules.get(held.kind, 0.0))
    return kinds


async def phrasings_by_model(question: str, model: ChatModel, prompt: Prompt) -> tuple[str, ...]:
    """Word a question in other ways, and take one about several things apart (MemoryStack, section 3.3).

    Returns:
        At most MAX_PHRASINGS different texts: the question, its parts, the model's phrasings.
    """
    reply = await ask(model, prompt, Expanded, question=question)
    texts = [question, *reply.parts, *reply.phrasings]
    distinct: dict[str, str] = {}
    for text in (" ".join(text.split()) for text in texts):
        distinct.setdefault(text.casefold(), text)
    return tuple(text for text in distinct.values() if text)[:MAX_PHRASINGS]


async def time_range_by_model(
    question: str, asked_at: datetime, by_rules: TimeRange | None, model: ChatModel, prompt: Prompt
) -> TimeRange | None:
    """Find the period that a question limits itself to (LongMemEval, section 5.4).

    A period that is reversed, or open on both sides, is none.
    """
    offered = None if by_rules is None else [_day(by_rules.start, 0), _day(by_rules.end, -1)]
    reply = await ask(
        model, prompt, Period, question=question, asked_at=_moment(asked_at), rule_range=offered
    )
    start = datetime.combine(reply.first, time(), asked_at.tzinfo or UTC) if reply.first else None
    end = datetime.combine(reply.last, time(), asked_at.tzinfo or UTC) if reply.last else None
    if (start is None and end is None) or (start and end and start > end):
        return None
    return TimeRange(start, end + timedelta(days=1) if end else None)


def _day(bound: datetime | None, shift: int) -> str | None:
    return (bound + timedelta(days=shift)).date().isoformat() if bound else None


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} ({moment:%A})"


_DIALOGUE_LIMIT = 900
"""Characters of the dialogue that are put before the model: the latest turns, about 200 tokens."""
_TURN_LIMIT = 200
"""Characters of one turn, from its beginning."""


async def rewrite_by_trained_model(
    question: str, dialogue: Sequence[Turn], model: ChatModel, prompt: Prompt, analyzer: Analyzer
) -> str:
    """Make a question stand alone with the trained model.

    Raises:
        ModelError: the model failed, or what it wrote cannot be the question (`rewriting_problem`).
    """
    messages = trained_messages(question, [(turn.role.value, turn.content) for turn in dialogue], prompt)
    reply = await model.complete(ModelRequest(messages, max_output_tokens=prompt.reply_tokens))
    text = " ".join(reply.text.split())
    ended = reply.finish is Finish.STOP
    said = [turn.content for turn in dialogue]
    if problem := rewriting_problem(text, question, said, analyzer, ended=ended):
        raise ModelError(f"the trained rewriter's question was not used: {problem}")
    return text


def trained_messages(
    question: str, dialogue: Sequence[tuple[str, str]], prompt: Prompt
) -> tuple[Message, ...]:
    """Write the messages that the model is trained on and asked with, by the prompt `rewrite_trained`.

    The dialogue is the role and text of each turn before the question, oldest first.
    """
    recent: list[str] = []
    room = _DIALOGUE_LIMIT
    for role, text in reversed(dialogue):
        line = f"{role}: {' '.join(text.split())[:_TURN_LIMIT]}"
        room -= len(line)
        if room < 0 and recent:
            break
        recent.insert(0, line)
    filled = prompt.fill(dialogue=recent, question=" ".join(question.split()))
    return (Message("system", filled.instructions), Message("user", filled.data))


def rewriting_problem(
    rewrite: str, question: str, dialogue: Sequence[str], analyzer: Analyzer, *, ended: bool
) -> str:
    """Say why a rewriting cannot be the question, or "".

    A rewriting takes its words from the question and the dialogue. One that is empty, was cut off (`ended` is
    false), repeats itself or brings a word from elsewhere is not searched with.
    """
    if not rewrite:
        return "it is empty"
    if not ended:
        return "it did not come to an end"
    words = analyzer.words(rewrite)
    if repeats_itself(rewrite) or _says_again(words):
        return "it repeats itself"
    known = set(analyzer.words(" ".join([question, *dialogue])))
    if foreign := [word for word in words if word not in known | analyzer.dialogue_words]:
        return f"nobody said {foreign[0]!r}"
    return ""


def _says_again(words: Sequence[str]) -> bool:
    """True if two words that count stand side by side three times."""
    pairs = list(pairwise(words))
    return any(pairs.count(pair) > 2 for pair in pairs)


def windowed_query(utterance: str, before: Sequence[Turn], window: int) -> str:
    """Join an utterance and the last turns before it, at most `window`, into one text to search with.

    The utterance comes first, then the latest turn: an embedder that reads so much and no more leaves out
    what is furthest back.

    Source: TimeRAG-Memory, section 3.3 (the last utterance and a short window of context).
    """
    last = before[-window:] if window else ()
    return "\n".join([utterance, *(turn.content for turn in reversed(last))])
