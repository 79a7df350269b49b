"""The tables, in the order in which they are printed."""

from collections.abc import Iterator, Mapping
from typing import Any

from daybook.settings import (
    PRESETS,
    Fusion,
    Keying,
    ModelStep,
    PresetName,
    ReadFormat,
    ReadMode,
    Searches,
    TimeMode,
    VectorSearch,
)
from daybook_eval.ablations import arms
from daybook_eval.ablations.arms import (
    best_ten,
    by_whole_rounds,
    by_windows,
    four_fields,
    with_oracle_reranker,
)
from daybook_eval.ablations.study import FINDS, Arm, Study, is_answerable
from daybook_eval.baselines.rankings import PLAIN, recall_mempalace, recall_official_bm25
from daybook_eval.records import BUDGETS

_COLUMNS = (*FINDS, "update latest@10", "update latest_above")


def ledger_studies() -> Iterator[Study]:
    """Make the tables."""
    yield Study(
        "ledger",
        "the ledger on and off, and each of its uses left out",
        (
            Arm("without the ledger", {"ledger": False, "prefer_newer": False}),
            Arm("the same, the newer first", {"ledger": False}),
            _DEFAULT,
            Arm("without the newer first", {"prefer_newer": False}),
        ),
        columns=_COLUMNS,
        against="without the ledger",
    )


DEFAULT_ANSWER = Arm("default", {}, arms.answer)
STACK = Arm("memorystack", {"preset": PresetName.MEMORYSTACK}, arms.answer)
RETRIEVAL = (
    "round recall_all@5",
    "round recall_all@10",
    "round recall_all@20",
    "round ndcg_any@10",
    "session recall_all@5",
)
READING = ("read evidence", "read tokens", "answer contains", "answer contains_words")


def preset_studies() -> Iterator[Study]:
    """Make the tables."""
    yield Study(
        "presets",
        "each paper's own pipeline and constants, against the default",
        (DEFAULT_ANSWER, *(Arm(name.value, {"preset": name}, arms.answer) for name in PRESETS)),
        columns=(*RETRIEVAL, *READING),
        against=DEFAULT_ANSWER.name,
        differences=(*RETRIEVAL, "read evidence", "answer contains_words"),
        answers=True,
        asks=is_answerable,
    )
    yield Study(
        "memorystack-stages",
        "MemoryStack's pipeline without each of its stages",
        (
            STACK,
            _stack("without sparse search", searches=Searches.DENSE),
            _stack("without expansion", steps_by_rules=(ModelStep.EXPAND,)),
            _stack("without dense search", searches=Searches.LEXICAL),
            Arm("with an oracle as reranker", STACK.changes, with_oracle_reranker),
        ),
        columns=(*RETRIEVAL, "update latest@10", "update latest_above", *READING),
        against=STACK.name,
        differences=(*RETRIEVAL, "read evidence", "answer contains_words"),
        answers=True,
        asks=is_answerable,
    )


def _stack(name: str, **changes: object) -> Arm:
    return Arm(name, {**STACK.changes, **changes}, arms.answer)


_DEFAULT = Arm("default")
_FUSED = Arm("max-sim and BM25, by rank", PLAIN)
_BM25 = Arm("BM25 alone", {**PLAIN, "searches": Searches.LEXICAL})
_ALONE = {**PLAIN, "searches": Searches.DENSE}
_SCORES = {**PLAIN, "fusion": Fusion.SCORES}
_OFFICIAL = tuple(f"official_turn {name}" for name in ("recall_all@5", "recall_all@10", "ndcg_any@10"))
_DENSE = {keying: Arm(keying.value, {**_ALONE, "keying": keying}) for keying in Keying}
_NO_RANGE: Mapping[str, object] = {"time_mode": TimeMode.IGNORE}


def _finding() -> Iterator[Study]:
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


_RANKED_BY_SCORES = Arm("scores", {}, arms.ranked_alone)
_RANKED_AS_CLASSIC = Arm(
    "classic", {"preset": PresetName.CLASSIC, "vectors": VectorSearch.AUTO}, arms.ranked_alone
)
_OF_HALVES: Mapping[str, Any] = {
    "columns": FINDS[:-1],
    "against": "scores",
    "differences": ("round recall_all@5", "round recall_all@10", "round ndcg_any@10"),
    "groups": arms.half_and_all,
}
"""What studies of fusion count, on either half of the questions."""


def _parts_of_the_default() -> Iterator[Study]:
    yield Study(
        "mechanisms",
        "the default without each of its parts, and with what is off",
        (
            _DEFAULT,
            Arm("without statements", {"statements": False}),
            Arm("without whose words", {"speakers": False}),
            Arm("without scores (by rank)", {"fusion": Fusion.RRF}),
            Arm("without words", {"searches": Searches.DENSE}),
            Arm("without meaning", {"searches": Searches.LEXICAL}),
            Arm("without the assistant's side", {"keying": Keying.USER_ONLY}),
            Arm("without the time range", _NO_RANGE),
            Arm("without the ledger", {"ledger": False}),
            Arm("- without the newer first", {"prefer_newer": False}),
        ),
        against=_DEFAULT.name,
    )
    yield Study(
        "fusions",
        "scores, ranks and classic",
        (
            _RANKED_BY_SCORES,
            Arm("rrf", {"fusion": Fusion.RRF}, arms.ranked_alone),
            _RANKED_AS_CLASSIC,
        ),
        **_OF_HALVES,
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
    yield Study(
        "reading",
        "answers as the settings make them, by rules without a model",
        (Arm("default", {}, arms.answer),),
        columns=arms.COLUMNS,
        main="answer contains",
        answers=True,
        asks=arms.any_question,
        plants=True,
        groups=arms.groups,
    )
    yield Study(
        "reading-mechanisms",
        "reading by rules without each of its mechanisms, on either half of the questions",
        (
            Arm("default", {}, arms.answer),
            *(Arm(f"without {told}", {option: False}, arms.answer) for option, told in _MECHANISMS.items()),
        ),
        columns=arms.COLUMNS,
        main="answer contains_words",
        against="default",
        differences=("answer contains_words", "answer not_known", "cited any"),
        answers=True,
        asks=arms.any_question,
        plants=True,
        groups=arms.halves,
    )
    yield Study(
        "reading-modes",
        "how a model reads what is packed (LongMemEval, Figure 6)",
        tuple(
            Arm(f"{mode.value}, {form.value}", {"read_mode": mode, "read_format": form}, arms.answer)
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
