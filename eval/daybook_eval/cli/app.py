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
            "figures": "tables:figures",
            "data": "data:data",
        },
        "Parts by themselves": {
            "everyday": "studies:everyday",
            "time-expressions": "studies:time_expressions",
            "constraints": "studies:constraints",
            "bench": "studies:bench",
            "robustness": "studies:robustness",
        },
        "Training": {
            "train-rewriter": "training:train_rewriter",
            "train-query-encoder": "training:train_query_encoder",
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
