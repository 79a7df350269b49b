"""Makes questions and their evidence sessions by a chat model, as LongMemEval was made (section 3.2).

An attribute becomes a paragraph of an invented life, the paragraph a question with its answer and the
statements that it rests on, and each statement a chat about some task in which it comes out by the way. The
questions go through a file: people are to read and mend them before chats are played, as the paper's did.
"""

import tomllib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from daybook.conversation import Role, Session, Turn, number_occurrences
from daybook.conversation.errors import BadInput, UnreadableReply
from daybook.models.llm import ChatModel, ask, ask_for_text
from daybook.settings.environment import read_settings
from daybook.text.english.words import words_of
from daybook_eval.data.case import Case, evidence_of
from daybook_eval.data.cases import write_longmemeval
from daybook_eval.judging.judges import agreed, open_judges, run_concurrently
from daybook_eval.measures.answers import word_share
from daybook_eval.tables import Report
from daybook_prompts import JsonValue, Prompt, load_prompts
from daybook_prompts.replies import PassingMessage, QuestionProposed, QuestionsProposed, StatementProposed

KINDS: Mapping[str, int] = {
    "single-session-user": 1,
    "multi-session": 3,
    "knowledge-update": 2,
    "temporal-reasoning": 2,
}
"""Question types that come in turn, and the statements that an answer rests on."""
EXCHANGES = 3
"""Messages of each in a chat; the statement comes out in one of them, drawn at random."""
REVEALED = 0.6
"""The share of a statement's content words that a message holds which tells it."""
BESIDE = 2
"""Content words that such a message has at least beside the statement's: it asks for something as well."""


