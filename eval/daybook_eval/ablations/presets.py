"""Tables of the papers' own pipelines: each against the default, and MemoryStack's stages one by one."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.settings import PRESETS, PaperName, Ranking, SupersededRounds
from daybook_eval.ablations import reading
from daybook_eval.ablations.arm import Arm, Study, is_answerable
from daybook_eval.ablations.oracle_reranker import with_oracle_reranker

DEFAULT = Arm("default", {}, reading.answer)
STACK = Arm("memorystack", {"preset": PaperName.MEMORYSTACK}, reading.answer)
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
        (DEFAULT, *(Arm(name.value, {"preset": name}, reading.answer) for name in PRESETS)),
        columns=(*RETRIEVAL, *READING),
        against=DEFAULT.name,
        differences=(*RETRIEVAL, "read evidence", "answer contains_words"),
        answers=True,
        asks=is_answerable,
    )
    yield Study(
        "memorystack-stages",
        "MemoryStack's pipeline without each of its stages",
        (
            STACK,
            _stack("without classification", **_NOT_CLASSIFIED),
            _stack("- without the source filter", source_filter=False),
            _stack("- without boosts", **_NO_BOOSTS),
            _stack("without expansion", phrasings=False),
            _stack("without sparse search", ranking=Ranking.DENSE),
            _stack("without dense search", ranking=Ranking.LEXICAL),
            _stack("without relations", relations=False),
            _stack("without temporal scoring", recency_signal=0.0),
            _stack("without the superseded filter", superseded=SupersededRounds.KEEP),
            _stack("superseded hidden always", superseded=SupersededRounds.HIDE),
            Arm("with an oracle as reranker", STACK.changes, with_oracle_reranker),
        ),
        columns=(*RETRIEVAL, "update latest@10", "update latest_above", *READING),
        against=STACK.name,
        differences=(*RETRIEVAL, "read evidence", "answer contains_words"),
        answers=True,
        asks=is_answerable,
    )


def _stack(name: str, **changes: object) -> Arm:
    return Arm(name, {**STACK.changes, **changes}, reading.answer)


_NO_BOOSTS = {"assistant_boost": 1.0, "preference_boost": 1.0, "multi_session_boost": 1.0}
_NOT_CLASSIFIED = {**_NO_BOOSTS, "source_filter": False, "superseded": SupersededRounds.KEEP}
