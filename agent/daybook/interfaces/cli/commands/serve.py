"""`daybook serve` and `daybook token`."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import typer

from daybook.errors import BadInput, BadSettings
from daybook.extras import needs
from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import AsJson, DataDir

DEFAULT_PORT = 8750


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; other than loopback it takes tokens only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = DEFAULT_PORT,
    require_token: Annotated[
        bool, typer.Option("--require-token", help="Take tokens only, also on loopback.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Serve memory over HTTP: the page, Daybook's verbs, Mem0's, OpenAI's chat completions, and MCP.

    On loopback no token is needed; on any other address every request needs one.

    Examples:
      daybook serve
      daybook token new --owner ada
      daybook serve --host 0.0.0.0 --port 8750
    """
    with needs("server", "`daybook serve`"):
        from daybook.interfaces.server.access import Access, is_loopback
        from daybook.interfaces.server.app import build_app
        from daybook.interfaces.server.serving import listen
        from daybook.interfaces.server.serving import serve as run

    access = Access(needs_token=require_token or not is_loopback(host))
    daybook = open_daybook(data_dir)
    try:
        if access.needs_token and not daybook.parts.store.tokens.list():
            raise BadSettings(
                f"{host} needs a token, and there is none: `daybook token new --owner NAME` makes one"
            )
        app = build_app(daybook, access)
        listening = listen(host, port)
    except BaseException:
        daybook.close()
        raise
    shown = f"[{host}]" if ":" in host else host
    where = f"http://{shown}:{listening.getsockname()[1]}"
    kind = "with tokens only" if access.needs_token else "without a token, from this machine only"

    def tell() -> None:
        typer.echo(f"daybook: serving {where}/ {kind}; Ctrl-C stops it", err=True)

    run(app, listening, stop_timeout=daybook.parts.settings.server.stop_timeout, started=tell)


token = typer.Typer(help="Make, list and revoke the tokens that `daybook serve` takes.", no_args_is_help=True)
"""`daybook token`."""


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
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.tokens import token_shape

    if any_owner is (owner is not None):
        raise typer.BadParameter("name whose memory it opens: --owner NAME, or --any-owner")
    if owner is not None and not owner.strip():
        raise BadInput("an owner needs a name", source="--owner")
    with open_daybook(data_dir) as daybook:
        now = daybook.parts.clock()
        end = None if days is None else now + timedelta(days=days)
        text, made = daybook.parts.store.tokens.make(owner, label=label, made_at=now, expires_at=end)
    if as_json:
        typer.echo(written(token_shape(made) | {"token": text}))
        return
    typer.echo(text)
    typer.echo(f"daybook: it is not shown again; `daybook token revoke {made.name}` ends it", err=True)


@token.command("list")
def list_(data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the tokens: whose memory each opens, and until when.

    Examples:
      daybook token list
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.tokens import show_tokens, token_shape

    with open_daybook(data_dir) as daybook:
        found = daybook.parts.store.tokens.list()
        now = daybook.parts.clock()
    if as_json:
        typer.echo(written({"tokens": [token_shape(one) for one in found]}))
    else:
        show_tokens(Screen(), found, now)


@token.command("revoke")
def revoke(
    name: Annotated[str, typer.Argument(help="As `daybook token list` shows it.", show_default=False)],
    data_dir: DataDir = None,
) -> None:
    """Revoke a token: from then on it opens nothing.

    Examples:
      daybook token revoke 3f1c0ffee5a1
    """
    with open_daybook(data_dir) as daybook:
        daybook.parts.store.tokens.revoke(name)
    typer.echo("Revoked.")
