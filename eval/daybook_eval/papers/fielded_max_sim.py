"""Fielded max-sim keying, Tables 1 and 2: keyings, mixtures, keyings with BM25, and vectors by keying."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from daybook.conversation import Round
from daybook.embedding import Embedder
from daybook.english import ENGLISH
from daybook.settings import Keying, Searches
from daybook.settings.environment import read_settings
from daybook.store.keys import FieldName, keys_of
from daybook_eval.ablations.collected import Collected, Row
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


def keying(inputs: Inputs) -> Table:
    """Make Table 1: the keyings, overall and by question type."""
    collected = _collected(inputs, "keying")
    shown = ("user-only", "concat", "max-sim", "mixture 0.7")
    rows: list[Sequence[Cell]] = [
        ["published", name, values[0], values[0] - _TABLE_1[_BASE][0], _passes_of(name), None, *values[1:]]
        for name, values in _TABLE_1.items()
    ]
    rows += [
        [
            form,
            name,
            *_against_base(collected, "keying", name, form),
            *_by_type(collected, "keying", name, form),
        ]
        for form in FORMS
        for name in shown
    ]
    columns = ("form", "keying", "R@10", "Δ", "within 0.005", "Δ, 95%", "nDCG@10")
    return Table(
        "Fielded max-sim keying, Table 1: recall of rounds by keying and question type",
        (*columns, *TYPES),
        rows,
        _on(collected, "keying"),
        [
            _ENCODER,
            "Types are Recall@10: every evidence round is among the first ten. nDCG is LongMemEval's own.",
        ],
        _details(collected, "keying"),
    )


def mixture(inputs: Inputs) -> Table:
    """Make Table 2: mixtures of the two sides' similarities, from the user's alone down, beside max-sim."""
    collected = _collected(inputs, "keying")
    names = (_BASE, *(f"mixture {alpha}" for alpha in ALPHAS), "max-sim", "concat")
    published = {
        name: (*one, one[1] - _TABLE_2[_BASE][1], _passes_of(name)) for name, one in _TABLE_2.items()
    }
    rows: list[Sequence[Cell]] = [["published", name, *one, None] for name, one in published.items()]
    for form in FORMS:
        for name in names:
            assistant = collected.typed.get(("keying", arm_name(name, form), TYPES["SSA"]), Row()).mean(
                RECALL
            )
            rows.append([form, name, assistant, *_against_base(collected, "keying", name, form)])
    return Table(
        "Fielded max-sim keying, Table 2: mixtures of the sides against the greater of them",
        ("form", "scoring", "SSA R@10", "R@10", "Δ", "within 0.005", "Δ, 95%"),
        rows,
        _on(collected, "keying"),
        [_ENCODER, "user-only is α = 1.0. A round with one side is scored by that side under every mixture."],
        _details(collected, "keying"),
    )


def fused(inputs: Inputs) -> Table:
    """Make the table of the keyings fused with BM25 over both sides, by reciprocal ranks."""
    collected = _collected(inputs, "keying-fused")
    rows: list[Sequence[Cell]] = [
        [
            form,
            f"{name} + BM25",
            *_against_base(collected, "keying-fused", name, form),
            *_by_type(collected, "keying-fused", name, form),
        ]
        for form in FORMS
        for name in FUSED
    ]
    return Table(
        "Fielded max-sim keying, fused: each keying with BM25 by reciprocal ranks (k = 60)",
        ("form", "keying", "R@10", "Δ", "within 0.005", "Δ, 95%", "nDCG@10", *TYPES),
        rows,
        _on(collected, "keying-fused"),
        [
            _ENCODER,
            "The paper names no lexical search; BM25 over both sides is the one that Daybook ranks by.",
        ],
        _details(collected, "keying-fused"),
    )


def _collected(inputs: Inputs, study: str) -> Collected:
    return collect(inputs, inputs.file("longmemeval_s"), _CATALOGUE, study)


def _against_base(collected: Collected, study: str, name: str, form: str) -> Iterator[Cell]:
    """Give the recall, its difference from the user's side alone, whether it is harmless, its interval."""
    row = collected.held[study, arm_name(name, form), ""]
    base = collected.held[study, arm_name(_BASE, form), ""]
    yield row.mean(RECALL)
    found = None if name == _BASE else row.difference(RECALL, base)
    if found is None:
        yield from (0.0, "yes", None)
        return
    interval = found.interval
    yield interval.mean
    yield "yes" if interval.mean >= -THRESHOLD else "no"
    yield f"[{interval.low:+.3f}, {interval.high:+.3f}]"


