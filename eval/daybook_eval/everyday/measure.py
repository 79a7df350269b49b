"""Asks everyday questions by rules alone, and judges the answers by the wordings that they must have."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from daybook import Daybook
from daybook.conversation import Answer, Turn
from daybook.models.embedding import Embedder, load_embedder
from daybook_eval.data.case import OTHER_HALF, RULES_HALF, half_of
from daybook_eval.everyday import BLIND, EverydayQuestion, history
from daybook_eval.study import Scorer, Study, memory
from daybook_eval.tables import Proportion, Report

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

    @property
    def answerable(self) -> bool:
        """Whether memory holds an answer."""
        return self.question.answerable


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


def ask_everyday(
    questions: Iterable[EverydayQuestion], *, embedder: Embedder | None = None
) -> Iterator[Judged]:
    """Import the histories that some questions are about, each into a memory of its own, and ask them."""
    by_history: dict[str, list[EverydayQuestion]] = {}
    for question in questions:
        by_history.setdefault(question.history, []).append(question)
    embedder = embedder or load_embedder("minilm")
    for name, asked in by_history.items():
        sessions = history(name)
        ids = {session.session_id for session in sessions}
        with memory(embedder) as daybook:
            daybook.add(sessions, owner=name)
            for question in asked:
                yield judge(question, _ask(daybook, question), ids)


def _ask(daybook: Daybook, question: EverydayQuestion) -> Answer:
    return daybook.ask(
        question.question,
        owner=question.history,
        asked_at=question.asked_at,
        as_of=question.asked_at,
        dialogue=[Turn(turn.role, turn.content) for turn in question.dialogue],
    )


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


def _share(name: str, of: Callable[[Judged], bool]) -> Callable[[Sequence[Judged]], Proportion]:
    value = attrgetter(name)

    def count(judged: Sequence[Judged]) -> Proportion:
        counted = [answered for answered in judged if of(answered)]
        return Proportion(sum(map(value, counted)), len(counted))

    return count


def _answerable(judged: Judged) -> bool:
    return judged.answerable


def _never_said(judged: Judged) -> bool:
    return not judged.answerable


STUDY: Study[Judged] = Study(
    "",
    "questions",
    (
        Scorer("right", "right", _share("right", _answerable)),
        Scorer("in its own words", "in_own_words", _share("in_own_words", _answerable)),
        Scorer("well put", "well_put", _share("well_put", _answerable)),
        Scorer("wrongly not known", "wrongly_not_known", _share("not_known", _answerable)),
        Scorer("never said: refused", "refused", _share("not_known", _never_said)),
    ),
)


def report(lists: Mapping[str, Sequence[Judged]], *, answers: bool = False) -> Report:
    """Count what became of each list by kind, by half and by history.

    Args:
        lists: outcomes by the name of their list.
        answers: whether to print each question with its answer, but for those of the blind list.
    """
    tables, shape = [], {}
    lines: list[str] = []
    for name, judged in lists.items():
        sets = _sets(judged)
        tables.append(replace(STUDY.table(sets), title=name))
        shown = () if name == BLIND else judged
        shape[name] = {"figures": STUDY.shape(sets), "questions": [_shape(one) for one in shown]}
        if answers and shown:
            lines += map(_line, judged)
    return Report(tables, shape, lines)


def _sets(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    sets: dict[str, list[Judged]] = {}
    for one in judged:
        sets.setdefault(one.question.kind, []).append(one)
    for half in (RULES_HALF, OTHER_HALF):
        sets[half] = [one for one in judged if half_of(one.question.id) == half]
    for one in judged:
        sets.setdefault(one.question.history, []).append(one)
    return {**sets, "all": list(judged)}


def _line(one: Judged) -> str:
    return f"{_mark(one)} {one.question.id}: {one.question.question}\n{one.answer}\n"


def _mark(one: Judged) -> str:
    if not one.answerable:
        return "refused" if one.not_known else "ANSWERED"
    if one.not_known:
        return "NOT KNOWN"
    return "well put" if one.well_put else "right" if one.right else "WRONG"


def _shape(one: Judged) -> dict[str, object]:
    return {
        "id": one.question.id,
        "question": one.question.question,
        "answer": one.answer,
        "not_known": one.not_known,
        "in_own_words": one.in_own_words,
        "right": one.right,
        "well_put": one.well_put,
    }
