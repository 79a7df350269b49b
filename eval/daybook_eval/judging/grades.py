"""The texts of a run that are graded, and the file of grades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from daybook_eval.judging.append_only_file import AppendOnlyFile
from daybook_eval.measures.dialogue_grades import Criterion
from daybook_eval.records import QuestionRecord

GRADES = "grades.jsonl"
"""The file in the folder of a run."""
CONTRADICTION = "contradiction"
"""Beside the criteria of HiMeS: how probable it is that an answer contradicts its context."""
MEASURES = (*(criterion.value for criterion in Criterion), CONTRADICTION)
OF_CONTEXT = (Criterion.CONTEXT_ALIGNMENT.value, CONTRADICTION)
"""The measures that compare an answer with what was put before the reader."""

GradeKey: TypeAlias = tuple[str, str, str]
"""Judge, measure and question id."""


@dataclass(frozen=True, slots=True)
class Exhibited:
    """One text of a run to be graded by others."""

    question_id: str
    measure: str
    """One of `MEASURES`."""
    graded: str
    against: tuple[str, ...]
    """The excerpts that were packed, or one question."""

    @property
    def graded_sha256(self) -> str:
        """Names the text, so that a grade of another one is not taken for one of this."""
        return _sha256(self.graded)

    @property
    def against_sha256(self) -> str:
        """Names what it is graded by."""
        return _sha256("\0".join(self.against))


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one text by one judge."""

    question_id: str
    judge: str
    """A model's name."""
    measure: str
    """One of `MEASURES`."""
    value: float | None
    """A grade from 0 to 100, of `CONTRADICTION` a probability from 0 to 1; None: could not be read."""
    graded_sha256: str
    against_sha256: str
    prompt_sha256: str

    @property
    def key(self) -> GradeKey:
        """The key; a later grade replaces an earlier one of the same key."""
        return (self.judge, self.measure, self.question_id)


class GradeFile(AppendOnlyFile[Grade]):
    """The grades of a run; see `AppendOnlyFile`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / GRADES, Grade, "grade")


def exhibits_of(records: Iterable[QuestionRecord]) -> Iterator[Exhibited]:
    """List what can be graded of a run by its records alone.

    QA grades every answer by its question. QR grades the wording that was searched for by the question as
    it was put, where the two differ: the questions of a data set have no dialogue before them. What is
    graded by the context is listed as well, with nothing against it: records hold no texts of rounds.
    """
    for record in records:
        if record.status == "failed" or record.answer is None:
            continue
        yield Exhibited(
            record.question_id, Criterion.QUESTION_RELEVANCE.value, record.answer, (record.question,)
        )
        if record.packed:
            for measure in OF_CONTEXT:
                yield Exhibited(record.question_id, measure, record.answer, ())
        wording = record.plan.get("question", record.question)
        if wording != record.question:
            yield Exhibited(record.question_id, Criterion.QUERY_REWRITING.value, wording, (record.question,))


def grades_on_these(grades: Sequence[Grade], exhibits: Iterable[Exhibited]) -> list[Grade]:
    """Keep the grades of these very texts; one of an answer that has changed since is left out."""
    now = {(one.measure, one.question_id): one.graded_sha256 for one in exhibits}
    return [grade for grade in grades if now.get((grade.measure, grade.question_id)) == grade.graded_sha256]


def _sha256(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
