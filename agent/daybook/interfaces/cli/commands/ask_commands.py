"""`daybook ask`, `search`, `chat`, `demo`, `sessions`, `show`, `stats` and `time-zone`."""

from __future__ import annotations

import os
from datetime import datetime, tzinfo
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import UnknownItem
from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    AskedAt,
    AsOf,
    DataDir,
    Owner,
    OwnerOrAll,
    Question,
    asked_words,
    last_moment,
    open_daybook,
    open_store_alone,
    print_json,
    print_result,
    settings_for,
    tell,
)

if TYPE_CHECKING:
    from daybook.interfaces.rendering.screen import Screen
    from daybook.library.daybook import Daybook


def demo(
    owner: Annotated[
        str, typer.Option("--owner", help="Whose memory the chats become.", metavar="NAME")
    ] = "demo",
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """See it answer questions about somebody's chats.

    Fifteen sessions are kept under an owner of their own, apart from your memory, to be asked more.

    Examples:
      daybook demo
      daybook ask how much is the rent --owner demo
    """
    from daybook.interfaces.demo.demonstration import run_demo

    options = f" --data-dir {quote(str(data_dir))}" if data_dir else ""
    run_demo(settings_for(data_dir), owner=owner, options=options, as_json=as_json)


def chat(
    owner: Owner = DEFAULT_OWNER,
    session: Annotated[
        str | None,
        typer.Option("--session", help="Go on with this session. Default: a new one.", metavar="ID"),
    ] = None,
    asked_at: AskedAt = None,
    data_dir: DataDir = None,
) -> None:
    """Talk, and be remembered.

    What you tell it is kept, and what you ask about it is answered with quotes. /help says what else it
    understands. Lines may also come from a pipe.

    Examples:
      daybook chat
      echo "Where did I park?" | daybook chat --owner ada
    """
    from daybook.interfaces.cli.doctor import what_leaves
    from daybook.interfaces.rendering.screen import Screen
    from daybook.interfaces.repl.loop import Conversation, converse, new_session_id

    with open_daybook(data_dir) as daybook:
        began = last_moment(asked_at, "--asked-at", daybook.zone(owner=owner))
        session_id = session or new_session_id(daybook, owner, began or daybook.moment(None, owner=owner))
        conversation = Conversation(daybook, owner, session_id, began)
        converse(conversation, Screen(), what_leaves(daybook.settings, os.environ))


def ask(
    question: Question,
    owner: Owner = DEFAULT_OWNER,
    asked_at: AskedAt = None,
    as_of: AsOf = None,
    why: Annotated[bool, typer.Option("--why", help="Show how the answer came about, step by step.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from memory, with quotes and dates.

    Examples:
      daybook ask where do I live
      daybook ask "What did I do last weekend?" --asked-at yesterday --why
      daybook ask "Where do I work?" --as-of 2022-12-31
    """
    from daybook.conversation.answer_json import AnswerJson
    from daybook.interfaces.operations.memory_json import why_json
    from daybook.interfaces.rendering.answer_output import show_answer
    from daybook.interfaces.rendering.live import stage_line
    from daybook.interfaces.rendering.why import show_why

    words = asked_words(question)
    with open_daybook(data_dir) as daybook:
        asked, seen = _moments(asked_at, as_of, daybook.zone(owner=owner))
        with stage_line() as show_stage:
            explanation = daybook.explain(words, owner=owner, asked_at=asked, as_of=seen, on_stage=show_stage)
        answer = explanation.answer
        if answer.not_known:
            _warn_of_empty_memory(daybook, owner)

    def show(screen: Screen) -> None:
        show_answer(screen, answer, daybook.analyzer, whole=why)
        if why:
            screen.line()
            show_why(screen, explanation)

    print_result(
        as_json,
        lambda: {**AnswerJson.of(answer).to_json(), **({"why": why_json(explanation)} if why else {})},
        show,
    )


def search(
    question: Annotated[list[str], typer.Argument(help="What to look for.", show_default=False)],
    owner: Owner = DEFAULT_OWNER,
    limit: Annotated[int, typer.Option("-k", "--limit", help="Rounds to show.", min=1)] = 10,
    asked_at: AskedAt = None,
    as_of: AsOf = None,
    full: Annotated[bool, typer.Option("--full", help="Print whole rounds, not just what matches.")] = False,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Find the rounds that bear on a question, best first.

    Examples:
      daybook search "pottery class" -k 5
      daybook search "pottery class" -k 1 --full
      daybook search "what I ate in May" --owner ada --json
    """
    from daybook.interfaces.operations.memory_json import SearchJson
    from daybook.interfaces.rendering.answer_output import show_found

    words = asked_words(question)
    with open_daybook(data_dir) as daybook:
        asked, seen = _moments(asked_at, as_of, daybook.zone(owner=owner))
        found = daybook.search(words, owner=owner, asked_at=asked, as_of=seen, limit=limit)
        if not found.candidates:
            _warn_of_empty_memory(daybook, owner)
        analyzer = daybook.analyzer
    print_result(
        as_json, lambda: SearchJson.of(found), lambda screen: show_found(screen, found, analyzer, full=full)
    )


def _moments(
    asked_at: str | None, as_of: str | None, zone: tzinfo
) -> tuple[datetime | None, datetime | None]:
    return last_moment(asked_at, "--asked-at", zone), last_moment(as_of, "--as-of", zone)


def _warn_of_empty_memory(daybook: Daybook, owner: str) -> None:
    stats = daybook.stats(owner=owner)
    if not stats.rounds and not stats.documents:
        _tell_empty(owner)


def _tell_empty(owner: str) -> None:
    tell(
        f"nothing is kept for {owner!r}: `daybook import FILE` or `daybook chat` fills it; "
        "--owner names another memory"
    )


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
        _tell_empty(owner)


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
        now, rounds = daybook.now(), [] if record else daybook.fetch([item], owner=owner)
        if not (record or rounds):
            try:
                rounds = daybook.rounds(owner=owner, session_id=item)
            except UnknownItem:
                listed = "`daybook sessions` and `daybook ledger` list them"
                problem = f"{owner!r} has no session, round or record {item!r}: {listed}"
                raise UnknownItem(problem) from None
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
