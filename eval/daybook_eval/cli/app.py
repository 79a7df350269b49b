"""The commands of `daybook-eval`."""

from __future__ import annotations

import typer

from daybook.interfaces.cli.lazy import lazy_app

_HERE = "daybook_eval.cli.commands"
_GROUPS = {
    heading: {name: f"{_HERE}.{place}" for name, place in names.items()}
    for heading, names in {
        "Questions and answers": {
            "run": "run:run",
            "report": "report:report",
            "judge": "judge:judge",
            "grade": "grade:grade",
            "ablate": "ablate:ablate",
            "papers": "papers:papers",
            "data": "data:data",
        },
        "What is known, and what is not": {
            "abstention": "abstention:abstention",
            "demo-questions": "demo_questions:demo_questions",
            "planted": "planted:planted",
            "updates": "updates:updates",
            "fact-labels": "fact_labels:fact_labels",
            "meme": "meme:meme",
            "persona": "persona:persona",
        },
        "Chat": {"messages": "messages:messages", "asking": "asking:asking"},
        "Rewriting questions": {
            "rewriting": "rewriting:rewriting",
            "train-rewriter": "train_rewriter:train_rewriter",
        },
        "Under load and damage": {"growth": "growth:growth", "robustness": "robustness:robustness"},
    }.items()
}

_EXAMPLES = """\
  daybook-eval run --data longmemeval_s.json.gz --out runs/first
  daybook-eval report runs/first
  daybook-eval ablate --data longmemeval_s.json.gz"""


def build_app() -> typer.Typer:
    """Build the command."""
    help = "Measures Daybook: runs, judges, reports, ablations."
    return lazy_app("daybook-eval", _GROUPS, help=help, examples=_EXAMPLES)
