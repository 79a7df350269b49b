"""The report of runs, for the terminal or as JSON, and a run as LongMemEval's retrieval log.

LongMemEval's `print_retrieval_metrics.py` reads the log. Source: the retrieval scripts of Wu et al., ICLR
2025.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from daybook_eval.measures.retrieval import Population
from daybook_eval.records import QuestionRecord
from daybook_eval.report.loading import comparisons, load_runs
from daybook_eval.report.scores import score
from daybook_eval.report.terminal import parts_of
from daybook_eval.runs.run_folder import records_of
from daybook_eval.tables import Report

CUTOFFS = (1, 3, 5, 10, 30, 50)
"""The script's values of k."""
_MEASURES = ("recall_any", "recall_all", "ndcg_any")
_LEVELS = {"session": "session", "turn": "official_turn"}


def report(folders: Sequence[Path], questions: bool | None, log: Path | None) -> Report:
    """Say what runs came to.

    `questions` lists the questions of each run; None lists those of small runs. `log` is the file of the
    first run's retrieval log, where one is wanted.
    """
    if log is not None:
        write_retrieval_log(folders[0], log)
    runs = load_runs(folders)
    compared = comparisons(runs)
    only, *others = (run.plain() | ({"listed": list(run.listed())} if questions else {}) for run in runs)
    return Report(
        list(parts_of(runs, compared, questions)),
        {"runs": [only, *others], "comparisons": compared} if others else only,
    )


def write_retrieval_log(folder: Path, log: Path) -> None:
    """Write a line for each question of a run that the official measures count.

    That is no abstention, none without evidence in a user's turn, and no failed one. Ranked items and
    `answer_turn_ids` are ids of rounds with a user's turn.
    """
    with log.open("w", encoding="utf-8") as file:
        for record in records_of(folder):
            scored = score(record)
            if not scored.failed and Population.OFFICIAL in scored.populations:
                file.write(f"{json.dumps(_line(record, scored.values), ensure_ascii=False)}\n")


def _line(record: QuestionRecord, values: Mapping[str, float]) -> dict[str, Any]:
    of_users = {one.round_id for one in record.candidates if one.has_user}
    metrics = {
        name: {f"{measure}@{k}": values[f"{level} {measure}@{k}"] for k in CUTOFFS for measure in _MEASURES}
        for name, level in _LEVELS.items()
    }
    ranked = [{"corpus_id": name} for name in record.rankings.final if name in of_users]
    return {
        "question_id": record.question_id,
        "question_type": record.question_type,
        "question": record.question,
        "answer": record.gold_answer,
        "answer_turn_ids": sorted({turn.round_id for turn in record.gold.turns if turn.role == "user"}),
        "retrieval_results": {"query": record.question, "ranked_items": ranked, "metrics": metrics},
    }
