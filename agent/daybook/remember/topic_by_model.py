"""The topic and sub-topic of a text, named by a chat model (HiMeS, section 3.2: Atomic Topic Modeling)."""

from __future__ import annotations

from daybook.llm import ChatModel, ask
from daybook.remember.topics import TOPICS
from daybook_prompts import Prompt
from daybook_prompts.replies import TopicNamed


async def topic_by_model(text: str, model: ChatModel, prompt: Prompt) -> tuple[str, str] | None:
    """Name the topic and the sub-topic that a text is about, in one call.

    Args:
        text: what somebody said or asks.
        model: is called once; twice where it names what is not in the table.
        prompt: `classify_topic`.

    Returns:
        None where the model names none of the table even the second time.

    Raises:
        ModelError, BadSettings: as `ask` raises them.
    """
    topics = {topic: list(below) for topic, below in TOPICS.items()}
    reply = await ask(model, prompt, TopicNamed, check=_problem, topics=topics, text=text)
    return None if _problem(reply) else (reply.topic, reply.subtopic)


def _problem(reply: TopicNamed) -> str:
    if reply.topic not in TOPICS:
        return f"{reply.topic!r} is none of the topics"
    if reply.subtopic not in TOPICS[reply.topic]:
        return f"{reply.subtopic!r} is no sub-topic of {reply.topic!r}"
    return ""
