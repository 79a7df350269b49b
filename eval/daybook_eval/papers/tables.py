"""The tables that can be made, paper by paper: what each is, and where its code is.

A table's code is a function of `Inputs` that gives a `Table`; its module is imported when it is made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from daybook_eval.papers.table import Inputs
from daybook_eval.tables import Table


@dataclass(frozen=True, slots=True)
class Entry:
    """A table that can be made."""

    about: str
    place: str
    """The function that makes it, "module:name" below `daybook_eval.papers`."""

    def make(self, inputs: Inputs) -> Table:
        """Make it; raises what its data and settings give cause for."""
        module, _, function = self.place.partition(":")
        make: Callable[[Inputs], Table] = getattr(import_module(f"{__package__}.{module}"), function)
        return make(inputs)


TABLES: dict[str, Entry] = {
    # Fielded max-sim keying
    "keying": Entry("keyings by question type (Table 1)", "fielded_max_sim:keying"),
    "keying-mixture": Entry("mixtures (Table 2)", "fielded_max_sim:mixture"),
    "keying-fused": Entry("keyings with BM25", "fielded_max_sim:fused"),
    "keying-storage": Entry("vectors by keying", "fielded_max_sim:storage"),
    # LongMemEval
    "longmemeval-keys": Entry("key designs (Table 3)", "longmemeval.tables:keys"),
    "longmemeval-time": Entry("time ranges (Table 4)", "longmemeval.tables:time"),
    "longmemeval-values": Entry("forms of values (Figure 5)", "longmemeval.tables:values"),
    "longmemeval-reading": Entry("ways of reading (Figure 6)", "longmemeval.reading:make"),
    "longmemeval-m": Entry("histories of 500 sessions", "longmemeval.reading:make_long"),
    # TimeRAG-Memory
    "timerag-writing": Entry(
        "what is written, by the gate's threshold (Table IV, Fig. 3)", "timerag.writing:make"
    ),
    "timerag-retrieval": Entry("records found, by session (Table V, Fig. 4)", "timerag.retrieval:make"),
    "timerag-decay": Entry("rates of decay (Table IX)", "timerag.retrieval:make_decay"),
    "timerag-ablation": Entry("parts left out (Table VIII)", "timerag.retrieval:make_ablation"),
    "timerag-budget": Entry("records kept (Fig. 5)", "timerag.retrieval:make_budget"),
    "timerag-generation": Entry("replies by method (Table VI)", "timerag.generation:make"),
    "timerag-efficiency": Entry("tokens and time (Table XI)", "timerag.generation:make_efficiency"),
    "timerag-errors": Entry("errors of writing by type (Table X)", "timerag.writing:make_errors"),
    # MemoryStack
    "memorystack-types": Entry("accuracy by type (Tables 2, 3)", "memorystack:make_types"),
    "memorystack-errors": Entry("root causes of failures (4, 5)", "memorystack:make_errors"),
    "memorystack-latency": Entry("latency by stage (5.1)", "memorystack:make_latency"),
    "memorystack-cost": Entry("cost of a question (Table 6)", "memorystack:make_cost"),
    "memorystack-stages": Entry("without each stage (5.4)", "memorystack:make_stages"),
    # HiMeS
    "himes-attention": Entry("HiMeS, Table 2, as retrieval of documents", "himes.attention:make"),
    "himes-chat": Entry("HiMeS: passages put before a model that replies", "himes.documents:make_chat"),
    "himes-documents": Entry("HiMeS: answers from memory and from documents", "himes.documents:make"),
    "himes-short-term": Entry("HiMeS, Table 1, as retrieval of documents", "himes.attention:make_short_term"),
    "himes-training": Entry(
        "HiMeS, Table 3 and figure 5: a training run (--set run=DIR)", "himes.training:make"
    ),
    "himes-behaviours": Entry("The nine behaviours of rewriting (Table 5)", "himes.behaviours:make"),
    "himes-responders": Entry(
        "Different responders behind the same rewriting and search (Table 4)",
        "himes.behaviours:make_responders",
    ),
    "himes-topics": Entry("Search by topic partition against flat search", "himes.topics:make"),
    # All five
    "presets": Entry("each paper's own pipeline against the default", "presets:make_longmemeval"),
    "presets-locomo": Entry("the same on LoCoMo", "presets:make_locomo"),
    "presets-msc": Entry("the same on records of MSC", "presets:make_msc"),
}
