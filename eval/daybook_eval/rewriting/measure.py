"""How near rewritten questions come to the right ones, behaviour by behaviour, and what they damage."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput, ModelError, UnreadableReply
from daybook.models.llm import ChatModel
from daybook.models.llm.local_chat import load_local_chat
from daybook.retrieve import rewrite_by_model, rewrite_by_trained_model
from daybook.settings import ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook.text.english import ENGLISH
from daybook.text.english.questions import disputed_answer, rewrite_by_rules
from daybook_eval.judging.judges import open_judges, run_concurrently
from daybook_eval.rewriting.example import Behaviour, RewritingExample, read_examples
from daybook_eval.tables import Report, figure
from daybook_prompts import load_prompts


@dataclass(frozen=True, slots=True)
class RewritingScores:
    """Figures over some examples; a share or a mean of nothing is None."""

    questions: int
    stand_alone: int
    """Questions that needed no rewriting."""
    raw_f1: float | None
    """Token F1 with the right wording, of the question as it was put: over those that needed rewriting."""
    rewritten_f1: float | None
    """The same of the rewritten question."""
    exact: float | None
    """Share of those that came out word for word."""
    worse: int
    """Of those, how many are farther from the right wording than as they were put."""
    damaged: int
    """Of those that stood alone, how many were changed."""


def score_examples(examples: Sequence[RewritingExample], rewritten: Sequence[str]) -> RewritingScores:
    """Compare rewritten questions with the right ones; raises ValueError if there are not as many of both."""
    pairs = list(zip(examples, rewritten, strict=True))
    good = [(example, text) for example, text in pairs if stands_alone(example)]
    needy = [(example, text) for example, text in pairs if not stands_alone(example)]
    before = [token_f1(example.question, example.rewrite) for example, _ in needy]
    after = [token_f1(text, example.rewrite) for example, text in needy]
    exact = [words_of(text) == words_of(example.rewrite) for example, text in needy]
    return RewritingScores(
        questions=len(pairs),
        stand_alone=len(good),
        raw_f1=fmean(before) if before else None,
        rewritten_f1=fmean(after) if after else None,
        exact=fmean(exact) if exact else None,
        worse=sum(b > a for b, a in zip(before, after, strict=True)),
        damaged=sum(words_of(text) != words_of(example.question) for example, text in good),
    )


def score_behaviours(
    examples: Sequence[RewritingExample], rewritten: Sequence[str]
) -> Mapping[Behaviour | None, RewritingScores]:
    """Score the examples of each behaviour that there is, in the order of HiMeS, Table 5; None comes last."""
    pairs = list(zip(examples, rewritten, strict=True))
    found = {}
    for behaviour in (*Behaviour, None):
        if part := [(example, text) for example, text in pairs if example.behaviour is behaviour]:
            found[behaviour] = score_examples(*zip(*part, strict=True))
    return found


def token_f1(first: str, second: str) -> float:
    """Harmonic mean of the shares of words in common, repetitions counted."""
    a, b = Counter(words_of(first)), Counter(words_of(second))
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else float(a == b)


def words_of(text: str) -> list[str]:
    """Split into words: lower case, without possessive endings."""
    return re.findall(r"\w+", re.sub(r"['’]s?\b", "", text.lower()))


def stands_alone(example: RewritingExample) -> bool:
    """True if a question needs no rewriting."""
    return words_of(example.question) == words_of(example.rewrite)


Rewriter: TypeAlias = Callable[[RewritingExample], Awaitable[str]]
"""Makes the question of an example stand alone; raises what a chat model raises."""


def rewritten_by_rules(example: RewritingExample) -> str:
    """Rewrite as Daybook does without a model."""
    turns = turns_of(example)
    return _with_dispute(rewrite_by_rules(example.question, turns), disputed_answer(example.question, turns))


async def by_rules(example: RewritingExample) -> str:
    """Rewrite as Daybook does without a model; a `Rewriter`."""
    return rewritten_by_rules(example)


def by_chat_model(model: ChatModel, settings: Settings) -> Rewriter:
    """Rewrite as Daybook does with a model: where its reply cannot be read, the question stays."""
    prompt = load_prompts(settings.models.prompts)["rewrite"]

    async def rewrite(example: RewritingExample) -> str:
        try:
            found = await rewrite_by_model(example.question, turns_of(example), model, prompt)
        except UnreadableReply:
            return example.question
        return _with_dispute(*found)

    return rewrite


def by_trained_model(model: ChatModel, settings: Settings) -> Rewriter:
    """Rewrite as Daybook does with a trained model: what its guard refuses is done by rules."""
    prompt = load_prompts(settings.models.prompts)["rewrite_trained"]

    async def rewrite(example: RewritingExample) -> str:
        turns = turns_of(example)
        try:
            return await rewrite_by_trained_model(example.question, turns, model, prompt, ENGLISH.analyzer)
        except ModelError:
            return rewritten_by_rules(example)

    return rewrite


def open_rewriters(settings: Settings, stack: AsyncExitStack) -> Mapping[str, Rewriter]:
    """Name all the rewriters that the settings allow: the rules, a chat model, a trained rewriter.

    Raises:
        BadSettings: one that is set cannot be had.
    """
    found: dict[str, Rewriter] = {"rules": by_rules}
    if settings.models.model_of(ModelRole.UNDERSTAND):
        (model,) = open_judges(settings, [], stack)
        found[model.name] = by_chat_model(model, settings)
    if folder := settings.models.rewriter:
        local = load_local_chat(folder, setting="DAYBOOK_REWRITER", deadline=settings.models.call_timeout)
        found["trained"] = by_trained_model(local, settings)
    return found


async def rewrite_all(
    rewriter: Rewriter, examples: Sequence[RewritingExample], *, at_once: int
) -> tuple[list[str], int]:
    """Rewrite all questions, or keep one where the model fails; also return how often it did.

    Raises:
        ModelUnavailable, BadSettings: the model cannot be had.
    """
    found = [example.question for example in examples]

    async def settle(place: int) -> None:
        found[place] = await rewriter(examples[place])

    failed = await run_concurrently(range(len(examples)), settle, at_once=at_once)
    return found, len(failed)


def turns_of(example: RewritingExample) -> list[Turn]:
    """Read the dialogue of an example as turns; who is no assistant is the user."""
    roles = {"assistant": Role.ASSISTANT}
    return [Turn(roles.get(said.role, Role.USER), said.content) for said in example.dialogue]


def _with_dispute(question: str, disputed: str) -> str:
    return f"{question} The answer {disputed.rstrip('.')} is disputed." if disputed else question


Measured = Mapping[str, Mapping[str, RewritingScores]]
"""By rewriter, and by behaviour: "all" first, "" where a file does not say which."""


async def measure_file(examples: Sequence[RewritingExample], settings: Settings, *, source: str) -> Measured:
    """Rewrite all questions by each rewriter, and score them; raises BadInput if there are none."""
    if not examples:
        raise BadInput("has no examples", source=source)
    found = {}
    async with AsyncExitStack() as stack:
        for name, rewriter in open_rewriters(settings, stack).items():
            rewritten, _ = await rewrite_all(rewriter, examples, at_once=settings.models.model_concurrency)
            parts = {
                str(behaviour or ""): scores
                for behaviour, scores in score_behaviours(examples, rewritten).items()
            }
            found[name] = {"all": score_examples(examples, rewritten)} | parts
    return found


async def report(file: Path) -> Report:
    """Measure a file of examples by each rewriter that the settings allow."""
    measured = await measure_file(list(read_examples(file)), read_settings(), source=str(file))
    shape = {
        name: {part: asdict(scores) for part, scores in parts.items()} for name, parts in measured.items()
    }
    return Report([*lines_of(measured)], shape)


def lines_of(measured: Measured) -> Iterator[str]:
    """Write a line for each rewriter and behaviour."""
    head = f"{'rewriter':<16}{'behaviour':<28}{'n':>6}{'raw F1':>8}{'F1':>8}{'exact':>8}"
    yield f"{head}{'worse':>7}{'damaged':>13}"
    for name, parts in measured.items():
        for part, scores in parts.items():
            shares = (scores.raw_f1, scores.rewritten_f1, scores.exact)
            f1s = "".join(f"{figure(share):>8}" for share in shares)
            damaged = f"{scores.damaged} of {scores.stand_alone}"
            yield f"{name[:15]:<16}{part:<28}{scores.questions:>6}{f1s}{scores.worse:>7}{damaged:>13}"
