"""Chat models on any OpenAI-compatible server. Importing it takes a second."""

from agent.llm.openai.chat import OpenAIChat
from agent.llm.openai.retry import Backoff
from agent.llm.openai.server import OPENAI_URL, OpenAIServer

__all__ = ["OPENAI_URL", "Backoff", "OpenAIChat", "OpenAIServer"]
