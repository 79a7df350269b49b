"""Everyday questions to whole histories; README.md says what is in the lists."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from itertools import chain
from operator import attrgetter
from pathlib import Path
from statistics import fmean
from typing import Any, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, TypeAdapter, ValidationError, model_validator

from daybook.conversation import Answer, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.interfaces.importers.formats import FileReading
from daybook.interfaces.importers.messages import read_messages
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.cli.options import chosen
from daybook_eval.study import Share, Study, memory
from daybook_eval.tables import Report, Table, figure

UNSEEN = "unseen_questions"
"""The list that is asked by default: nothing was chosen on it."""
DEVELOPMENT = ("open_questions", "blind_questions", "demo_questions")
"""Lists that were read, or whose totals choices were made by."""
LISTS = (UNSEEN, *DEVELOPMENT)
TOTALS_ONLY = frozenset({"blind_questions", UNSEEN})
"""Lists of which no single question is printed, so that nobody mends a rule for one of them."""
HISTORIES = ("darragh", "marisol", "tendai", "demo", "kez", "wen", "rosalind")


class EverydayQuestion(BaseModel):
    """A question and what a right answer has."""

    model_config = ConfigDict(frozen=True)

    id: str
    history: str
    kind: str
    question: str
    asked_at: AwareDatetime
    must: tuple[tuple[str, ...], ...]
    must_not: tuple[str, ...]
    answerable: bool
    dialogue: tuple[Turn, ...] = ()
    gold: str = ""
    evidence: tuple[Mapping[str, str], ...] = ()

    @model_validator(mode="after")
    def _has_an_answer_or_none(self) -> Self:
        if self.answerable != bool(self.must) or not all(self.must):
            raise ValueError("either has pieces that an answer must have, or is not answerable")
        if self.history not in HISTORIES:
            raise ValueError(f"the history is none of {', '.join(HISTORIES)}")
        return self

    @property
    def asked(self) -> dict[str, Any]:
        """Whose memory is asked, and when: sessions after that moment are not seen."""
        return {"owner": self.history, "asked_at": self.asked_at, "as_of": self.asked_at}

    @property
    def expected(self) -> str:
        """The right answer in full; where nobody wrote it out, its pieces and the words that they rest on."""
        if self.gold or not self.answerable:
            return self.gold or "never said"
        pieces = " + ".join(" or ".join(wordings) for wordings in self.must)
        return "; ".join([pieces, *(f"“{piece['quote']}”" for piece in self.evidence)])


def read_questions(path: Path) -> tuple[EverydayQuestion, ...]:
    """Read a file of questions; raises BadInput where it is none."""
    try:
        return TypeAdapter(tuple[EverydayQuestion, ...]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(f"is no file of everyday questions: {error}", source=str(path)) from error


@cache
def bundled_questions(name: str) -> tuple[EverydayQuestion, ...]:
    """Read one of `LISTS`."""
    with as_file(files(__name__) / f"{name}.json") as path:
        return read_questions(path)


@cache
def history(name: str) -> Sequence[Session]:
    """Read one of `HISTORIES`."""
    if name == "demo":
        return bundled_history()
    with as_file(files(__name__) / f"{name}.json") as path:
        return tuple(read_messages(FileReading(path)))


_FIRST_SENTENCE = re.compile(r".*?(?:[.!?](?=\s|$)|\n|$)")


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the answer to it, and what that is worth."""

    question: EverydayQuestion
    answer: str
    not_known: bool
    shown: bool
    """Whether the text has all that a right answer must have."""
    misleads: bool
    """Whether it does not, and begins with what is wrong: its first quote, or where it has none, sentence."""
    nearness: float
    """The greatest cosine of what was found with the question."""


def judge(question: EverydayQuestion, answer: Answer, nearness: float = 0.0) -> Judged:
    """Judge an answer by its wording.

    A piece is in a text where one of its wordings is, from the beginning of a word on; a number is whole.
    An answer that is "not known" has none, and is right for what was never said.
    """
    first = answer.evidence[0].quote if answer.evidence else _first_sentence(answer.text)
    shown = not answer.not_known and has_all(answer.text, question)
    wrong = not answer.not_known and any(_has(first, words) for words in question.must_not)
    misleads = wrong and not has_all(first, question)
    return Judged(question, answer.text, answer.not_known, shown, misleads, nearness)


def ask_everyday(questions: Iterable[EverydayQuestion], embedder: Embedder | None = None) -> Iterator[Judged]:
    """Import the histories that some questions are about, each into a memory of its own, and ask them."""
    by_history: dict[str, list[EverydayQuestion]] = {}
    for question in questions:
        by_history.setdefault(question.history, []).append(question)
    for name, asked in by_history.items():
        with memory(embedder or load_embedder("minilm")) as daybook:
            daybook.add(history(name), owner=name)
            for question in asked:
                answer = daybook.ask(question.question, dialogue=question.dialogue, **question.asked)
                near = daybook.search(question.question, limit=3, **question.asked)
                scores = [span.score for candidate in near for span in candidate.matches]
                yield judge(question, answer, max(scores, default=0.0))


