"""The studies that `daybook-eval ablate` knows: arms of options that there are."""

from collections.abc import Mapping

from daybook.settings import PRESETS, Fusion, Keying, Searches, TimeMode
from daybook_eval.ablations.study import FINDS, Arm, Study

_DEFAULT = Arm("default")
_READS = ("read evidence", "read tokens", "answer contains", "answer contains_words", "answer not_known")

_ALL = (
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
        "presets",
        "the owner's pipeline and each paper's own, against the default",
        (_DEFAULT, *(Arm(name.value, {"preset": name}) for name in PRESETS)),
        columns=(*FINDS[:-1], *_READS),
        against=_DEFAULT.name,
        differences=("round recall_all@10", "round ndcg@10", "read evidence"),
        answers=True,
    ),
)
STUDIES: Mapping[str, Study] = {study.name: study for study in _ALL}
