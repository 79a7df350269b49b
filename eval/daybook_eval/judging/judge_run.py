"""Judges the answers of a run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from daybook.conversation import Usage
from daybook.errors import BadInput
from daybook.settings import Settings
from daybook_eval.judging.concurrency import Progress
from daybook_eval.judging.human import read_human_verdicts
from daybook_eval.judging.judge_all import Failure, judge_all, open_tasks
from daybook_eval.judging.judge_cases import JudgeCase, judge_cases_of
from daybook_eval.judging.judges import judging_meter, open_judges, wrote_answers
from daybook_eval.judging.probe import planted
from daybook_eval.judging.summary import summarize
from daybook_eval.judging.verdicts import VERDICTS, Verdict, VerdictFile, on_these
from daybook_eval.run_reader import read_header, records_of
from daybook_prompts import load_prompts


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
        """Write it as plain values: the summary, and what is to be known beside it."""
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
    """Judge what is not judged yet, and sum up every verdict that there is.

    Args:
        folder: of the run; the verdicts are kept in it.
        settings: name the server, and the model where `models` names none.
        models: chat models, each a judge.
        human: a file of people's verdicts, which are one more judge; without `models`, the only one.
        probe: for how many questions a wrong and a vague answer are planted.
        progress: reported to.

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
            [meter.metered(one, "judge") for one in judges], cases + probes, file.read(), prompts
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
