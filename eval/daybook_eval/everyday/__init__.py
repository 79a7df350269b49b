"""Everyday questions to whole histories, asked by rules alone; README.md says what is in the lists."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from operator import attrgetter
from pathlib import Path
from typing import Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, TypeAdapter, ValidationError, model_validator

from daybook.conversation import Answer, Session, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.interfaces.importers.messages import read_messages
from daybook.models.embedding import load_embedder
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.study import Scorer, Study, memory, share
from daybook_eval.tables import Report

LISTS = ("open_questions", "blind_questions", "demo_questions")
BLIND = "blind_questions"
HISTORIES = ("darragh", "marisol", "tendai", "demo")


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

    @model_validator(mode="after")
    def _has_an_answer_or_none(self) -> Self:
        if self.answerable != bool(self.must) or not all(self.must):
            raise ValueError("either has pieces that an answer must have, or is not answerable")
        if self.history not in HISTORIES:
            raise ValueError(f"the history is none of {', '.join(HISTORIES)}")
        return self


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
        return read_messages(path).sessions


BEGINNING = 120
"""Characters in which an answer that is well put has all that it must have, or its first sentence has."""
_QUOTE = re.compile("\u201c[^\u201d]*\u201d")
_QUOTED = re.compile(r"[^.!?\n]*\u201c[^\u201d]*\u201d(?: ?\([^()\n]*\))?")
"""A quote with what introduces it, as in "You said on 4 March 2026: ..."."""
_FIRST_SENTENCE = re.compile(r".*?(?:[.!?](?=\s|$)|\n|$)")
_MARKS = re.compile("\\*\\*|__|`|\u201c\\s*(?:[-#|>*+]|\\d+\\.\\s)")
"""Marks of Markdown in a quote, or at its beginning."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the answer to it, and what that is worth."""

    question: EverydayQuestion
    answer: str
    not_known: bool
    in_own_words: bool
    """Whether an answer has all that it must have outside its quotes, and nothing wrong comes first."""
    right: bool
    """The same where quotes count as well."""
    well_put: bool
    """Whether a right answer begins with the answer, and shows one quote at most, without marks or ids."""


def judge(question: EverydayQuestion, answer: Answer, session_ids: Iterable[str] = ()) -> Judged:
    """Judge an answer by its wording.

    A piece is in a text where one of its wordings is, from the beginning of a word on; a number is whole.
    An answer that is "not known" has none, and is right for what was never said.
    """
    text = answer.text
    wrong = answer.not_known or any(_has(_first_sentence(text), words) for words in question.must_not)
    in_own_words = not wrong and _has_all(_QUOTED.sub(" ", text), question)
    right = not wrong and _has_all(text, question)
    beginning = max(text[:BEGINNING], _first_sentence(text), key=len)
    quotes = _QUOTE.findall(text)
    plain = len(quotes) <= 1 and not any(map(_MARKS.search, quotes))
    plain = plain and not any(name in text for name in session_ids)
    well_put = right and plain and _has_all(beginning, question)
    return Judged(question, text, answer.not_known, in_own_words, right, well_put)


def ask_everyday(questions: Iterable[EverydayQuestion]) -> Iterator[Judged]:
    """Import the histories that some questions are about, each into a memory of its own, and ask them."""
    by_history: dict[str, list[EverydayQuestion]] = {}
    for question in questions:
        by_history.setdefault(question.history, []).append(question)
    embedder = load_embedder("minilm")
    for name, asked in by_history.items():
        sessions = history(name)
        ids = {session.session_id for session in sessions}
        with memory(embedder) as daybook:
            daybook.add(sessions, owner=name)
            for question in asked:
                moment = question.asked_at
                answer = daybook.ask(
                    question.question, owner=name, asked_at=moment, as_of=moment, dialogue=question.dialogue
                )
                yield judge(question, answer, ids)


def _has_all(text: str, question: EverydayQuestion) -> bool:
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


def _answerable(judged: Judged) -> bool:
    return judged.question.answerable


def _never_said(judged: Judged) -> bool:
    return not judged.question.answerable


_not_known = attrgetter("not_known")
STUDY: Study[Judged] = Study(
    "",
    "questions",
    (
        Scorer("right", "right", share(attrgetter("right"), _answerable)),
        Scorer("in its own words", "in_own_words", share(attrgetter("in_own_words"), _answerable)),
        Scorer("well put", "well_put", share(attrgetter("well_put"), _answerable)),
        Scorer("wrongly not known", "wrongly_not_known", share(_not_known, _answerable)),
        Scorer("never said: refused", "refused", share(_not_known, _never_said)),
    ),
)


def study(questions: Path | None, answers: bool) -> Report:
    """Ask the questions of a file, or those of the bundled lists; see `report`."""
    if questions is not None:
        asked = {questions.stem: read_questions(questions)}
    else:
        asked = {name: bundled_questions(name) for name in LISTS}
    return report({name: list(ask_everyday(some)) for name, some in asked.items()}, answers=answers)


def report(lists: Mapping[str, Sequence[Judged]], *, answers: bool = False) -> Report:
    """Count what became of each list by kind, by half and by history.

    `answers` adds each question with its answer, but for those of the blind list.
    """
    tables, shape, lines = [], {}, list[str]()
    for name, judged in lists.items():
        sets = _sets(judged)
        tables.append(replace(STUDY.table(sets), title=name))
        shown = () if name == BLIND else judged
        shape[name] = {"figures": STUDY.shape(sets), "questions": [_shape(outcome) for outcome in shown]}
        if answers:
            lines += map(_line, shown)
    return Report(tables, shape, lines)


def _sets(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    sets: dict[str, list[Judged]] = {}
    for outcome in judged:
        sets.setdefault(outcome.question.kind, []).append(outcome)
    for half in (RULES_HALF, OTHER_HALF):
        sets[half] = [outcome for outcome in judged if half_of(outcome.question.id) == half]
    for outcome in judged:
        sets.setdefault(outcome.question.history, []).append(outcome)
    return {**sets, "all": list(judged)}


def _line(outcome: Judged) -> str:
    question = outcome.question
    if not question.answerable:
        mark = "refused" if outcome.not_known else "ANSWERED"
    elif outcome.not_known:
        mark = "NOT KNOWN"
    else:
        mark = "well put" if outcome.well_put else "right" if outcome.right else "WRONG"
    return f"{mark} {question.id}: {question.question}\n{outcome.answer}\n"


def _shape(outcome: Judged) -> dict[str, object]:
    judged = ("answer", "not_known", "in_own_words", "right", "well_put")
    question = {"id": outcome.question.id, "question": outcome.question.question}
    return question | {name: getattr(outcome, name) for name in judged}
