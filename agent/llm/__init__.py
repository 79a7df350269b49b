"""Talking to chat models: one protocol, one way to call, and what a call costs."""

from agent.llm.ask import ask, say
from agent.llm.cache import CachedChat, ReplyCache
from agent.llm.consult import Consultation
from agent.llm.langchain import LangChainChat
from agent.llm.meter import Budget, Meter, MeteredChat
from agent.llm.models import ChatModels, load_chat_models, one_model
from agent.llm.protocol import ChatModel, ChatReply, ChatRequest, Finish, Message, OnText, ReplyShape
from agent.llm.usage import Call

__all__ = [
    "Budget",
    "CachedChat",
    "Call",
    "ChatModel",
    "ChatModels",
    "ChatReply",
    "ChatRequest",
    "Consultation",
    "Finish",
    "LangChainChat",
    "Message",
    "Meter",
    "MeteredChat",
    "OnText",
    "ReplyCache",
    "ReplyShape",
    "ask",
    "load_chat_models",
    "one_model",
    "say",
]
