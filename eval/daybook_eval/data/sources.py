"""Where a user gets each data set. Daybook never downloads one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A data set, and how to come by it."""

    name: str
    holds: str
    files: tuple[str, ...]
    where: str
    licence: str
    paper: str


SOURCES = (
    Source(
        "LongMemEval",
        "500 questions, each with a history of its own: S has about 50 sessions a question, M 500, the "
        "oracle file the evidence sessions only. Never mix files: their dates differ.",
        ("longmemeval_s_cleaned.json", "longmemeval_m_cleaned.json", "longmemeval_oracle.json"),
        "https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned",
        "MIT",
        "Wu et al., ICLR 2025",
    ),
    Source(
        "LoCoMo",
        "10 long conversations between two people, 1,986 questions.",
        ("locomo10.json",),
        "https://github.com/snap-research/locomo (data/locomo10.json)",
        "CC BY-NC 4.0: for evaluation, not in a product",
        "Maharana et al., ACL 2024",
    ),
    Source(
        "Multi-Session Chat",
        "Talks between two people with the sentences that each turn told of them; no questions: for"
        " `daybook-eval persona`.",
        ("msc/msc_personasummary/session_3/valid.txt",),
        "https://parl.ai/projects/msc/ (msc_v0.1.tar.gz)",
        "none stated: for evaluation only",
        "Xu et al., ACL 2022",
    ),
    Source(
        "your own",
        "JSON Lines, one question with its history a line; `daybook-eval data --help` shows one.",
        ("*.jsonl",),
        "written by you, or by `daybook-eval data compile` and `daybook-eval data plant`",
        "yours",
        "",
    ),
)
