"""The table of episodes: what came of them, task by task."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.text import Text

from daybook_eval.meme.episode import Task, write_episodes
from daybook_eval.meme.generate import conditions
from daybook_eval.meme.run import PAIRED, Outcome, Verdict, run_episodes
from daybook_eval.study import Scorer, Study
from daybook_eval.tables import Report, figure

NAMES = {task: "exact recall" if task is Task.EXACT else task.name.lower() for task in Task}
PUBLISHED = {Task.CASCADE: 0.03, Task.ABSENCE: 0.01}
"""The mean of six systems on the benchmark's own episodes, by its own judge (arXiv 2605.12477)."""
_NOTE = (
    "before, after: right first of all; below: right in a later paragraph. done: right after, and for "
    f"{', '.join(NAMES[task] for task in Task if task in PAIRED)} right before as well. MEME: six systems on "
    "that benchmark's episodes, judged by a model."
)


Count: TypeAlias = Callable[[Sequence[Outcome]], int]


def _count(counts: Callable[[Outcome], bool]) -> Count:
    return lambda outcomes: sum(map(counts, outcomes))


def _after(verdict: Verdict) -> Count:
    return _count(lambda outcome: outcome.after is verdict)


def _share(part: Count, whole: Count = len) -> Callable[[Sequence[Outcome]], str]:
    return lambda outcomes: figure(part(outcomes) / whole(outcomes) if whole(outcomes) else None, ".0%")


def _published(outcomes: Sequence[Outcome]) -> str:
    share = PUBLISHED.get(outcomes[0].task) if outcomes else None
    return "" if share is None else f"{share:.0%}"


_asked_before = _count(lambda outcome: outcome.before is not None)
_right_before = _count(lambda outcome: outcome.before is Verdict.RIGHT)
_done = _count(lambda outcome: outcome.done)
_SCORERS: Sequence[Scorer[Outcome]] = (
    Scorer("asked", "asked", len),
    Scorer("", "asked_before", _asked_before),
    Scorer("", "right_before", _right_before),
    Scorer("before", "", _share(_right_before, _asked_before)),
    Scorer("", "right_after", _after(Verdict.RIGHT)),
    Scorer("after", "", _share(_after(Verdict.RIGHT))),
    Scorer("done", "", _share(_done)),
    Scorer("", "done", _done),
    Scorer("stale", "stale", _after(Verdict.STALE)),
    Scorer("not known", "not_known", _after(Verdict.NOT_KNOWN)),
    Scorer("below", "below", _after(Verdict.BELOW)),
    Scorer("MEME", "", _published),
)


def report(
    seed: int,
    seeds: int,
    fillers: Sequence[int] | None,
    words: str,
    fillers_from: Path | None,
    data: Path | None,
    write: Path | None,
    scripted: bool,
    verbose: bool,
) -> Report | None:
    """Make or read episodes, and ask them, or only write them; see `conditions` and `run_episodes`.

    There is a table for each condition; `verbose` adds what was answered to each question.
    """
    made = conditions(
        range(seed, seed + seeds), fillers or [0], words=words, fillers_from=fillers_from, data=data
    )
    if write:
        write_episodes(write, (episode for episodes in made.values() for episode in episodes))
        return None
    found = {name: run_episodes(episodes, scripted=scripted) for name, episodes in made.items()}
    tables = [
        Study(condition, "task", _SCORERS).table({NAMES[task]: some for task, some in by_task(outcomes)})
        for condition, outcomes in found.items()
    ]
    shape = {
        condition: {
            "tasks": shape_of(outcomes),
            "outcomes": [{name: getattr(outcome, name) for name in _FIELDS} for outcome in outcomes],
        }
        for condition, outcomes in found.items()
    }
    answers = [line for outcomes in found.values() for answered in outcomes for line in _answer(answered)]
    return Report(tables, shape, [*(answers if verbose else ()), _NOTE])


_FIELDS = ("episode_id", "task", "hop", "question", "before", "after", "answer")


def by_task(outcomes: Sequence[Outcome]) -> Iterator[tuple[Task, list[Outcome]]]:
    """Sort outcomes by their tasks, in the order of the benchmark."""
    for task in Task:
        yield task, [outcome for outcome in outcomes if outcome.task is task]


def shape_of(outcomes: Sequence[Outcome]) -> dict[str, dict[str, object]]:
    """Count what came of each task; "below" are those whose answer holds it further down."""
    return Study("", "task", _SCORERS).shape({task.value: some for task, some in by_task(outcomes)})


def _answer(outcome: Outcome) -> Iterator[Text | str]:
    before = outcome.before.value if outcome.before else "–"
    marks = f"before {before}, after {outcome.after.value}"
    yield Text(f"{outcome.episode_id} {outcome.task.value}: {marks}. {outcome.question}", style="bold")
    yield f"  {' '.join(outcome.answer.split())[:200]}"
