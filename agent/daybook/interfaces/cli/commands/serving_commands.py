"""`daybook serve`, `daybook token` and `daybook mcp`: letting others in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from daybook.conversation.errors import BadInput, BadSettings
from daybook.conversation.extras import needs
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    DataDir,
    Owner,
    open_daybook,
    open_store_alone,
    print_json,
    print_result,
    settings_for,
    tell,
)


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; other than loopback it takes tokens only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8750,
    require_token: Annotated[
        bool, typer.Option("--require-token", help="Take tokens only, also on loopback.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Serve the page in a browser, and memory over HTTP.

    Programs find Daybook's own routes, OpenAI's chat completions, and MCP at /mcp. On loopback no
    token is needed; on any other address every request needs one.

    Examples:
      daybook serve
      daybook token new --owner ada
      daybook serve --host 0.0.0.0 --port 8750
    """
    with needs("server", "`daybook serve`"):
        from daybook.interfaces.server.access import is_loopback
        from daybook.interfaces.server.app import build_app, listen, serve as run

    needs_token = require_token or not is_loopback(host)
    daybook = open_daybook(data_dir)
    try:
        if needs_token and not daybook.tokens.list():
            raise BadSettings(
                f"{host} needs a token, and there is none: `daybook token new --owner NAME` makes one"
            )
        app = build_app(daybook, needs_token=needs_token)
        listening = listen(host, port)
    except BaseException:
        daybook.close()
        raise
    address = f"[{host}]" if ":" in host else host
    where = f"http://{address}:{listening.getsockname()[1]}"
    kind = "with tokens only" if needs_token else "without a token, from this machine only"

    def started() -> None:
        tell(f"serving {where}/ {kind}; Ctrl-C stops it")
        if needs_token:
            tell("open it in a browser and sign in with a token: `daybook token new --owner NAME` makes one")
        elif daybook.stats().rounds:
            tell(f"open it in a browser and ask; {where}/openapi.json tells programs what there is")
        else:
            tell("open it in a browser: nothing is kept yet, and its page Import brings in old chats")

    run(app, listening, started=started)


token = typer.Typer(help="Make, list and revoke the tokens that `daybook serve` takes.", no_args_is_help=True)


@token.command("new")
def new(
    owner: Annotated[
        str | None, typer.Option("--owner", help="Whose memory it opens.", metavar="NAME", show_default=False)
    ] = None,
    any_owner: Annotated[
        bool,
        typer.Option("--any-owner", help="Opens every memory; each request names the owner. For back ends."),
    ] = False,
    days: Annotated[
        float | None, typer.Option(help="How long it opens anything. Default: until revoked.", min=0)
    ] = None,
    label: Annotated[str, typer.Option(help="What it is for, to know it by.")] = "",
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and print it, once: only its digest is kept.

    Examples:
      daybook token new --owner ada
      daybook token new --owner ada --days 30 --label laptop
      daybook token new --any-owner --label "the shop's back end"
    """
    from daybook.conversation.answer_json import plain

    if any_owner is (owner is not None):
        raise typer.BadParameter("name whose memory it opens: --owner NAME, or --any-owner")
    if owner is not None and not owner.strip():
        raise BadInput("an owner needs a name", source="--owner")
    with open_store_alone(data_dir) as store:
        now = datetime.now(UTC)
        end = None if days is None else now + timedelta(days=days)
        text, made = store.tokens.make(owner, label=label, made_at=now, expires_at=end)
    if as_json:
        print_json(plain(made) | {"token": text})
        return
    typer.echo(text)
    tell(f"it is not shown again; `daybook token revoke {made.name}` ends it")


@token.command("list")
def list_(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the tokens: whose memory each opens, and until when.

    Examples:
      daybook token list
    """
    from daybook.conversation.answer_json import plain
    from daybook.interfaces.rendering.memory_output import show_tokens

    with open_store_alone(data_dir) as store:
        found = store.tokens.list()
    if not (found or as_json):
        tell("there is no token: `daybook token new --owner NAME` makes one")
        return
    now = datetime.now(settings_for(data_dir).zone)
    print_result(as_json, lambda: {"tokens": plain(found)}, lambda screen: show_tokens(screen, found, now))


@token.command("revoke")
def revoke(
    name: Annotated[str, typer.Argument(help="As `daybook token list` shows it.", show_default=False)],
    data_dir: DataDir = None,
) -> None:
    """Revoke a token: from then on it opens nothing.

    Examples:
      daybook token revoke 3f1c0ffee5a1
    """
    with open_store_alone(data_dir) as store:
        store.tokens.revoke(name)
    typer.echo("Revoked.")


def mcp(owner: Owner = DEFAULT_OWNER, data_dir: DataDir = None) -> None:
    """Serve memory to an assistant or editor that speaks MCP.

    It talks on standard input and output. Such a program starts this command by itself; docs/mcp.md has the
    configuration of the common ones. `daybook serve` offers the same over HTTP, at /mcp.

    Examples:
      daybook mcp
      daybook mcp --owner ada --data-dir ~/memory
    """
    with _output_on_stderr():
        with needs("mcp", "`daybook mcp`"):
            from daybook.interfaces.mcp.transports import serve_stdio

        daybook = open_daybook(data_dir)
    with daybook:
        serve_stdio(daybook, owner)


@contextmanager
def _output_on_stderr() -> Iterator[None]:
    """Lead what libraries print while they are loaded away from standard output, which is the protocol's."""
    sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(own, 1)
        os.close(own)