def has_all(text: str, question: EverydayQuestion) -> bool:
    """True if a text has all that an answer must have."""
    return all(any(_has(text, words) for words in piece) for piece in question.must)


def _has(text: str, words: str) -> bool:
    wanted = re.escape(_plain(words))
    stop = r"(?![.,]?\d)" if wanted[-1:].isdigit() else ""
    return re.search(rf"(?<!\w){wanted}{stop}", _plain(text)) is not None


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return re.sub(r"(?<=\d),(?=\d{3})", "", text)


def _first_sentence(text: str) -> str:
    match = _FIRST_SENTENCE.match(text)
    return match[0] if match else text


_answerable = attrgetter("question.answerable")
_not_known = attrgetter("not_known")
STUDY: Study[Judged] = Study(
    "",
    "questions",
    (
        Share("truth shown", "shown", attrgetter("shown"), _answerable),
        Share("misleads", "misleads", attrgetter("misleads")),
        Share("wrongly not known", "wrongly_not_known", _not_known, _answerable),
        Share("never said: not known", "refused", _not_known, lambda judged: not _answerable(judged)),
    ),
)
FLOORS = tuple(step / 50 for step in range(10, 31))


def lists_of(questions: Path | None, named: Sequence[str] | None) -> Mapping[str, Sequence[EverydayQuestion]]:
    """Read the questions of a file, or without one those of some `LISTS`: by default of `UNSEEN` alone."""
    if questions is not None:
        return {questions.stem: read_questions(questions)}
    return {name: bundled_questions(name) for name in chosen(named or [UNSEEN], LISTS, source="--list")}


def title(name: str) -> str:
    """Head a table of a list: says which was developed on."""
    return f"{name}, for development" if name in DEVELOPMENT else name


def ask_lists(asked: Mapping[str, Sequence[EverydayQuestion]], *, answers: bool, curve: bool) -> Report:
    """Ask lists of questions; see `report` and `floor_curve`."""
    lists = {name: list(ask_everyday(some)) for name, some in asked.items()}
    return floor_curve(list(chain(*lists.values()))) if curve else report(lists, answers=answers)


def floor_curve(judged: Sequence[Judged]) -> Report:
    """Say of each floor what share of answerable questions it keeps, and what it leaves empty of others."""
    kept = [outcome.nearness for outcome in judged if _answerable(outcome)]
    never_said = [outcome.nearness for outcome in judged if not _answerable(outcome)]
    points = [
        {
            "floor": floor,
            "answerable_kept": fmean(near >= floor for near in kept) if kept else None,
            "never_said_empty": fmean(near < floor for near in never_said) if never_said else None,
        }
        for floor in FLOORS
    ]
    rows = [[figure(value, ".2f") for value in point.values()] for point in points]
    columns = ("floor", "answerable, kept", "never said, empty")
    return Report([Table("what a floor of nearness keeps", columns, rows, figures=True)], {"curve": points})


def report(lists: Mapping[str, Sequence[Judged]], *, answers: bool = False) -> Report:
    """Count what became of each list by kind and by history.

    `answers` adds each question with its answer, but for those of `TOTALS_ONLY`.
    """
    tables, shape, lines = [], {}, list[str]()
    for name, judged in lists.items():
        sets: dict[str, list[Judged]] = {}
        for part in ("kind", "history"):
            for outcome in judged:
                sets.setdefault(getattr(outcome.question, part), []).append(outcome)
        sets["all"] = list(judged)
        tables.append(replace(STUDY.table(sets), title=title(name)))
        shown = () if name in TOTALS_ONLY else judged
        shape[name] = {"figures": STUDY.shape(sets), "questions": [_shape(outcome) for outcome in shown]}
        if answers:
            lines += map(_line, shown)
    return Report(tables, shape, lines)


def _line(outcome: Judged) -> str:
    question = outcome.question
    if not question.answerable:
        mark = "not known, rightly" if outcome.not_known else "SHOWN, never said"
    else:
        mark = "NOT KNOWN" if outcome.not_known else "shown" if outcome.shown else "NOT SHOWN"
    told = f"{mark}{', MISLEADS' if outcome.misleads else ''} {question.id}: {question.question}"
    return f"{told}\n{outcome.answer}\n"


def _shape(outcome: Judged) -> dict[str, object]:
    judged = ("answer", "not_known", "shown", "misleads", "nearness")
    question = {"id": outcome.question.id, "question": outcome.question.question}
    return question | {name: getattr(outcome, name) for name in judged}
