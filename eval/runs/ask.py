"""The job of a run: put one question to a system, and write down what became of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agent.blocking import run
from agent.errors import DaybookError, UserError
from agent.settings import Settings
from eval.baselines import SYSTEMS
from eval.data.case import Case
from eval.records import Record
from eval.systems.bench import Bench
from eval.systems.recording import failed_record, record_of
from eval.systems.system import System


@dataclass(frozen=True, slots=True)
class Ask:
    """Puts questions to one system."""

    system: str
    given: tuple[tuple[str, str], ...]
    """Settings by name, which beat those of the system and of the environment."""
    answers: bool
    """Whether to answer, and not only to find."""
    cache: Path
    """The file that keeps vectors."""
    scratch: Path
    """A folder for the stores."""

    def settings(self) -> Settings:
        """Make the settings.

        Raises:
            BadSettings: one is unknown or out of range.
        """
        return settings_of(SYSTEMS[self.system], dict(self.given))

    def open(self) -> Callable[[Case], Record]:
        """Open the bench of this process.

        Raises:
            BadSettings: the settings name what there is not.
        """
        bench, system = Bench.open(self.settings(), cache=self.cache), SYSTEMS[self.system]

        def ask(case: Case) -> Record:
            try:
                return run(_recalled(case, system, bench, self))
            except UserError:  # it would be the same for every question
                raise
            except DaybookError as error:
                return failed_record(case, f"{type(error).__name__}: {error}")

        return ask


def settings_of(system: System, given: dict[str, str]) -> Settings:
    """Make the settings of a system: what is given beats what the system changes, and that the environment.

    Raises:
        BadSettings: one is unknown or out of range.
    """
    return Settings.from_env(os.environ, **{**system.changes, **given})


async def _recalled(case: Case, system: System, bench: Bench, job: Ask) -> Record:
    with bench.parts(job.scratch) as parts:
        return record_of(case, await system.recall(case, parts, job.answers))
