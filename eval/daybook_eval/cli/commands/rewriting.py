"""`daybook-eval rewriting`: files of questions that do not stand alone, and how well they are rewritten."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daybook_eval.rewriting.example import Behaviour
from daybook_eval.rewriting.generate.vocabulary import Split

rewriting = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Generates dialogues whose last question does not stand alone, and measures how it is rewritten.",
    epilog="""\b
Examples:
  daybook-eval rewriting generate --out train.jsonl --count 5000
  daybook-eval rewriting generate --out test.jsonl --split test --only dispute-marking

\b
A file is JSON Lines, one example a line:
  {"id": "e1", "source": "mine", "behaviour": "coreference-resolution",
   "dialogue": [{"role": "user", "content": "What is a kayak?"},
                {"role": "assistant", "content": "A small boat."}],
   "question": "Is it fast?", "rewrite": "Is a kayak fast?", "answer": "Yes.", "passage": ""}
behaviour, answer and passage may be left out.""",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Out = Annotated[Path, typer.Option("--out", help="The file to write, JSON Lines.", metavar="FILE")]
Count = Annotated[int, typer.Option("--count", min=1, help="How many examples.", metavar="N")]
Only = Annotated[
    list[Behaviour] | None,
    typer.Option(
        "--only", help="Of this behaviour; may be repeated. All nine by default.", metavar="BEHAVIOUR"
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same examples.")]


@rewriting.callback()
def _commands() -> None:
    """Keep `generate` a command of its own."""


@rewriting.command()
def generate(
    out: Out,
    count: Count = 1_000,
    split: Annotated[
        Split, typer.Option("--split", help="Whose vocabulary: the two share no thing and no wording.")
    ] = Split.TRAIN,
    only: Only = None,
    seed: Seed = 1,
) -> None:
    """Write dialogues by rules, about invented things; no model is asked.

    The nine behaviours come in turn. The rewrite is word for word the question where it stands alone.

    Examples:
      daybook-eval rewriting generate --out train.jsonl --count 5000
      daybook-eval rewriting generate --out test.jsonl --split test --only ellipsis-completion
    """
    from daybook_eval.rewriting.example import write_examples
    from daybook_eval.rewriting.generate.examples import generate_examples

    examples = list(generate_examples(count, split=split, seed=seed, only=only or ()))
    write_examples(out, examples)
    typer.echo(f"{out}: {len(examples)} examples", err=True)
