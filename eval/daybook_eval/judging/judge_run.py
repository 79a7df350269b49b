"""Judges the answers of a run, and planted wrong ones, which tell how easily a judge is pleased."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from daybook.conversation import Usage
from daybook.conversation.errors import BadInput, UnreadableReply
from daybook.llm import ChatModel, ask
from daybook.settings import Settings
from daybook_eval.judging.judges import Progress, judging_meter, open_judges, run_concurrently, wrote_answers
from daybook_eval.judging.summary import summarize
from daybook_eval.judging.verdicts import (
    VERDICTS,
    AnswerKind,
    JudgeCase,
    JudgingRule,
    Verdict,
    VerdictFile,
    VerdictKey,
    judge_cases_of,
    on_these,
    read_human_verdicts,
)
from daybook_eval.measures.answers import contains
from daybook_eval.runs.run_folder import read_header, records_of
from daybook_prompts import Prompt, load_prompts
from daybook_prompts.replies import Marked


async def judge(model: ChatModel, prompts: Mapping[str, Prompt], case: JudgeCase) -> Verdict:
    """Let a model mark an answer by the rule of its question; no outcome where both replies were unreadable.

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


@dataclass(frozen=True, slots=True)
class Failure:
    """A verdict that could not be had; the same command tries again."""

    judge: str
    question_id: str
    problem: str


@dataclass(frozen=True, slots=True)
class Task:
    """One answer for one judge."""

    model: ChatModel
    case: JudgeCase


def open_tasks(
    models: Iterable[ChatModel],
    cases: Sequence[JudgeCase],
    verdicts: Mapping[VerdictKey, Verdict],
    prompts: Mapping[str, Prompt],
) -> list[Task]:
    """List what is not judged yet: no verdict, or one on another answer or by another prompt.

    An answer whose judge could not be read is judged: at temperature 0 it would say the same again.
    """
    return [
        Task(model, case)
        for case in cases
        for model in models
        if not _is_judged(verdicts.get((model.name, case.kind, case.question_id)), case, prompts)
    ]


def _is_judged(verdict: Verdict | None, case: JudgeCase, prompts: Mapping[str, Prompt]) -> bool:
    return verdict is not None and (verdict.answer_sha256, verdict.prompt_sha256) == (
        case.answer_sha256,
        prompts[case.rule.prompt].sha256,
    )


