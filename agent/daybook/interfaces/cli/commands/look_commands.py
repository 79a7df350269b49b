"""`daybook sessions`, `show`, `stats`, `diary` and `profile`: what memory holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import UnknownItem
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    AsOf,
    DataDir,
    Owner,
    OwnerOrAll,
    as_of_moment,
    exact_moment,
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
        from daybook.interfaces.operations.answer_shapes import sessions_shape  # loads what answers

        print_json(sessions_shape(found))
    elif found:
        from daybook.interfaces.rendering.screen import Screen

        show_sessions(Screen(), found)
    else:
        tell(f"nothing is kept for {owner!r}; --owner names another memory")


def show(
    item: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="Of a session, a round, a record or an entry of the diary.", show_default=False
        ),
    ],
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show a session, round, record or diary entry in full.

    Examples:
      daybook show 2025-02-19-whippet
      daybook show rd3f1c0ffee5a1b2c3d4e5f60
      daybook show m3f1c0ffee5a1b2c3
      daybook show d3f1c0ffee5a1b2c3
    """
    from daybook.interfaces.operations.answer_shapes import rounds_shape
    from daybook.interfaces.operations.ledger_shapes import entry_shape, ledger_shape
    from daybook.interfaces.rendering.ledger_output import show_entry, show_record
    from daybook.interfaces.rendering.memory_output import show_rounds

    with open_daybook(data_dir) as daybook:
        records = {record.record_id: record for record in daybook.ledger.records(owner=owner)}
        record = records.get(item)
        entry = next((entry for entry in daybook.diary(owner=owner) if entry.entry_id == item), None)
        rounds = [] if record or entry else _rounds_of(daybook, item, owner)
        now = daybook.now()
    if record:
        print_result(
            as_json,
            lambda: ledger_shape([record], records.values())["records"][0],
            lambda screen: show_record(screen, record, records),
        )
    elif entry:
        print_result(as_json, entry_shape, show_entry, entry, now)
    else:
        print_result(as_json, rounds_shape, show_rounds, rounds)


def stats(owner: OwnerOrAll = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Count what is kept."""
    from daybook.conversation.answer_json import plain
    from daybook.interfaces.rendering.memory_output import show_stats

    with open_store_alone(data_dir) as store:
        counted = store.stats(owner)
    print_result(as_json, plain, show_stats, counted)


def diary(
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Only what was, or is to be, from A on and before B.", metavar="A B"),
    ] = None,
    search: Annotated[
        str, typer.Option("--search", help="Only entries that hold these words.", metavar="WORDS")
    ] = "",
    planned: Annotated[bool, typer.Option("--planned", help="Only what is still to come.")] = False,
    as_of: AsOf = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show what happened to you and what you plan, day by day.

    A plan whose time is over is shown as "planned, not confirmed" until you tell that it came true. "~9" is
    a day that you told roughly. `daybook forget --record ENTRY` erases an entry, `daybook undo` takes back
    the last one.

    Examples:
      daybook diary
      daybook diary --between 2023-05-01 2023-06-01
      daybook diary --search concert --json
      daybook diary --planned
    """
    from daybook.interfaces.operations.ledger_shapes import diary_shape
    from daybook.interfaces.rendering.ledger_output import show_diary

    stretch = between and (exact_moment(between[0], "--between"), exact_moment(between[1], "--between"))
    seen = as_of_moment(as_of)
    with open_daybook(data_dir) as daybook:
        found = daybook.diary(owner=owner, between=stretch, search=search, planned=planned, as_of=seen)
        now = seen or daybook.now()
    if not (found or as_json):
        chosen = between or search or planned
        tell(f"{'nothing of it is in' if chosen else 'nothing is in'} the diary of {owner!r}")
        return
    print_result(as_json, diary_shape, show_diary, found, now)


def profile(
    hook: Annotated[
        bool,
        typer.Option("--hook", help="Print it as the hooks of coding assistants take it at their start."),
    ] = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
) -> None:
    """Print what is known about you as a page for an assistant.

    Examples:
      daybook profile
      daybook profile --hook --owner ada
    """
    from daybook.graph.event_loop import run
    from daybook.interfaces.mcp.resources import profile as written

    with open_daybook(data_dir) as daybook:
        text = run(written(daybook, owner))
    if hook:
        output = {"hookEventName": "SessionStart", "additionalContext": text}
        text = json.dumps({"hookSpecificOutput": output}, ensure_ascii=False)
    typer.echo(text)


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
