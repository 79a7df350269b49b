"""Distributes questions over the workers of a Ray cluster."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from daybook.conversation.errors import BadSettings
from daybook.models.embedding.ray_embedder import WorkersDied, ray_cluster
from daybook_eval.data.case import Case
from daybook_eval.runs.executor import AHEAD, Group, Job, T, WorkerDied, results, work_of
from daybook_eval.runs.question_job import hash_of_sources


@dataclass(frozen=True, slots=True)
class RayExecutor:
    """Runs several at a time on the cluster of RAY_ADDRESS, or on a Ray that is started for it.

    Questions of a worker that died are asked again by another, some times. Only this process writes results.
    """

    workers: int | None = None
    """Questions at a time; as many as there are processors by default."""

    def each(self, job: Job[T], cases: Iterable[Case]) -> Iterator[T]:
        """See `QuestionExecutor.each`; an interrupt ends what is under way.

        Raises:
            BadSettings: there is no such cluster, or a node of it has another Daybook.
            WorkerDied: the workers that had the same questions died one after the other.
        """
        under_way: dict[Future[list[T]], Group] = {}
        with ray_cluster(self.workers) as cluster:
            most, sources = self.workers or cluster.processors * AHEAD, hash_of_sources()
            try:
                yield from results(
                    lambda group: cluster.submit(_work_as_here, job, group, sources), cases, under_way, most
                )
            except WorkersDied:
                raise WorkerDied(case for group in under_way.values() for case in group) from None


def _work_as_here(job: Job[T], group: Group, sources: str) -> list[T]:
    """Do the job in a worker's process, if it has the Daybook of the process that hands out the work."""
    if hash_of_sources() != sources:
        raise BadSettings(
            "a node of the Ray cluster has another Daybook: install there the one that is installed here"
        )
    return work_of(job, group)
