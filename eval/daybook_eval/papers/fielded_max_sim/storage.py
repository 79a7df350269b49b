"""What a keying costs: the vectors of whole histories, and their bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from daybook.conversation import Round
from daybook.embedding import Embedder, load_embedder
from daybook.settings import Keying
from daybook.settings.environment import read_settings
from daybook.store.keys import FieldName, keys_of
from daybook_eval.ablations.arm import is_answerable
from daybook_eval.data.cases import read_cases
from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import Cell, PaperTable
from daybook_eval.systems.planning import all_rounds_of

_BYTES = 4
"""Of a number: vectors are kept as 32-bit floats."""
_FIELDS: dict[str, tuple[FieldName, ...]] = {
    "user-only": ("user",),
    "concat": ("both",),
    "mixture, max-sim": ("user", "assistant"),
    "max-sim and statements (the default)": ("user", "assistant", "statement"),
}


def make(inputs: Inputs) -> PaperTable:
    """Count the vectors of every history of the file, in the paper's form and in ours."""
    settings = read_settings(**dict(inputs.settings))
    embedder = load_embedder(
        settings.embedder,
        openai_api_key=settings.openai_api_key,
        openai_base_url=settings.openai_base_url,
    )
    cases = (
        case for case in read_cases(inputs.file("longmemeval_s"), limit=inputs.limit) if is_answerable(case)
    )
    counts: Counter[tuple[str, str]] = Counter()
    histories = 0
    for case in cases:
        counts.update(count_vectors(all_rounds_of(case), embedder))
        histories += 1
    base = counts["user-only", "first window"]
    return PaperTable(
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
        yield from (key.field for key, _ in keys_of(round_, embedder, keying))


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
