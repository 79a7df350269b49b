"""Grades the answers of a run: how well, where verdicts say right or wrong."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from daybook.conversation import Round, rounds_of
from daybook.conversation.errors import BadInput
from daybook.models.llm import ChatModel
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.judging.judges import ask_judges, contradiction, grade_by_model
from daybook_eval.judging.verdicts import AppendOnlyFile
from daybook_eval.records import PackedRound, QuestionRecord, Run
from daybook_eval.runs.question_job import data_file
from daybook_eval.runs.run_folder import read_header, records_of
from daybook_eval.statistics import bootstrap_interval
from daybook_eval.tables import Listing, Report
from daybook_prompts import Prompt, load_prompts

GRADES = "grades.jsonl"
CONTRADICTION = "contradiction"
"""Beside the criteria of HiMeS: how probable it is that an answer contradicts its context."""
THRESHOLD = 0.5
"""Probability from which on it does."""


class Criterion(StrEnum):
    """What HiMeS grades."""

    CONTEXT_ALIGNMENT = "CA"
    """Whether the response means what the retrieved context says."""
    QUESTION_RELEVANCE = "QA"
    """Whether the response does what the user wants with the question."""
    QUERY_REWRITING = "QR"
    """Whether the rewritten question holds what matters of the dialogue before it."""


MEASURES = (*(criterion.value for criterion in Criterion), CONTRADICTION)
OF_CONTEXT = (Criterion.CONTEXT_ALIGNMENT.value, CONTRADICTION)
"""The measures that compare an answer with what was put before the reader."""


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

    @property
    def prompt(self) -> str:
        """The name of the prompt by which a model grades it."""
        return "contradicts" if self.measure == CONTRADICTION else "grade"


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one text by one judge."""

    question_id: str
    judge: str
    measure: str
    """One of `MEASURES`."""
    value: float | None
    """A grade from 0 to 100, of `CONTRADICTION` a probability from 0 to 1; None: could not be read."""
    graded_sha256: str
    against_sha256: str
    prompt_sha256: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Judge, measure and question id; a later grade replaces an earlier one of the same key."""
        return (self.judge, self.measure, self.question_id)


def grade_file(folder: Path) -> AppendOnlyFile[Grade]:
    """Give the grades of a run."""
    return AppendOnlyFile(folder / GRADES, Grade, "grade")


def exhibits_of(records: Iterable[QuestionRecord]) -> Iterator[Exhibited]:
    """List what can be graded of a run by its records alone.

    QA grades every answer by its question, QR the wording that was searched for by the question as put, where
    they differ. What is graded by the context is listed with nothing against it: records hold no texts of
    rounds.
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


def grades_on_these(grades: Iterable[Grade], exhibits: Iterable[Exhibited]) -> list[Grade]:
    """Keep the grades of these very texts; one of an answer that has changed since is left out."""
    now = {(exhibit.measure, exhibit.question_id): exhibit.graded_sha256 for exhibit in exhibits}
    return [grade for grade in grades if now.get((grade.measure, grade.question_id)) == grade.graded_sha256]


