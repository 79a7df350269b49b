"""Kills processes at random moments, and holds what the next one finds against what was acknowledged.

One process, or two at once, use a memory as `Workload` draws it. SIGKILL comes meanwhile, or while a process
makes good what the last kill left. A new process then looks at everything, asks, checks the store where it is
alone, and goes on.
"""

from collections import deque
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.operations import NONCE, QUESTION, Acknowledged, Operation, Workload, compare
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally
from daybook_eval.robustness.worker import BOUND, Died, Stuck, Worker, first_ready

_KILLS_IN_ONE = 20
"""Kills until a new data directory is begun."""
_EARLY = 0.2
"""Share of the kills that come while a process opens the memory and looks."""
_OPENING = 0.4
"""Seconds in which such a kill comes."""
_OPERATIONS = 8
"""Most operations until any other kill, which then comes within the time of about two more."""
_FIGURES = ("acknowledged rounds", "forgotten sessions", "corrections", "with two processes")
_FAULTS = ("lost", "risen", "half", "done though refused", "stuck", "unsound", "died", "refused", "failed")


def measure(settings: RobustnessSettings) -> PartResult:
    """Kill as often as the settings say; every other data directory is used by two processes at once."""
    tally, done = Tally.of((*_FIGURES, *_FAULTS)), 0
    for number, first in enumerate(range(0, settings.kills, _KILLS_IN_ONE)):
        kills = min(_KILLS_IN_ONE, settings.kills - first)
        done += _Directory(settings, number, tally).run(kills)
    return tally.result("kills", done)


@dataclass(slots=True)
class _Life:
    """A process, and what it is still to do before it goes on with the work."""

    worker: Worker
    workload: Workload
    first: deque[Operation]
    works: bool = False
    """Whether it has done that."""
    before: Acknowledged = field(default_factory=Acknowledged)
    """Everything acknowledged before the operation at work."""


class _Directory:
    def __init__(self, settings: RobustnessSettings, number: int, tally: Tally) -> None:
        self._random, self._tally = Random(f"kills {settings.seed} {number}"), tally
        self._where = f"seed {settings.seed} directory {number} kill"
        self._data_dir = settings.work_dir / f"kills-{number}"
        self._memory = settings.memory(self._data_dir)
        self._owner = f"owner-{settings.seed}-{number}"
        self._names = ("a", "b") if number % 2 else ("a",)
        self._lives: dict[str, _Life] = {}
        self._acknowledged, self._step, self._begun = Acknowledged(), 0, 0
        self._finished, self._seconds = 0, 0.0
        self._told: set[tuple[str, str]] = set()

    def run(self, kills: int) -> int:
        """Kill so often, look at everything once more, and search the files for what was forgotten.

        It ends early where a process is stuck or ends by itself; the kills are returned.
        """
        try:
            while self._step < kills:
                for name in self._names:
                    if name not in self._lives:
                        self._start(name, alone=len(self._names) == 1)
                self._work_until_killed()
                self._step += 1
            self._kill(list(self._lives))
            self._look_at_the_end()
        except (Stuck, Died) as ended:
            self._fault(type(ended).__name__.lower(), str(ended))
        finally:
            for life in self._lives.values():
                life.worker.kill()
        return self._step

    def _start(self, name: str, *, alone: bool) -> None:
        self._begun += 1
        worker = Worker(self._memory, self._owner, HashedWords())
        first = deque([Operation("look"), Operation("ask", QUESTION)])
        if words := self._acknowledged.last_kept():
            first.append(Operation("search", words))
        if alone:
            first.append(Operation("check"))
        self._lives[name] = _Life(worker, Workload(self._random, f"{name}{self._begun}"), first)

    def _work_until_killed(self) -> None:
        early, share = self._random.random() < _EARLY, self._random.random()
        enough = self._finished + self._random.randint(1, _OPERATIONS)
        moment = monotonic() + share * _OPENING if early else None
        lives = self._lives.values()
        while moment is None or monotonic() < moment:
            for life in lives:
                if life.worker.doing is None:
                    self._tell(life)
            if moment is None and self._finished >= enough:
                moment = monotonic() + 2 * share * self._seconds / self._finished
            late = min(life.worker.since for life in lives) + BOUND
            ready = first_ready([life.worker for life in lives], min(moment or late, late) - monotonic())
            for life in lives:
                if life.worker in ready or monotonic() > life.worker.since + BOUND:
                    self._hear(life)
        names = list(self._lives)
        self._kill(names if self._random.random() < 0.3 else [self._random.choice(names)])
        self._tally.figures["with two processes"] += len(self._names) > 1

    def _kill(self, names: list[str]) -> None:
        """Kill processes at once; what they have replied until then counts."""
        killed = [self._lives.pop(name) for name in names]
        for life in killed:
            life.worker.process.kill()
        for life in killed:
            where = "between"
            if doing := life.worker.doing:
                try:
                    self._hear(life)  # what it replied before its end
                except Died:
                    self._acknowledged.cut(doing)
                    where = doing.kind
            self._tally.figures[f"killed in {where if life.works else 'opening'}"] += 1
            life.worker.kill()

    def _tell(self, life: _Life) -> None:
        life.works = not life.first
        operation = life.workload.draw(self._acknowledged) if life.works else life.first.popleft()
        life.before = deepcopy(self._acknowledged)
        self._acknowledged.begin(operation)
        life.worker.begin(operation)

    def _hear(self, life: _Life) -> None:
        """Note what a process replies, and hold what it has seen against what was acknowledged."""
        operation, figures = life.worker.doing, self._tally.figures
        assert operation is not None
        reply = life.worker.finish()
        self._acknowledged.finish(operation, reply)
        if life.works:
            self._finished += 1
            self._seconds += monotonic() - life.worker.since
        if reply.error:
            self._fault("refused" if reply.refused else "failed", f"{operation.kind}: {reply.error}")
            return
        match operation.kind:
            case "look":
                for kind, what in compare(life.before, self._acknowledged, reply):
                    self._fault(kind, what)
            case "search" if operation.text not in reply.text:
                self._fault("lost", f"a search does not find {operation.text}")
            case "check":
                for problem in reply.problems:
                    self._fault("unsound", problem)
            case "import" | "say":
                figures["acknowledged rounds"] += sum(map(len, reply.rounds.values()))
            case "forget":
                figures["forgotten sessions"] += 1
            case "correct":
                figures["corrections"] += len(reply.values)

    def _look_at_the_end(self) -> None:
        """Look and check with one process, let it end in peace, and search the files."""
        self._start("a", alone=True)
        life = self._lives["a"]
        while life.first:
            self._tell(life)
            self._hear(life)
        self._lives.clear()
        life.worker.close()
        contents = [path.read_bytes() for path in self._data_dir.rglob("*") if path.is_file()]
        for name, rounds in self._acknowledged.forgotten.items():
            words = {word for said in rounds for text in said for word in NONCE.findall(text)}
            if any(word.encode() in content for word in words for content in contents):
                self._fault("risen", f"{name} stands in the files")

    def _fault(self, kind: str, what: str) -> None:
        """Count a fault; one that every later look would find again is counted once."""
        if (kind, what) not in self._told:
            self._told.add((kind, what))
            self._tally.fault(kind, f"{self._where} {self._step}", what)
