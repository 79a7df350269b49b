"""Turns of Multi-Session Chat as response tasks: the context, the known persona, and the actual reply."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.models.embedding import Embedder
from daybook.settings.environment import read_settings
from daybook_eval.data.msc import MscDialogue, read_dialogues
from daybook_eval.embedders import open_embedder
from daybook_eval.judging.judges import (
    ModelInference,
    Progress,
    judging_meter,
    open_judges,
    progress_bar,
    run_concurrently,
    spent,
)
from daybook_eval.measures.answers import Inference, Share, contradiction_rate, persona_f1, rouge_l
from daybook_eval.nli import ClassifierInference, load_classifier
from daybook_eval.statistics import ConfidenceInterval, bootstrap_interval
from daybook_eval.tables import Listing, Report, figure
from daybook_prompts import load_prompts

Place = tuple[str, int]
"""A dialogue's id, and the place of a turn in it, from 0."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that is to be said."""

    dialogue_id: str
    place: int
    heard: str
    earlier: tuple[str, ...]
    """What who replies has said before, at least one turn."""
    known: tuple[str, ...]
    """Statements about who replies that were known before the turn; see `MscDialogue.known_before`."""
    said: str
    stranger_said: str
    """What somebody said at this place, or at the last before it, of another dialogue."""


def next_turns(dialogues: Sequence[MscDialogue]) -> Iterator[NextTurn]:
    """List the turns whose speaker has spoken before, and of whom something is known.

    Each dialogue takes its stranger from the one before it, the first from the last.
    """
    for number, dialogue in enumerate(dialogues):
        stranger = dialogues[number - 1]
        for place, turn in enumerate(dialogue.turns):
            earlier = tuple(
                earlier.text for earlier in dialogue.turns[:place] if earlier.speaker == turn.speaker
            )
            known = dialogue.known_before(place)
            strangers = (
                said.text for said in reversed(stranger.turns[: place + 1]) if said.speaker == turn.speaker
            )
            if earlier and known:
                yield NextTurn(
                    dialogue_id=dialogue.dialogue_id,
                    place=place,
                    heard=dialogue.turns[place - 1].text,
                    earlier=earlier,
                    known=known,
                    said=turn.text,
                    stranger_said=next(strangers, ""),
                )


def read_responses(path: Path) -> Mapping[Place, str]:
    """Read a system's replies: JSON Lines of {"dialogue_id", "turn", "response"}, turns from 0.

    Raises:
        BadInput: the file cannot be read, a line is not of that form, or a turn comes twice.
    """
    found: dict[Place, str] = {}
    for record in read_records(path):
        line = checked(_Response, record.value, source=path, where=record.where)
        place = (line.dialogue_id, line.turn)
        if place in found:
            problem = f"turn {line.turn} of {line.dialogue_id} comes twice"
            raise BadInput(problem, source=path, where=record.where)
        found[place] = line.response
    return found


class _Response(Fields):
    dialogue_id: str
    turn: int
    response: Text


Responder: TypeAlias = Callable[[Sequence[NextTurn]], Awaitable[list[str | None]]]
"""Replies to each turn; None where there is no reply to be measured."""


def responders(embedder: Embedder, files: Sequence[Path] = ()) -> dict[str, Responder]:
    """Name those who reply: systems by the files of their replies, and ways that need no chat model.

    Raises:
        BadInput: a file cannot be read.
    """
    replies = {path.stem: read_responses(path) for path in files}
    return {
        **{name: _saying(partial(_reply_of, said)) for name, said in replies.items()},
        "said": _saying(lambda turn: turn.said),
        "stranger": _saying(lambda turn: turn.stranger_said or None),
        "echo": _saying(lambda turn: turn.heard),
        "turn": _nearest(embedder, lambda turn: turn.earlier),
        "statement": _nearest(embedder, lambda turn: turn.known),
    }


def _reply_of(said: Mapping[Place, str], turn: NextTurn) -> str | None:
    return said.get((turn.dialogue_id, turn.place))


def _saying(reply: Callable[[NextTurn], str | None]) -> Responder:
    async def respond(turns: Sequence[NextTurn]) -> list[str | None]:
        return list(map(reply, turns))

    return respond


def _nearest(embedder: Embedder, held: Callable[[NextTurn], Sequence[str]]) -> Responder:
    """Reply with what of one's own is nearest in meaning to what was heard; the first of equals."""

    async def respond(turns: Sequence[NextTurn]) -> list[str | None]:
        texts = list(dict.fromkeys(text for turn in turns for text in (turn.heard, *held(turn))))
        vectors = dict(zip(texts, await embedder.embed(texts), strict=True))
        return [max(held(turn), key=lambda text: vectors[text] @ vectors[turn.heard]) for turn in turns]

    return respond


