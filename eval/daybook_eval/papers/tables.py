"""The tables that can be made, paper by paper: what each is, and where its code is.

A table's code is a function `make(inputs: Inputs) -> PaperTable`; its module is imported when it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from daybook_eval.papers.inputs import Inputs
from daybook_eval.papers.table import PaperTable


@dataclass(frozen=True, slots=True)
class Entry:
    """A table that can be made."""

    about: str
    place: str
    """The module with its `make`, and another function's name behind a colon if it has several."""

    def make(self, inputs: Inputs) -> PaperTable:
        """Make it; raises what its data and settings give cause for."""
        module, _, function = self.place.partition(":")
        making: Callable[[Inputs], PaperTable] = getattr(import_module(module), function or "make")
        return making(inputs)


TABLES: dict[str, Entry] = {
    # Fielded max-sim keying
    "keying": Entry(
        "keyings by question type (Table 1)", "daybook_eval.papers.fielded_max_sim.tables:keying"
    ),
    "keying-mixture": Entry("mixtures (Table 2)", "daybook_eval.papers.fielded_max_sim.tables:mixture"),
    "keying-fused": Entry("keyings with BM25", "daybook_eval.papers.fielded_max_sim.tables:fused"),
    "keying-storage": Entry("vectors by keying", "daybook_eval.papers.fielded_max_sim.storage"),
    # LongMemEval
    "longmemeval-keys": Entry("key designs (Table 3)", "daybook_eval.papers.longmemeval.tables:keys"),
    "longmemeval-time": Entry("time ranges (Table 4)", "daybook_eval.papers.longmemeval.tables:time"),
    "longmemeval-values": Entry(
        "forms of values (Figure 5)", "daybook_eval.papers.longmemeval.tables:values"
    ),
    "longmemeval-reading": Entry("ways of reading (Figure 6)", "daybook_eval.papers.longmemeval.reading"),
    "longmemeval-m": Entry("histories of 500 sessions", "daybook_eval.papers.longmemeval.long_histories"),
    # TimeRAG-Memory
    "timerag-writing": Entry(
        "what is written, by the gate's threshold (Table IV, Fig. 3)", "daybook_eval.papers.timerag.writing"
    ),
    "timerag-retrieval": Entry(
        "records found, by session (Table V, Fig. 4)", "daybook_eval.papers.timerag.retrieval"
    ),
    "timerag-decay": Entry("rates of decay (Table IX)", "daybook_eval.papers.timerag.variants:make_decay"),
    "timerag-ablation": Entry(
        "parts left out (Table VIII)", "daybook_eval.papers.timerag.variants:make_ablation"
    ),
    "timerag-budget": Entry("records kept (Fig. 5)", "daybook_eval.papers.timerag.variants:make_budget"),
    "timerag-generation": Entry("replies by method (Table VI)", "daybook_eval.papers.timerag.generation"),
    "timerag-efficiency": Entry(
        "tokens and time (Table XI)", "daybook_eval.papers.timerag.generation:make_efficiency"
    ),
    "timerag-errors": Entry("errors of writing by type (Table X)", "daybook_eval.papers.timerag.errors"),
    # MemoryStack
    "memorystack-types": Entry("accuracy by type (Tables 2, 3)", "daybook_eval.papers.memorystack.types"),
    "memorystack-errors": Entry("root causes of failures (4, 5)", "daybook_eval.papers.memorystack.errors"),
    "memorystack-latency": Entry("latency by stage (5.1)", "daybook_eval.papers.memorystack.latency"),
    "memorystack-cost": Entry("cost of a question (Table 6)", "daybook_eval.papers.memorystack.cost"),
    "memorystack-stages": Entry("without each stage (5.4)", "daybook_eval.papers.memorystack.stages"),
    # HiMeS
    "himes-attention": Entry(
        "HiMeS, Table 2, as retrieval of documents", "daybook_eval.papers.himes.attention"
    ),
    "himes-chat": Entry(
        "HiMeS: passages put before a model that replies", "daybook_eval.papers.himes.chat_passages"
    ),
    "himes-documents": Entry(
        "HiMeS: answers from memory and from documents", "daybook_eval.papers.himes.answering"
    ),
    "himes-short-term": Entry(
        "HiMeS, Table 1, as retrieval of documents", "daybook_eval.papers.himes.attention:make_short_term"
    ),
    "himes-training": Entry(
        "HiMeS, Table 3 and figure 5: a training run (--set run=DIR)", "daybook_eval.papers.himes.training"
    ),
    "himes-behaviours": Entry(
        "The nine behaviours of rewriting (Table 5)", "daybook_eval.papers.himes.behaviours"
    ),
    "himes-responders": Entry(
        "Different responders behind the same rewriting and search (Table 4)",
        "daybook_eval.papers.himes.responders",
    ),
    "himes-topics": Entry(
        "Search by topic partition against flat search", "daybook_eval.papers.himes.topics"
    ),
    # All five
    "presets": Entry(
        "each paper's own pipeline against the default", "daybook_eval.papers.presets:make_longmemeval"
    ),
    "presets-locomo": Entry("the same on LoCoMo", "daybook_eval.papers.presets:make_locomo"),
    "presets-msc": Entry("the same on records of MSC", "daybook_eval.papers.presets_records"),
}
