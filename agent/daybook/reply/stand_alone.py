"""A chat message made to stand alone, so that it can be looked up (HiMeS: pre-retrieval)."""

from __future__ import annotations

from daybook.conversation import Question, Role
from daybook.understand import leans_on_dialogue, rewrite_by_rules


def stand_alone(asked: Question) -> str:
    """Word a message by rules so that it can be looked up without its dialogue.

    Where the rules cannot tell what is meant, the user's message before it goes along.
    """
    reworded = rewrite_by_rules(asked.text, asked.dialogue)
    if not needs_rewriting(asked):
        return reworded
    before = next((turn.content for turn in reversed(asked.dialogue) if turn.role is Role.USER), "")
    return f"{before} {asked.text}".strip()


def needs_rewriting(asked: Question) -> bool:
    """Whether a message leans on its dialogue in a way that rules cannot resolve."""
    is_open = bool(asked.dialogue) and leans_on_dialogue(asked.text)
    return is_open and rewrite_by_rules(asked.text, asked.dialogue) == asked.text
