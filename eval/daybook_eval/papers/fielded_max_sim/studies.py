"""The keyings that are compared, in the paper's form and in ours, alone and fused with BM25.

The paper's form is one vector a key, of the beginning of its text; in ours a key is every window of its text,
and the nearest counts. Nothing else of Daybook takes part: no other phrasing, no statements, no time range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from daybook.settings import Keying, Ranking
from daybook_eval.ablations.arm import Arm, Study
from daybook_eval.baselines.one_ranking import PLAIN

ALPHAS = (0.9, 0.7, 0.5, 0.3)
"""Of the mixture, beside 1.0, which is the user's side alone; the paper prints 0.7 and 0.5."""
FORMS: Mapping[str, bool] = {"first window": True, "all windows": False}
"""The paper's and ours, by whether the first window alone is searched."""
KEYINGS: Mapping[str, Mapping[str, object]] = {
    "user-only": {"keying": Keying.USER_ONLY},
    "concat": {"keying": Keying.CONCAT},
    "max-sim": {"keying": Keying.MAX_SIM},
    **{f"mixture {alpha}": {"keying": Keying.MIXTURE, "mixture_alpha": alpha} for alpha in ALPHAS},
}
FUSED = ("user-only", "concat", "mixture 0.7", "max-sim")
"""Those that are fused with BM25 as well."""
RECALL, NDCG = "round recall_all@10", "round ndcg_any@10"
_COLUMNS = (RECALL, NDCG, "round recall_all@5", "round ndcg_any@5", "session recall_all@5")


def arm_name(keying: str, form: str) -> str:
    """Name the arm of a keying in a form."""
    return f"{keying}, {form}"


def _study(name: str, about: str, ranking: Ranking, keyings: Iterable[str]) -> Study:
    arms = tuple(
        Arm(arm_name(keying, form), {**PLAIN, **KEYINGS[keying], "ranking": ranking, "first_windows": first})
        for form, first in FORMS.items()
        for keying in keyings
    )
    return Study(name, about, arms, columns=_COLUMNS, main=RECALL)


STUDIES: Mapping[str, Study] = {
    study.name: study
    for study in (
        _study("keying", "dense search alone", Ranking.DENSE, tuple(KEYINGS)),
        _study("keying-fused", "dense search fused with BM25 by reciprocal ranks", Ranking.RRF, FUSED),
    )
}
