"""Writes what a run found as LongMemEval's own retrieval logs, for its scripts and others' scorers.

    {"question_id": …, "question_type": …, "question": …, "answer": …, "question_date": …,
     "answer_session_ids": […], "answer_turn_ids": […],
     "retrieval_results": {"query": …,
                           "ranked_items": [{"corpus_id": …, "text": …, "timestamp": …}, …],
                           "metrics": {"session": {"recall_any@5": …}, "turn": {…}}}}

There is a file for each of the script's granularities: ranked user turns ("SESSION_3", counted from 1 over
the turns of the session), and ranked sessions. As there, the id of what is no evidence says "noans" where
that of its session says "answer". Ours are `answer_turn_ids` (evidence that was not found stands in no ranked
item, and there is no copy of the history to look it up in), and that the second session of one id is "ID#2".

Source: the retrieval script of Wu et al., ICLR 2025.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from daybook.conversation import Role, rounds_of
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.measures.retrieval import Population, populations_of, retrieval_figures
from daybook_eval.records import RankedRound
from daybook_eval.runs.run_folder import records_of

TURN_LOG, SESSION_LOG = "retrievallog_turn.jsonl", "retrievallog_session.jsonl"
CUTOFFS = (1, 3, 5, 10, 30, 50)
"""The script's values of k."""
_MEASURES = ("recall_any", "recall_all", "ndcg_any")


@dataclass(frozen=True, slots=True)
class _Item:
    """A session, or a user's turn."""

    corpus_id: str
    text: str
    timestamp: str
    relevant: bool


def write_retrieval_logs(folder: Path, data: Path) -> None:
    """Write both logs of a run, one line a question, in the order of the data file.

    They hold the questions that the official measures count: no abstentions, none without evidence in a
    user's turn, which the printing script would count as found, and no failed ones. Without rankings nothing
    is written.

    Raises:
        BadInput: the data cannot be read.
    """
    rankings: dict[str, tuple[RankedRound, ...]] = {}
    for record in records_of(folder):
        roles = frozenset(turn.role for turn in record.gold.turns)
        counted = populations_of(abstention=record.abstention, evidence_roles=roles)
        if record.status == "done" and Population.OFFICIAL in counted:
            by_id = {candidate.round_id: candidate for candidate in record.candidates}
            rankings[record.question_id] = tuple(by_id[name] for name in record.rankings.final)
    if not any(rankings.values()):
        return
    logs = {name: folder / f"{name}.new" for name in (TURN_LOG, SESSION_LOG)}
    with (
        logs[TURN_LOG].open("w", encoding="utf-8") as turns,
        logs[SESSION_LOG].open("w", encoding="utf-8") as sessions,
    ):
        for case in read_cases(data, question_ids=tuple(rankings)):
            by_turn, by_session = log_lines(case, rankings[case.question_id])
            turns.write(by_turn + "\n")
            sessions.write(by_session + "\n")
    for name, fresh in logs.items():
        fresh.replace(folder / name)


def log_lines(case: Case, ranking: Sequence[RankedRound]) -> tuple[str, str]:
    """Write one question as a line of the turn log and as one of the session log.

    Of the ranking, best first, rounds without a user's turn are ranked for their sessions only.
    """
    turns, sessions = _turns(case), _sessions(case)
    ranked_turns = [round_.round_id for round_ in ranking if round_.round_id in turns]
    ranked_sessions = list(dict.fromkeys(round_.session for round_ in ranking))
    by_turn = {
        "session": _session_figures_of_turns(ranked_turns, turns),
        "turn": _figures(ranked_turns, {name for name, turn in turns.items() if turn.relevant}),
    }
    relevant = {str(place) for place, session in enumerate(sessions) if session.relevant}
    by_session = {"session": _figures([str(place) for place in ranked_sessions], relevant), "turn": {}}
    shared = _shared_fields(case, turns.values(), sessions)
    return (
        _line(shared, case.question, [turns[name] for name in ranked_turns], by_turn),
        _line(shared, case.question, [sessions[place] for place in ranked_sessions], by_session),
    )


