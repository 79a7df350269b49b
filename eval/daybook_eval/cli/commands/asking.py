"""`daybook-eval asking`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.options import AsJson

if TYPE_CHECKING:
    from daybook.llm import Meter
    from daybook.settings import Settings
    from daybook_eval.dialogues.asking import AskedAgain


def asking(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="Chats that `daybook import` reads, or questions with their sessions of your own.",
            show_default=False,
        ),
    ],
    model: Annotated[
        str | None,
        typer.Option(
            "--model", help="A chat model that tells what asks the same in other words.", metavar="NAME"
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="The first N people of a file.")] = None,
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
    import asyncio
    import json

    from daybook.settings.environment import read_settings
    from daybook_eval.dialogues.show import show_asking
    from daybook_eval.judging.judges import judging_meter

    settings = read_settings()
    meter = judging_meter(settings.models.prices, settings.models.most_thinking_tokens)
    found = asyncio.run(_measure(files, model, limit, settings, meter))
    if as_json:
        shape = [one.plain() for one in found]
        typer.echo(json.dumps({"files": shape}, ensure_ascii=False, indent=2))
    show_asking(found, meter.usage, tables=not as_json)
    if any(one.failures for one in found):
        raise typer.Exit(1)


async def _measure(
    files: list[Path], model: str | None, limit: int | None, settings: Settings, meter: Meter
) -> list[AskedAgain]:
    from contextlib import AsyncExitStack

    from daybook_eval.dialogues.asking import measure_asking
    from daybook_eval.judging.judges import open_judges
    from daybook_eval.judging.question_matching import ModelQuestionMatcher
    from daybook_eval.judging.show import progress_bar
    from daybook_eval.measures.repeated_asking import QuestionMatcher, WordQuestionMatcher
    from daybook_prompts import load_prompts

    async with AsyncExitStack() as stack:
        matcher: QuestionMatcher = WordQuestionMatcher()
        if model is not None:
            (judge,) = open_judges(settings, [model], stack)
            matcher = ModelQuestionMatcher(
                meter.metered(judge, "judge"), load_prompts(settings.models.prompts)["asked_before"]
            )
        progress = stack.enter_context(progress_bar("comparing"))
        return [
            await measure_asking(
                path, matcher, limit=limit, at_once=settings.models.model_concurrency, progress=progress
            )
            for path in files
        ]
