"""The formats of chat histories that can be imported."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A format, by the name that `daybook import --format` knows it by."""

    LONGMEMEVAL = "longmemeval"
    LOCOMO = "locomo"
    MESSAGES = "messages"
    ARCHIVE = "archive"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    GEMINI = "gemini"
    TELEGRAM = "telegram"
    WHATSAPP = "whatsapp"
    SHAREGPT = "sharegpt"
    FINETUNING = "finetuning"
    MEM0 = "mem0"
    LANGGRAPH = "langgraph"
