"""The judging rule of each question type.

Source: the five rules of LongMemEval's judge (Wu et al., ICLR 2025), by question type; the wording of ours
is in `prompts/judge_*.md`.
"""

from __future__ import annotations

from enum import StrEnum


class JudgingRule(StrEnum):
    """A rule for judging an answer."""

    DEFAULT = "default"
    """It gives what is expected, all of it."""
    TEMPORAL = "temporal"
    """The same, but a count of days, weeks or months may be one off."""
    KNOWLEDGE_UPDATE = "knowledge-update"
    """It gives how things stood last; naming how they stood before does no harm."""
    PREFERENCE = "preference"
    """It suits the user; what is expected is a rubric, of which not every point must be met."""
    ABSTENTION = "abstention"
    """It says that the question cannot be answered."""

    @property
    def prompt(self) -> str:
        """The name of its prompt."""
        return f"judge_{self.value.replace('-', '_')}"


_BY_TYPE = {
    "temporal-reasoning": JudgingRule.TEMPORAL,
    "temporal": JudgingRule.TEMPORAL,
    "knowledge-update": JudgingRule.KNOWLEDGE_UPDATE,
    "single-session-preference": JudgingRule.PREFERENCE,
    "preference": JudgingRule.PREFERENCE,
}


def rule_of(question_type: str, *, abstention: bool) -> JudgingRule:
    """Name the rule for a question.

    Args:
        question_type: as the data set names it; a type without a rule of its own has the default one.
        abstention: whether the right answer is that it is not known, which goes before the type.
    """
    return JudgingRule.ABSTENTION if abstention else _BY_TYPE.get(question_type, JudgingRule.DEFAULT)
