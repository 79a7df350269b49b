"""Fielded max-sim keying, Tables 1 and 2: keyings, mixtures, keyings with BM25, and vectors by keying."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from daybook.conversation import Round
from daybook.models.embedding import Embedder
from daybook.settings import Keying, Searches
from daybook.settings.environment import read_settings
from daybook.store.keys import FieldName, keys_of
from daybook.text.english import ENGLISH
from daybook_eval.ablations.collected import Row
from daybook_eval.ablations.study import Arm, Study, is_answerable
from daybook_eval.baselines.rankings import PLAIN
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import open_embedder
from daybook_eval.papers.measured import collect
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.systems.reading import all_rounds_of
from daybook_eval.tables import Cell, Table

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


def _study(name: str, about: str, searches: Searches, keyings: Iterable[str]) -> Study:
    arms = tuple(
        Arm(f"{keying}, {form}", {**PLAIN, **KEYINGS[keying], "searches": searches, "first_windows": first})
        for form, first in FORMS.items()
        for keying in keyings
    )
    return Study(name, about, arms, columns=_COLUMNS, main=RECALL)


STUDIES: Mapping[str, Study] = {
    study.name: study
    for study in (
        _study("keying", "dense search alone", Searches.DENSE, tuple(KEYINGS)),
        _study("keying-fused", "dense search fused with BM25 by reciprocal ranks", Searches.BOTH, FUSED),
    )
}
THRESHOLD = 0.005
"""The loss of overall Recall@10 against the user's side alone up to which a keying does no harm."""
TYPES: Mapping[str, str] = {
    "SSA": "single-session-assistant",
    "SSU": "single-session-user",
    "KU": "knowledge-update",
    "SSP": "single-session-preference",
    "MS": "multi-session",
    "TR": "temporal-reasoning",
}
"""By the paper's abbreviations, in its order."""
_BASE = "user-only"


class _Measured:
    """The arms of a study, measured."""

    def __init__(self, inputs: Inputs, study: str) -> None:
        self._study = STUDIES[study]
        self._collected = collect(inputs, inputs.file("longmemeval_s"), __name__, study)

    def row(self, keying: str, form: str, kind: str = "") -> Row:
        """Give the figures of a keying, of all questions or of one type."""
        held = self._collected.typed if kind else self._collected.held
        return held.get((self._study.name, f"{keying}, {form}", kind), Row())

    def against_base(self, keying: str, form: str) -> Iterator[Cell]:
        """Give the recall, its difference from that of the user's side, if it is harmless, its interval."""
        row = self.row(keying, form)
        yield row.mean(RECALL)
        found = None if keying == _BASE else row.difference(RECALL, self.row(_BASE, form))
        if found is None:
            yield from (0.0, "yes", None)
        else:
            mean, bounds = found.interval.mean, found.interval.bounds
            yield from (mean, _harmless(mean), f"[{bounds[0]:+.3f}, {bounds[1]:+.3f}]")

    def by_type(self, keying: str, form: str) -> Iterator[Cell]:
        """Give the nDCG, and the recall of each type."""
        yield self.row(keying, form).mean(NDCG)
        yield from (self.row(keying, form, kind).mean(RECALL) for kind in TYPES.values())

    def table(self, table: PaperTable, rows: Sequence[Sequence[Cell]]) -> Table:
        """Make a table; its details are every arm with all its measures, and the interval of its recall."""
        first, *_ = FORMS
        counts = {short: self.row(_BASE, first, kind).questions for short, kind in TYPES.items()}
        told = ", ".join(f"{short} {count}" for short, count in counts.items() if count)
        on = f"{self.row(_BASE, first).questions} answerable questions of LongMemEval-S ({told})"
        arms: dict[str, object] = {}
        for arm in self._study.arms:
            row = self._collected.held[self._study.name, arm.name, ""]
            sure = row.interval(RECALL)
            bounds = {f"{RECALL} 95%": sure.bounds} if sure else {}
            arms[arm.name] = {name: row.mean(name) for name in self._study.columns} | bounds
        return table.filled(rows, on, details={"arms": arms})


