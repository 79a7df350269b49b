"""Chat models: the protocol, the adapters, typed replies, and the metering of calls."""

from daybook.llm.chat_model import ChatModel as ChatModel
from daybook.llm.chat_model import Finish as Finish
from daybook.llm.chat_model import Message as Message
from daybook.llm.chat_model import ModelReply as ModelReply
from daybook.llm.chat_model import ModelRequest as ModelRequest
from daybook.llm.chat_model import OnText as OnText
from daybook.llm.chat_model import ReplyShape as ReplyShape
from daybook.llm.configured_models import ChatModels as ChatModels
from daybook.llm.configured_models import ModelsWithFallback as ModelsWithFallback
from daybook.llm.configured_models import load_chat_models as load_chat_models
from daybook.llm.configured_models import one_model as one_model
from daybook.llm.langchain_chat import LangChainChat as LangChainChat
from daybook.llm.meter import Budget as Budget
from daybook.llm.meter import Call as Call
from daybook.llm.meter import Meter as Meter
from daybook.llm.meter import MeteredChat as MeteredChat
from daybook.llm.meter import total as total
from daybook.llm.prompting import ask as ask
from daybook.llm.prompting import ask_for_text as ask_for_text
from daybook.llm.reply_cache import CachedChat as CachedChat
from daybook.llm.reply_cache import ReplyCache as ReplyCache