async def judge_all(
    tasks: Sequence[Task],
    prompts: Mapping[str, Prompt],
    file: VerdictFile,
    *,
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> list[Failure]:
    """Judge, writing each verdict to the file as it comes; return the verdicts that could not be had.

    Raises:
        ModelUnavailable: a judge cannot be reached, and so no others are asked.
        BadSettings: the key, a model's name or the server's address is wrong.
    """

    async def judge_one(task: Task) -> None:
        file.append([await judge(task.model, prompts, task.case)])

    failed = await run_concurrently(tasks, judge_one, at_once=at_once, progress=progress)
    return [Failure(task.model.name, task.case.question_id, problem) for task, problem in failed]


VAGUE = (
    "You mentioned something about that.",
    "We talked about this in one of our earlier conversations.",
    "There were a few things that you told me in that connection.",
)
FOR_ANYBODY = "There are many good choices, and the most popular ones are a safe bet for most people."
"""Advice that heeds nothing about the user: the wrong answer where what is expected is a rubric."""

_NUMBER = re.compile(r"\d+")


def planted(cases: Iterable[JudgeCase], count: int) -> list[JudgeCase]:
    """Plant a wrong and a vague answer for at most `count` questions, the same ones every time.

    They are picked by the hash of their ids, so that types are mixed, and a smaller probe is part of a larger
    one. The wrong answers come first; where none is surely wrong there is a vague one only.
    """
    everything = sorted(cases, key=lambda case: _hash(case.question_id))
    picked = everything[:count]
    wrong = [
        replace(case, answer=answer, kind=AnswerKind.WRONG)
        for case in picked
        if (answer := wrong_answer(case, everything)) is not None
    ]
    vague = [
        replace(case, answer=VAGUE[_hash(case.question_id) % len(VAGUE)], kind=AnswerKind.VAGUE)
        for case in picked
    ]
    return wrong + vague


def wrong_answer(case: JudgeCase, others: Sequence[JudgeCase]) -> str | None:
    """Make an answer that is surely wrong; None where there is none.

    It is what is expected of another question, of the same type if possible: it sounds right. For a question
    without an answer any is wrong, and for a rubric, advice for anybody.
    """
    if case.rule is JudgingRule.PREFERENCE:
        return FOR_ANYBODY
    fitting = [
        other
        for other in others
        if other.rule not in (JudgingRule.PREFERENCE, JudgingRule.ABSTENTION)
        and other.question_id != case.question_id
    ]
    start = _hash(case.question_id + " wrong")
    of_the_type = [other for other in fitting if other.question_type == case.question_type]
    for pool in (of_the_type, fitting):
        for turn in range(len(pool)):
            answer = pool[(start + turn) % len(pool)].expected
            if case.rule is JudgingRule.ABSTENTION or _differ(case.expected, answer):
                return answer
    return None


def _differ(expected: str, answer: str) -> bool:
    """True if neither holds the other, and no number of one is a number of the other, or one beside it."""
    if contains(expected, answer) or contains(answer, expected):
        return False
    theirs = {int(number) for number in _NUMBER.findall(answer)}
    ours = {int(number) for number in _NUMBER.findall(expected)}
    return all(abs(our - other) > 1 for our in ours for other in theirs)


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of judging a run."""

    summary: dict[str, Any]
    """See `daybook_eval.judging.summary.summarize`."""
    failures: tuple[Failure, ...]
    usage: Usage
    """What the calls of this time cost; the verdicts of earlier times are not in it."""
    strangers: int
    """People's verdicts on questions to which the run has no answer."""
    judges_itself: tuple[str, ...]
    """Judges that wrote the answers as well."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values: the summary, and what to know beside it."""
        aside = asdict(self)
        return {**aside.pop("summary"), **aside}


async def judge_run(
    folder: Path,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    human: Path | None = None,
    probe: int = 0,
    progress: Progress = lambda done, total: None,
) -> Judged:
    """Judge what is not judged yet, keeping verdicts in the run's folder, and sum up every verdict.

    Each model is a judge, that of the settings if none is named; so are people's verdicts, and without models
    they are the only one. `probe` counts the questions with planted answers.

    Raises:
        BadSettings: no model is named; or as models raise it.
        BadInput: there is no run, it holds no answers, or a file cannot be read.
        ModelUnavailable: a judge cannot be reached; the verdicts so far are kept.
    """
    header = read_header(folder)
    asked, cases = _cases(folder)
    if not cases:
        raise BadInput("the run holds no answers; was it made with --retrieve-only?", source=folder)
    file = VerdictFile(folder / VERDICTS)
    strangers = _take_in(file, human, cases) if human else 0
    meter = judging_meter(settings.models.prices, settings.models.most_thinking_tokens)
    probes = planted(cases, probe)
    async with AsyncExitStack() as stack:
        judges = []
        if models or not human:
            judges = open_judges(settings, models, stack, or_else="; or give people's verdicts with --human")
        prompts = load_prompts(settings.models.prompts)
        tasks = open_tasks(
            [meter.metered(judge_, "judge") for judge_ in judges], cases + probes, file.read(), prompts
        )
        failures = await judge_all(
            tasks, prompts, file, at_once=settings.models.model_concurrency, progress=progress
        )
    everything = planted(cases, len(cases))
    verdicts = on_these(file.read(), cases + everything)
    return Judged(
        summary=summarize(verdicts, asked=asked),
        failures=tuple(failures),
        usage=meter.usage,
        strangers=strangers,
        judges_itself=wrote_answers(judges, list(header.models.values())),
    )


def _cases(folder: Path) -> tuple[int, list[JudgeCase]]:
    """Read how many questions were asked, and the answers there are."""
    asked, cases = 0, []
    for record in records_of(folder):
        asked += 1
        cases += judge_cases_of([record])
    return asked, cases


def _take_in(file: VerdictFile, human: Path, cases: Sequence[JudgeCase]) -> int:
    """Keep people's verdicts as verdicts on the answers that the run has now; say how many have none."""
    by_id = {case.question_id: case for case in cases}
    read = read_human_verdicts(human)
    ours = [verdict for verdict in read if verdict.question_id in by_id]
    stamped = [_on(by_id[verdict.question_id], verdict) for verdict in ours]
    present = file.read()
    file.append(verdict for verdict in stamped if present.get(verdict.key) != verdict)
    return len(read) - len(ours)


def _on(case: JudgeCase, verdict: Verdict) -> Verdict:
    return replace(verdict, answer_sha256=case.answer_sha256, rule=case.rule)