def _passes_of(name: str) -> str:
    published = _TABLE_1.get(name, (0.0,))[0] or _TABLE_2[name][1]
    return "yes" if published - _TABLE_1[_BASE][0] >= -THRESHOLD else "no"


def _by_type(collected: Collected, study: str, name: str, form: str) -> Iterator[Cell]:
    arm = arm_name(name, form)
    yield collected.held[study, arm, ""].mean(NDCG)
    for kind in TYPES.values():
        yield collected.typed.get((study, arm, kind), Row()).mean(RECALL)


def _on(collected: Collected, study: str) -> str:
    first = STUDIES[study].arms[0].name
    kinds = ((short, collected.typed.get((study, first, kind))) for short, kind in TYPES.items())
    counts = ", ".join(f"{short} {row.questions}" for short, row in kinds if row)
    return f"{collected.held[study, first, ''].questions} answerable questions of LongMemEval-S ({counts})"


def _details(collected: Collected, study: str) -> Mapping[str, object]:
    """Write every arm with all its measures, and the interval of its recall."""
    return {"arms": {arm.name: dict(_measures(collected.held[study, arm.name, ""], STUDIES[study].columns))
                     for arm in STUDIES[study].arms}}  # fmt: skip


def _measures(row: Row, columns: Iterable[str]) -> Iterator[tuple[str, object]]:
    for name in columns:
        yield name, row.mean(name)
    if (interval := row.interval(RECALL)) is not None:
        yield f"{RECALL} 95%", [interval.low, interval.high]


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
    settings = read_settings(**dict(inputs.settings))
    embedder = open_embedder(settings)
    cases = (
        case for case in read_cases(inputs.file("longmemeval_s"), limit=inputs.limit) if is_answerable(case)
    )
    counts: Counter[tuple[str, str]] = Counter()
    histories = 0
    for case in cases:
        counts.update(count_vectors(all_rounds_of(case), embedder))
        histories += 1
    base = counts["user-only", "first window"]
    return Table(
        "Fielded max-sim keying, storage: vectors of a history by keying",
        ("keying", "form", "vectors a history", "MB a history", "times user-only", "published"),
        [_row(keying, form, counts[keying, form], histories, base, embedder.dim) for keying, form in _SHOWN],
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
        fields = Counter(_fields_of(round_, embedder))
        for keying, wanted in _FIELDS.items():
            counts[keying, "all windows"] += sum(fields[name] for name in wanted)
            counts[keying, "first window"] += sum(
                fields[name] if name == "statement" else min(fields[name], 1) for name in wanted
            )
    return counts


def _fields_of(round_: Round, embedder: Embedder) -> Iterator[FieldName]:
    for keying in (Keying.MAX_SIM, Keying.CONCAT):
        yield from (key.field for key, _ in keys_of(round_, embedder, keying, ENGLISH.analyzer))


_SHOWN = [(keying, form) for form in ("first window", "all windows") for keying in _FIELDS]


def _row(keying: str, form: str, count: int, histories: int, base: int, dim: int) -> Sequence[Cell]:
    each = count / max(histories, 1)
    published = {("mixture, max-sim", "first window"): "about 2×", ("user-only", "first window"): "1×"}
    megabytes = each * dim * _BYTES / 1e6
    return [
        keying,
        form,
        round(each),
        round(megabytes, 2),
        count / max(base, 1),
        published.get((keying, form)),
    ]
