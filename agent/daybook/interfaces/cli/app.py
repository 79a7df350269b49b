"""The commands of `daybook`."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.lazy import lazy_app

_HERE = "daybook.interfaces.cli.commands"
_GROUPS = {
    heading: {name: f"{_HERE}.{place}" for name, place in names.items()}
    for heading, names in {
        "Begin": {"demo": "chat:demo", "import": "import_:import_history", "chat": "chat:chat"},
        "Ask": {"ask": "ask:ask", "search": "ask:search", "why-not": "ask:why_not"},
        "Documents": {"kb": "kb:kb"},
        "Look": {"sessions": "inspect_:sessions", "show": "inspect_:show", "stats": "inspect_:stats"},
        "What is known about you": {
            "ledger": "ledger:ledger",
            "diary": "diary:diary",
            "profile": "profile:profile",
            "correct": "ledger:correct",
            "confirm": "ledger:confirm",
            "review": "ledger:review",
            "undo": "ledger:undo",
            "diff": "ledger:diff",
            "policy": "policy:policy",
            "audit": "policy:audit",
        },
        "Keep in order": {
            "export": "export:export",
            "forget": "forget:forget",
            "reindex": "maintenance:reindex",
            "migrate": "migrate:migrate",
            "doctor": "maintenance:doctor",
        },
        "Guard against change": {"pin": "pin:pin", "check": "pin:check"},
        "Let others in": {"serve": "serve:serve", "token": "serve:token", "mcp": "mcp:mcp"},
    }.items()
}

_EXAMPLES = """\
  daybook demo
  daybook import history.json --owner ada
  daybook ask "Where did I park last Tuesday?" --owner ada
  daybook chat

\b
Settings are DAYBOOK_ variables of the environment; .env.example lists them all.
Nothing leaves the machine unless an embedder or a model that lives elsewhere
is configured."""


def build_app() -> typer.Typer:
    """Build the command."""
    return lazy_app(
        "daybook",
        _GROUPS,
        help="Long-term memory for chats: kept word for word, answered from with quotes.",
        examples=_EXAMPLES,
        options=_global_options,
        completion=True,
    )


def _print_version(wanted: bool) -> None:
    if wanted:
        from daybook.extras import installed_version

        typer.echo(f"daybook {installed_version()}")
        raise typer.Exit


def _global_options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    pass
