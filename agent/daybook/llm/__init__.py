"""Chat models: the protocol, the adapters, typed replies, and the metering of calls."""

from daybook.llm.ask import ask, ask_for_text
from daybook.llm.cache import CachedChat, ReplyCache
from daybook.llm.fallback import ModelsWithFallback
from daybook.llm.langchain import LangChainChat
from daybook.llm.meter import Budget, Meter, MeteredChat
from daybook.llm.models import ChatModels, load_chat_models, one_model
from daybook.llm.protocol import ChatModel, ChatRequest, Finish, Message, ModelReply, OnText, ReplyShape
from daybook.llm.usage import Call, total

__all__ = [
    "Budget",
    "CachedChat",
    "Call",
    "ChatModel",
    "ChatModels",
    "ChatRequest",
    "Finish",
    "LangChainChat",
    "Message",
    "Meter",
    "MeteredChat",
    "ModelReply",
    "ModelsWithFallback",
    "OnText",
    "ReplyCache",
    "ReplyShape",
    "ask",
    "ask_for_text",
    "load_chat_models",
    "one_model",
    "total",
]
