"""The limits of tokens that servers name when they refuse a request."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from daybook.llm.openai.faults import Fault

_CONTEXT = re.compile(
    r"context.{0,3}(length|size|window|limit)|exceed_context|prompt is too long|input token count"
    r"|input tokens exceed|max_tokens must be at least 1, got -",
    re.IGNORECASE,
)
_WINDOW = (
    r"context (?:length|window|size|limit) (?:is|of)(?: only)? (\d+)",
    r"context size \((\d+)",
    r"(?:context limit: \d+ \+ \d+|tokens) > (\d+)",
    r"tokens allowed \((\d+)",
    r"limit of (\d+)",
    r"with (\d+) maximum context",
)
_INPUT = (
    r"(\d+) (?:in the messages|in your prompt|input tokens)",
    r"resulted in (\d+)",
    r"request \((\d+) tokens",
    r"prompt is too long: (\d+)",
    r"context limit: (\d+)",
    r"input token count \((\d+)",
    r"keep the first (\d+)",
    r"prompt contains (\d+)",
    r"requested (\d+)",
)
_OUTPUT = (
    r"at most (\d+)",
    r"\[\d+, ?(\d+)\]",
    r"(?:less than or equal to|<=|≤) [`'\"]?(\d+)",
    r"> (\d+), which is the maximum",
    r"model limit of (\d+)",
)
_NAMES_OUTPUT = re.compile(
    r"max_(completion_|output_)?tokens|maxoutputtokens|maximum tokens you requested", re.I
)


@dataclass(frozen=True, slots=True)
class WindowExceeded:
    """A request was refused since messages and reply exceed the context window."""

    window: int | None
    """Tokens of both together, as far as the server says."""
    messages: int | None
    """Tokens of the messages, as the server counted them."""


@dataclass(frozen=True, slots=True)
class ReplyLimitExceeded:
    """A request was refused since it allows a longer reply than the model gives."""

    most: int
    """Tokens of a reply."""


def read_limit(fault: Fault) -> WindowExceeded | ReplyLimitExceeded | None:
    """Read which limit a refusal names; None if it is about none."""
    said = re.sub(r"(?<=\d),(?=\d{3}\b)", "", fault.said)
    if _CONTEXT.search(said) and not _only_compares(said):
        return WindowExceeded(
            _number(fault.values.get("n_ctx")) or _first(_WINDOW, said),
            _number(fault.values.get("n_prompt_tokens")) or _first(_INPUT, said),
        )
    if not _NAMES_OUTPUT.search(said):
        return None
    most = _first(_OUTPUT, said)
    return ReplyLimitExceeded(most) if most else None


def _only_compares(said: str) -> bool:
    """Whether the window is named only to say that the limit of a reply is below it, as Groq does."""
    return "must be less than or equal to" in said


def _first(patterns: tuple[str, ...], said: str) -> int | None:
    found = (re.search(pattern, said, re.IGNORECASE) for pattern in patterns)
    return next((int(match[1]) for match in found if match), None)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


ENOUGH = 750
"""Tokens of a reply that are worth asking for, where more are wanted and the context window has no room."""
GUESSED_CHARACTERS = 3.0
"""Characters of a token, until a server has counted the tokens of a request."""


@dataclass(frozen=True, slots=True)
class ContextWindow:
    """The context window of a model, as far as its server has told by refusing requests."""

    tokens: int | None = None
    """Of messages and reply together."""
    characters_per_token: float = GUESSED_CHARACTERS
    """Of the messages last refused."""
    refused: int | None = None
    """Characters of the shortest messages that were refused whatever the limit of the reply."""

    def reply_tokens(self, characters: int, wanted: int) -> int | None:
        """Tokens that a reply may have beside messages of that length; None if the messages are too long."""
        if self.refused is not None and characters >= self.refused:
            return None
        if self.tokens is None:
            return wanted
        room = int(self.tokens - characters / self.characters_per_token)
        return min(wanted, room) if room >= min(wanted // 2, ENOUGH) else None

    def share(self, characters: int, wanted: int) -> float:
        """Estimate how much of messages of that length would fit beside the reply, with a tenth to spare."""
        if self.tokens is None:
            return 0.5
        fitting = (self.tokens - min(wanted, self.tokens // 2)) * self.characters_per_token
        return min(0.9, max(0.05, 0.9 * fitting / characters))

    def after(self, refusal: WindowExceeded, characters: int, allowed: int) -> ContextWindow:
        """Learn from a refused request, so that the same one is not sent again.

        Args:
            refusal: what the server said.
            characters: of the messages that it refused.
            allowed: tokens that the reply was allowed to have.
        """
        counted = characters / refusal.messages if refusal.messages else self.characters_per_token
        learnt = ContextWindow(refusal.window or self.tokens, counted, self.refused)
        less = learnt.reply_tokens(characters, allowed)
        if less is not None and less < allowed:
            return learnt
        return replace(learnt, refused=min(characters, self.refused or characters))