def _harmless(difference: float) -> str:
    return "yes" if difference >= -THRESHOLD else "no"


def keying(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 1: the keyings, overall and by question type."""
    measured = _Measured(inputs, "keying")
    rows: list[Sequence[Cell]] = []
    for name, (recall, *others) in table.published.items():
        lost = recall - table.published[_BASE][0]
        rows.append(["published", name, recall, lost, _harmless(lost), None, *others])
    for form in FORMS:
        for name in ("user-only", "concat", "max-sim", "mixture 0.7"):
            rows.append([form, name, *measured.against_base(name, form), *measured.by_type(name, form)])
    return measured.table(table, rows)


def mixture(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table 2: mixtures of the two sides' similarities, from the user's alone down, beside max-sim."""
    measured = _Measured(inputs, "keying")
    rows: list[Sequence[Cell]] = []
    for name, (assistant, recall) in table.published.items():
        lost = recall - table.published[_BASE][1]
        rows.append(["published", name, assistant, recall, lost, _harmless(lost), None])
    for form in FORMS:
        for name in (_BASE, *(f"mixture {alpha}" for alpha in ALPHAS), "max-sim", "concat"):
            assistants = measured.row(name, form, TYPES["SSA"]).mean(RECALL)
            rows.append([form, name, assistants, *measured.against_base(name, form)])
    return measured.table(table, rows)


def fused(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table of the keyings fused with BM25 over both sides, by reciprocal ranks."""
    measured = _Measured(inputs, "keying-fused")
    rows = [
        [form, f"{name} + BM25", *measured.against_base(name, form), *measured.by_type(name, form)]
        for form in FORMS
        for name in FUSED
    ]
    return measured.table(table, rows)


_BYTES = 4
"""Of a number: vectors are kept as 32-bit floats."""
_FIELDS: dict[str, tuple[FieldName, ...]] = {
    "user-only": ("user",),
    "concat": ("both",),
    "mixture, max-sim": ("user", "assistant"),
    "max-sim and statements (the default)": ("user", "assistant", "statement"),
}


def storage(inputs: Inputs, table: PaperTable) -> Table:
    """Count the vectors of every history of the file, in the paper's form and in ours."""
    embedder = open_embedder(read_settings(**dict(inputs.settings)))
    counts: Counter[tuple[str, str]] = Counter()
    histories = 0
    for case in filter(is_answerable, read_cases(inputs.file("longmemeval_s"), limit=inputs.limit)):
        counts.update(count_vectors(all_rounds_of(case), embedder))
        histories += 1
    rows: list[Sequence[Cell]] = []
    for form, first in FORMS.items():
        for keying in _FIELDS:
            count = counts[keying, form]
            each = count / max(histories, 1)
            megabytes = round(each * embedder.dim * _BYTES / 1e6, 2)
            times = count / max(counts[_BASE, "first window"], 1)
            published = table.published.get(keying) if first else None
            rows.append([keying, form, round(each), megabytes, times, published])
    rounds = counts["rounds", ""] / max(histories, 1)
    return table.filled(rows, f"{histories} histories of LongMemEval-S, {rounds:.0f} rounds each")


def count_vectors(rounds: Iterable[Round], embedder: Embedder) -> Counter[tuple[str, str]]:
    """Count the keys of rounds by keying and form; ("rounds", "") counts the rounds."""
    counts: Counter[tuple[str, str]] = Counter()
    for round_ in rounds:
        counts["rounds", ""] += 1
        fields = Counter(
            key.field
            for keying in (Keying.MAX_SIM, Keying.CONCAT)
            for key, _ in keys_of(round_, embedder, keying, ENGLISH.analyzer)
        )
        for keying, wanted in _FIELDS.items():
            counts[keying, "all windows"] += sum(fields[name] for name in wanted)
            counts[keying, "first window"] += sum(
                fields[name] if name == "statement" else min(fields[name], 1) for name in wanted
            )
    return counts
