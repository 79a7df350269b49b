"""`daybook ledger`, `correct`, `confirm`, `review`, `undo` and `policy`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.command_options import (
    DEFAULT_OWNER,
    AsJson,
    AsOf,
    DataDir,
    Owner,
    last_moment,
    open_daybook,
    print_result,
    tell,
)

if TYPE_CHECKING:
    from daybook.library.ledger_actions import Posted

_RecordId = Annotated[
    str, typer.Argument(metavar="RECORD", help="`daybook ledger` lists them.", show_default=False)
]
_Rules = list[str] | None
_Dry = Annotated[bool, typer.Option("--dry-run", help="Only show what it would change.")]


ledger = typer.Typer()


@ledger.callback(invoke_without_command=True)
def show_ledger(
    ctx: typer.Context,
    slot: Annotated[
        str | None, typer.Option("--slot", help="Only this slot, or family of slots.", metavar="S")
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="Show its history instead.")] = False,
    as_of: AsOf = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show the facts known about you, with the words they rest on.

    They are listed by whom or what they are about, with what each replaced. The configured model writes them
    from what you said, an assistant of yours does, or you: `daybook ledger add`. `daybook show RECORD` has
    all about one of them, `daybook review` asks about what waits.

    Examples:
      daybook ledger
      daybook ledger add "I am allergic to peanuts" --slot constraint.allergy
      daybook ledger --slot preference --as-of 2023-12-31
      daybook ledger --events
    """
    from daybook.interfaces.operations import ledger_json as views
    from daybook.interfaces.rendering import ledger_output as output
    from daybook.interfaces.rendering.ledger_output import waiting_line

    if ctx.invoked_subcommand is not None:
        return

    def wanted(its_slot: str) -> bool:
        return slot is None or its_slot == slot or its_slot.startswith(f"{slot}.")

    with open_daybook(data_dir) as daybook:
        seen = last_moment(as_of, "--as-of", daybook.zone(owner=owner))
        records = daybook.ledger.records(owner=owner, as_of=seen)
        history = daybook.ledger.history(owner=owner) if events else []
        waiting = daybook.ledger.waiting(owner=owner)
        now = seen or daybook.now()
    by_id = {record.record_id: record for record in records}
    chosen = [record for record in records if wanted(record.slot)]
    if events:
        print_result(
            as_json,
            lambda: views.HistoryJson.listing(history),
            lambda screen: output.show_history(screen, history, by_id),
        )
    elif chosen or as_json:
        print_result(
            as_json,
            lambda: views.LedgerJson.among(chosen, records),
            lambda screen: output.show_ledger(screen, chosen, now),
        )
    else:
        tell(
            f"no fact is known about {owner!r}: a chat model writes them (DAYBOOK_CHAT_MODEL),"
            " or you do: `daybook ledger add TEXT`"
        )
    if waiting:
        tell(waiting_line(waiting))


