"""Two small runs whose figures can be worked out by hand."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from daybook.conversation import Usage
from daybook_eval.judging.verdicts import Verdict, judge_cases_of, verdict_file
from daybook_eval.records import (
    Gold,
    GoldTurn,
    PackedRound,
    QuestionRecord,
    RankedRound,
    Rankings,
)
from tests.eval.judging.records import MAY, record, write_run

TEXT = "I painted the shed teal."
ROUNDS = [f"r{number}" for number in range(20)]


def asked(
    name: str, *places: int, depth: int = 20, tokens: int = 1_500, role: str = "user", **given: Any
) -> QuestionRecord:
    """Make a question whose evidence stands at those ranks, from 0, each round in a session of its own.

    What is packed is that many tokens for each of the first rounds.
    """
    gold = tuple(ROUNDS[place] for place in places)
    turns = tuple(GoldTurn(place, 0, role, MAY, ROUNDS[place], TEXT) for place in places)
    packs = {
        str(budget): tuple(
            PackedRound(round_, (("user", 0, len(TEXT)), ("assistant", 0, len(TEXT))), tokens)
            for round_ in ROUNDS[: budget // tokens]
        )
        for budget in (2_000, 4_000, 8_000, 16_000)
    }
    made = record(name, **{"answer": None, **given})
    return replace(
        made,
        gold=Gold(gold, places, turns),
        rankings=Rankings(final=tuple(ROUNDS[:depth])),
        candidates=tuple(RankedRound(round_, place, 0, True) for place, round_ in enumerate(ROUNDS)),
        packs=packs,
        packed=packs["8000"],
        timings={"search": 10.0, "total": 20.0},
        usage={"total": Usage(0, 0, 0, None)},
    )


def first_run(folder: Path) -> Path:
    """Four questions with evidence, one abstention, one failure."""
    records = [
        asked("q1", 0, answer="It was teal."),
        asked("q2", 2, 7, kind="multi-session", answer="I cannot tell."),
        asked("q3", 12, kind="multi-session", answer="Perhaps red."),
        asked("q4", 1, role="assistant", kind="single-session-assistant", answer="Teal, you said."),
        record("q5_abs", "That is not known.", abstention=True, not_known=True),
        replace(asked("q6", 0), status="failed", error="the server was away"),
    ]
    return write_run(folder, records)


def second_run(folder: Path) -> Path:
    """The same questions, q3 found at once and q1 later."""
    records = [
        asked("q1", 6, answer="It was teal."),
        asked("q2", 2, 7, kind="multi-session", answer="Teal."),
        asked("q3", 0, kind="multi-session", answer="Teal."),
        asked("q4", 1, role="assistant", kind="single-session-assistant", answer="Teal, you said."),
    ]
    return write_run(folder, records)


def judge(folder: Path, records: list[QuestionRecord], judge: str, **correct: bool | None) -> None:
    """Let a judge say of each question what is given."""
    by_id = {case.question_id: case for case in judge_cases_of(records)}
    verdict_file(folder).append(
        Verdict(name, judge, verdict, answer_sha256=by_id[name].answer_sha256)
        for name, verdict in correct.items()
    )
