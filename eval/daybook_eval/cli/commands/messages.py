"""`daybook-eval messages`: evaluates what is put before the model that replies to a chat message."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.options import AsJson


def messages(
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Show what each message of the development set lacks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look up two sets of planted messages, of which the second was never looked at.

    A third of the messages need a constraint, a third something said in passing, a third nothing. What
    counts is how often the needed rounds are before the model, and what else is.

    Examples:
      daybook-eval messages
      daybook-eval messages --verbose
    """
    from daybook_eval.messages import DEVELOPMENT, HELD_OUT, read_messages
    from daybook_eval.messages.measure import measure_messages
    from daybook_eval.messages.show import messages_shape, show_messages

    found = {name: measure_messages(read_messages(name)) for name in (DEVELOPMENT, HELD_OUT)}
    if as_json:
        import json

        typer.echo(json.dumps(messages_shape(found), ensure_ascii=False))
    else:
        show_messages(found, cases_of=DEVELOPMENT if verbose else None)
