"""Judges the answers of a run, and planted wrong ones, which tell how easily a judge is pleased."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from daybook.conversation.errors import BadInput, UnreadableReply
from daybook.models.llm import ChatModel, ask
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.judging.judges import Progress, ask_judges, progress_bar
from daybook_eval.judging.summary import summarize
from daybook_eval.judging.verdicts import (
    AnswerKind,
    AppendOnlyFile,
    JudgeCase,
    JudgingRule,
    Verdict,
    judge_cases_of,
    on_these,
    read_human_verdicts,
    verdict_file,
)
from daybook_eval.measures.answers import contains
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
    about = (case.kind, reason, case.rule, case.answer_sha256, prompt.sha256)
    return Verdict(case.question_id, model.name, correct, *about)


VAGUE = (
    "You mentioned something about that.",
    "We talked about this in one of our earlier conversations.",
    "There were a few things that you told me in that connection.",
)
FOR_ANYBODY = "There are many good choices, and the most popular ones are a safe bet for most people."
"""Advice that heeds nothing about the user: the wrong answer where what is expected is a rubric."""

_NUMBER = re.compile(r"\d+")
_BESIDE = 2
"""How far a number has to be from one that is right: rules forgive a day or a month."""
_LIST = 3
"""Items from which on a text is a list."""


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

    It is a near miss: the first number changed, or half of a list. Where what is expected has neither, it is
    what is expected of another question, of the same type if possible: it sounds right. For a question that
    has no answer any is wrong, and for a rubric, advice for anybody.
    """
    if case.rule is JudgingRule.PREFERENCE:
        return FOR_ANYBODY
    if case.rule is not JudgingRule.ABSTENTION and (missed := near_miss(case.expected)):
        return missed
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
            held = contains(case.expected, answer) or contains(answer, case.expected)
            if case.rule is JudgingRule.ABSTENTION or not held:
                return answer
    return None


def near_miss(expected: str) -> str:
    """Change the first number of an answer to one that is beside none of it, or halve its list, else "".

    Of an answer that allows another ("7 days. 8 days is also acceptable") the first sentence is taken.
    """
    first = expected.split(". ")[0]
    numbers = {int(number) for number in _NUMBER.findall(expected)}
    if found := _NUMBER.search(first):
        wrong = int(found[0])
        while any(abs(wrong - number) < _BESIDE for number in numbers):
            wrong += 1
        return f"{first[: found.start()]}{wrong}{first[found.end() :]}"
    items = [item.removeprefix("and ") for item in re.split(r",\s+|\s+and\s+", first)]
    return ", ".join(items[: len(items) // 2]) if len(items) >= _LIST else ""


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


async def report(folder: Path, model: Sequence[str] | None, human: Path | None, probe: int) -> Report:
    """Judge a run by the models of the environment's settings, or by others; see `judge_run`."""
    with progress_bar("judging") as progress:
        return await judge_run(
            folder, read_settings(), models=model or (), human=human, probe=probe, progress=progress
        )


_COLUMNS = ("judge", "#correct", "#judged", "#asked", "#unreadable", "#share")


async def judge_run(
    folder: Path,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    human: Path | None = None,
    probe: int = 0,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Judge what is not judged yet, keeping verdicts in the run's folder, and sum up every verdict.

    Each model is a judge, that of the settings if none is named; so are people's verdicts, and without models
    they are the only one. `probe` counts the questions with planted answers. What has no verdict is judged,
    and what has one on another answer, by another prompt, or one that could not be read. The verdicts so far
    are kept whatever is raised.

    Raises:
        BadSettings: no model is named; or as models raise it.
        BadInput: there is no run, it holds no answers, or a file cannot be read.
        ModelUnavailable: a judge cannot be reached; the verdicts so far are kept.
    """
    header, records = read_header(folder), list(records_of(folder))
    if not (cases := judge_cases_of(records)):
        raise BadInput("the run holds no answers; was it made with --retrieve-only?", source=folder)
    file, prompts = verdict_file(folder), load_prompts(settings.models.prompts)
    strangers = _take_in(file, human, cases) if human else 0
    present = file.read()

    def is_open(judge: str, case: JudgeCase) -> bool:
        there, prompt = present.get((judge, case.kind, case.question_id)), prompts[case.rule.prompt]
        if there is None or there.correct is None:
            return True
        return (there.answer_sha256, there.prompt_sha256) != (case.answer_sha256, prompt.sha256)

    async def settle(model: ChatModel, case: JudgeCase) -> None:
        file.append([await judge(model, prompts, case)])

    calls = await ask_judges(
        cases + planted(cases, probe),
        settle,
        is_open,
        settings,
        models,
        writers=header.models.values(),
        progress=progress,
        or_else="; or give people's verdicts with --human",
        by_people=human is not None,
    )
    verdicts = on_these(file.read().values(), cases + planted(cases, len(cases)))
    summary = summarize(verdicts, asked=len(records))
    asides = [*calls.asides("verdicts")]
    if strangers:
        asides.append(f"{strangers} of people's verdicts are on questions that the run has no answer to")
    return Report(
        [
            Listing(
                (*_COLUMNS, "#wrong let pass", "#vague let pass"),
                [_row(name, found) for name, found in summary["judges"].items()],
            ),
            *map(agreement_line, summary["agreement"]),
        ],
        {
            **summary,
            "failures": calls.failures,
            "usage": asdict(calls.usage),
            "strangers": strangers,
            "judges_itself": calls.judges_itself,
        },
        asides=asides,
        failed=bool(calls.failures),
    )


def _row(name: str, found: Mapping[str, Any]) -> list[str]:
    planted = (found["false_positives"].get(kind) for kind in ("wrong", "vague"))
    return [
        name,
        *(str(found[key]) for key in ("correct", "judged", "asked", "unreadable")),
        figure(found["share"]),
        *("–" if share is None else f"{share['correct']} of {share['judged']}" for share in planted),
    ]


def agreement_line(pair: Mapping[str, Any]) -> str:
    """Say how far two judges agree."""
    kappa = "not defined" if pair["kappa"] is None else f"{pair['kappa']:.2f}"
    return (
        f"{' and '.join(pair['judges'])}: the same on {pair['observed']:.0%} of"
        f" {pair['questions']} answers, kappa {kappa}"
    )


def _take_in(file: AppendOnlyFile[Verdict], human: Path, cases: Sequence[JudgeCase]) -> int:
    """Keep people's verdicts as verdicts on the answers that the run has now; say how many have none."""
    by_id = {case.question_id: case for case in cases}
    read, present = read_human_verdicts(human), file.read()
    ours = [(verdict, by_id[verdict.question_id]) for verdict in read if verdict.question_id in by_id]
    stamped = [replace(verdict, answer_sha256=case.answer_sha256, rule=case.rule) for verdict, case in ours]
    file.append(verdict for verdict in stamped if present.get(verdict.key) != verdict)
    return len(read) - len(ours)
