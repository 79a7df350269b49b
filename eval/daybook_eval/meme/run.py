"""Asks episodes before and after the change, by rules or with a scripted model, and scores the answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from daybook import Daybook
from daybook.conversation import OTHER, Act, Answer, Session
from daybook.models.llm import ChatModels, ModelReply, ModelRequest
from daybook.models.llm.chat_model import OnText
from daybook.settings import ModelRole
from daybook_eval.measures.answers import contains
from daybook_eval.meme.episode import (
    Address,
    Episode,
    EpisodeQuestion,
    QuestionBlock,
    ScriptedFact,
    Task,
)
from daybook_eval.study import memory

_ROUNDS, _KNOWN = "rounds: ", "known: "


@dataclass(frozen=True, slots=True)
class ScriptedExtractor:
    """Replies to `extract_facts` with the facts whose quotes stand in the rounds that it is shown."""

    facts: tuple[ScriptedFact, ...]
    former: Mapping[str, str] = field(default_factory=dict)
    """The value that each value takes the place of."""
    name: str = "scripted"
    fingerprint: str = "scripted"

    @classmethod
    def of(cls, episodes: Iterable[Episode]) -> ScriptedExtractor:
        """Make one that knows the facts of some episodes."""
        known = list(episodes)
        facts = tuple(fact for episode in known for session in episode.sessions for fact in session.facts)
        return cls(facts, {after: before for episode in known for before, after in _steps(episode)})

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Reply to one call."""
        shown = next(message.content for message in request.messages if f"\n{_ROUNDS}" in message.content)
        rounds, known = _shown(shown, _ROUNDS), _shown(shown, _KNOWN)
        reply: dict[str, list[Mapping[str, object]]] = {"facts": [], "rules": []}
        for round_ in rounds:
            for fact in (fact for fact in self.facts if fact.quote in round_["user"]):
                if fact.condition:
                    rule = {"round": round_["round"], "quote": fact.quote, **fact.condition.model_dump()}
                    reply["rules"].append(rule)
                else:
                    reply["facts"].append(self._fact(round_["round"], fact, known))
        return ModelReply(json.dumps(reply))

    def _fact(self, number: int, fact: ScriptedFact, known: list[dict[str, Any]]) -> Mapping[str, object]:
        former = fact.value if fact.act is Act.ENDS else self.former.get(fact.value)
        return {
            "round": number,
            "quote": fact.quote,
            "subject": fact.subject,
            "attribute": fact.attribute,
            "value": fact.value,
            "type": str(fact.type),
            "slot": OTHER,
            "act": str(fact.act),
            "updates": next((fact["id"] for fact in known if fact["value"] == former), ""),
            "rests_on": [_named(fact.rests_on, known)] if fact.rests_on else [],
        }


def _shown(content: str, label: str) -> list[dict[str, Any]]:
    values: list[dict[str, Any]]
    values, _ = json.JSONDecoder().raw_decode(content, content.index(f"\n{label}") + 1 + len(label))
    return values


def _steps(episode: Episode) -> Iterator[tuple[str, str]]:
    """Yield each value of an episode with the one that takes its place."""
    yield episode.root_change.before, episode.root_change.after
    for task in episode.tasks:
        for values in task.entity_values.values():
            yield from pairwise(values)


def _named(address: Address, known: list[dict[str, Any]]) -> str:
    """Name what a fact rests on: by its id where it is shown, else as another fact of the reply."""
    wanted = (address.subject, address.attribute)
    ids = (fact["id"] for fact in known if (fact["subject"], fact["attribute"]) == wanted)
    return next(ids, f"{address.subject}: {address.attribute}")


