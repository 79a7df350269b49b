"""The tables, in the order in which they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from daybook.settings import Keying, Ranking, ReadFormat, ReadMode, TimeMode
from daybook_eval.ablations import reading
from daybook_eval.ablations.arm import FINDS, Arm, Study
from daybook_eval.ablations.ledger import ledger_studies
from daybook_eval.ablations.packing import best_ten, by_whole_rounds, by_windows
from daybook_eval.ablations.presets import preset_studies
from daybook_eval.ablations.rankings import four_fields, recall_mempalace, recall_official_bm25
from daybook_eval.baselines.one_ranking import PLAIN
from daybook_eval.records import BUDGETS

_DEFAULT = Arm("default")
_FUSED = Arm("max-sim and BM25, by rank", PLAIN)
_BM25 = Arm("BM25 alone", {**PLAIN, "ranking": Ranking.LEXICAL})
_ALONE = {**PLAIN, "ranking": Ranking.DENSE}
_SCORES = {**PLAIN, "ranking": Ranking.FUSED}
_OFFICIAL = tuple(f"official_turn {name}" for name in ("recall_all@5", "recall_all@10", "ndcg_any@10"))
_DENSE = {keying: Arm(keying.value, {**_ALONE, "keying": keying}) for keying in Keying}
_NO_PHRASINGS: Mapping[str, object] = {"phrasings": False}
_NO_RANGE: Mapping[str, object] = {"time_mode": TimeMode.IGNORE}


def _meaning(weight: float) -> Mapping[str, object]:
    """Search with that weight for meaning; the rest is shared by the two searches by words."""
    words = (1 - weight) / 2
    return {"dense_weight": weight, "asked_weight": words, "round_weight": words}


def _finding() -> Iterator[Study]:
    """Make the tables of what is found."""
    yield Study(
        "others",
        "other systems' ways of finding, and ours",
        (
            Arm("MemPalace, raw", {}, recall_mempalace),
            Arm("LongMemEval's flat BM25", {}, recall_official_bm25),
            _DEFAULT,
        ),
        columns=(*FINDS[:-1], *_OFFICIAL),
    )
    yield Study(
        "rankings",
        "from one search alone to the default",
        (
            _DENSE[Keying.USER_ONLY],
            _DENSE[Keying.MAX_SIM],
            _BM25,
            _FUSED,
            Arm("the same, statements", {**PLAIN, "statements": True}),
            Arm("four fields by rank", PLAIN, four_fields),
            Arm("max-sim and words, by score", _SCORES),
            Arm("statements, max-sim alone", {**_ALONE, "statements": True}),
            Arm("statements and words, by score", {**_SCORES, "statements": True}),
            _DEFAULT,
        ),
        against=_DENSE[Keying.MAX_SIM].name,
    )
    yield Study(
        "rrf",
        "fusion by rank, and its damping constant",
        (_DENSE[Keying.MAX_SIM], _BM25, *(Arm(f"k = {k}", {**PLAIN, "rrf_k": k}) for k in (10, 60, 200))),
    )


def _parts_of_the_default() -> Iterator[Study]:
    """Make the tables of what each part of the default is worth."""
    yield Study(
        "mechanisms",
        "the default without each of its parts, and with what is off",
        (
            _DEFAULT,
            Arm("without statements", {"statements": False}),
            Arm("without whose words", {"speakers": False}),
            Arm("- names left in", {"names_searched": True}),
            Arm("- sides count alike", {"other_side_penalty": 0.0}),
            Arm("- words not apart", {"asked_weight": 0.0, "round_weight": 0.3}),
            Arm("without scores (by rank)", {"ranking": Ranking.RRF}),
            Arm("without words", {"ranking": Ranking.DENSE}),
            Arm("without meaning", {"ranking": Ranking.LEXICAL}),
            Arm("without the assistant's side", {"keying": Keying.USER_ONLY}),
            Arm("without other phrasings", _NO_PHRASINGS),
            Arm("without the time range", _NO_RANGE),
            Arm("- without the days of events", {"event_dates": False}),
            Arm("without phrasings and range", {**_NO_PHRASINGS, **_NO_RANGE}),
            Arm("without the ledger", {"ledger": False}),
            Arm("- without records as keys", {"record_keys": False}),
            Arm("- without what superseded first", {"prefer_current": False}),
            Arm("- without the newer first", {"prefer_newer": False}),
            Arm("with weighing", {"weigh": True}),
            Arm("with the source filter", {"source_filter": True}),
        ),
        against=_DEFAULT.name,
    )
    yield Study(
        "weights",
        "the default with other weights than those that were chosen by such questions",
        (
            _DEFAULT,
            *(Arm(f"meaning {weight}", _meaning(weight)) for weight in (0.5, 0.6, 0.8, 0.9)),
            *(Arm(f"other phrasings {weight}", {"phrasings_weight": weight}) for weight in (0.25, 1.0)),
            *(Arm(f"range lift {lift}", {"range_lift": lift}) for lift in (0.5, 2.0)),
        ),
        against=_DEFAULT.name,
        fitted=True,
    )
    yield Study(
        "time",
        "what the time range of a question does (LongMemEval, Table 3)",
        tuple(Arm(mode.value, {"time_mode": mode}) for mode in TimeMode),
        columns=(*FINDS, "time has_range", "time hides"),
        against=TimeMode.PREFER.value,
    )
    yield Study(
        "packing",
        "evidence that reaches the reader, by tokens",
        (
            Arm("windows", {}, by_windows),
            Arm("whole rounds", {}, by_whole_rounds),
            Arm("ten whole rounds", {}, best_ten),
        ),
        columns=tuple(f"{sense} {budget}" for sense in ("evidence", "evidence_whole") for budget in BUDGETS),
        main="evidence 2000",
        against="windows",
        differences=("evidence 2000", "evidence 8000"),
    )


_MECHANISMS: Mapping[str, str] = {
    "record_answers": "answers from records",
    "omit_superseded": "leaving out what was superseded",
    "date_arithmetic": "date arithmetic",
    "abstention": "abstaining",
    "advice": "preferences for advice",
    "latest_first": "the latest first",
}
"""The options of reading that are on or off, as they are told."""


def _reading() -> Iterator[Study]:
    """Make the tables of what is answered."""
    yield Study(
        "reading",
        "answers as the settings make them, by rules without a model",
        (Arm("default", {}, reading.answer),),
        columns=reading.COLUMNS,
        main="answer contains",
        answers=True,
        asks=reading.any_question,
        plants=True,
        groups=reading.groups,
    )
    yield Study(
        "reading-mechanisms",
        "reading by rules without each of its mechanisms, on either half of the questions",
        (
            Arm("default", {}, reading.answer),
            *(
                Arm(f"without {told}", {option: False}, reading.answer)
                for option, told in _MECHANISMS.items()
            ),
        ),
        columns=reading.COLUMNS,
        main="answer contains_words",
        against="default",
        differences=("answer contains_words", "answer not_known", "cited any"),
        answers=True,
        asks=reading.any_question,
        plants=True,
        groups=reading.halves,
    )
    yield Study(
        "reading-modes",
        "how a model reads what is packed (LongMemEval, Figure 6)",
        tuple(
            Arm(f"{mode.value}, {form.value}", {"read_mode": mode, "read_format": form}, reading.answer)
            for mode in (ReadMode.DIRECT, ReadMode.CON)
            for form in (ReadFormat.TEXT, ReadFormat.JSON)
        ),
        columns=(
            "answer contains",
            "answer contains_words",
            "answer token_f1",
            "answer not_known",
            "cited all",
            "model calls",
            "model tokens_in",
            "model tokens_out",
        ),
        main="answer contains_words",
        against="con, json",
        differences=("answer contains_words",),
        answers=True,
        needs_model="rules read in one way only",
    )


STUDIES: Mapping[str, Study] = {
    study.name: study
    for make in (_finding, _parts_of_the_default, ledger_studies, _reading, preset_studies)
    for study in make()
}
NOT_BUILT: Mapping[str, str] = {"values": "what is shown is rounds; values made of facts alone are not built"}
"""Tables of the papers that cannot be made, and why."""