def _figures(
    ranking: Sequence[str], relevant: Collection[str], cutoffs: Sequence[int] = CUTOFFS
) -> dict[str, float]:
    figures = retrieval_figures(ranking, relevant, cutoffs)
    return {f"{name}@{k}": figures[f"{name}@{k}"] for k in cutoffs for name in _MEASURES}


def _session_figures_of_turns(ranking: Sequence[str], turns: Mapping[str, _Item]) -> dict[str, float]:
    """Measure sessions by ranked turns as the script does: down the ranking until k sessions are seen.

    A session is what an id says before its last "_", so the "noans" turns of a session are another one; and
    its nDCG counts each turn of a session, not each session once.
    """
    sessions = {name: turn.corpus_id.rpartition("_")[0] for name, turn in turns.items()}
    gold = {sessions[name] for name, turn in turns.items() if turn.relevant}
    of_gold = {name for name in turns if sessions[name] in gold}
    by_session = [sessions[name] for name in ranking]
    recall = _figures(list(dict.fromkeys(by_session)), gold)
    figures: dict[str, float] = {}
    for k in CUTOFFS:
        depth = max(k, _depth_of(k, by_session, len(turns)))
        ndcg = _figures(ranking, of_gold, (depth,))[f"ndcg_any@{depth}"]
        figures |= {f"{name}@{k}": recall[f"{name}@{k}"] for name in _MEASURES[:2]} | {f"ndcg_any@{k}": ndcg}
    return figures


def _depth_of(k: int, sessions: Sequence[str], corpus: int) -> int:
    """Return how many items hold k different sessions; one more than there are where they never do."""
    seen: set[str] = set()
    for depth, session in enumerate(sessions, start=1):
        seen.add(session)
        if len(seen) == k:
            return depth
    return corpus + 1


def _turns(case: Case) -> dict[str, _Item]:
    gold = {(turn.session, turn.turn) for turn in case.evidence_turns}
    found: dict[str, _Item] = {}
    for place, (session, name) in enumerate(zip(case.sessions, _session_ids(case), strict=True)):
        sides = ((round_, turn) for round_ in rounds_of(session, case.owner) for turn in round_.turns)
        for position, (round_, turn) in enumerate(sides):
            if turn.role is Role.USER:
                relevant = (place, position) in gold
                corpus_id = _corpus_id(f"{name}_{position + 1}", relevant)
                date = _date(session.started_at)
                found[round_.round_id] = _Item(corpus_id, turn.content, date, relevant)
    return found


def _sessions(case: Case) -> list[_Item]:
    gold = {turn.session for turn in case.evidence_turns if turn.role is Role.USER}
    return [
        _Item(
            _corpus_id(name, place in gold),
            " ".join(turn.content for turn in session.turns if turn.role is Role.USER),
            _date(session.started_at),
            place in gold,
        )
        for place, (session, name) in enumerate(zip(case.sessions, _session_ids(case), strict=True))
    ]


def _session_ids(case: Case) -> list[str]:
    seen: Counter[str] = Counter()
    names = []
    for session in case.sessions:
        seen[session.session_id] += 1
        count = seen[session.session_id]
        names.append(session.session_id if count == 1 else f"{session.session_id}#{count}")
    return names


def _corpus_id(name: str, relevant: bool) -> str:
    return name if relevant else name.replace("answer", "noans")


def _date(moment: datetime) -> str:
    return moment.strftime("%Y/%m/%d (%a) %H:%M")


def _shared_fields(case: Case, turns: Iterable[_Item], sessions: Sequence[_Item]) -> dict[str, Any]:
    return {
        "question_id": case.question_id,
        "question_type": case.question_type,
        "question": case.question,
        "answer": case.answer,
        "question_date": _date(case.asked_at),
        "answer_session_ids": [session.corpus_id for session in sessions if session.relevant],
        "answer_turn_ids": [turn.corpus_id for turn in turns if turn.relevant],
    }


def _line(
    shared: Mapping[str, Any], query: str, ranked: Iterable[_Item], metrics: Mapping[str, Mapping[str, float]]
) -> str:
    items = [{"corpus_id": item.corpus_id, "text": item.text, "timestamp": item.timestamp} for item in ranked]
    results = {"query": query, "ranked_items": items, "metrics": metrics}
    return json.dumps({**shared, "retrieval_results": results}, ensure_ascii=False)
