"""What memory answers to a message that asks something, by rules alone."""

from collections.abc import Sequence
from dataclasses import replace

from daybook.answer import stand_alone
from daybook.conversation import Answer, Question, Role
from daybook.conversation.language import Intent, Language, MessageReading
from daybook.graph.parts import Parts
from daybook.graph.recall import RecallGraph, build_recall_graph
from daybook.graph.steps import run_separately
from daybook.models.llm import ChatModels


class RecallByRules:
    """Puts the questions of a message to memory. No model is called, whatever the settings name."""

    def __init__(self, parts: Parts) -> None:
        self._language = parts.language
        self._graph: RecallGraph = build_recall_graph(replace(parts, models=ChatModels(), rewriter=None))

    async def answers(self, asked: Question) -> Sequence[Answer]:
        """Answer what a message asks, as `ask` would; () where it asks nothing of which memory may know.

        Args:
            asked: the message, with its owner, moment and dialogue.
        """
        message = self._language.read_message(asked.text, asked.dialogue)
        if not message.questions:
            return ()
        texts = message.questions
        if asked.dialogue and asked.text in texts:
            alone = stand_alone(asked, message.alone)
            texts = tuple(alone if text == asked.text else text for text in texts)
        answers = [await self._answer(asked, text) for text in texts]
        return [answer for answer in answers if is_meant(answer, message, self._language)]

    async def _answer(self, asked: Question, text: str) -> Answer:
        given = {"question": text, "asked_at": asked.asked_at, "owner": asked.owner}
        if asked.as_of is not None:
            given["as_of"] = asked.as_of
        state = await run_separately(self._graph, given)
        answer: Answer = state["result"]
        return answer


def is_meant(answer: Answer, message: MessageReading, language: Language) -> bool:
    """True if an answer may be given to a message.

    What a message that speaks of its writer asks, memory answers, or does not know. Any other question may be
    one about the world, so that memory answers it only from what the owner stated.

    Args:
        answer: of memory.
        message: as it was read.
        language: of both.
    """
    if message.intent is Intent.RECALL:
        return True
    own = (note.quote for note in answer.notes if note.role is Role.USER)
    stated = any(language.read_message(quote).intent is Intent.STATEMENT for quote in own)
    return not answer.not_known and (stated or bool(answer.documents))
