"""How often the reading without a model holds the expected answer, on LongMemEval.

Every question is asked of a memory of its own, with the default settings: search, pack, read, by the
steps that a user gets. Containment is a lower bound of nothing and an upper bound of nothing: an answer
in other words is missed, and a short one ("2") may stand in a quote by chance. No model judges here.
Every history is also asked a question of another one, which should be "not known".

    uv run python -m eval.reading --data ../shared/data/longmemeval_s_dev.json.gz --cache vectors.sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.console import Console
from rich.progress import track
from rich.table import Table

from agent.conversation import Excerpt, Plan, Question
from agent.embedding import CachedEmbedder, Embedder, VectorCache, load_embedder
from agent.read import Reading, read_by_quotes
from agent.retrieve import pack_rounds, search_rounds, token_counter
from agent.settings import Keying, Settings
from agent.store import Store
from agent.understand import date_of
from eval.arms import plan_for
from eval.data.longmemeval import Case, read_cases
from eval.data.plant import PLANTED, plant_abstentions
from eval.measures.containment import contains, contains_words, word_share

RUBRIC = "single-session-preference"
"""The question type whose expected answers are rubrics: no answer contains one."""
PLANTING_SEED = 1
"""Picks the questions that are put to histories which do not answer them."""
WIDTH = 130
"""Columns to print in where there is no terminal to ask."""


@dataclass(frozen=True, slots=True)
class Found:
    """A question with what was found for it."""

    case: Case
    plan: Plan
    excerpts: Sequence[Excerpt]


@dataclass(frozen=True, slots=True)
class Read:
    """What reading made of a question, and how it compares."""

    case: Case
    reading: Reading
    milliseconds: float

    @property
    def figures(self) -> dict[str, float]:
        """The figures of one answer; each is meant to be averaged."""
        text, gold = self.reading.text, self.case.answer
        cited = {one.round_id for one in self.reading.evidence}
        wanted = {one.round_id for one in self.case.evidence}
        return {
            "strict": contains(text, gold),
            "lenient": contains_words(text, gold),
            "share": word_share(text, gold),
            "not known": self.reading.not_known,
            "any cited": bool(cited & wanted),
            "all cited": wanted <= cited,
            "quotes": len(self.reading.evidence),
            "words": len(text.split()),
            "ms": self.milliseconds,
        }


def main() -> None:
    """Print the figures by question type, and for either half of the questions."""
    args = _arguments()
    cases = list(read_cases(args.data, limit=args.limit))
    cases += plant_abstentions(partial(iter, tuple(cases)), seed=PLANTING_SEED)
    with TemporaryDirectory() as scratch:
        cache = VectorCache(args.cache or Path(scratch) / "vectors.sqlite")
        embedder = CachedEmbedder(load_embedder(args.embedder), cache)
        found = asyncio.run(find(cases, embedder, args.data_dir or Path(scratch) / "stores"))
    answers = [read(one) for one in found]
    console = Console(width=None if sys.stdout.isatty() else WIDTH, markup=False, highlight=False)
    if args.verbose:
        for one in answers:
            console.print(
                f"\n[{one.case.question_type}] {one.case.question}\n"
                f"expected: {one.case.answer}\n{one.reading.text}",
                soft_wrap=True,
            )
    if args.json:
        console.print_json(data=as_json(answers))
    else:
        console.print(table(answers))


async def find(cases: Iterable[Case], embedder: Embedder, data_dir: Path) -> list[Found]:
    """Search and pack for every question as the recall graph does without a model."""
    return [found async for found in _found(cases, embedder, data_dir)]


async def _found(cases: Iterable[Case], embedder: Embedder, data_dir: Path) -> AsyncIterator[Found]:
    settings = Settings.model_validate({})
    count_tokens = token_counter()
    for case in track(cases, "questions", console=Console(stderr=True)):
        with closing(Store.open(data_dir / case.owner, embedder=embedder, keying=Keying.MAX_SIM)) as store:
            await store.add(case.owner, case.sessions)
            plan = plan_for(case, settings)
            candidates = await search_rounds(
                plan, owner=case.owner, store=store, embedder=embedder, settings=settings
            )
            excerpts = pack_rounds(
                candidates, plan, budget=settings.context_budget, count_tokens=count_tokens
            )
            yield Found(case, plan, excerpts)


def read(found: Found) -> Read:
    """Read for one question, and take the time."""
    question = Question(found.case.question, found.case.owner, found.case.asked_at)
    began = perf_counter()
    reading = read_by_quotes(question, found.plan, found.excerpts, date_of=date_of)
    return Read(found.case, reading, (perf_counter() - began) * 1000)


def groups(answers: Sequence[Read]) -> dict[str, list[Read]]:
    """Group the answers: by type, all but rubrics, the two halves of these, abstentions, and planted ones."""
    answerable = [one for one in answers if not one.case.abstention]
    by_type: dict[str, list[Read]] = {}
    for one in sorted(answerable, key=lambda one: one.case.question_type):
        by_type.setdefault(one.case.question_type, []).append(one)
    plain = [one for one in answerable if one.case.question_type != RUBRIC]
    return {
        **by_type,
        "all but rubrics": plain,
        "- looked at": [one for one in plain if looked_at(one.case)],
        "- only measured": [one for one in plain if not looked_at(one.case)],
        "all answerable": answerable,
        "abstentions": [one for one in answers if one.case.abstention and not _planted(one)],
        "planted": [one for one in answers if _planted(one)],
        "- planted, looked at": [one for one in answers if _planted(one) and looked_at(one.case)],
        "- planted, only measured": [one for one in answers if _planted(one) and not looked_at(one.case)],
    }


def _planted(one: Read) -> bool:
    return one.case.question_id.endswith(PLANTED)


def looked_at(case: Case) -> bool:
    """Whether a question is in the half that rules may be made by: an even SHA-256 of its id."""
    return sha256(case.question_id.encode()).digest()[-1] % 2 == 0


def mean(group: Sequence[Read]) -> dict[str, float]:
    """Average the figures of a group; empty for an empty one."""
    rows = [one.figures for one in group]
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}


def as_json(answers: Sequence[Read]) -> dict[str, object]:
    """Write the figures as plain values."""
    return {name: {"questions": len(group), **mean(group)} for name, group in groups(answers).items()}


def table(answers: Sequence[Read]) -> Table:
    """Draw the figures."""
    drawn = Table(title="Reading without a model", title_justify="left")
    drawn.add_column("", no_wrap=True)
    columns = ("strict", "lenient", "share", "not known", "any cited", "all cited", "quotes", "words", "ms")
    for column in ("n", *columns):
        drawn.add_column(column, justify="right", no_wrap=True)
    for name, group in groups(answers).items():
        if group:
            figures = mean(group)
            decimals = {"quotes": 1, "words": 0, "ms": 1}
            cells = (f"{figures[column]:.{decimals.get(column, 3)}f}" for column in columns)
            drawn.add_row(name, str(len(group)), *cells)
    return drawn


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a LongMemEval file, plain or gzip")
    parser.add_argument("--cache", type=Path, help="keep vectors in this file for the next run")
    parser.add_argument("--data-dir", type=Path, help="keep the stores in this folder for the next run")
    parser.add_argument("--embedder", default="minilm", help="as DAYBOOK_EMBEDDER")
    parser.add_argument("--limit", type=int, help="read this many questions only")
    parser.add_argument("--verbose", action="store_true", help="print every answer")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


if __name__ == "__main__":
    main()
