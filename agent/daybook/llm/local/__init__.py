"""A small language model that runs in this process, by transformers: the trained question rewriter.

Importing this package imports neither PyTorch nor transformers; `load_local_chat` only looks for them.
"""

from daybook.llm.local.chat import LocalChat
from daybook.llm.local.load import EXTRA, load_local_chat, missing_packages

__all__ = ["EXTRA", "LocalChat", "load_local_chat", "missing_packages"]
