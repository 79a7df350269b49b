"""`daybook forget`."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import DEFAULT_OWNER, AsJson, DataDir, Owner


def forget(
    session: Annotated[str | None, typer.Option(help="Forget this session.", metavar="ID")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="Forget this round.", metavar="ID")] = None,
    record: Annotated[
        str | None,
        typer.Option(help="Forget this record of the ledger, or entry of the diary.", metavar="ID"),
    ] = None,
    slot: Annotated[
        str | None, typer.Option(help="Forget a slot, or a family of slots.", metavar="SLOT")
    ] = None,
    phrase: Annotated[
        str | None, typer.Option(help="Forget the sentences that hold these words.", metavar="TEXT")
    ] = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Forget what was said from A on and before B.", metavar="A B"),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything of this owner.")] = False,
    owner: Owner = DEFAULT_OWNER,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Forget for good: rounds or sentences, records, vectors and words, and what recalled them.

    It cannot be undone, and no import brings it back. Without --yes it says what would go, and asks.

    Examples:
      daybook forget --session 2025-02-19-whippet
      daybook forget --phrase "Auntie Bríd"
      daybook forget --slot identity.residence
      daybook forget --record d3f1c0ffee5a1b2c3
      daybook forget --between 2025-02-01 2025-03-01
      daybook forget --all --owner ada --yes
    """
    from daybook.interfaces.forget import described, selector_of
    from daybook.interfaces.rendering.memory import show_preview, show_receipt
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.rendering.shapes import receipt_shape

    selector = selector_of(
        session=session,
        round=round_,
        record=record,
        slot=slot,
        phrase=phrase,
        between=between,
        everything=everything,
    )
    with open_daybook(data_dir) as daybook:
        if not yes:
            show_preview(Screen(stderr=True), daybook.would_forget(selector, owner=owner))
            typer.confirm(f"Forget {described(selector)} of {owner!r} for good?", abort=True, err=True)
        receipt = daybook.forget(selector, owner=owner)
    if as_json:
        typer.echo(written(receipt_shape(receipt)))
    else:
        show_receipt(Screen(), receipt)
