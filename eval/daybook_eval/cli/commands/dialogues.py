"""`daybook-eval persona` and `daybook-eval asking`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import BadInput
from daybook.interfaces.cli.command_options import AsJson
from daybook.settings.environment import read_settings
from daybook_eval.cli.options import Cache, default_cache

if TYPE_CHECKING:
    from daybook.llm import Meter
    from daybook.settings import Settings
    from daybook_eval.dialogues.asking import AskedAgain
    from daybook_eval.dialogues.persona import NextTurn, PersonaFigures, Responder
    from daybook_eval.measures.answers import Inference


def persona(
    data: Annotated[Path, typer.Option(help="A file of Multi-Session Chat.", metavar="FILE")],
    responses: Annotated[
        list[Path] | None,
        typer.Option(
            help='A system\'s replies: JSON Lines of {"dialogue_id", "turn", "response"}, turns from 0; may'
            " be repeated.",
            metavar="FILE",
        ),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Measure this one; may be repeated.", metavar="NAME")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="A chat model that tells contradictions, a call a reply.", metavar="NAME"),
    ] = None,
    nli: Annotated[
        Path | None,
        typer.Option(
            help="A folder with a classifier that tells contradictions: model.onnx, tokenizer.json and"
            " config.json, or a folder for transformers.",
            metavar="PATH",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The first N dialogues.")] = None,
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
    from daybook_eval.data.msc import read_dialogues
    from daybook_eval.dialogues.persona import next_turns, show_persona
    from daybook_eval.judging.judges import judging_meter
    from daybook_eval.nli import ClassifierInference, load_classifier

    settings = read_settings()
    turns = list(next_turns(list(read_dialogues(data, limit=limit))))
    responders = _responders(responses or [], only or [], settings, cache)
    meter = judging_meter(settings.models.prices, settings.models.most_thinking_tokens)
    classifier = ClassifierInference(load_classifier(nli)) if nli else None
    found = asyncio.run(_measure_persona(turns, responders, model, classifier, settings, meter))
    if as_json:
        shape = {
            "turns": len(turns),
            "responders": {name: measured.plain() for name, measured in found.items()},
        }
        typer.echo(json.dumps(shape, ensure_ascii=False, indent=2))
    show_persona(found, meter.usage, turns=len(turns), tables=not as_json)
    if any(measured.failures for measured in found.values()):
        raise typer.Exit(1)


def _responders(
    files: list[Path], only: list[str], settings: Settings, cache: Path | None
) -> Mapping[str, Responder]:
    """Make the responders; those of files go by the files' names.

    Raises:
        BadInput: a file cannot be read, or there is no responder of a name.
    """
    from daybook_eval.dialogues.persona import (
        Echo,
        FileReplies,
        NearestStatement,
        NearestTurn,
        OriginalReply,
        Stranger,
        read_responses,
    )
    from daybook_eval.embedders import open_embedder

    cached = open_embedder(settings, cache=cache or default_cache())
    found: dict[str, Responder] = {
        **{path.stem: FileReplies(read_responses(path)) for path in files},
        "said": OriginalReply(),
        "stranger": Stranger(),
        "echo": Echo(),
        "turn": NearestTurn(cached),
        "statement": NearestStatement(cached),
    }
    for name in only:
        if name not in found:
            raise BadInput(f"{name!r} is none of {', '.join(found)}", source="--only")
    return {name: responder for name, responder in found.items() if not only or name in only}


async def _measure_persona(
    turns: list[NextTurn],
    responders: Mapping[str, Responder],
    model: str | None,
    classifier: Inference | None,
    settings: Settings,
    meter: Meter,
) -> dict[str, PersonaFigures]:

    from daybook_eval.dialogues.persona import measure_persona
    from daybook_eval.judging.judges import ModelInference, open_judges
    from daybook_eval.judging.show import progress_bar
    from daybook_prompts import load_prompts

    async with AsyncExitStack() as stack:
        inference = None
        if model is not None:
            (judge,) = open_judges(settings, [model], stack)
            inference = ModelInference(
                meter.metered(judge, "judge"), load_prompts(settings.models.prompts)["contradicts"]
            )
        progress = stack.enter_context(progress_bar("comparing"))
        return await measure_persona(
            turns,
            responders,
            inference,
            classifier=classifier,
            at_once=settings.models.model_concurrency,
            progress=progress,
        )


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
        typer.Option(help="A chat model that tells what asks the same in other words.", metavar="NAME"),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The first N people of a file.")] = None,
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
    from daybook_eval.dialogues.asking import show_asking
    from daybook_eval.judging.judges import judging_meter

    settings = read_settings()
    meter = judging_meter(settings.models.prices, settings.models.most_thinking_tokens)
    found = asyncio.run(_measure_asking(files, model, limit, settings, meter))
    if as_json:
        shape = [measured.plain() for measured in found]
        typer.echo(json.dumps({"files": shape}, ensure_ascii=False, indent=2))
    show_asking(found, meter.usage, tables=not as_json)
    if any(measured.failures for measured in found):
        raise typer.Exit(1)


async def _measure_asking(
    files: list[Path], model: str | None, limit: int | None, settings: Settings, meter: Meter
) -> list[AskedAgain]:

    from daybook_eval.dialogues.asking import measure_asking
    from daybook_eval.judging.judges import ModelQuestionMatcher, open_judges
    from daybook_eval.judging.show import progress_bar
    from daybook_eval.measures.dialogues import QuestionMatcher, WordQuestionMatcher
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
