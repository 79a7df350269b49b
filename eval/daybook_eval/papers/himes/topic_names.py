"""Topics and sub-topics of a text: their descriptions, and the one that a chat model names."""

from daybook.conversation.topics import TOPICS
from daybook.models.llm import ChatModel, ask
from daybook_prompts import Prompt
from daybook_prompts.replies import TopicNamed


def subtopic_descriptions() -> dict[str, list[str]]:
    """Describe every sub-topic, under the name "topic / sub-topic", by the same texts as its topic."""
    return {
        leaf_of(topic, subtopic): [f"{topic}: {subtopic}"]
        for topic, below in TOPICS.items()
        for subtopic in below
    }


def leaf_of(topic: str, subtopic: str) -> str:
    """Name a sub-topic together with its topic: some names come under several topics in other tables."""
    return f"{topic} / {subtopic}"


async def topic_by_model(text: str, model: ChatModel, prompt: Prompt) -> tuple[str, str] | None:
    """Name the topic and the sub-topic that a text is about, in one call.

    Args:
        text: what somebody said or asks.
        model: is called once; twice where it names what is not in the table.
        prompt: `classify_topic`.

    Returns:
        None where the model names none of the table even the second time.
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
