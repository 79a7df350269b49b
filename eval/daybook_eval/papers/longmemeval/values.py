"""What a memory holds and shows: rounds, or whole sessions (LongMemEval, section 5.2)."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache

from daybook.text.english.facts import facts_in

from daybook.conversation import Role, Round, Session, Turn, rounds_of
from daybook.graph.parts import Parts
from daybook.ledger import facts_by_model
from daybook.models.llm import ChatModel, ask_for_text
from daybook.retrieve.round_keys import LONGEST, keyphrases, telling_sentences
from daybook.settings import ModelRole
from daybook.text.english import ENGLISH
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.words import words_of
from daybook_eval.data.case import Case
from daybook_prompts import Prompt


class Unit(StrEnum):
    """The granularity of values."""

    ROUND = "round"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its rounds, in order. A value that is a round has one."""

    rounds: tuple[Round, ...]
    session: Session
    """The session that it is, or that it is of."""

    @property
    def said(self) -> str:
        """The user's side, which is what the paper keys a value by; "" where the user says nothing."""
        return "\n".join(round_.user.content for round_ in self.rounds if round_.user)


def values_of(case: Case, unit: Unit) -> Iterator[Value]:
    """Cut a history into values, in the order of the file; a session without turns is none."""
    for session in case.sessions:
        rounds = rounds_of(session, case.owner)
        if unit is Unit.ROUND:
            yield from (Value((round_,), session) for round_ in rounds)
        elif rounds:
            yield Value(rounds, session)


_HELD = 100_000
_ANY_DAY = datetime(2020, 1, 1, tzinfo=UTC)


class Expansion(StrEnum):
    """What is drawn out."""

    FACT = "fact"
    KEYPHRASE = "keyphrase"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Passage:
    """A text drawn out of a user's turn, and where it stands there."""

    text: str
    round: Round
    start: int
    stop: int


def expanded_by_rules(values: Sequence[Value], expansion: Expansion) -> list[tuple[str, ...]]:
    """Draw texts out of every value; none where it holds nothing of the kind."""
    match expansion:
        case Expansion.FACT:
            return [tuple(fact.text for fact in facts_of(value)) for value in values]
        case Expansion.KEYPHRASE:
            chosen = keyphrases([_phrases(value) for value in values])
            return [("; ".join(some),) if some else () for some in chosen]
        case Expansion.SUMMARY:
            summaries = [" ".join(passage.text for passage in summary_of(value)) for value in values]
            return [(text,) if text else () for text in summaries]


def facts_of(value: Value) -> Iterator[Passage]:
    """Find the facts that the templates of the ledger find in the user's words; `text` is the fact's own."""
    for round_ in value.rounds:
        if round_.user:
            for text, start, stop in _facts(round_.user.content):
                yield Passage(text, round_, start, stop)


def summary_of(value: Value) -> list[Passage]:
    """Choose the sentences of the user's that say most of what the value is about, in their order."""
    sentences = [
        (Passage(round_.user.content[start:stop], round_, start, stop), words)
        for round_ in value.rounds
        if round_.user
        for start, stop in sentence_spans(round_.user.content)
        if (words := words_of(round_.user.content[start:stop]))
    ]
    return [sentences[place][0] for place in telling_sentences([words for _, words in sentences])]


def _phrases(value: Value) -> Iterable[str]:
    said = (round_.user.content[:LONGEST] for round_ in value.rounds if round_.user)
    return (phrase for text in said for phrase in _phrases_in(text))


@lru_cache(_HELD)
def _phrases_in(text: str) -> tuple[str, ...]:
    return tuple(ENGLISH.analyzer.phrases(text))


@lru_cache(_HELD)
def _facts(text: str) -> tuple[tuple[str, int, int], ...]:
    """Find facts in a turn, whoever said it and when; sessions come again in other histories."""
    said = Round("r", "", "s", 0, 0, _ANY_DAY, Turn(Role.USER, text), None)
    return tuple((fact.text, fact.support.start, fact.support.stop) for fact in facts_in(said))


@dataclass(frozen=True, slots=True)
class KeyDesign:
    """Which texts are the keys of a value. Each is one vector, of its beginning where it is long."""

    expansion: Expansion | None = None
    value: bool = True
    """Whether the value's own text, its user's side, is a key or part of one."""
    merged: bool = True
    """Whether what is drawn out is joined to the value's text, or makes keys of its own beside it."""

    @property
    def name(self) -> str:
        """As the paper writes it: "V + fact"; where the keys are apart: "V, fact apart"."""
        if self.expansion is None:
            return "V"
        if not self.value:
            return self.expansion.value
        return f"V + {self.expansion}" if self.merged else f"V, {self.expansion} apart"

    def texts(self, said: str, drawn: Sequence[str]) -> tuple[str, ...]:
        """Make the keys of a value.

        Where they are merged what was drawn out stands first: what is cut off a long text is its end.
        """
        own = (said,) if self.value and said.strip() else ()
        if self.merged and own and drawn:
            return ("\n".join([*drawn, said]),)
        return (*own, *drawn)


K_IS_V = KeyDesign()


def designs(expansions: Sequence[Expansion]) -> tuple[KeyDesign, ...]:
    """List K = V, each expansion alone, merged with the value, and apart from it."""
    return (
        K_IS_V,
        *(KeyDesign(expansion, value=False) for expansion in expansions),
        *(KeyDesign(expansion) for expansion in expansions),
        *(KeyDesign(expansion, merged=False) for expansion in expansions),
    )


async def expanded(values: Sequence[Value], expansion: Expansion, parts: Parts) -> list[tuple[str, ...]]:
    """Draw texts out of every value, by the reader's model where there is one, else by rules.

    Raises:
        ModelError: the model failed on a value.
    """
    model = parts.models.of(ModelRole.READ)
    if model is None:
        return expanded_by_rules(values, expansion)
    return await asyncio.gather(*(_expanded(value, expansion, model, parts.prompts) for value in values))


async def _expanded(
    value: Value, expansion: Expansion, model: ChatModel, prompts: Mapping[str, Prompt]
) -> tuple[str, ...]:
    if not value.said.strip():
        return ()
    match expansion:
        case Expansion.FACT:
            facts = await facts_by_model(value.rounds, model, prompts["extract_facts"], language=ENGLISH)
            return tuple(fact.text for fact in facts)
        case Expansion.KEYPHRASE:
            return (await ask_for_text(model, prompts["extract_keyphrases"], said=value.said),)
        case Expansion.SUMMARY:
            turns = [
                {"role": turn.role.value, "content": turn.content}
                for round_ in value.rounds
                for turn in round_.turns
            ]
            date = f"{value.session.started_at:%Y-%m-%d (%A)}"
            return (await ask_for_text(model, prompts["summarise_session"], date=date, turns=turns),)
