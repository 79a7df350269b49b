"""`daybook ledger`, `correct`, `confirm`, `review`, `undo` and `diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.opening import open_daybook
from daybook.interfaces.cli.options import (
    DEFAULT_OWNER,
    AsJson,
    AsOf,
    DataDir,
    Owner,
    as_of_moment,
    moment_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from daybook.library.owner_decisions import Posted

RecordId = Annotated[
    str, typer.Argument(metavar="RECORD", help="`daybook ledger` lists them.", show_default=False)
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Only show what it would change.")]


def ledger(
    slot: Annotated[
        str | None, typer.Option("--slot", help="Only this slot, or family of slots.", metavar="S")
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Show its history instead.")] = False,
    edges: Annotated[
        bool, typer.Option("--edges", help="Show how records bear on each other instead.")
    ] = False,
    rates: Annotated[
        bool, typer.Option("--rates", help="Count instead, by slot, what was used and what was wrong.")
    ] = False,
    as_of: AsOf = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known, by whom or what it is about: every fact with your words, and what it replaced.

    Facts are posted from what you said, never from what the assistant said. `daybook show RECORD` has all
    about one of them, `daybook review` asks about what waits.

    Examples:
      daybook ledger
      daybook ledger --edges
      daybook ledger --slot preference --as-of 2023-12-31
      daybook ledger --events
      daybook ledger --rates --json
    """
    if rates:
        _show_rates(slot, owner, data_dir, as_json)
        return
    from daybook.interfaces.rendering.ledger import show_history
    from daybook.interfaces.rendering.ledger_edges import edges_of, show_edges
    from daybook.interfaces.rendering.ledger_groups import show_ledger
    from daybook.interfaces.rendering.ledger_shapes import edges_shape, history_shape, ledger_shape
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    seen = as_of_moment(as_of)
    with open_daybook(data_dir) as daybook:
        records = daybook.ledger.records(owner=owner, as_of=seen)
        history = daybook.ledger.history(owner=owner) if events else []
        relations = daybook.ledger.relations(owner=owner, as_of=seen) if edges else []
        now = seen or daybook.parts.clock()
    if events:
        if as_json:
            typer.echo(written(history_shape(history)))
        else:
            show_history(Screen(), history, {record.record_id: record for record in records})
        return
    chosen = [record for record in records if slot is None or _within(record.slot, slot)]
    if edges:
        found = edges_of(chosen, relations)
        if as_json:
            typer.echo(written(edges_shape(found)))
        else:
            show_edges(Screen(), found, {record.record_id: record for record in chosen})
    elif as_json:
        typer.echo(written(ledger_shape(chosen, records)))
    elif chosen:
        show_ledger(Screen(), chosen, now=now)
    else:
        typer.echo(f"daybook: nothing is known about {owner!r}", err=True)


def correct(
    record: RecordId,
    value: Annotated[str, typer.Argument(help="What is right.", show_default=False)],
    dry: Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Say what is right where a record is wrong. It takes the record's place, and can be undone.

    Examples:
      daybook correct m3f1c0ffee5a1b2c3 Aarhus
      daybook correct m3f1c0ffee5a1b2c3 Aarhus --dry-run
    """
    with open_daybook(data_dir) as daybook:
        _show(daybook.ledger.correct(record, value, owner=owner, dry=dry), as_json)


def confirm(
    record: RecordId,
    wrong: Annotated[bool, typer.Option("--wrong", help="Say that it is wrong instead.")] = False,
    dry: Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Say that a record is right, or with --wrong that it is not. It can be undone.

    A record that was not sure enough waits for this, or to be said again; until then nothing is answered
    from it. A wrong one stays in the history; `daybook forget --record` erases it.

    Examples:
      daybook confirm m3f1c0ffee5a1b2c3
      daybook confirm m3f1c0ffee5a1b2c3 --wrong
    """
    with open_daybook(data_dir) as daybook:
        act = daybook.ledger.reject if wrong else daybook.ledger.confirm
        _show(act(record, owner=owner, dry=dry), as_json)


def review(owner: Owner = DEFAULT_OWNER, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Walk through what waits for your word: y right, n wrong, l later, q quit.

    Facts that were not sure enough, facts that may be about the same as an older one, and what is sensitive
    and needs your consent. Every answer about a fact is an event that `daybook undo` takes back. In a pipe
    it only lists what waits, and how to answer.

    Examples:
      daybook review
      daybook review --json
    """
    import sys

    from daybook.interfaces.rendering.ledger_shapes import waiting_shape
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written
    from daybook.interfaces.review import review as walk_through
    from daybook.interfaces.review import show_waiting

    with open_daybook(data_dir) as daybook:
        waiting, screen = daybook.ledger.waiting(owner=owner), Screen()
        if as_json:
            typer.echo(written(waiting_shape(waiting)))
        elif not waiting:
            typer.echo(f"daybook: nothing waits for {owner!r}", err=True)
        elif sys.stdin.isatty() and screen.is_terminal:
            walk_through(daybook, waiting, screen, typer.getchar, owner=owner)
        else:
            for one in waiting:
                show_waiting(screen, one)


def undo(
    event: Annotated[
        int | None,
        typer.Argument(
            metavar="[EVENT]", help="Default: all that the last message caused.", show_default=False
        ),
    ] = None,
    dry: Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Take back what happened to the ledger: a write, a correction, a supersession.

    `daybook ledger --events` lists the events. Undoing an undoing does it again. Forgetting cannot be
    undone.

    Examples:
      daybook undo --dry-run
      daybook undo 17
    """
    with open_daybook(data_dir) as daybook:
        _show(daybook.ledger.undo(event, owner=owner, dry=dry), as_json)


def diff(
    since: Annotated[
        str, typer.Option("--since", help="The earlier moment; like --asked-at.", metavar="TIME")
    ],
    as_of: AsOf = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show how the ledger changed between two moments, the later of which is now unless --as-of says.

    What an action would change is shown by its --dry-run.

    Examples:
      daybook diff --since 2023-06-01
      daybook diff --since 2023-06-01 --as-of 2023-12-31 --json
    """
    from daybook.interfaces.rendering.ledger import show_differences
    from daybook.interfaces.rendering.ledger_shapes import differences_shape
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    before, after = moment_of(since, "--since"), as_of_moment(as_of)
    with open_daybook(data_dir) as daybook:
        found = daybook.ledger.changes(owner=owner, since=before, until=after)
    if as_json:
        typer.echo(written(differences_shape(found)))
    else:
        show_differences(Screen(), found)


def _within(slot: str, wanted: str) -> bool:
    return slot == wanted or slot.startswith(f"{wanted}.")


def _show_rates(slot: str | None, owner: str, data_dir: Path | None, as_json: bool) -> None:
    from daybook.interfaces.rendering.ledger_rates import rates_shape, show_rates
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    with open_daybook(data_dir) as daybook:
        counted = daybook.ledger.rates(owner=owner)
    found = [one for one in counted if slot is None or _within(one.slot, slot)]
    if as_json:
        typer.echo(written(rates_shape(found)))
    else:
        show_rates(Screen(), found)


def _show(posted: Posted, as_json: bool) -> None:
    from daybook.interfaces.rendering.ledger import show_differences
    from daybook.interfaces.rendering.ledger_shapes import posted_shape
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.rendering.shapes import as_json as written

    if as_json:
        typer.echo(written(posted_shape(posted)))
    else:
        show_differences(Screen(), posted.differences, posted.entries)
