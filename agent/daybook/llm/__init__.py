"""Chat models: the protocol, the adapters, typed replies, and the metering of calls."""

from daybook.llm.chat_model import ChatModel, Finish, Message, ModelReply, ModelRequest, OnText, ReplyShape
from daybook.llm.configured_models import ChatModels, ModelsWithFallback, load_chat_models, one_model
from daybook.llm.langchain_chat import LangChainChat
from daybook.llm.meter import Budget, Call, Meter, MeteredChat, total
from daybook.llm.prompting import ask, ask_for_text
from daybook.llm.reply_cache import CachedChat, ReplyCache

__all__ = [
    "Budget",
    "CachedChat",
    "Call",
    "ChatModel",
    "ChatModels",
    "Finish",
    "LangChainChat",
    "Message",
    "Meter",
    "MeteredChat",
    "ModelReply",
    "ModelRequest",
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