_QUOTE = re.compile(r"“[^”]*”")
_DOUBT = re.compile(
    r"\b(?:"
    r"(?:not|no longer) known|(?:do|does) not know|don't know|unknown|uncertain|not (?:sure|certain)"
    r"|(?:cannot|can't) (?:say|tell|be sure)|m(?:ay|ight) (?:no longer|not|have changed)"
    r"|not (?:been )?(?:said|told)"
    r")\b",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\b(?:no longer|no more|any ?more|any longer|ended|(?:is|was) over)\b", re.IGNORECASE)
"""How an answer says in its own words that something is over."""
_OVER = re.compile(
    r"\b(?:"
    r"no (?:longer|more)|any ?(?:more|longer)|(?:is|was) over|ended|stopped|gone|cancell?ed|removed|deleted"
    r"|retired|scrapped|left|took it out|switched it off|(?:gave|given)\b.{0,40}\bup|handed\b.{0,40}\bback"
    r")\b",
    re.IGNORECASE,
)
"""How an owner says it."""


class Verdict(StrEnum):
    """What came of a question."""

    RIGHT = "right"
    BELOW = "below"
    """What is expected stands below the first paragraph only."""
    STALE = "stale"
    """A value that holds no longer is given as if it did."""
    NOT_KNOWN = "called not known"
    WRONG = "wrong"


def verdict_before(question: EpisodeQuestion, answer: Answer) -> Verdict:
    """Judge an answer before the change, when everything that was told holds."""
    return _held([question.expected_answer or ""], answer, verbatim=question.task_type is Task.EXACT)


def verdict_after(episode: Episode, question: EpisodeQuestion, answer: Answer) -> Verdict:
    """Judge an answer after the change."""
    given = episode.values_of(question)
    values = [item for value in given.values() for item in ([value] if isinstance(value, str) else value)]
    task = question.task_type
    if task in (Task.ABSENCE, Task.DELETION):
        return _fallen(values[0], answer, by_quote=task is Task.DELETION)
    if task in (Task.TRACKING, Task.AGGREGATION):
        return _together(values, answer, in_order=task is Task.TRACKING)
    verdict = _held(values, answer, verbatim=task is Task.EXACT)
    former = [episode.entities[name].before or "" for name in question.entity]
    stale = task is Task.CASCADE and any(contains(_first(answer), value) for value in former)
    return Verdict.STALE if stale and verdict in (Verdict.WRONG, Verdict.BELOW) else verdict


def _held(values: Sequence[str], answer: Answer, *, verbatim: bool) -> Verdict:
    if answer.not_known:
        return Verdict.NOT_KNOWN
    if all(_holds(_first(answer), value, verbatim=verbatim) for value in values):
        return Verdict.RIGHT
    below = all(_holds(answer.text, value, verbatim=verbatim) for value in values)
    return Verdict.BELOW if below else Verdict.WRONG


def _together(values: Sequence[str], answer: Answer, *, in_order: bool = False) -> Verdict:
    """Right if all are there, wherever: several values may well stand in several paragraphs.

    In order they stand from first to last, or from last to first, counted where each stands first.
    """
    if answer.not_known:
        return Verdict.NOT_KNOWN
    if not all(contains(answer.text, value) for value in values):
        return Verdict.WRONG
    text = answer.text.casefold()
    places = [text.find(value.casefold()) for value in values]
    ordered = not in_order or places in (sorted(places), sorted(places, reverse=True))
    return Verdict.RIGHT if ordered else Verdict.BELOW


def _fallen(value: str, answer: Answer, *, by_quote: bool) -> Verdict:
    if answer.not_known:
        return Verdict.RIGHT
    first = _first(answer)
    own = _QUOTE.sub(" ", first)
    if _DOUBT.search(own) or _ENDED.search(own):
        return Verdict.RIGHT
    if by_quote and any(_OVER.search(quote) and contains(quote, value) for quote in _QUOTE.findall(first)):
        return Verdict.RIGHT
    return Verdict.STALE if contains(answer.text, value) else Verdict.WRONG


def _holds(text: str, value: str, *, verbatim: bool) -> bool:
    return " ".join(value.split()) in " ".join(text.split()) if verbatim else contains(text, value)


def _first(answer: Answer) -> str:
    return answer.text.partition("\n\n")[0]


PAIRED = frozenset({Task.DELETION, Task.CASCADE, Task.ABSENCE})
"""Tasks that the benchmark counts as done only where the same question was answered rightly before."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A task of an episode, and what the memory made of it."""

    episode_id: str
    task: Task
    hop: int | None
    question: str
    before: Verdict | None
    """None where the task is tried after the change only."""
    after: Verdict
    answer: str

    @property
    def done(self) -> bool:
        """True if it is right by the benchmark's count; see PAIRED."""
        paired = self.task not in PAIRED or self.before is Verdict.RIGHT
        return paired and self.after is Verdict.RIGHT


def run_episodes(episodes: Sequence[Episode], *, scripted: bool = False) -> list[Outcome]:
    """Run episodes, each as an owner of one memory that is removed at the end; rules alone answer.

    `scripted` has a model that finds just the facts beside the sessions read the rounds behind the rules.
    """
    with memory() as daybook:
        models = ChatModels({ModelRole.UNDERSTAND: ScriptedExtractor.of(episodes)})
        reader = Daybook(replace(daybook.parts, models=models)) if scripted else None
        return [outcome for episode in episodes for outcome in run_episode(daybook, episode, reader)]


def run_episode(daybook: Daybook, episode: Episode, reader: Daybook | None = None) -> list[Outcome]:
    """Import the sessions up to each block of questions, and ask those."""
    owner, sessions = episode.episode_id, episode.as_sessions()
    asked_after = episode.before_questions.position_after_session + 1
    _tell(daybook, reader, owner, sessions[:asked_after])
    before = {
        _key(question): verdict_before(question, answer)
        for question, answer in _ask(daybook, owner, episode.before_questions)
    }
    after = sessions[asked_after : episode.after_questions.position_after_session + 1]
    _tell(daybook, reader, owner, after)
    return [
        Outcome(
            episode.episode_id,
            question.task_type,
            question.hop,
            question.question,
            before.get(_key(question)),
            verdict_after(episode, question, answer),
            answer.text,
        )
        for question, answer in _ask(daybook, owner, episode.after_questions)
    ]


def _tell(daybook: Daybook, reader: Daybook | None, owner: str, sessions: Sequence[Session]) -> None:
    """Import sessions; a model reads them one after the other, as it does in chat."""
    for session in [[single] for single in sessions] if reader else [sessions]:
        daybook.add(session, owner=owner)
        if reader:
            reader.remember(owner=owner, by_model=True)


def _ask(daybook: Daybook, owner: str, block: QuestionBlock) -> list[tuple[EpisodeQuestion, Answer]]:
    return [
        (question, daybook.ask(question.question, owner=owner, asked_at=block.timestamp))
        for question in block.questions
    ]


def _key(question: EpisodeQuestion) -> tuple[Task, tuple[str, ...]]:
    return question.task_type, question.entity
