"""The commands that measure dialogues without a run: `persona` and `asking`."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import Cache, done_by


@done_by("dialogues.persona:report")
def persona(
    data: Annotated[Path, Option(help="A file of Multi-Session Chat.", metavar="FILE")],
    responses: Annotated[
        list[Path] | None,
        Option(
            help='A system\'s replies: JSON Lines of {"dialogue_id", "turn", "response"}, turns from 0; may'
            " be repeated.",
            metavar="FILE",
        ),
    ] = None,
    only: Annotated[
        list[str] | None, Option(help="Measure this one; may be repeated.", metavar="NAME")
    ] = None,
    model: Annotated[
        str | None,
        Option(help="A chat model that tells contradictions, a call a reply.", metavar="NAME"),
    ] = None,
    nli: Annotated[
        Path | None,
        Option(
            help="A folder with a classifier that tells contradictions: model.onnx, tokenizer.json and"
            " config.json, or a folder for transformers.",
            metavar="PATH",
        ),
    ] = None,
    limit: Annotated[int | None, Option(min=1, help="The first N dialogues.")] = None,
    cache: Cache = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far replies agree with a persona.

    Each reply is held against what was known of who gives it before the turn: PersonaConsF1 is how far they
    use the same words, contradiction how often both cannot be true: by a chat model (--model,
    contradicts.md), by a classifier of natural-language inference (--nli), or by both.

    Beside the replies of a system, ones that need no chat model: "said" is what was really said,
    "stranger" what somebody said in another dialogue (chance), "echo" what was just heard, "turn" and
    "statement" the speaker's own earlier turn, or the statement known of them, nearest in meaning to it.

    Examples:
      daybook-eval persona --data msc_session3_valid.json.gz
      daybook-eval persona --data msc.json --responses mine.jsonl --only mine --model gpt-4o-mini
    """


@done_by("dialogues.asking:report")
def asking(
    files: Annotated[
        list[Path],
        Argument(
            metavar="FILE…",
            help="Chats that `daybook import` reads, or questions with their sessions of your own.",
        ),
    ],
    model: Annotated[
        str | None,
        Option(help="A chat model that tells what asks the same in other words.", metavar="NAME"),
    ] = None,
    limit: Annotated[int | None, Option(min=1, help="The first N people of a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count how often users ask the same again.

    The repeated asking rate is the share of questions that an earlier session has asked. Questions are
    the sentences of users that end with a question mark. Without --model two ask the same where they have
    the same words: a lower bound, and only questions that can be understood by themselves are judged.
    With it, one call for each question that shares a word with an earlier one (asked_before.md).
    --json names all that were repeated.

    Examples:
      daybook-eval asking chats.jsonl
      daybook-eval asking locomo10.json --model gpt-4o-mini --json
    """
