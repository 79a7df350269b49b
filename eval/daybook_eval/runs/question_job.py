"""The job of a run: ask a system each question, and make its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import gettempdir

from daybook.errors import DaybookError, UserError
from daybook.graph.event_loop import run
from daybook.graph.parts import Parts
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.baselines import SYSTEMS
from daybook_eval.data.case import Case
from daybook_eval.records import QuestionRecord
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_eval.systems.recording import failed_record, record_of
from daybook_eval.systems.system import System


@dataclass(frozen=True, slots=True)
class QuestionJob:
    """Asks one system."""

    system: str
    settings: Settings = field(hash=False)
    """Those in force, read by the command: a process of another machine has another environment."""
    answers: bool
    """Whether to answer, and not only to find."""
    cache: Path
    """The file that keeps vectors."""
    scratch: Path
    """A folder for the stores; on a machine that has no such folder they go to that for temporary files."""

    def open(self) -> Callable[[Sequence[Case]], Iterator[QuestionRecord]]:
        """Open the bench of this process.

        Raises:
            BadSettings: the settings name what there is not.
        """
        bench, system = Bench.open(self.settings, cache=self.cache), SYSTEMS[self.system]
        return lambda cases: _records(cases, system, bench, self)


def settings_of(system: str, **given: str) -> Settings:
    """Make the settings of a system: given values override the system's, and those the environment's.

    Raises:
        BadSettings: one is unknown or out of range.
    """
    return read_settings(**{**SYSTEMS[system].changes, **given})


def _records(
    cases: Sequence[Case], system: System, bench: Bench, job: QuestionJob
) -> Iterator[QuestionRecord]:
    """Ask the questions of one history one after the other; it is kept once, and timed with the first."""
    scratch = job.scratch if job.scratch.is_dir() else Path(gettempdir())
    with bench.parts(scratch) as parts:
        timings: Mapping[str, float] = {}
        if system.keeps:
            try:
                timings = {"ingest": run(keep(cases[0], parts))}
            except UserError:  # it would be the same for every history
                raise
            except DaybookError as error:
                yield from (failed_record(case, _told(error)) for case in cases)
                return
        for case in cases:
            yield run(_record(case, system, parts, job, timings))
            timings = {}


async def _record(
    case: Case, system: System, parts: Parts, job: QuestionJob, timings: Mapping[str, float]
) -> QuestionRecord:
    try:
        outcome = await system.recall(case, parts, job.answers)
    except UserError:
        raise
    except DaybookError as error:
        return failed_record(case, _told(error))
    return record_of(case, replace(outcome, timings={**timings, **outcome.timings}))


def _told(error: DaybookError) -> str:
    return f"{type(error).__name__}: {error}"
