"""The commands of `daybook-eval`."""

import typer

from daybook.interfaces.cli.program import lazy_app

_HERE = "daybook_eval.cli.commands"
_GROUPS = {
    heading: {name: f"{_HERE}.{place}" for name, place in names.items()}
    for heading, names in {
        "Questions and answers": {
            "run": "answers:run",
            "report": "answers:report",
            "judge": "answers:judge",
            "grade": "answers:grade",
            "ablate": "tables:ablate",
            "papers": "tables:papers",
            "peers": "tables:peers",
            "data": "data:data",
        },
        "What is known, and what is not": {
            "abstention": "tables:abstention",
            "everyday": "knowledge:everyday",
            "first-hour": "knowledge:first_hour",
            "manuals": "knowledge:manuals",
            "planted": "knowledge:planted",
            "updates": "knowledge:updates",
            "fact-labels": "knowledge:fact_labels",
            "constraints": "knowledge:constraints",
            "diary-labels": "knowledge:diary_labels",
            "needed-facts": "knowledge:needed_facts",
            "meme": "knowledge:meme",
            "persona": "dialogues:persona",
        },
        "Parts by themselves": {
            "ledger-writing": "facts:ledger_writing",
            "model-facts": "facts:model_facts",
            "time-expressions": "facts:time_expressions",
        },
        "Chat": {"messages": "knowledge:messages", "asking": "dialogues:asking"},
        "Rewriting questions": {
            "rewriting": "rewriting:rewriting",
            "train-rewriter": "rewriting:train_rewriter",
            "train-query-encoder": "rewriting:train_query_encoder",
        },
        "Speed, load and damage": {
            "bench": "bench:bench",
            "growth": "trials:growth",
            "robustness": "trials:robustness",
        },
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