@ledger.command("add")
def add(
    text: Annotated[list[str], typer.Argument(help="What is so, in a sentence.", show_default=False)],
    slot: Annotated[
        str | None,
        typer.Option("--slot", help="What it is about; asked for without it.", metavar="S"),
    ] = None,
    value: Annotated[str, typer.Option("--value", help="In few words. Default: the text.")] = "",
    attribute: Annotated[
        str, typer.Option("--attribute", help="What of it, in the slot other.fact.", metavar="WORDS")
    ] = "",
    dry: _Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Write a fact about you by hand; it takes the place of what contradicts it.

    Examples:
      daybook ledger add "I am allergic to peanuts" --slot constraint.allergy --value peanuts
      daybook ledger add I moved to Aarhus
    """
    if slot is None:
        slot = _asked_slot()
    with open_daybook(data_dir) as daybook:
        posted = daybook.ledger.add(
            " ".join(text), owner=owner, slot=slot, value=value, attribute=attribute, dry=dry
        )
    _print_posted(posted, as_json)


def _asked_slot() -> str:
    from daybook.conversation import SLOTS

    if not sys.stdin.isatty():
        raise typer.BadParameter(f"name the slot: --slot S, one of {', '.join(SLOTS)}")
    for name, known in SLOTS.items():
        typer.echo(f"{name:<24}{known.description}", err=True)
    return str(typer.prompt("What is it about", err=True))


def correct(
    record: _RecordId,
    value: Annotated[str, typer.Argument(help="What is right.", show_default=False)],
    dry: _Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Correct a record that is wrong.

    What you say takes the record's place, and can be undone.

    Examples:
      daybook correct m3f1c0ffee5a1b2c3 Aarhus
      daybook correct m3f1c0ffee5a1b2c3 Aarhus --dry-run
    """
    with open_daybook(data_dir) as daybook:
        _print_posted(daybook.ledger.correct(record, value, owner=owner, dry=dry), as_json)


def confirm(
    record: _RecordId,
    wrong: Annotated[bool, typer.Option("--wrong", help="Say that it is wrong instead.")] = False,
    dry: _Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Say that a record is right, or with --wrong that it is not.

    A record that was not sure enough waits for this, or to be said again; until then nothing is answered
    from it. A wrong one stays in the history; `daybook forget --record` erases it.

    Examples:
      daybook confirm m3f1c0ffee5a1b2c3
      daybook confirm m3f1c0ffee5a1b2c3 --wrong
    """
    with open_daybook(data_dir) as daybook:
        act = daybook.ledger.reject if wrong else daybook.ledger.confirm
        _print_posted(act(record, owner=owner, dry=dry), as_json)


def review(owner: Owner = DEFAULT_OWNER, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List what waits for your yes or no, and how to answer.

    Facts that were not sure enough wait, and what is sensitive and needs your consent. The page of `daybook
    serve` has buttons for it.

    Examples:
      daybook review
      daybook review --json
    """
    from daybook.interfaces.operations.ledger_json import WaitingJson
    from daybook.interfaces.rendering.ledger_output import show_waiting

    with open_daybook(data_dir) as daybook:
        waiting = daybook.ledger.waiting(owner=owner)
    if not (waiting or as_json):
        tell(f"nothing waits for {owner!r}: `daybook ledger` shows what is known")
        return
    print_result(as_json, WaitingJson.listing, show_waiting, waiting)


def undo(
    event: Annotated[
        int | None,
        typer.Argument(
            metavar="[EVENT]", help="Default: all that the last message caused.", show_default=False
        ),
    ] = None,
    dry: _Dry = False,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Take back a change of the ledger, by default the last.

    `daybook ledger --events` lists the events. Undoing an undoing does it again. Forgetting cannot be
    undone.

    Examples:
      daybook undo --dry-run
      daybook undo 17
    """
    with open_daybook(data_dir) as daybook:
        _print_posted(daybook.ledger.undo(event, owner=owner, dry=dry), as_json)


def policy(
    allow: Annotated[
        _Rules, typer.Option("--allow", help="Have this slot or family written.", metavar="SLOT")
    ] = None,
    deny: Annotated[
        _Rules, typer.Option("--deny", help="Never have it written; * for all.", metavar="SLOT")
    ] = None,
    default: Annotated[
        _Rules, typer.Option("--default", help="Take a rule of yours back.", metavar="SLOT")
    ] = None,
    owner: Owner = DEFAULT_OWNER,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """Show or change what may be written about you.

    For diagnoses, identifiers, precise addresses and payment you are asked in chat, once, and what you said
    of them waits for the answer; --allow and --deny answer as well. Passwords and card numbers are never
    written. Any other rule counts for what is said from now on.

    Examples:
      daybook policy
      daybook policy --deny preference --allow preference.food
      daybook policy --allow "health.*"
    """
    from daybook.interfaces.operations.ledger_json import policy_json
    from daybook.interfaces.rendering.ledger_output import show_policy

    with open_daybook(data_dir) as daybook:
        rules = daybook.ledger.policy(owner=owner)
        if allow or deny or default:
            for rule in default or ():
                rules = rules.with_default(rule)
            for rule in deny or ():
                rules = rules.with_denied(rule)
            for rule in allow or ():
                rules = rules.with_allowed(rule)
            daybook.ledger.set_policy(rules, owner=owner)
            if allow and daybook.settings.ledger:
                daybook.remember(owner=owner)  # what waited for consent
    print_result(as_json, policy_json, show_policy, rules)


def _print_posted(posted: Posted, as_json: bool) -> None:
    from daybook.interfaces.operations.ledger_json import PostedJson
    from daybook.interfaces.rendering.ledger_output import show_differences

    print_result(
        as_json,
        lambda: PostedJson.of(posted),
        lambda screen: show_differences(screen, posted.differences),
    )
