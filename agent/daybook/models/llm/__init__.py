"""Chat models: the protocol, the adapters, typed replies, and the metering of calls."""

from daybook.models.llm.chat_model import (
    ChatModel as ChatModel,
    Finish as Finish,
    Message as Message,
    ModelReply as ModelReply,
    ModelRequest as ModelRequest,
    OnText as OnText,
    ReplyShape as ReplyShape,
    Tool as Tool,
)
from daybook.models.llm.configured_models import (
    ChatModels as ChatModels,
    ModelsWithFallback as ModelsWithFallback,
    load_chat_models as load_chat_models,
)
from daybook.models.llm.langchain_chat import LangChainChat as LangChainChat
from daybook.models.llm.meter import (
    Call as Call,
    Meter as Meter,
    MeteredChat as MeteredChat,
    total as total,
)
from daybook.models.llm.prompting import ask as ask, ask_for_reply as ask_for_reply
