"""Judges one answer by one chat model."""

from __future__ import annotations

from collections.abc import Mapping

from daybook.errors import UnreadableReply
from daybook.llm import ChatModel, ask
from daybook_eval.judging.judge_cases import JudgeCase
from daybook_eval.judging.verdicts import Verdict
from daybook_prompts import Prompt
from daybook_prompts.replies import Marked


async def judge(model: ChatModel, prompts: Mapping[str, Prompt], case: JudgeCase) -> Verdict:
    """Let a model mark an answer by the rule of its question.

    Returns:
        Its verdict; one without an outcome where both of its replies were unreadable.

    Raises:
        ModelError, BadSettings: the model failed; there is no verdict.
    """
    prompt = prompts[case.rule.prompt]
    correct: bool | None
    try:
        marked = await ask(
            model, prompt, Marked, question=case.question, expected=case.expected, answer=case.answer
        )
        correct, reason = marked.verdict == "yes", marked.reason
    except UnreadableReply as error:
        correct, reason = None, error.problem
    return Verdict(
        question_id=case.question_id,
        judge=model.name,
        correct=correct,
        kind=case.kind,
        reason=reason,
        rule=case.rule,
        answer_sha256=case.answer_sha256,
        prompt_sha256=prompt.sha256,
    )
