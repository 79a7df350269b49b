"""Chat histories in files, as sessions: LongMemEval, LoCoMo, and messages in OpenAI's style."""

from agent.interfaces.formats import Format
from agent.interfaces.importers.detect import recognise
from agent.interfaces.importers.histories import History, read_histories
from agent.interfaces.importers.locomo import LocomoConversation, LocomoQuestion, read_conversations
from agent.interfaces.importers.longmemeval import LongMemEvalQuestion, read_questions
from agent.interfaces.importers.messages import MessageHistory, read_messages

__all__ = [
    "Format",
    "History",
    "LocomoConversation",
    "LocomoQuestion",
    "LongMemEvalQuestion",
    "MessageHistory",
    "read_conversations",
    "read_histories",
    "read_messages",
    "read_questions",
    "recognise",
]
