"""Chat histories in files, as sessions: LongMemEval, LoCoMo, and messages in OpenAI's style."""

from daybook.interfaces.formats import Format
from daybook.interfaces.importers.detect import recognise
from daybook.interfaces.importers.histories import History, read_histories
from daybook.interfaces.importers.locomo import LocomoConversation, LocomoQuestion, read_conversations
from daybook.interfaces.importers.longmemeval import LongMemEvalQuestion, read_questions
from daybook.interfaces.importers.messages import MessageHistory, read_messages

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
