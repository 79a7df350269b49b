"""Assembles the `daybook-eval` command."""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer
from typer.core import TyperGroup

_COMMANDS = {
    "data": "daybook_eval.cli.commands.data:data",
    "run": "daybook_eval.cli.commands.run:run",
    "ablate": "daybook_eval.cli.commands.ablate:ablate",
    "papers": "daybook_eval.cli.commands.papers:papers",
    "judge": "daybook_eval.cli.commands.judge:judge",
    "grade": "daybook_eval.cli.commands.grade:grade",
    "rewriting": "daybook_eval.cli.commands.rewriting:rewriting",
    "asking": "daybook_eval.cli.commands.asking:asking",
    "persona": "daybook_eval.cli.commands.persona:persona",
    "report": "daybook_eval.cli.commands.report:report",
    "messages": "daybook_eval.cli.commands.messages:messages",
    "demo-questions": "daybook_eval.cli.commands.demo_questions:demo_questions",
    "meme": "daybook_eval.cli.commands.meme:meme",
    "updates": "daybook_eval.cli.commands.updates:updates",
    "abstention": "daybook_eval.cli.commands.abstention:abstention",
    "planted": "daybook_eval.cli.commands.planted:planted",
    "fact-labels": "daybook_eval.cli.commands.fact_labels:fact_labels",
    "growth": "daybook_eval.cli.commands.growth:growth",
    "robustness": "daybook_eval.cli.commands.robustness:robustness",
    "train-rewriter": "daybook_eval.cli.commands.train_rewriter:train_rewriter",
}
"""Where each command is; it is imported when it is called, or listed in the help."""

_EXAMPLES = """\b
Examples:
  daybook-eval run --data longmemeval_s.json.gz --out runs/first
  daybook-eval report runs/first
  daybook-eval ablate --data longmemeval_s.json.gz"""


class _Lazy(TyperGroup):
    """Finds a command by importing its module."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name, place in _COMMANDS.items() if find_spec(place.partition(":")[0])]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        module, _, function = _COMMANDS[cmd_name].partition(":")
        return _command(cmd_name, getattr(import_module(module), function))


def build_app() -> typer.Typer:
    """Build the command; the help is plain text, which costs no import of rich."""
    app = typer.Typer(
        name="daybook-eval",
        cls=_Lazy,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        help="Measures Daybook: runs, judges, reports, ablations.",
        epilog=_EXAMPLES,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_nothing)
    return app


def _command(name: str, function: Any) -> Any:
    """Make a command of a function; what its docstring says after "Examples:" goes below the options.

    A Typer is a command with commands of its own, and says all of that itself.
    """
    if isinstance(function, typer.Typer):
        return typer.main.get_command(function)
    text, _, examples = inspect.getdoc(function).partition("\n\nExamples:\n")  # type: ignore[union-attr]
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    epilog = f"\b\nExamples:\n{examples}" if examples else None
    alone.command(name, help=text, epilog=epilog, context_settings=settings)(function)
    return typer.main.get_command(alone)


def _nothing() -> None:
    pass
