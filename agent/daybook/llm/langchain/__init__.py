"""Chat models that LangChain has an integration for."""

from daybook.llm.langchain.chat import LangChainChat
from daybook.llm.langchain.providers import load_langchain_chat, provider_of

__all__ = ["LangChainChat", "load_langchain_chat", "provider_of"]
