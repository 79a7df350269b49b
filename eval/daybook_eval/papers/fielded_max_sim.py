"""Fielded max-sim keying, Tables 1 and 2: keyings, mixtures, keyings with BM25, and vectors by keying."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from daybook.conversation import Round
from daybook.language.english import ENGLISH
from daybook.models.embedding import Embedder
from daybook.settings import Keying, Searches
from daybook.settings.environment import read_settings
from daybook.store.keys import FieldName, keys_of
from daybook_eval.ablations.collected import Row
from daybook_eval.ablations.study import Arm, Study, is_answerable
from daybook_eval.baselines.rankings import PLAIN
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import open_embedder
from daybook_eval.papers.measured import collect
from daybook_eval.papers.table import Inputs
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


def arm_name(keying: str, form: str) -> str:
    """Name the arm of a keying in a form."""
    return f"{keying}, {form}"


def _study(name: str, about: str, searches: Searches, keyings: Iterable[str]) -> Study:
    arms = tuple(
        Arm(
            arm_name(keying, form), {**PLAIN, **KEYINGS[keying], "searches": searches, "first_windows": first}
        )
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
_CATALOGUE = "daybook_eval.papers.fielded_max_sim"
_TABLE_1 = {
    "user-only": (0.664, 0.617, 0.893, 0.875, 0.875, 0.667, 0.488, 0.504),
    "concat": (0.519, 0.479, 0.911, 0.797, 0.667, 0.500, 0.339, 0.299),
    "max-sim": (0.664, 0.621, 0.911, 0.875, 0.875, 0.667, 0.479, 0.504),
}
_TABLE_2 = {"user-only": (0.893, 0.664), "mixture 0.7": (0.946, 0.653), "mixture 0.5": (0.964, 0.621)}
_TABLE_2["max-sim"] = (0.911, 0.664)
_BASE = "user-only"
_ENCODER = (
    "MiniLM (384 dimensions, 254 word pieces a window) stands for Stella EN 1.5B (512 tokens); the questions"
    " are the development part, so one question is 0.009."
)
_AGAINST = ("R@10", "Δ", "within 0.005", "Δ, 95%")


class _Measured:
    """The arms of a study, measured."""

    def __init__(self, inputs: Inputs, study: str) -> None:
        self._study = STUDIES[study]
        self._collected = collect(inputs, inputs.file("longmemeval_s"), _CATALOGUE, study)

    def row(self, name: str, form: str, kind: str = "") -> Row:
        """Give the figures of a keying, of all questions or of one type."""
        held = self._collected.typed if kind else self._collected.held
        return held.get((self._study.name, arm_name(name, form), kind), Row())

    def against_base(self, name: str, form: str) -> Iterator[Cell]:
        """Give the recall, its difference from that of the user's side, if it is harmless, its interval."""
        row = self.row(name, form)
        yield row.mean(RECALL)
        found = None if name == _BASE else row.difference(RECALL, self.row(_BASE, form))
        if found is None:
            yield from (0.0, "yes", None)
            return
        interval = found.interval
        yield from (interval.mean, _harmless(interval.mean), f"[{interval.low:+.3f}, {interval.high:+.3f}]")

    def by_type(self, name: str, form: str) -> Iterator[Cell]:
        """Give the nDCG, and the recall of each type."""
        yield self.row(name, form).mean(NDCG)
        yield from (self.row(name, form, kind).mean(RECALL) for kind in TYPES.values())

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str) -> Table:
        """Make a table; its details are every arm with all its measures, and the interval of its recall."""
        first, *_ = FORMS
        counts = {short: self.row(_BASE, first, kind).questions for short, kind in TYPES.items()}
        told = ", ".join(f"{short} {count}" for short, count in counts.items() if count)
        asked = self.row(_BASE, first).questions
        on = f"{asked} answerable questions of LongMemEval-S ({told})"
        arms: dict[str, object] = {}
        for arm in self._study.arms:
            row = self._collected.held[self._study.name, arm.name, ""]
            sure = row.interval(RECALL)
            bounds = {f"{RECALL} 95%": [sure.low, sure.high]} if sure else {}
            arms[arm.name] = {name: row.mean(name) for name in self._study.columns} | bounds
        return Table(f"Fielded max-sim keying, {title}", columns, rows, on, [_ENCODER, note], {"arms": arms})


def _harmless(difference: float) -> str:
    return "yes" if difference >= -THRESHOLD else "no"