def _sha256(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def with_contexts(
    exhibits: Iterable[Exhibited], packed: Mapping[str, Sequence[PackedRound]], data: Path, header: Run
) -> Iterator[Exhibited]:
    """Put what was packed for an answer against it, where the measure compares them.

    An answer whose packed texts are not of the history (a summary) is left out. Raises BadInput if the file
    is not the run's.
    """
    if data_file(data).sha256 != header.data.sha256:
        raise BadInput(f"is not the file that the run was made on ({header.data.name})", source=data)
    contexts = {
        case.question_id: packed_texts(case, packed[case.question_id])
        for case in read_cases(data)
        if case.question_id in packed
    }
    for exhibit in exhibits:
        if exhibit.against:
            yield exhibit
        elif context := contexts.get(exhibit.question_id):
            yield replace(exhibit, against=context)


def packed_texts(case: Case, packed: Sequence[PackedRound]) -> tuple[str, ...]:
    """Read what was packed of each round, in the order of time; () where a round is not of the history."""
    rounds = {
        round_.round_id: round_ for session in case.sessions for round_ in rounds_of(session, case.owner)
    }
    if any(packed_round.round_id not in rounds for packed_round in packed):
        return ()
    in_time = sorted(packed, key=lambda packed_round: rounds[packed_round.round_id].said_at)
    return tuple(_excerpt(rounds[packed_round.round_id], packed_round) for packed_round in in_time)


def _excerpt(round_: Round, packed: PackedRound) -> str:
    """Write the packed stretches of a round, each side with whose it is."""
    texts = {turn.role.value: turn.content for turn in round_.turns}
    lines = (f"{role}: {texts[role][start:stop]}" for role, start, stop in packed.spans)
    return "\n".join((f"[{round_.said_at:%Y-%m-%d}]", *lines))


def summarize_grades(grades: Sequence[Grade], exhibits: Iterable[Exhibited]) -> dict[str, Any]:
    """Average the grades of each judge and measure; without measures for which nothing was sought.

    Gives {JUDGE: {MEASURE: {"value", "interval", "graded", "unreadable", "asked"}}}. "value" is a mean of
    grades up to 100, of contradiction the share of answers that contradict; None if nothing could be read.
    """
    there = Counter(exhibit.measure for exhibit in exhibits)
    found: dict[str, Any] = {}
    for judge in sorted({grade.judge for grade in grades}):
        for measure in MEASURES:
            given = [given.value for given in grades if (given.judge, given.measure) == (judge, measure)]
            if given:
                found.setdefault(judge, {})[measure] = _entry(measure, given, there[measure])
    return found


def _entry(measure: str, given: Sequence[float | None], asked: int) -> dict[str, Any]:
    values = [value for value in given if value is not None]
    if measure == CONTRADICTION:
        values = [float(value >= THRESHOLD) for value in values]
    interval = bootstrap_interval(values) if values else None
    return {
        "value": interval.mean if interval else None,
        "interval": interval.bounds if interval else None,
        "graded": len(values),
        "unreadable": len(given) - len(values),
        "asked": asked,
    }


async def report(folder: Path, model: Sequence[str] | None, data: Path | None) -> Report:
    """Grade a run by the models of the environment's settings, or by others; see `grade_run`."""
    return await grade_run(folder, read_settings(), models=model or (), data=data)


COLUMNS = ("=graded by", "=measure", "#value, 95%", "#graded", "#unreadable", "#asked")


async def grade_run(
    folder: Path,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    data: Path | None = None,
) -> Report:
    """Grade what is not graded yet, keeping grades in the run's folder, and sum up every grade.

    Each model is a judge, that of the settings if none is named. Without the run's data file nothing is
    compared with the context. The grades so far are kept whatever is raised.

    Raises:
        BadSettings: no model is named; or as models raise it.
        BadInput: there is no run, it holds no answers, or a file cannot be read or is another one.
        ModelUnavailable: a judge cannot be reached; the grades so far are kept.
    """
    header = read_header(folder)
    everything = list(exhibits_of(records_of(folder)))
    if not everything:
        raise BadInput("the run holds no answers; was it made with --retrieve-only?", source=folder)
    sought = [exhibit for exhibit in everything if exhibit.against]
    if data is not None:
        packed = {record.question_id: record.packed for record in records_of(folder)}
        sought = list(with_contexts(everything, packed, data, header))
    file, prompts = grade_file(folder), load_prompts(settings.models.prompts)
    settled = {
        (*grade.key, grade.graded_sha256, grade.against_sha256, grade.prompt_sha256)
        for grade in file.read().values()
    }

    def is_open(judge: str, one: Exhibited) -> bool:
        texts = (one.graded_sha256, one.against_sha256, prompts[one.prompt].sha256)
        return (judge, one.measure, one.question_id, *texts) not in settled

    async def settle(model: ChatModel, one: Exhibited) -> None:
        file.append([await _graded(model, one, prompts[one.prompt])])

    calls = await ask_judges(sought, settle, is_open, settings, models, writers=header.models.values())
    judges = summarize_grades(grades_on_these(file.read().values(), everything), everything)
    without = (len(everything) - len(sought)) // len(OF_CONTEXT) if data else 0
    asides = [*calls.asides("grades")]
    if not data:
        names = " and ".join(OF_CONTEXT)
        asides.append(
            f"{names} were not measured: records hold no texts of rounds; give --data the run's file"
        )
    if without:
        asides.append(f"{without} answers were given a context that is not in the data file")
    return Report(
        [Listing(COLUMNS, list(grade_rows(judges)))],
        {
            "judges": judges,
            "skipped": () if data else OF_CONTEXT,
            "without_context": without,
            "failures": calls.failures,
            "usage": asdict(calls.usage),
            "judges_itself": calls.judges_itself,
        },
        asides=asides,
        failed=bool(calls.failures),
    )


async def _graded(model: ChatModel, one: Exhibited, prompt: Prompt) -> Grade:
    if one.measure == CONTRADICTION:
        value = await contradiction(model, prompt, one.graded, one.against)
    else:
        value = await grade_by_model(model, prompt, one.measure, one.graded, "\n\n".join(one.against))
    texts = (one.graded_sha256, one.against_sha256, prompt.sha256)
    return Grade(one.question_id, model.name, one.measure, value, *texts)


def grade_rows(judges: Mapping[str, Mapping[str, Any]]) -> Iterator[list[str]]:
    """Write each measure of each judge as a row of `COLUMNS`."""
    for judge, measures in judges.items():
        for measure, found in measures.items():
            counts = (str(found[key]) for key in ("graded", "unreadable", "asked"))
            yield [judge, measure, graded_value(measure, found), *counts]


def graded_value(measure: str, found: Mapping[str, Any]) -> str:
    """Write a mean grade with one digit, or a share with three, and its interval."""
    if found["value"] is None:
        return "–"
    low, high = found["interval"]
    if measure == CONTRADICTION:
        return f"{found['value']:.3f} [{low:.2f}, {high:.2f}]"
    return f"{found['value']:.1f} [{low:.0f}, {high:.0f}]"
