"""Chat models on any OpenAI-compatible server. Importing it takes a second."""

from daybook.llm.openai.chat import OpenAIChat
from daybook.llm.openai.retry import Backoff
from daybook.llm.openai.server import OPENAI_URL, OpenAIServer

__all__ = ["OPENAI_URL", "Backoff", "OpenAIChat", "OpenAIServer"]
