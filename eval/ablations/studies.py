"""The tables, in the order in which they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agent.settings import Keying, Ranking, ReadFormat, ReadMode, TimeMode
from eval.ablations.arm import FINDS, READS, Arm, Study
from eval.ablations.packing import best_ten, by_whole_rounds, by_windows
from eval.ablations.rankings import first_windows, four_fields, recall_mempalace, recall_official_bm25
from eval.baselines.one_ranking import PLAIN
from eval.records import BUDGETS

_DEFAULT = Arm("as the settings are")
_FUSED = Arm("max-sim and BM25, by rank", PLAIN)
_BM25 = Arm("BM25 alone", {**PLAIN, "ranking": Ranking.LEXICAL})
_ALONE = {**PLAIN, "ranking": Ranking.DENSE}
_OFFICIAL = tuple(f"official_turn {name}" for name in ("recall_all@5", "recall_all@10", "ndcg_any@10"))
_DENSE = {keying: Arm(keying.value, {**_ALONE, "keying": keying}) for keying in Keying}
_WITH_TIME = (*FINDS, "time has_range", "time hides")


def _changed(changes: Mapping[str, Mapping[str, object]]) -> Iterable[Arm]:
    return (Arm(name, change) for name, change in changes.items())


_ALL = (
    Study(
        "facts",
        "rankings of the question as it was put",
        (
            Arm("user field, first window", PLAIN, first_windows(Keying.USER_ONLY)),
            _DENSE[Keying.USER_ONLY],
            Arm("max-sim, first windows", PLAIN, first_windows(Keying.MAX_SIM)),
            _DENSE[Keying.MAX_SIM],
            Arm("mixture, first windows", PLAIN, first_windows(Keying.MIXTURE)),
            _DENSE[Keying.MIXTURE],
            _BM25,
            _FUSED,
            Arm("four fields", PLAIN, four_fields),
        ),
    ),
    Study(
        "keying",
        "dense search alone (fielded max-sim keying, Table 1)",
        tuple(_DENSE.values()),
    ),
    Study(
        "keying-fused",
        "the same, fused with BM25 (Table 2)",
        tuple(Arm(f"{keying.value} and BM25", {**PLAIN, "keying": keying}) for keying in Keying),
    ),
    Study(
        "others",
        "other systems' ways of finding, and ours",
        (
            Arm("MemPalace, raw", {}, recall_mempalace),
            Arm("LongMemEval's flat BM25", {}, recall_official_bm25),
            _DEFAULT,
        ),
        columns=(*FINDS[:-1], *_OFFICIAL),
    ),
    Study(
        "time",
        "what the time range of a question does (LongMemEval, Table 3)",
        tuple(Arm(mode.value, {"time_mode": mode}) for mode in TimeMode),
        columns=_WITH_TIME,
    ),
    Study(
        "search",
        "statements as keys, and merging by rank or by score",
        (
            _DENSE[Keying.MAX_SIM],
            Arm("statements, max-sim", {**_ALONE, "statements": True}),
            _FUSED,
            Arm("the same, statements", {**PLAIN, "statements": True}),
            Arm("max-sim and BM25, by score", {**PLAIN, "ranking": Ranking.FUSED}),
            Arm("the same, by score and statements", {**PLAIN, "ranking": Ranking.FUSED, "statements": True}),
        ),
    ),
    Study(
        "rrf",
        "fusion by rank, and its damping constant",
        (_DENSE[Keying.MAX_SIM], _BM25, *(Arm(f"k = {k}", {**PLAIN, "rrf_k": k}) for k in (10, 60, 200))),
    ),
    Study(
        "steps",
        "each step changed alone",
        (
            _DEFAULT,
            *_changed(
                {
                    "without statements": {"statements": False},
                    "merged by rank": {"ranking": Ranking.RRF},
                    "without phrasings": {"phrasings": False},
                    "without the time range": {"time_mode": TimeMode.IGNORE},
                    "without dense search": {"ranking": Ranking.LEXICAL},
                    "without BM25": {"ranking": Ranking.DENSE},
                    "with weighing": {"weigh": True},
                    "with the source filter": {"source_filter": True},
                }
            ),
        ),
    ),
    Study(
        "packing",
        "evidence that reaches the reader, by tokens",
        (
            Arm("windows", {}, by_windows),
            Arm("whole rounds", {}, by_whole_rounds),
            Arm("ten whole rounds", {}, best_ten),
        ),
        columns=tuple(f"{sense} {budget}" for sense in ("evidence", "evidence_whole") for budget in BUDGETS),
    ),
    Study(
        "reading",
        "how a model reads what is packed (LongMemEval, Figure 6)",
        tuple(
            Arm(f"{mode.value}, {form.value}", {"read_mode": mode, "read_format": form})
            for mode in (ReadMode.DIRECT, ReadMode.CON)
            for form in (ReadFormat.TEXT, ReadFormat.JSON)
        ),
        columns=READS,
        answers=True,
        needs_model="rules read in one way only",
    ),
)
STUDIES: Mapping[str, Study] = {study.name: study for study in _ALL}
NOT_BUILT: Mapping[str, str] = {
    "values": "keys and values made of facts need the ledger of records, which does not exist yet"
}
"""Tables of the papers that cannot be made, and why."""
