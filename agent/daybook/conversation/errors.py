"""Every error that Daybook raises on purpose, in one tree.

    DaybookError
    ├── UserError                 the caller's mistake; commands exit with 2
    │   ├── BadInput              a file or an argument that cannot be read
    │   ├── BadSettings           a setting that is unknown or out of range
    │   ├── UnknownItem           no such session, round or owner
    │   ├── StoreBusy             another process has the data directory
    │   │   └── LedgerMoved       the ledger changed between reading and posting
    │   └── EmbedderMismatch      the vectors were made by another embedder
    ├── StoreError                the data directory cannot be read or written
    └── ModelError                an embedder or a chat model did not do its work
        ├── ModelUnavailable      it cannot be loaded or reached at all
        ├── UnreadableReply       it answered, but twice not in the asked shape
        ├── ContextTooLong        what was to be read exceeds its context window
        ├── DeadlineExceeded      it did not answer in the time allowed

A message is one line: what was wrong, where, and what to do about it.
"""

from pathlib import Path


class DaybookError(Exception):
    """The root of the tree: catch it to catch everything that Daybook raises on purpose."""


class UserError(DaybookError):
    """The caller can mend this: a wrong argument, file, setting or order of calls."""


class BadInput(UserError):
    """A file or an argument cannot be read.

    `source` is the file or argument, `where` the line and column or the path of the field, or "".
    """

    def __init__(self, problem: str, *, source: str | Path = "", where: str = "") -> None:
        place = ", ".join(part for part in (str(source), where) if part)
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem, self.source, self.where = problem, str(source), where


class BadSettings(UserError):
    """A setting is unknown, missing or out of range."""


class UnknownItem(UserError):
    """There is nothing of the name or id that was asked for."""


class StoreBusy(UserError):
    """Another process holds the data directory's vector index."""


class LedgerMoved(StoreBusy):
    """Something was posted to the ledger after it was read, so what was decided on it does not stand."""


class EmbedderMismatch(UserError):
    """The stored vectors were made by another embedder than the one in force."""


class StoreError(DaybookError):
    """The data directory cannot be read or written: permissions, a full disk, damage."""


class ModelError(DaybookError):
    """An embedder or a chat model did not do its work."""


class ModelUnavailable(ModelError):
    """A model cannot be loaded or reached; the message names every way out."""


class UnreadableReply(ModelError):
    """The model answered, but twice not in the asked shape.

    `reply` is its last reply, word for word: it may hold what memory holds, so it is no part of the message.
    """

    def __init__(self, prompt: str, reply: str, problem: str) -> None:
        super().__init__(f"the reply to prompt {prompt!r} is unreadable: {problem}")
        self.prompt, self.reply, self.problem = prompt, reply, problem


class ContextTooLong(ModelError):
    """The messages and the reply exceed the model's context window; shorter messages may be sent."""


class DeadlineExceeded(ModelError):
    """The model did not answer in the time that the call, or the question, was given."""
