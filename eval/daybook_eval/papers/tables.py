"""The tables that can be made, paper by paper: what each is, and where its code is.

A table's code is a function of `Inputs` that gives a `Table`; its module is imported when it is made.
"""

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from daybook.conversation.errors import BadInput
from daybook_eval.papers.table import Inputs, as_markdown, as_plain
from daybook_eval.tables import Report, Table

TABLES: Mapping[str, tuple[str, str]] = {
    # Fielded max-sim keying
    "keying": ("keyings by question type (Table 1)", "fielded_max_sim:keying"),
    "keying-mixture": ("mixtures (Table 2)", "fielded_max_sim:mixture"),
    "keying-fused": ("keyings with BM25", "fielded_max_sim:fused"),
    "keying-storage": ("vectors by keying", "fielded_max_sim:storage"),
    # LongMemEval
    "longmemeval-keys": ("key designs (Table 3)", "longmemeval.tables:keys"),
    "longmemeval-time": ("time ranges (Table 4)", "longmemeval.tables:time"),
    "longmemeval-values": ("forms of values (Figure 5)", "longmemeval.tables:values"),
    "longmemeval-reading": ("ways of reading (Figure 6)", "longmemeval.reading:make"),
    "longmemeval-m": ("histories of 500 sessions", "longmemeval.reading:make_long"),
    # TimeRAG-Memory
    "timerag-writing": (
        "what is written, by the gate's threshold (Table IV, Fig. 3)",
        "timerag.writing:make",
    ),
    "timerag-retrieval": ("records found, by session (Table V, Fig. 4)", "timerag.retrieval:make"),
    "timerag-decay": ("rates of decay (Table IX)", "timerag.retrieval:make_decay"),
    "timerag-ablation": ("parts left out (Table VIII)", "timerag.retrieval:make_ablation"),
    "timerag-budget": ("records kept (Fig. 5)", "timerag.retrieval:make_budget"),
    "timerag-generation": ("replies by method (Table VI)", "timerag.generation:make"),
    "timerag-efficiency": ("tokens and time (Table XI)", "timerag.generation:make_efficiency"),
    "timerag-errors": ("errors of writing by type (Table X)", "timerag.writing:make_errors"),
    # MemoryStack
    "memorystack-types": ("accuracy by type (Tables 2, 3)", "memorystack:make_types"),
    "memorystack-errors": ("root causes of failures (4, 5)", "memorystack:make_errors"),
    "memorystack-latency": ("latency by stage (5.1)", "memorystack:make_latency"),
    "memorystack-cost": ("cost of a question (Table 6)", "memorystack:make_cost"),
    "memorystack-stages": ("without each stage (5.4)", "memorystack:make_stages"),
    # HiMeS
    "himes-attention": ("HiMeS, Table 2, as retrieval of documents", "himes.attention:make"),
    "himes-chat": ("HiMeS: passages put before a model that replies", "himes.documents:make_chat"),
    "himes-documents": ("HiMeS: answers from memory and from documents", "himes.documents:make"),
    "himes-short-term": ("HiMeS, Table 1, as retrieval of documents", "himes.attention:make_short_term"),
    "himes-training": ("HiMeS, Table 3 and figure 5: a training run (--set run=DIR)", "himes.training:make"),
    "himes-behaviours": ("The nine behaviours of rewriting (Table 5)", "himes.behaviours:make"),
    "himes-responders": (
        "Different responders behind the same rewriting and search (Table 4)",
        "himes.behaviours:make_responders",
    ),
    "himes-topics": ("Search by topic partition against flat search", "himes.topics:make"),
    # All five
    "presets": ("each paper's own pipeline against the default", "presets:make_longmemeval"),
    "presets-locomo": ("the same on LoCoMo", "presets:make_locomo"),
    "presets-msc": ("the same on records of MSC", "presets:make_msc"),
}
"""By its name, what it is, and the function that makes it, "module:name" below this package."""


def make_table(name: str, inputs: Inputs) -> Table:
    """Make a table; raises what its data and settings give cause for."""
    module, _, function = TABLES[name][1].partition(":")
    make: Callable[[Inputs], Table] = getattr(import_module(f"{__package__}.{module}"), function)
    return make(inputs)


def report(
    name: str,
    data: Path,
    out: Path | None,
    limit: int | None,
    concurrency: int | None,
    cache: Path,
    given: tuple[tuple[str, str], ...],
) -> Report | str:
    """Make a table, and keep it in a folder where one is named; "list" says which there are.

    Raises:
        BadInput: there is no such table.
    """
    if name == "list":
        return "\n".join(f"{key:<24}{about}" for key, (about, _) in TABLES.items())
    if name not in TABLES:
        raise BadInput(f"{name!r} is none of {', '.join(TABLES)}, list", source="NAME")
    table = make_table(name, Inputs(data, cache, limit, concurrency, given))
    options = [f"--limit {limit}"] if limit else []
    options += [f"--set {key}={value}" for key, value in given]
    command = " ".join([f"daybook-eval papers {name} --data {data}", *options])
    told, plain = as_markdown(table, command=command), as_plain(table, command=command)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(told, encoding="utf-8")
        (out / f"{name}.json").write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return Report([told], plain)
