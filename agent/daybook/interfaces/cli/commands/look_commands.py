"""`daybook sessions`, `show`, `stats` and `time-zone`: what memory holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import UnknownItem
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    DataDir,
    Owner,
    OwnerOrAll,
    open_daybook,
    open_store_alone,
    print_json,
    print_result,
    tell,
)

if TYPE_CHECKING:
    from daybook.conversation import Round
    from daybook.library.daybook import Daybook


def sessions(owner: Owner = DEFAULT_OWNER, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List the sessions that are kept, the earliest first.

    Examples:
      daybook sessions --owner ada
    """
    from daybook.interfaces.rendering.memory_output import show_sessions

    with open_store_alone(data_dir) as store:
        found = store.sessions(owner)
    if as_json:
        from daybook.interfaces.operations.memory_json import SessionsJson  # loads what answers

        print_json(SessionsJson.listing(found))
    elif found:
        from daybook.interfaces.rendering.screen import Screen

        show_sessions(Screen(), found)
    else:
        tell(f"nothing is kept for {owner!r}; --owner names another memory")


def show(
    item: Annotated[
        str,
        typer.Argument(metavar="ID", help="Of a session, a round or a record.", show_default=False),
    ],
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show a session, round or record in full.

    Examples:
      daybook show 2025-02-19-whippet
      daybook show rd3f1c0ffee5a1b2c3d4e5f60
      daybook show m3f1c0ffee5a1b2c3
    """
    from daybook.interfaces.operations.ledger_json import LedgerJson
    from daybook.interfaces.operations.memory_json import RoundsJson
    from daybook.interfaces.rendering.ledger_output import show_ledger
    from daybook.interfaces.rendering.memory_output import show_rounds

    with open_daybook(data_dir) as daybook:
        records = {record.record_id: record for record in daybook.ledger.records(owner=owner)}
        record = records.get(item)
        rounds, now = [] if record else _rounds_of(daybook, item, owner), daybook.now()
    if record:
        print_result(
            as_json,
            lambda: LedgerJson.among([record], records.values()).records[0],
            lambda screen: show_ledger(screen, [record], now, every_quote=True),
        )
    else:
        print_result(as_json, RoundsJson.listing, show_rounds, rounds)


def stats(owner: OwnerOrAll = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Count what is kept."""
    from daybook.conversation.answer_json import plain
    from daybook.interfaces.rendering.memory_output import show_stats

    with open_store_alone(data_dir) as store:
        counted = store.stats(owner)
    print_result(as_json, plain, show_stats, counted)


def time_zone(
    zone: Annotated[
        str | None, typer.Argument(help="An IANA name: Europe/Oslo.", metavar="ZONE", show_default=False)
    ] = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
) -> None:
    """Print in which time zone the owner's days begin, or choose another.

    What was said with an offset of its own stays on its day. DAYBOOK_TIME_ZONE is that of owners without one.

    Examples:
      daybook time-zone
      daybook time-zone Pacific/Auckland --owner ada
    """
    with open_daybook(data_dir) as daybook:
        if zone is not None:
            daybook.set_zone(zone, owner=owner)
        typer.echo(daybook.zone(owner=owner))


def _rounds_of(daybook: Daybook, item: str, owner: str) -> list[Round]:
    found = daybook.fetch([item], owner=owner)
    if found:
        return found
    try:
        return daybook.rounds(owner=owner, session_id=item)
    except UnknownItem:
        listed = "`daybook sessions` and `daybook ledger` list them"
        problem = f"{owner!r} has no session, round or record {item!r}: {listed}"
        raise UnknownItem(problem) from None
