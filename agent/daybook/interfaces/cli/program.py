"""The commands of `daybook`, and how a program of many commands is made, each imported when it is called."""

import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from daybook.conversation.errors import DaybookError, UserError
from daybook.interfaces.rendering.safe import one_line

Groups = Mapping[str, Mapping[str, str]]
"""By heading and name, the place of each command: "package.module:function"."""
_HERE = "daybook.interfaces.cli.commands"
_GROUPS = {
    heading: {name: f"{_HERE}.{place}" for name, place in names.items()}
    for heading, names in {
        "Begin": {
            "demo": "ask_commands:demo",
            "import": "import_command:import_history",
            "chat": "ask_commands:chat",
            "ask": "ask_commands:ask",
            "search": "ask_commands:search",
            "ledger": "ledger_commands:ledger",
            "forget": "upkeep_commands:forget",
            "serve": "serving_commands:serve",
        },
        "Look closer": {
            "sessions": "ask_commands:sessions",
            "show": "ask_commands:show",
            "stats": "ask_commands:stats",
            "time-zone": "ask_commands:time_zone",
        },
        "Documents": {"kb": "import_command:kb"},
        "What is known about you": {
            "correct": "ledger_commands:correct",
            "confirm": "ledger_commands:confirm",
            "review": "ledger_commands:review",
            "undo": "ledger_commands:undo",
            "policy": "ledger_commands:policy",
        },
        "Other programs": {
            "mcp": "serving_commands:mcp",
            "token": "serving_commands:token",
        },
        "Upkeep": {
            "doctor": "upkeep_commands:doctor",
            "export": "upkeep_commands:export",
            "reindex": "upkeep_commands:reindex",
            "migrate": "upkeep_commands:migrate",
        },
    }.items()
}

_EXAMPLES = """\
  daybook demo
  daybook import chatgpt-export.zip
  daybook ask where did I park last Tuesday
  daybook chat

\b
Settings are DAYBOOK_ variables, which .env.example lists: of the environment, of
~/.config/daybook/.env (the platform's folder), or of a file that --env-file names.
Nothing leaves the machine unless an embedder or a model that lives elsewhere
is configured."""


def build_app() -> typer.Typer:
    """Build the command."""
    return lazy_app(
        "daybook",
        _GROUPS,
        help="A memory for chats: kept word for word, answered from with quotes.",
        examples=_EXAMPLES,
        options=_global_options,
    )


def _print_version(wanted: bool) -> None:
    if wanted:
        from daybook.conversation.extras import installed_version

        typer.echo(f"daybook {installed_version()}")
        raise typer.Exit


def _global_options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
    env_file: Annotated[
        str | None,
        typer.Option("--env-file", help="A file of settings (or DAYBOOK_ENV_FILE).", metavar="FILE"),
    ] = None,
    time_zone: Annotated[
        str | None,
        typer.Option(
            "--time-zone", help="Where your days begin (or DAYBOOK_TIME_ZONE): Europe/Oslo.", metavar="ZONE"
        ),
    ] = None,
) -> None:
    for name, value in (("ENV_FILE", env_file), ("TIME_ZONE", time_zone)):
        if value is not None:
            os.environ[f"DAYBOOK_{name}"] = value


def lazy_app(
    name: str,
    groups: Groups,
    *,
    help: str,
    examples: str,
    options: Callable[..., None] = lambda: None,
) -> typer.Typer:
    """Build a command whose help lists its commands under headings, in plain text: no import of rich.

    Commands whose modules are not installed are left out. The examples stand below the list; `options` takes
    the options before the command.
    """
    places = {name: place for names in groups.values() for name, place in names.items()}

    class Group(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [name for name, place in places.items() if find_spec(place.partition(":")[0])]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return _command(cmd_name, places[cmd_name]) if cmd_name in self.list_commands(ctx) else None

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            there = self.list_commands(ctx)
            width = max(map(len, there))
            for heading, names in groups.items():
                found = {name: self.get_command(ctx, name) for name in names if name in there}
                with formatter.section(heading):
                    formatter.write_dl(
                        [
                            (f"{name:<{width}}", command.get_short_help_str(80))
                            for name, command in found.items()
                        ]
                    )

    app = typer.Typer(
        name=name,
        cls=Group,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        help=help,
        epilog=f"\b\nExamples:\n{examples}",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(options)
    return app


@cache
def _command(name: str, place: str) -> Any:
    """Make a command of a function, or of a Typer, which is a command with commands of its own."""
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    if not isinstance(found, typer.Typer):
        alone.command(name, **_explained(found))(found)
        return typer.main.get_command(alone)
    for info in (*found.registered_commands, found.registered_callback):
        if info is not None and info.callback is not None:
            explained = _explained(info.callback)
            info.help, info.epilog = explained["help"], explained["epilog"]
    alone.add_typer(found, name=name)
    return typer.main.get_group(alone).commands[name]


def _explained(command: Callable[..., Any]) -> dict[str, Any]:
    text, _, examples = inspect.getdoc(command).partition("\n\nExamples:\n")  # type: ignore[union-attr]
    return {"help": text, "epilog": f"\b\nExamples:\n{examples}" if examples else None}


FAILED, MISTAKEN, INTERRUPTED = 1, 2, 130


def run(
    arguments: Sequence[str], *, build: Callable[[], Callable[..., object]] = build_app, name: str = "daybook"
) -> int:
    """Run a command with the arguments after its name (none show the help), and return the exit code.

    `build` makes the program. Our own errors become one line on standard error; any other is a fault in
    Daybook and passes through.
    """
    _never_fail_to_write()
    try:
        code = build()(list(arguments) or ["--help"], prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except DaybookError as error:
        return _complain(name, str(error), MISTAKEN if isinstance(error, UserError) else FAILED)
    except typer.TyperException as error:
        return _complain(name, f"{error.format_message()} (--help explains)", MISTAKEN)
    except (KeyboardInterrupt, typer.Abort):
        return _complain(name, "interrupted", INTERRUPTED)
    except OSError as error:
        _drop_output()
        if isinstance(error, BrokenPipeError):  # the reader has left, and knows it
            return FAILED
        return _complain(name, str(error), FAILED)
    if code == INTERRUPTED:
        return _complain(name, "interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _complain(name: str, message: str, code: int) -> int:
    sys.stderr.write(f"{name}: {one_line(message)}\n")
    return code


def _drop_output() -> None:
    """Drop what could not be written, or Python would complain again at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_to_write() -> None:
    """Show what the terminal's encoding lacks as an escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
