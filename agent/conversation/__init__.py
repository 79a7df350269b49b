"""The words of the domain, as values: turns, rounds, questions, answers. Standard library only."""

from agent.conversation.answer import CUT, Answer, Candidate, Evidence, Excerpt, Note, Span, Usage
from agent.conversation.plain import PlainAnswer, plain_answer, plain_note, plain_plan, plain_range
from agent.conversation.question import Kind, Plan, Question
from agent.conversation.time import TimeRange
from agent.conversation.turns import (
    Role,
    Round,
    Session,
    Turn,
    as_utc,
    number_occurrences,
    round_id,
    rounds_of,
)

__all__ = [
    "CUT",
    "Answer",
    "Candidate",
    "Evidence",
    "Excerpt",
    "Kind",
    "Note",
    "PlainAnswer",
    "Plan",
    "Question",
    "Role",
    "Round",
    "Session",
    "Span",
    "TimeRange",
    "Turn",
    "Usage",
    "as_utc",
    "number_occurrences",
    "plain_answer",
    "plain_note",
    "plain_plan",
    "plain_range",
    "round_id",
    "rounds_of",
]
