"""The commands put together, with a help page that groups them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from daybook.interfaces.cli.commands.ask import ask, search, why_not
from daybook.interfaces.cli.commands.chat import chat, demo
from daybook.interfaces.cli.commands.diary import diary
from daybook.interfaces.cli.commands.export import export
from daybook.interfaces.cli.commands.forget import forget
from daybook.interfaces.cli.commands.import_ import import_history
from daybook.interfaces.cli.commands.inspect_ import sessions, show, stats
from daybook.interfaces.cli.commands.kb import kb
from daybook.interfaces.cli.commands.ledger import confirm, correct, diff, ledger, review, undo
from daybook.interfaces.cli.commands.maintenance import doctor, reindex
from daybook.interfaces.cli.commands.mcp import mcp
from daybook.interfaces.cli.commands.migrate import migrate
from daybook.interfaces.cli.commands.pin import check, pin
from daybook.interfaces.cli.commands.policy import audit, policy
from daybook.interfaces.cli.commands.profile import profile
from daybook.interfaces.cli.commands.serve import serve, token

_GROUPS: dict[str, dict[str, Any]] = {
    "Begin": {"demo": demo, "import": import_history, "chat": chat},
    "Ask": {"ask": ask, "search": search, "why-not": why_not},
    "Documents": {"kb": kb},
    "Look": {"sessions": sessions, "show": show, "stats": stats},
    "What is known about you": {
        "ledger": ledger,
        "diary": diary,
        "profile": profile,
        "correct": correct,
        "confirm": confirm,
        "review": review,
        "undo": undo,
        "diff": diff,
        "policy": policy,
        "audit": audit,
    },
    "Keep in order": {
        "export": export,
        "forget": forget,
        "reindex": reindex,
        "migrate": migrate,
        "doctor": doctor,
    },
    "Guard against change": {"pin": pin, "check": check},
    "Let others in": {"serve": serve, "token": token, "mcp": mcp},
}

_EXAMPLES = """\b
Examples:
  daybook demo
  daybook import history.json --owner ada
  daybook ask "Where did I park last Tuesday?" --owner ada
  daybook chat

\b
Settings are DAYBOOK_ variables of the environment; .env.example lists them all.
Nothing leaves the machine unless an embedder or a model that lives elsewhere
is configured."""


class _Grouped(TyperGroup):
    """Lists the commands under the headings of their groups."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.commands))
        for heading, names in _GROUPS.items():
            rows = [(f"{name:<{width}}", self.commands[name].get_short_help_str(80)) for name in names]
            with formatter.section(heading):
                formatter.write_dl(rows)


def build_app() -> typer.Typer:
    """Build the command; the help is plain text, which costs no import of rich."""
    app = typer.Typer(
        name="daybook",
        cls=_Grouped,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        help="Long-term memory for chats: kept word for word, answered from with quotes.",
        epilog=_EXAMPLES,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_global_options)
    for heading, commands in _GROUPS.items():
        for name, command in commands.items():
            if isinstance(command, typer.Typer):  # a command of commands
                _explain_commands(command)
                app.add_typer(command, name=name, rich_help_panel=heading)
                continue
            app.command(name, rich_help_panel=heading, **_explained(command))(command)
    return app


def _explained(command: Callable[..., Any]) -> dict[str, Any]:
    """Read the help of a command, and the examples below it, from its docstring."""
    text, _, epilog = inspect.getdoc(command).partition("\n\nExamples:\n")  # type: ignore[union-attr]
    return {"help": text, "epilog": f"\b\nExamples:\n{epilog}" if epilog else None}


def _explain_commands(group: typer.Typer) -> None:
    for info in group.registered_commands:
        if info.callback is not None:
            explained = _explained(info.callback)
            info.help, info.epilog = explained["help"], explained["epilog"]


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"daybook {version('daybook')}")
        raise typer.Exit


def _global_options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    pass