class Proposal(BaseModel):
    """A question as a model proposed it, or as somebody has mended it since: a line of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question_id: str
    question_type: str
    attribute: str
    background: str = ""
    question: str = Field(min_length=1)
    answer: str
    evidence: tuple[StatementProposed, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Curator:
    """A model and the prompts by which it writes and plays."""

    model: ChatModel
    prompts: Mapping[str, Prompt]
    seed: int = 0
    at_once: int = 1

    async def propose(self, count: int) -> tuple[list[Proposal], list[str]]:
        """Write questions of the kinds in turn, each of a random attribute; also what went wrong.

        Raises:
            ModelUnavailable, BadSettings: the model cannot be had.
        """
        written: dict[int, Proposal] = {}

        async def write(number: int) -> None:
            written[number] = await self._proposal(number)

        failed = await run_concurrently(range(count), write, at_once=self.at_once)
        return [written[number] for number in sorted(written)], [problem for _, problem in failed]

    async def converse(
        self, proposals: Sequence[Proposal], asked_at: datetime
    ) -> tuple[list[Case], list[str]]:
        """Play a chat for every statement, and ask each question of its own chats among those of others.

        A question's history holds the chats of questions about other attributes too. One whose statement does
        not come out, or comes out by itself, is left out, and told with what went wrong.

        Raises:
            ModelUnavailable, BadSettings: the model cannot be had.
        """
        played: dict[str, list[tuple[Session, int]]] = {}

        async def play(proposal: Proposal) -> None:
            chats = [await self._chat(proposal, place, asked_at) for place in range(len(proposal.evidence))]
            played[proposal.question_id] = chats

        failed = await run_concurrently(proposals, play, at_once=self.at_once)
        good = [proposal for proposal in proposals if proposal.question_id in played]
        cases = [_case(proposal, good, played, asked_at) for proposal in good]
        return cases, [f"{proposal.question_id}: {problem}" for proposal, problem in failed]

    async def _proposal(self, number: int) -> Proposal:
        category, attribute = attributes_in_turn(self.seed, number)
        kind = tuple(KINDS)[number % len(KINDS)]
        background = await ask_for_text(
            self.model, self.prompts["write_background"], category=category, attribute=attribute
        )
        reply = await ask(
            self.model,
            self.prompts["propose_questions"],
            QuestionsProposed,
            check=lambda reply: "" if _of_kind(reply, kind) else f"{KINDS[kind]} statements are wanted",
            background=background,
            kind=kind,
            statements=KINDS[kind],
        )
        found = _of_kind(reply, kind)
        if not found:
            raise UnreadableReply("propose_questions", "", f"no question rests on {KINDS[kind]} statements")
        chosen = Random(f"{self.seed}/{number}").choice(found)
        return Proposal(
            question_id=f"curated-{self.seed}-{number:04d}",
            question_type=kind,
            attribute=attribute,
            background=background,
            question=chosen.question,
            answer=chosen.answer,
            evidence=tuple(chosen.evidence),
        )

    async def _chat(self, proposal: Proposal, place: int, asked_at: datetime) -> tuple[Session, int]:
        """Play the chat of a statement; returns it with the place of the turn that tells it."""
        told, name = proposal.evidence[place], f"{proposal.question_id}_{place}"
        random = Random(f"{self.seed}/{name}")
        reveals = random.randrange(EXCHANGES)
        day = asked_at - timedelta(days=told.days_before)
        turns: list[Turn] = []
        for exchange in range(EXCHANGES):
            message = await self._message(told.statement, turns, reveal=exchange == reveals)
            turns.append(Turn(Role.USER, message))
            reply = await ask_for_text(self.model, self.prompts["help_with_task"], said=_as_values(turns))
            turns.append(Turn(Role.ASSISTANT, reply))
        began = day.replace(hour=random.randrange(8, 22), minute=random.randrange(60))
        return Session(name, began, tuple(turns)), 2 * reveals

    async def _message(self, statement: str, turns: Sequence[Turn], *, reveal: bool) -> str:
        def check(reply: PassingMessage) -> str:
            return telling_problem(reply.message, statement, reveal=reveal)

        reply = await ask(
            self.model,
            self.prompts["tell_in_passing"],
            PassingMessage,
            check=check,
            statement=statement,
            reveal=reveal,
            dialogue=_as_values(turns),
        )
        if problem := check(reply):
            raise UnreadableReply("tell_in_passing", reply.message, problem)
        return reply.message


def telling_problem(message: str, statement: str, *, reveal: bool) -> str:
    """Say what is wrong with a message that is to tell a statement in passing, or not yet; "" for nothing."""
    told = word_share(message, statement) >= REVEALED
    if told is not reveal:
        return "it gives the statement away too early" if told else "it leaves out what the statement says"
    beside = set(words_of(message)) - set(words_of(statement))
    if reveal and len(beside) < BESIDE:
        return "it says the statement and asks for nothing else"
    return ""


def attributes_in_turn(seed: int, number: int) -> tuple[str, str]:
    """Give the category and the attribute that a question is about: each once before any comes again."""
    listed = tomllib.loads((Path(__file__).parent / "attributes.toml").read_text("utf-8"))
    every = [(category, attribute) for category, some in listed.items() for attribute in some]
    Random(seed).shuffle(every)
    return every[number % len(every)]


def read_proposals(path: Path) -> list[Proposal]:
    """Read a file of proposals, one a line; raises BadInput if a line is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot be read: {error}", source=path) from None
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found += [Proposal.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            problem = error.errors(include_input=False)[0]["msg"]
            raise BadInput(f"is no proposal: {problem}", source=path, where=f"line {number}") from None
    return found


def _of_kind(reply: QuestionsProposed, kind: str) -> list[QuestionProposed]:
    return [
        proposed
        for proposed in reply.questions
        if len(proposed.evidence) == KINDS[kind] and proposed.question.strip()
    ]


def _case(
    proposal: Proposal,
    others: Sequence[Proposal],
    played: Mapping[str, Sequence[tuple[Session, int]]],
    asked_at: datetime,
) -> Case:
    own = played[proposal.question_id]
    among = [other.question_id for other in others if other.attribute != proposal.attribute]
    history = [*own, *(chat for name in among for chat in played[name])]
    history.sort(key=lambda chat: chat[0].started_at)
    mine = {session.session_id for session, _ in own}
    sessions = tuple(number_occurrences(session for session, _ in history))
    gold = [{place} if session.session_id in mine else set() for session, place in history]
    return Case(
        question_id=proposal.question_id,
        question_type=proposal.question_type,
        question=proposal.question,
        answer=proposal.answer,
        asked_at=asked_at,
        sessions=sessions,
        abstention=False,
        evidence_turns=tuple(evidence_of(sessions, gold, proposal.question_id)),
        answer_sessions=tuple(place for place, wanted in enumerate(gold) if wanted),
        origin="curated",
    )


def _as_values(turns: Sequence[Turn]) -> list[JsonValue]:
    return [{"role": turn.role.value, "content": turn.content} for turn in turns]


async def propose_file(out: Path, questions: int, model: str | None, seed: int, yes: bool) -> Report:
    """Write a file of proposals, if what it takes is agreed to; see `Curator.propose`."""

    async def work(curator: Curator) -> tuple[str, list[str]]:
        proposals, problems = await curator.propose(questions)
        out.write_text("".join(f"{proposal.model_dump_json()}\n" for proposal in proposals), "utf-8")
        told = f"{out}: {len(proposals)} proposals; mend them, then: daybook-eval data converse"
        return told, problems

    return await _curate(work, model, seed, calls=2 * questions, yes=yes)


async def converse_file(
    data: Path, out: Path, asked_at: datetime, model: str | None, seed: int, yes: bool
) -> Report:
    """Write the questions of proposals with their chats, if what it takes is agreed to.

    `asked_at` is read as of UTC; see `Curator.converse`.
    """
    proposals = read_proposals(data)
    calls = sum(2 * EXCHANGES * len(proposal.evidence) for proposal in proposals)

    async def work(curator: Curator) -> tuple[str, list[str]]:
        cases, problems = await curator.converse(proposals, asked_at.replace(tzinfo=UTC))
        return f"{out}: {write_longmemeval(out, cases)} questions", problems

    return await _curate(work, model, seed, calls=calls, yes=yes)


async def _curate(
    work: Callable[[Curator], Awaitable[tuple[str, list[str]]]],
    model: str | None,
    seed: int,
    *,
    calls: int,
    yes: bool,
) -> Report:
    """Say what is to be sent, do it if that is agreed to, and report what was made and what failed."""
    settings = read_settings()
    async with AsyncExitStack() as stack:
        (player,) = open_judges(settings, [model] if model else [], stack)
        if not agreed(f"{player.name}: about {calls:,} calls", "Send them?", yes=yes):
            return Report((), None, asides=["nothing was sent; --yes sends it without asking"], failed=True)
        prompts, at_once = load_prompts(settings.models.prompts), settings.models.model_concurrency
        told, problems = await work(Curator(player, prompts, seed, at_once))
    return Report(
        [told], None, asides=[f"left out: {problem}" for problem in problems], failed=bool(problems)
    )
