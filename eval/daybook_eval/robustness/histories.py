"""Two and three processes on one memory: what one acknowledged, the next read of another sees.

Each step one process writes, the first one mostly. While it does, the others read, and must see what was
acknowledged before, and nothing by half. When it is done they read again, and must see that as well.
"""

from itertools import count
from random import Random

from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.operations import (
    HALF,
    LOST,
    RISEN,
    Acknowledged,
    Ask,
    Check,
    Forget,
    Look,
    Operation,
    Reply,
    Search,
    Workload,
    compare,
    last_kept,
)
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally
from daybook_eval.robustness.worker import Died, Stuck, Worker

_OPERATIONS_IN_ONE = 100
"""Operations until a new data directory is begun, with two processes and with three by turns."""
_FIRST_WRITES, _REOPENED = 0.7, 0.05
"""Share of the steps in which the first process writes, and share before which one process is a new one."""
_FIGURES = ("writes", "reads", "refused", "stale", "half seen", "done though refused", "unsound", "failed")
_NAMES = {LOST: "stale", RISEN: "stale", HALF: "half seen"}
"""Faults of a comparison by what they are here: who lacks what another was promised is behind."""


def measure(settings: RobustnessSettings) -> PartResult:
    """Do so many operations, of all processes together."""
    tally = Tally.of((*_FIGURES, "stuck", "died"))
    for number in count():
        done = tally.figures["writes"] + tally.figures["reads"]
        if done >= settings.histories:
            break
        _History(settings, number, tally).run(min(_OPERATIONS_IN_ONE, settings.histories - done))
    return tally.result("histories", tally.figures["writes"] + tally.figures["reads"])


class _History:
    """One data directory, and the processes that have it open."""

    def __init__(self, settings: RobustnessSettings, number: int, tally: Tally) -> None:
        self._tally, self._random = tally, Random(f"histories {settings.seed} {number}")
        self._where, self._step = f"seed {settings.seed} history {number}", 0
        self._memory = settings.memory(settings.work_dir / f"histories-{number}")
        self._owner = f"reader-{settings.seed}-{number}"
        self._workers = [self._open() for _ in range(2 + number % 2)]
        self._workloads = [Workload(self._random, "abc"[place]) for place in range(len(self._workers))]
        self._acknowledged, self._done = Acknowledged(), 0

    def run(self, operations: int) -> None:
        """Write and read; at the end one new process alone checks the store."""
        try:
            while self._done < operations:
                self._step += 1
                self._reopen_one()
                self._write_and_read()
            for worker in self._workers:
                worker.close()
            self._workers = [self._open()]
            self._read(0, Ask("What is my favourite food?"))
            for problem in self._workers[0].do(Check()).problems:
                self._fault("unsound", problem)
            self._workers.pop().close()
        except Stuck as stuck:
            self._fault("stuck", str(stuck))
        except Died as died:
            self._fault("died", str(died))
        finally:
            for worker in self._workers:
                worker.kill()

    def _write_and_read(self) -> None:
        many = len(self._workers)
        writer = 0 if self._random.random() < _FIRST_WRITES else self._random.randrange(many)
        readers = [place for place in range(many) if place != writer]
        write = self._workloads[writer].draw(self._acknowledged)
        reads = {place: self._random.choice((Look(), self._question(), Look())) for place in readers}
        before = self._acknowledged.copy()
        self._acknowledged.begin(write)
        self._workers[writer].begin(write)
        for place, read in reads.items():
            self._workers[place].begin(read)
        written = self._workers[writer].finish()
        self._acknowledged.finish(write, written)
        self._note("writes", write, written)
        for place, read in reads.items():
            self._judge(read, self._workers[place].finish(), before)
        for place in readers:
            self._read(place, Look())
            if words := self._words_of(write, written):
                self._read(place, Search(words))

    def _question(self) -> Operation:
        words = last_kept(self._acknowledged)
        return Search(words) if words else Ask("What is my favourite food?")

    def _read(self, place: int, operation: Operation) -> None:
        self._judge(operation, self._workers[place].do(operation), self._acknowledged)

    def _judge(self, operation: Operation, reply: Reply, before: Acknowledged) -> None:
        """Hold what a process read against what was acknowledged before."""
        self._note("reads", operation, reply)
        if reply.error:
            return
        match operation:
            case Look():
                for kind, what in compare(before, self._acknowledged, reply):
                    self._fault(_NAMES.get(kind, kind), what)
            case Search(words):
                said = {user for rounds in before.rounds.values() for user, _ in rounds}
                gone = {user for rounds in before.forgotten.values() for user, _ in rounds}
                if words in said and words not in reply.text:
                    self._fault("stale", f"a search does not find {words}")
                if words in gone and words in reply.text:
                    self._fault("stale", f"a search finds {words}, which is forgotten")

    def _note(self, kind: str, operation: Operation, reply: Reply) -> None:
        self._done += 1
        self._tally.count(kind)
        if reply.error:
            name = type(operation).__name__.lower()
            self._fault("refused" if reply.refused else "failed", f"{name}: {reply.error}")

    def _words_of(self, operation: Operation, reply: Reply) -> str:
        """Give something that was just written, or forgotten; "" where that is nothing to search for."""
        rounds = [word for words in reply.rounds.values() for word in words]
        if isinstance(operation, Forget) and not reply.error:
            rounds = self._acknowledged.forgotten[operation.session_id]
        return rounds[0][0] if rounds else ""

    def _reopen_one(self) -> None:
        if self._random.random() < _REOPENED:
            place = self._random.randrange(len(self._workers))
            self._workers[place].close()
            self._workers[place] = self._open()

    def _open(self) -> Worker:
        return Worker(self._memory, self._owner, HashedWords())

    def _fault(self, kind: str, what: str) -> None:
        self._tally.fault(kind, f"{self._where} step {self._step}", what)