@dataclass(frozen=True, slots=True)
class PersonaFigures:
    """The figures of one responder."""

    responses: int
    persona_f1: ConfidenceInterval
    """PersonaConsF1, its mean over replies with a 95% interval."""
    rouge_l: ConfidenceInterval
    """Against what was really said."""
    contradicts: Share | None
    """Replies that contradict a statement; None where no model was there to tell."""
    failures: tuple[str, ...] = ()
    """Replies that could not be compared, by what went wrong."""
    contradicts_nli: Share | None = None
    """The same by a classifier; None where none was named."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        shares = {"contradicts": self.contradicts, "contradicts_nli": self.contradicts_nli}
        return {**asdict(self), **{name: share and share.plain() for name, share in shares.items()}}


async def measure_persona(
    turns: Sequence[NextTurn],
    responders: Mapping[str, Responder],
    inference: Inference | None = None,
    *,
    classifier: Inference | None = None,
    at_once: int = 1,
    progress: Progress = lambda done, total: None,
) -> dict[str, PersonaFigures]:
    """Let every responder reply to every turn, and measure the replies there are.

    Contradictions are told by a chat model, `at_once` replies at a time, and by a classifier, where there is
    one. A responder that replies to nothing is left out.

    Raises:
        ModelUnavailable, BadSettings: as `run_concurrently` raises them.
    """
    found = {}
    for name, respond in responders.items():
        replies = zip(turns, await respond(turns), strict=True)
        given = [(turn, reply) for turn, reply in replies if reply is not None]
        if given:
            share, failures = await _contradictions(given, inference, at_once, progress)
            classified, unclassified = await _contradictions(given, classifier, 1, progress)
            found[name] = PersonaFigures(
                responses=len(given),
                persona_f1=bootstrap_interval([persona_f1(reply, turn.known) for turn, reply in given]),
                rouge_l=bootstrap_interval([rouge_l(reply, turn.said) for turn, reply in given]),
                contradicts=share,
                failures=(*failures, *unclassified),
                contradicts_nli=classified,
            )
    return found


async def _contradictions(
    given: Sequence[tuple[NextTurn, str]], inference: Inference | None, at_once: int, progress: Progress
) -> tuple[Share | None, tuple[str, ...]]:
    if inference is None:
        return None, ()
    probabilities: list[float | None] = [None] * len(given)

    async def settle(place: int) -> None:
        turn, reply = given[place]
        probabilities[place] = await inference.contradiction(reply, turn.known)

    failed = await run_concurrently(range(len(given)), settle, at_once=at_once, progress=progress)
    return contradiction_rate(probabilities), tuple(problem for _, problem in failed)


_COLUMNS = (
    *("=replies", "#measured", "#PersonaConsF1, 95%", "#ROUGE-L, 95%"),
    *("#contradict", "#judged", "#NLI", "#judged"),
)


async def report(
    data: Path,
    responses: Sequence[Path] | None,
    only: Sequence[str] | None,
    model: str | None,
    nli: Path | None,
    limit: int | None,
    cache: Path,
) -> Report:
    """Measure the responders, or only some of them; raises BadInput if there is no responder of a name."""
    settings, turns = read_settings(), list(next_turns(list(read_dialogues(data, limit=limit))))
    every = responders(open_embedder(settings, cache=cache), responses or ())
    if unknown := [name for name in only or () if name not in every]:
        raise BadInput(f"{unknown[0]!r} is none of {', '.join(every)}", source="--only")
    chosen = {name: responder for name, responder in every.items() if not only or name in only}
    meter = judging_meter(settings)
    classifier = ClassifierInference(load_classifier(nli)) if nli else None
    async with AsyncExitStack() as stack:
        inference = None
        if model is not None:
            (judge,) = open_judges(settings, [model], stack)
            prompt = load_prompts(settings.models.prompts)["contradicts"]
            inference = ModelInference(meter.metered(judge, "judge"), prompt)
        progress = stack.enter_context(progress_bar("comparing"))
        at_once = settings.models.model_concurrency
        found = await measure_persona(
            turns, chosen, inference, classifier=classifier, at_once=at_once, progress=progress
        )
    asides = [*spent(meter.usage)]
    asides.append(f"{len(turns)} turns of people who have spoken before, and of whom something is known")
    if all(figures.contradicts is None and figures.contradicts_nli is None for figures in found.values()):
        asides.append(
            "contradiction was not measured: name a chat model with --model, or a classifier with --nli"
        )
    failed = {name: figures.failures for name, figures in found.items() if figures.failures}
    for name, failures in failed.items():
        asides.append(f"{name}: {len(failures)} replies could not be compared, the first: {failures[0]}")
    rows = [_row(name, figures) for name, figures in found.items()]
    shape = {"turns": len(turns), "responders": {name: figures.plain() for name, figures in found.items()}}
    return Report([Listing(_COLUMNS, rows)], shape, asides=asides, failed=bool(failed))


def _row(name: str, figures: PersonaFigures) -> list[str]:
    row = [name, str(figures.responses), f"{figures.persona_f1:.3f}", f"{figures.rouge_l:.3f}"]
    for share in (figures.contradicts, figures.contradicts_nli):
        row += [figure(share.value), str(share.judged)] if share else ["–", "–"]
    return row
