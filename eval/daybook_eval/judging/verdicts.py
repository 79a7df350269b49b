"""The answers to judge, the rule for each, and the verdicts in the folder of a run."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from os import SEEK_END
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from daybook.conversation.errors import BadInput
from daybook_eval.records import QuestionRecord


class JudgingRule(StrEnum):
    """A rule for judging an answer."""

    DEFAULT = "default"
    """It gives what is expected, all of it."""
    TEMPORAL = "temporal"
    """The same, but a count of days, weeks or months may be one off."""
    KNOWLEDGE_UPDATE = "knowledge-update"
    """It gives how things stood last; naming how they stood before does no harm."""
    PREFERENCE = "preference"
    """It suits the user; what is expected is a rubric, of which not every point must be met."""
    ABSTENTION = "abstention"
    """It says that the question cannot be answered."""

    @property
    def prompt(self) -> str:
        """The name of its prompt."""
        return f"judge_{self.value.replace('-', '_')}"


_BY_TYPE = {
    "temporal-reasoning": JudgingRule.TEMPORAL,
    "temporal": JudgingRule.TEMPORAL,
    "knowledge-update": JudgingRule.KNOWLEDGE_UPDATE,
    "single-session-preference": JudgingRule.PREFERENCE,
    "preference": JudgingRule.PREFERENCE,
}


class AnswerKind(StrEnum):
    """Where an answer comes from."""

    ANSWER = "answer"
    """The system that is measured."""
    NEAR_MISS = "near miss"
    """Planted: what is expected, made wrong by little."""


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """One answer to be judged."""

    question_id: str
    question_type: str
    question: str
    expected: str
    answer: str
    abstention: bool
    kind: AnswerKind = AnswerKind.ANSWER
    other_people: tuple[str, ...] = ()
    """Of a near miss: who could be taken for whoever is expected."""
    old_value: str = ""
    """Of a near miss: the expected answer as it was before something changed; "" where it is not known."""

    @property
    def rule(self) -> JudgingRule:
        """The rule that it is marked by: that of abstentions, else that of its type, else the default one."""
        return (
            JudgingRule.ABSTENTION
            if self.abstention
            else _BY_TYPE.get(self.question_type, JudgingRule.DEFAULT)
        )

    @property
    def answer_sha256(self) -> str:
        """Names the answer, so that a verdict on another one is not taken for a verdict on this."""
        return sha256(self.answer.encode("utf-8", "surrogatepass")).hexdigest()


def judge_cases_of(records: Iterable[QuestionRecord]) -> list[JudgeCase]:
    """Make a case of each record that holds an answer."""
    return [judge_case(record) for record in records if record.status == "done" and record.answer is not None]


def judge_case(record: QuestionRecord) -> JudgeCase:
    """Make a case of a record's answer."""
    return JudgeCase(
        question_id=record.question_id,
        question_type=record.question_type,
        question=record.question,
        expected=record.gold_answer,
        answer=record.answer or "",
        abstention=record.abstention,
    )


class Keyed(Protocol):
    """A line with a key."""

    @property
    def key(self) -> Hashable:
        """The key; a later line replaces an earlier one of the same key."""


LineT = TypeVar("LineT", bound=Keyed)


class AppendOnlyFile(Generic[LineT]):
    """An append-only JSON Lines file; the latest line of a key counts.

    A last line that was torn by an interruption is dropped.
    """

    def __init__(self, path: Path, line: type[LineT], called: str) -> None:
        self.path = path
        self._lines: TypeAdapter[LineT] = TypeAdapter(line)
        self._called = called

    def read(self) -> dict[Hashable, LineT]:
        """Read the latest line of each key, in the order of first occurrence; {} if there is no file.

        Raises BadInput if a line cannot be read that is not the torn last one.
        """
        if not self.path.exists():
            return {}
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        read = (self._parse(line, number) for number, line in enumerate(lines, start=1))
        return {line.key: line for line in read}

    def append(self, lines: Iterable[LineT]) -> None:
        """Append lines in one write, after removing a torn last line."""
        if self.path.exists() and self.path.stat().st_size:
            with self.path.open("r+b") as file:
                file.seek(-1, SEEK_END)
                if file.read(1) != b"\n":
                    file.seek(0)
                    file.truncate(file.read().rfind(b"\n") + 1)
        with self.path.open("ab") as file:
            file.write(b"".join(self._lines.dump_json(line) + b"\n" for line in lines))

    def _parse(self, line: bytes, number: int) -> LineT:
        try:
            return self._lines.validate_json(line)
        except ValidationError as error:
            problem = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise BadInput(
                f"no {self._called}: {problem}", source=self.path, where=f"line {number}"
            ) from None


VERDICTS = "verdicts.jsonl"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of one judge on one answer."""

    question_id: str
    judge: str
    """A model's name."""
    correct: bool | None
    """None: the judge could not be read, so the answer counts neither as right nor as wrong."""
    reason: str = ""
    """Why it is right or wrong, or why the judge could not be read."""
    rule: str = ""
    answer_sha256: str = ""
    """The answer that was marked."""
    prompt_sha256: str = ""
    """The prompt that it was marked with."""
    kind: str = AnswerKind.ANSWER
    """An `AnswerKind`; verdicts of earlier versions have other kinds too, which count nowhere."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Judge, kind of answer, question id; a later verdict replaces an earlier one of the same key."""
        return (self.judge, self.kind, self.question_id)


def verdict_file(folder: Path) -> AppendOnlyFile[Verdict]:
    """Give the verdicts on a run."""
    return AppendOnlyFile(folder / VERDICTS, Verdict, "verdict")


def on_these(verdicts: Iterable[Verdict], cases: Iterable[JudgeCase]) -> list[Verdict]:
    """Keep the verdicts that are about these very answers, or that do not say which answer they marked."""
    by_key = {(str(case.kind), case.question_id): case for case in cases}
    return [
        verdict
        for verdict in verdicts
        if (case := by_key.get((verdict.kind, verdict.question_id)))
        and verdict.answer_sha256 in ("", case.answer_sha256)
    ]
