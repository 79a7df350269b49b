"""`daybook-eval planted`: evaluates the ledger on generated histories of known facts."""

from __future__ import annotations

from typing import Annotated

import typer

from daybook.interfaces.cli.options import AsJson


def planted(
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same history.")] = 1,
    sessions: Annotated[int, typer.Option("--sessions", help="How long the history is.", min=20)] = 220,
    runs: Annotated[int, typer.Option("--runs", help="Of how many seeds in a row.", min=1)] = 1,
    words: Annotated[
        str, typer.Option("--wordings", help="facts, or held_out: never looked at.", metavar="SET")
    ] = "facts",
    verbose: Annotated[bool, typer.Option("--verbose", help="Show what is missed and what is junk.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory a generated history of known truth, and measure its ledger.

    Facts are stated, repeated, changed, changed back and corrected among talk that tells nothing, and among
    sayings that only look like facts: hedged, quoted, of others, by the assistant.

    Examples:
      daybook-eval planted
      daybook-eval planted --runs 5 --verbose
      daybook-eval planted --wordings held_out --runs 5
    """
    from daybook_eval.planted.measure_seeds import measure_seeds
    from daybook_eval.planted.show import planted_shape, show_planted

    found = measure_seeds(range(seed, seed + runs), sessions=sessions, words=words)
    if as_json:
        import json

        typer.echo(json.dumps(planted_shape(found), ensure_ascii=False))
    else:
        show_planted(found, verbose=verbose)
