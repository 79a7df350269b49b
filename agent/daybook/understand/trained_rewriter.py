"""The question made to stand alone by a small model that was trained for it (HiMeS, section 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from daybook.conversation import Turn
from daybook.conversation.language import Analyzer
from daybook.errors import ModelError
from daybook.llm import ChatModel, Finish, Message, ModelRequest
from daybook.llm.reply_text import repeats_itself
from daybook_prompts import Prompt

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
    """Write what the model is trained on, and later asked with.

    Args:
        question: as it was put.
        dialogue: role and text of each turn before it, oldest first.
        prompt: `rewrite_trained`.
    """
    kept: list[str] = []
    room = _DIALOGUE_LIMIT
    for role, text in reversed(dialogue):
        line = f"{role}: {' '.join(text.split())[:_TURN_LIMIT]}"
        room -= len(line)
        if room < 0 and kept:
            break
        kept.insert(0, line)
    filled = prompt.fill(dialogue=kept, question=" ".join(question.split()))
    return (Message("system", filled.instructions), Message("user", filled.data))


def rewriting_problem(
    rewrite: str, question: str, dialogue: Sequence[str], analyzer: Analyzer, *, ended: bool
) -> str:
    """Say why a rewriting cannot be the question, or "".

    A rewriting takes its words from the question and the dialogue. One that is empty, was cut off, goes
    round in circles or brings a word that stands in neither is not to be searched with.

    Args:
        rewrite: what the model wrote.
        question: as it was put.
        dialogue: the texts before it.
        analyzer: of their language.
        ended: whether the model came to an end by itself.
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
