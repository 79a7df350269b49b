"""Two and three processes on one memory: what one acknowledged, the next read of another sees.

Each step one process writes, the first one mostly. While it does, the others read, and must see what was
acknowledged before, and nothing by half. When it is done they read again, and must see that as well.
"""

from copy import deepcopy
from itertools import count
from random import Random

from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.operations import (
    HALF,
    LOST,
    QUESTION,
    RISEN,
    Acknowledged,
    Operation,
    Reply,
    Workload,
    compare,
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
_LOOK = Operation("look")


def measure(settings: RobustnessSettings) -> PartResult:
    """Do so many operations, of all processes together."""
    tally, done = Tally.of((*_FIGURES, "stuck", "died")), 0
    for number in count():
        if done >= settings.histories:
            break
        _History(settings, number, tally).run(min(_OPERATIONS_IN_ONE, settings.histories - done))
        done = tally.figures["writes"] + tally.figures["reads"]
    return tally.result("histories", done)


class _History:
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
                if self._random.random() < _REOPENED:
                    place = self._random.randrange(len(self._workers))
                    self._workers[place].close()
                    self._workers[place] = self._open()
                self._write_and_read()
            for worker in self._workers:
                worker.close()
            self._workers = [self._open()]
            self._read(0, Operation("ask", QUESTION))
            for problem in self._workers[0].do(Operation("check")).problems:
                self._fault("unsound", problem)
            self._workers.pop().close()
        except (Stuck, Died) as ended:
            self._fault(type(ended).__name__.lower(), str(ended))
        finally:
            for worker in self._workers:
                worker.kill()

    def _write_and_read(self) -> None:
        random, many = self._random, len(self._workers)
        writer = 0 if random.random() < _FIRST_WRITES else random.randrange(many)
        write = self._workloads[writer].draw(self._acknowledged)
        words = self._acknowledged.last_kept()
        question = Operation("search", words) if words else Operation("ask", QUESTION)
        reads = {place: random.choice((_LOOK, question, _LOOK)) for place in range(many) if place != writer}
        before = deepcopy(self._acknowledged)
        self._acknowledged.begin(write)
        self._workers[writer].begin(write)
        for place, read in reads.items():
            self._workers[place].begin(read)
        written = self._workers[writer].finish()
        self._acknowledged.finish(write, written)
        self._note("writes", write, written)
        for place, read in reads.items():
            self._judge(read, self._workers[place].finish(), before)
        rounds = [word for words in written.rounds.values() for word in words]
        if write.kind == "forget" and not written.error:
            rounds = self._acknowledged.forgotten[write.session_id]
        for place in reads:
            self._read(place, _LOOK)
            if rounds and rounds[0][0]:
                self._read(place, Operation("search", rounds[0][0]))

    def _read(self, place: int, operation: Operation) -> None:
        self._judge(operation, self._workers[place].do(operation), self._acknowledged)

    def _judge(self, operation: Operation, reply: Reply, before: Acknowledged) -> None:
        self._note("reads", operation, reply)
        if reply.error:
            return
        if operation.kind == "look":
            for kind, what in compare(before, self._acknowledged, reply):
                self._fault(_NAMES.get(kind, kind), what)
        elif operation.kind == "search":
            words, found = operation.text, operation.text in reply.text
            if not found and any(words == user for said in before.rounds.values() for user, _ in said):
                self._fault("stale", f"a search does not find {words}")
            if found and any(words == user for said in before.forgotten.values() for user, _ in said):
                self._fault("stale", f"a search finds {words}, which is forgotten")

    def _note(self, kind: str, operation: Operation, reply: Reply) -> None:
        self._done += 1
        self._tally.figures[kind] += 1
        if reply.error:
            self._fault("refused" if reply.refused else "failed", f"{operation.kind}: {reply.error}")

    def _open(self) -> Worker:
        return Worker(self._memory, self._owner, HashedWords())

    def _fault(self, kind: str, what: str) -> None:
        self._tally.fault(kind, f"{self._where} step {self._step}", what)