def keying(inputs: Inputs) -> Table:
    """Make Table 1: the keyings, overall and by question type."""
    measured = _Measured(inputs, "keying")
    rows: list[Sequence[Cell]] = []
    for name, (recall, *others) in _TABLE_1.items():
        lost = recall - _TABLE_1[_BASE][0]
        rows.append(["published", name, recall, lost, _harmless(lost), None, *others])
    for form in FORMS:
        for name in ("user-only", "concat", "max-sim", "mixture 0.7"):
            rows.append([form, name, *measured.against_base(name, form), *measured.by_type(name, form)])
    return measured.table(
        "Table 1: recall of rounds by keying and question type",
        ("form", "keying", *_AGAINST, "nDCG@10", *TYPES),
        rows,
        "Types are Recall@10: every evidence round is among the first ten. nDCG is LongMemEval's own.",
    )


def mixture(inputs: Inputs) -> Table:
    """Make Table 2: mixtures of the two sides' similarities, from the user's alone down, beside max-sim."""
    measured = _Measured(inputs, "keying")
    rows: list[Sequence[Cell]] = []
    for name, (assistant, recall) in _TABLE_2.items():
        lost = recall - _TABLE_2[_BASE][1]
        rows.append(["published", name, assistant, recall, lost, _harmless(lost), None])
    for form in FORMS:
        for name in (_BASE, *(f"mixture {alpha}" for alpha in ALPHAS), "max-sim", "concat"):
            assistants = measured.row(name, form, TYPES["SSA"]).mean(RECALL)
            rows.append([form, name, assistants, *measured.against_base(name, form)])
    return measured.table(
        "Table 2: mixtures of the sides against the greater of them",
        ("form", "scoring", "SSA R@10", *_AGAINST),
        rows,
        "user-only is α = 1.0. A round with one side is scored by that side under every mixture.",
    )


def fused(inputs: Inputs) -> Table:
    """Make the table of the keyings fused with BM25 over both sides, by reciprocal ranks."""
    measured = _Measured(inputs, "keying-fused")
    return measured.table(
        "fused: each keying with BM25 by reciprocal ranks (k = 60)",
        ("form", "keying", *_AGAINST, "nDCG@10", *TYPES),
        [
            [form, f"{name} + BM25", *measured.against_base(name, form), *measured.by_type(name, form)]
            for form in FORMS
            for name in FUSED
        ],
        "The paper names no lexical search; BM25 over both sides is the one that Daybook ranks by.",
    )


_BYTES = 4
"""Of a number: vectors are kept as 32-bit floats."""
_FIELDS: dict[str, tuple[FieldName, ...]] = {
    "user-only": ("user",),
    "concat": ("both",),
    "mixture, max-sim": ("user", "assistant"),
    "max-sim and statements (the default)": ("user", "assistant", "statement"),
}


def storage(inputs: Inputs) -> Table:
    """Count the vectors of every history of the file, in the paper's form and in ours."""
    embedder = open_embedder(read_settings(**dict(inputs.settings)))
    counts: Counter[tuple[str, str]] = Counter()
    histories = 0
    for case in filter(is_answerable, read_cases(inputs.file("longmemeval_s"), limit=inputs.limit)):
        counts.update(count_vectors(all_rounds_of(case), embedder))
        histories += 1
    base = counts["user-only", "first window"]
    published = {("mixture, max-sim", "first window"): "about 2×", ("user-only", "first window"): "1×"}
    rows: list[Sequence[Cell]] = []
    for form in FORMS:
        for keying in _FIELDS:
            count = counts[keying, form]
            each = count / max(histories, 1)
            megabytes = round(each * embedder.dim * _BYTES / 1e6, 2)
            times = count / max(base, 1)
            rows.append([keying, form, round(each), megabytes, times, published.get((keying, form))])
    return Table(
        "Fielded max-sim keying, storage: vectors of a history by keying",
        ("keying", "form", "vectors a history", "MB a history", "times user-only", "published"),
        rows,
        f"{histories} histories of LongMemEval-S, {counts['rounds', ''] / max(histories, 1):.0f} rounds each",
        [
            "Bytes are those of the vectors alone, 4 a number. The index of Daybook keeps both sides and the"
            " statements whichever of user-only, mixture and max-sim is searched, so that the keying can be"
            " changed without embedding anew; concat has vectors of its own.",
            "Statements have no windows to cut: they are counted in both forms.",
        ],
    )


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
