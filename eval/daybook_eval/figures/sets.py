"""The data sets of the page of figures, by the names of their files, and the systems put to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from daybook.graph.parts import Components
from daybook.settings import Keying, PresetName, Searches
from daybook_eval.ablations.study import PLAIN, Arm, Study
from daybook_eval.data.case import Case
from daybook_eval.records import BUDGETS
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import SystemResult


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set of the page."""

    title: str
    files: tuple[str, ...]
    """Patterns of its file, or folder; the first that is there counts."""
    chosen_on: bool
    """Whether choices were made on it: then expect somewhat less elsewhere."""
    about: str

    def path_in(self, folder: Path) -> Path | None:
        """Find it; None if the folder has no such file."""
        return next((path for pattern in self.files for path in sorted(folder.glob(pattern))), None)


SETS: Mapping[str, DataSet] = {
    "longmemeval": DataSet(
        "LongMemEval-S", ("longmemeval_s*",), True, "chats with an assistant, about 48 sessions a question"
    ),
    "locomo": DataSet("LoCoMo", ("locomo*",), True, "long conversations of two invented people"),
    "realtalk": DataSet("REALTALK", ("realtalk*",), True, "chats of two real people over 21 days"),
    "beam": DataSet("BEAM 100K", ("beam_100k*",), True, "one user's long chats with an assistant"),
    "realmem": DataSet(
        "RealMem",
        ("realmem*_all.jsonl*", "realmem*"),
        True,  # that messages prefer what was said of late
        "messages of five invented people that need earlier sessions",
    ),
}
KEPT_APART = (
    "Of the halves that nothing was chosen on, measured once from outside at commit 9defb399, round all@10: "
    "LoCoMo .726 [.695, .757] of 775 questions (`classic` .575, BM25 .623), REALTALK .480 [.432, .530] of "
    "396 (`classic` .432), BEAM .551 [.477, .625] of 176, LongMemEval-S .956 [.897, 1.000] of 68."
)
RANKED = ("recall_any@1", "recall_any@5", "recall_all@5", "recall_all@10", "mrr")
"""The measures of a ranking on the page."""
LEVELS = ("round", "session")


async def _pack_all(case: Case, parts: Components, answers: bool) -> SystemResult:
    """Ask Daybook, and pack under every budget."""
    return await ask(case, parts, answers, budgets=BUDGETS)


async def _rank(case: Case, parts: Components, answers: bool) -> SystemResult:
    """Ask Daybook for its ranking alone."""
    return await ask(case, parts, answers, budgets=())


FINDING = Study(
    "finding",
    "the default, the owner's pipeline, and either search alone",
    (
        Arm("Daybook", {}, _pack_all),
        Arm("`classic`", {"preset": PresetName.CLASSIC}, _pack_all),
        Arm("BM25", {**PLAIN, "searches": Searches.LEXICAL}, _rank),
        Arm("vectors", {**PLAIN, "searches": Searches.DENSE, "keying": Keying.MAX_SIM}, _rank),
    ),
    columns=(
        *(f"{level} {name}" for level in LEVELS for name in RANKED),
        *(f"evidence {budget}" for budget in BUDGETS),
    ),
)
STUDIES: Mapping[str, Study] = {FINDING.name: FINDING}
