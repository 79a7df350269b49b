"""The studies that `daybook-eval ablate` knows: arms of options that there are."""

from collections.abc import Mapping

from daybook.settings import PRESETS, Fusion, Keying, ReadFormat, ReadMode, Searches, TimeMode
from daybook_eval.ablations.study import FINDS, Arm, Study
from daybook_eval.baselines.rankings import PLAIN, recall_mempalace, recall_official_bm25

_DEFAULT = Arm("default")
_ALONE = {**PLAIN, "searches": Searches.DENSE}
_READS = ("read evidence", "read tokens", "answer contains", "answer contains_words", "answer not_known")

_ALL = (
    Study(
        "others",
        "other systems' ways of finding, and ours",
        (
            Arm("MemPalace, raw", {}, recall_mempalace),
            Arm("LongMemEval's flat BM25", {}, recall_official_bm25),
            _DEFAULT,
        ),
        against=_DEFAULT.name,
    ),
    Study(
        "rankings",
        "from one search alone to the default",
        (
            Arm("user's side", {**_ALONE, "keying": Keying.USER_ONLY}),
            Arm("max-sim", {**_ALONE, "keying": Keying.MAX_SIM}),
            Arm("BM25", {**PLAIN, "searches": Searches.LEXICAL}),
            Arm("max-sim and BM25, by rank", PLAIN),
            Arm("max-sim and BM25, by score", {**PLAIN, "fusion": Fusion.SCORES}),
            Arm("the same, statements", {**PLAIN, "fusion": Fusion.SCORES, "statements": True}),
            _DEFAULT,
        ),
        against="max-sim",
    ),
    Study(
        "mechanisms",
        "the default without each of its parts",
        (
            _DEFAULT,
            Arm("without statements", {"statements": False}),
            Arm("without whose words", {"speakers": False}),
            Arm("without the query encoder", {"query_encoder": False}),
            Arm("without scores (by rank)", {"fusion": Fusion.RRF}),
            Arm("without words", {"searches": Searches.DENSE}),
            Arm("without meaning", {"searches": Searches.LEXICAL}),
            Arm("without the assistant's side", {"keying": Keying.USER_ONLY}),
            Arm("without the time range", {"time_mode": TimeMode.IGNORE}),
            Arm("without the ledger", {"ledger": False}),
        ),
        columns=(*FINDS, "update latest_above"),
        against=_DEFAULT.name,
    ),
    Study(
        "time",
        "what the time range of a question does (LongMemEval, Table 4)",
        tuple(Arm(mode.value, {"time_mode": mode}) for mode in TimeMode),
        against=TimeMode.PREFER.value,
    ),
    Study(
        "presets",
        "the owner's pipeline and each paper's own, against the default",
        (_DEFAULT, *(Arm(name.value, {"preset": name}) for name in PRESETS)),
        columns=(*FINDS[:-1], *_READS),
        against=_DEFAULT.name,
        differences=("round recall_all@10", "round ndcg@10", "read evidence"),
        answers=True,
    ),
    Study(
        "reading-modes",
        "how a model reads what is packed (LongMemEval, Figure 6)",
        tuple(
            Arm(f"{mode.value}, {form.value}", {"read_mode": mode, "read_format": form})
            for mode in (ReadMode.DIRECT, ReadMode.CON)
            for form in (ReadFormat.TEXT, ReadFormat.JSON)
        ),
        columns=(*_READS, "cited all", "model calls", "model tokens_in"),
        main="answer contains_words",
        against="con, json",
        differences=("answer contains_words",),
        answers=True,
        needs_model="what is packed is read by a model",
    ),
)
STUDIES: Mapping[str, Study] = {study.name: study for study in _ALL}
