"""Judges the answers of a run, and planted near misses, which tell how easily a judge is pleased."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from daybook.conversation.errors import BadInput, UnreadableReply
from daybook.models.llm import ChatModel, ask
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import ask_judges
from daybook_eval.judging.near_misses import near_misses
from daybook_eval.judging.summary import summarize
from daybook_eval.judging.verdicts import (
    JudgeCase,
    JudgingRule,
    Verdict,
    judge_cases_of,
    on_these,
    verdict_file,
)
from daybook_eval.runs.run_folder import read_header, records_of
from daybook_eval.tables import Listing, Report, figure
from daybook_prompts import Prompt, load_prompts
from daybook_prompts.replies import Marked


async def judge(model: ChatModel, prompts: Mapping[str, Prompt], case: JudgeCase) -> Verdict:
    """Let a model mark an answer by the rule of its question; no outcome where it cannot be read twice.

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
    about = (reason, case.rule, case.answer_sha256, prompt.sha256, case.kind)
    return Verdict(case.question_id, model.name, correct, *about)


async def report(folder: Path, model: Sequence[str] | None, probe: int) -> Report:
    """Judge a run by the models of the environment's settings, or by others; see `judge_run`."""
    return await judge_run(folder, read_settings(), models=model or (), probe=probe)


_COLUMNS = ("judge", "#correct", "#judged", "#asked", "#unreadable", "#share", "#near misses let pass")


async def judge_run(
    folder: Path,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    probe: int = 0,
) -> Report:
    """Judge what is not judged yet, keeping verdicts in the run's folder, and sum up every verdict.

    Each model is a judge, that of the settings if none is named. What has no verdict is judged, and what has
    one on another answer, by another prompt, or one that could not be read. The verdicts so far are kept
    whatever is raised. `probe` is how many near misses are planted; those of earlier times count too.

    Raises:
        BadSettings: no model is named; or as models raise it.
        BadInput: there is no run, it holds no answers, or a file cannot be read.
        ModelUnavailable: a judge cannot be reached; the verdicts so far are kept.
    """
    header, records = read_header(folder), list(records_of(folder))
    if not (cases := judge_cases_of(records)):
        raise BadInput("the run holds no answers; was it made with --retrieve-only?", source=folder)
    file, prompts = verdict_file(folder), load_prompts(settings.models.prompts)
    present = file.read()

    def is_open(judge: str, case: JudgeCase) -> bool:
        there, prompt = present.get((judge, case.kind, case.question_id)), prompts[case.rule.prompt]
        if there is None or there.correct is None:
            return True
        return (there.answer_sha256, there.prompt_sha256) != (case.answer_sha256, prompt.sha256)

    async def settle(model: ChatModel, case: JudgeCase) -> None:
        file.append([await judge(model, prompts, case)])

    planted = near_misses(records, probe)
    calls = await ask_judges(
        cases + planted,
        settle,
        is_open,
        settings,
        models,
        writers=header.models.values(),
    )
    verdicts = on_these(file.read().values(), cases + near_misses(records, len(records)))
    summary = summarize(verdicts, asked=len(records))
    return Report(
        [
            Listing(
                _COLUMNS,
                [_row(name, found) for name, found in summary["judges"].items()],
            ),
            *map(agreement_line, summary["agreement"]),
        ],
        {
            **summary,
            "failures": calls.failures,
            "usage": asdict(calls.usage),
            "judges_itself": calls.judges_itself,
        },
        asides=[*calls.asides("verdicts"), *([_planted_line(planted)] if planted else [])],
        failed=bool(calls.failures),
    )


def _row(name: str, found: Mapping[str, Any]) -> list[str]:
    passed = found["false_positives"]
    return [
        name,
        *(str(found[key]) for key in ("correct", "judged", "asked", "unreadable")),
        figure(found["share"]),
        f"{passed['correct']} of {passed['judged']}" if passed else "–",
    ]


def _planted_line(planted: Sequence[JudgeCase]) -> str:
    """Say how many near misses are planted, and of what has changed how many are the old value."""
    changed = [case.old_value for case in planted if case.rule is JudgingRule.KNOWLEDGE_UPDATE]
    olds = f"; of {len(changed)} of what has changed {sum(map(bool, changed))} are the old value"
    return f"{len(planted)} near misses planted{olds if changed else ''}"


def agreement_line(pair: Mapping[str, Any]) -> str:
    """Say how far two judges agree."""
    kappa = "not defined" if pair["kappa"] is None else f"{pair['kappa']:.2f}"
    return (
        f"{' and '.join(pair['judges'])}: the same on {pair['observed']:.0%} of"
        f" {pair['questions']} answers, kappa {kappa}"
    )
