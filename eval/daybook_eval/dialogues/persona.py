"""Turns of Multi-Session Chat as response tasks: the context, the known persona, and the actual reply."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from daybook.conversation import Usage
from daybook.conversation.errors import BadInput
from daybook.embedding import Embedder
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.rendering.screen import Screen
from daybook_eval.data.msc import MscDialogue
from daybook_eval.judging.judges import Progress, run_concurrently
from daybook_eval.judging.show import spent
from daybook_eval.measures.answers import Inference, Share, contradiction_rate, persona_f1, rouge_l
from daybook_eval.statistics import ConfidenceInterval, bootstrap_interval
from daybook_eval.tables import figure

Place = tuple[str, int]
"""A dialogue's id, and the place of a turn in it, from 0."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that is to be said."""

    dialogue_id: str
    place: int
    """In its dialogue, from 0."""
    heard: str
    """What the other person has just said."""
    earlier: tuple[str, ...]
    """What who replies has said before, at least one turn."""
    known: tuple[str, ...]
    """Statements about who replies that were known before the turn; see `MscDialogue.known_before`."""
    said: str
    """What was really said."""
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
            if earlier and known:
                yield NextTurn(
                    dialogue_id=dialogue.dialogue_id,
                    place=place,
                    heard=dialogue.turns[place - 1].text,
                    earlier=earlier,
                    known=known,
                    said=turn.text,
                    stranger_said=_said_at(stranger, place, turn.speaker),
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


def _said_at(dialogue: MscDialogue, place: int, speaker: str) -> str:
    before = [turn.text for turn in dialogue.turns[: place + 1] if turn.speaker == speaker]
    return before[-1] if before else ""


class Responder(Protocol):
    """Something that replies."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Reply to each; None where there is no reply to be measured."""


class OriginalReply:
    """The actual reply."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the turn as it is in the file."""
        return [turn.said for turn in turns]


class Stranger:
    """What somebody else said in another dialogue: as far as any talk agrees with any persona."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the other dialogue's turn."""
        return [turn.stranger_said or None for turn in turns]


class Echo:
    """The words just heard, said back: no memory at all."""

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the other person's turn."""
        return [turn.heard for turn in turns]


class NearestTurn:
    """The earlier turn of one's own that is nearest in meaning to what was heard: raw memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Search one's own earlier turns by cosine."""
        return await _nearest(self._embedder, [(turn.heard, turn.earlier) for turn in turns])


class NearestStatement:
    """The statement about oneself that is nearest in meaning to what was heard: written memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Search what is known by cosine."""
        return await _nearest(self._embedder, [(turn.heard, turn.known) for turn in turns])


class FileReplies:
    """A system's replies that were read from a file."""

    def __init__(self, replies: Mapping[Place, str]) -> None:
        self._replies = replies

    async def respond(self, turns: Sequence[NextTurn]) -> list[str | None]:
        """Take the reply of the turn, where the file has one."""
        return [self._replies.get((turn.dialogue_id, turn.place)) for turn in turns]


async def _nearest(embedder: Embedder, searches: Sequence[tuple[str, Sequence[str]]]) -> list[str | None]:
    """Find for each search the text with the highest cosine; the first of equals."""
    texts = list(dict.fromkeys(text for query, held in searches for text in (query, *held)))
    vectors = await embedder.embed(texts)
    rows = {text: row for row, text in enumerate(texts)}
    found: list[str | None] = []
    for query, held in searches:
        scores = vectors[[rows[text] for text in held]] @ vectors[rows[query]]
        found.append(held[int(scores.argmax())])
    return found


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
        told = {name: share and {**asdict(share), "value": share.value} for name, share in shares.items()}
        return {**asdict(self), **told}


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
    for name, responder in responders.items():
        replies = zip(turns, await responder.respond(turns), strict=True)
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


_PERSONA = (
    "=replies",
    "#measured",
    "#PersonaConsF1, 95%",
    "#ROUGE-L, 95%",
    "#contradict",
    "#judged",
    "#NLI",
    "#judged",
)


def show_persona(found: Mapping[str, PersonaFigures], usage: Usage, *, turns: int, tables: bool) -> None:
    """Print a line for each responder, and on standard error what was not measured and what went wrong."""
    if tables:
        rows = (_persona_row(name, figures) for name, figures in found.items())
        Screen().table(_PERSONA, rows, always_headed=True)
    aside = Screen(stderr=True)
    for line in spent(usage):
        aside.line(line)
    aside.line(f"{turns} turns of people who have spoken before, and of whom something is known")
    if all(figures.contradicts is None and figures.contradicts_nli is None for figures in found.values()):
        aside.line(
            "contradiction was not measured: name a chat model with --model, or a classifier with --nli"
        )
    for name, figures in found.items():
        if figures.failures:
            aside.line(
                f"{name}: {len(figures.failures)} replies could not be compared, the first: "
                f"{figures.failures[0]}"
            )


def _persona_row(name: str, one: PersonaFigures) -> list[str]:
    told = [cell for share in (one.contradicts, one.contradicts_nli) for cell in _share(share)]
    return [name, str(one.responses), f"{one.persona_f1:.3f}", f"{one.rouge_l:.3f}", *told]


def _share(share: Share | None) -> list[str]:
    if share is None:
        return ["–", "–"]
    return [figure(share.value), str(share.judged)]
