"""Every step with a model that writes whatever fits its schema: a valid reply, or an error with its reason.

It is far too weak to judge answers by. What it says is never looked at here, only what code makes of it.
"""

from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from daybook.answer.by_model import read_by_model
from daybook.answer.quotes import find_quote
from daybook.conversation import (
    SLOTS,
    Answer,
    Candidate,
    Evidence,
    Excerpt,
    Note,
    Question,
    QuestionKind,
    RetrievalPlan,
    Role,
    Round,
    Span,
    Turn,
)
from daybook.conversation.errors import ModelError
from daybook.ledger import facts_by_model
from daybook.models.llm import ask_for_reply
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.retrieve.question_plan import (
    MAX_PHRASINGS,
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    time_range_by_model,
)
from daybook.retrieve.rerank import rerank_candidates
from daybook.settings import Options
from daybook.text.english import ENGLISH
from daybook.text.english.questions import kinds_of, time_range_of
from daybook_eval.judging.judge_run import judge
from daybook_eval.judging.judges import contradiction, grade_by_model
from daybook_eval.judging.verdicts import JudgeCase
from daybook_prompts import load_prompts

pytestmark = pytest.mark.real_model

T = TypeVar("T")
PROMPTS = load_prompts()
ASKED_AT = datetime(2025, 6, 29, 10, tzinfo=UTC)
QUESTION = "When did I start the pottery class, and where?"
SAID = (
    "Last night was my first pottery class at the Tobacco Lane studio. I can't eat walnuts, so I had tea.",
    "I sold the old kayak to a student for £140.",
    "My brother Rafe moved to Leith in spring, and I work at the harbour office now.",
)


@pytest.fixture
def plan() -> RetrievalPlan:
    period = time_range_of(QUESTION, ASKED_AT)
    return RetrievalPlan(QUESTION, (QUESTION,), kinds_of(QUESTION), period)


def a_round(number: int, text: str) -> Round:
    said_at = ASKED_AT - timedelta(days=40 - number)
    turns = Turn(Role.USER, text, said_at), Turn(Role.ASSISTANT, "That is good to hear.", said_at)
    return Round(f"r{number}", "ada", f"s{number}", 0, 0, said_at, *turns)


ROUNDS = [a_round(number, text) for number, text in enumerate(SAID)]
CANDIDATES = [
    Candidate(each, 1.0 / place, {"rrf": 1.0 / place}) for place, each in enumerate(ROUNDS, start=1)
]


def whole(candidate: Candidate) -> Excerpt:
    spans = tuple(Span(role, 0, len(text)) for role, text in candidate.round.fields.items())
    return Excerpt(candidate, spans, tokens=50)


async def valid_or_reason(step: Awaitable[T]) -> T | None:
    """Give what the step made of the reply. Returns None if it has a reason for giving nothing."""
    try:
        return await step
    except ModelError as error:
        reason = str(error)
    assert len(reason.split()) > 2, reason
    return None


async def test_a_rewritten_question_is_one_line_of_text(real_chat: OpenAIChat) -> None:
    dialogue = [Turn(Role.USER, "I went to the Tobacco Lane studio."), Turn(Role.ASSISTANT, "How was it?")]

    found = await valid_or_reason(
        rewrite_by_model("When was that again?", dialogue, real_chat, PROMPTS["rewrite"])
    )

    if found is not None:
        question, _ = found
        assert question.strip()
        assert "\n" not in question


async def test_kinds_keep_what_rules_are_sure_of(real_chat: OpenAIChat) -> None:
    rules = {QuestionKind.TEMPORAL: 0.9}

    kinds = await valid_or_reason(kinds_by_model(QUESTION, rules, real_chat, PROMPTS["classify"]))

    if kinds is not None:
        assert kinds[QuestionKind.TEMPORAL] >= 0.9
        assert all(0 < confidence <= 1 for confidence in kinds.values())


async def test_phrasings_begin_with_the_question_and_are_few(real_chat: OpenAIChat) -> None:
    phrasings = await valid_or_reason(phrasings_by_model(QUESTION, real_chat, PROMPTS["expand"]))

    if phrasings is not None:
        assert phrasings[0] == QUESTION
        assert len({each.casefold() for each in phrasings}) == len(phrasings) <= MAX_PHRASINGS


async def test_a_period_has_an_order(real_chat: OpenAIChat) -> None:
    found = await valid_or_reason(
        time_range_by_model("What did I do last May?", ASKED_AT, None, real_chat, PROMPTS["time_range"])
    )

    if found is not None and found.start and found.end:
        assert found.start < found.end


async def test_reranking_loses_and_invents_no_candidate(real_chat: OpenAIChat, plan: RetrievalPlan) -> None:
    options = Options()

    ranked = await valid_or_reason(
        rerank_candidates(
            CANDIDATES,
            plan,
            ASKED_AT,
            real_chat,
            PROMPTS["rerank"],
            options=options.rerank,
            analyzer=ENGLISH,
        )
    )

    if ranked is not None:
        assert sorted(each.round.round_id for each in ranked) == ["r0", "r1", "r2"]
        assert all(0 <= each.signals.get("rerank", 0) <= 1 for each in ranked)


@pytest.mark.parametrize("prompt", ["read_con"])
async def test_every_quote_that_was_read_stands_in_its_round(
    real_chat: OpenAIChat, plan: RetrievalPlan, prompt: str
) -> None:
    asked = Question(QUESTION, "ada", ASKED_AT)
    excerpts = [whole(each) for each in CANDIDATES]

    read = await valid_or_reason(read_by_model(asked, plan, excerpts, real_chat, PROMPTS[prompt], ENGLISH))

    if read is not None:
        assert_quoted(read[0])


async def test_facts_rest_on_the_owners_words(real_chat: OpenAIChat) -> None:
    facts = await valid_or_reason(
        facts_by_model(ROUNDS, real_chat, PROMPTS["extract_facts"], analyzer=ENGLISH)
    )

    for fact in facts or ():
        said = next(each for each in ROUNDS if each.round_id == fact.support.round_id).fields[Role.USER]
        assert fact.slot in SLOTS
        assert said[fact.support.start : fact.support.stop] == fact.support.quote


async def test_a_reply_in_conversation_is_text(real_chat: OpenAIChat) -> None:
    pieces: list[str] = []

    reply = await valid_or_reason(
        ask_for_reply(
            real_chat,
            PROMPTS["chat_reply"],
            on_text=pieces.append,
            memory=[{"mark": "m1", "kind": "constraint", "said": "2025-03-02", "user": "I never eat pork."}],
            now="2025-06-29 10:00 (Sunday)",
            message="Good morning! Say hello in one short sentence.",
        )
    )

    if reply is not None:
        assert reply.text
        assert "".join(pieces).strip() == reply.text


async def test_a_judge_says_yes_or_no_or_is_counted_as_unreadable(real_chat: OpenAIChat) -> None:
    case = JudgeCase(
        question_id="q1",
        question_type="single-session-user",
        question=QUESTION,
        expected="At the Tobacco Lane studio.",
        answer="It was at the Tobacco Lane studio.",
        abstention=False,
    )

    verdict = await valid_or_reason(judge(real_chat, PROMPTS, case))

    if verdict is not None:
        assert verdict.correct in (True, False, None)
        assert verdict.correct is not None or verdict.reason


async def test_grades_stay_in_their_bounds(real_chat: OpenAIChat) -> None:
    grade = await valid_or_reason(
        grade_by_model(real_chat, PROMPTS["grade"], "CA", "At the Tobacco Lane studio.", SAID[0])
    )
    probability = await valid_or_reason(
        contradiction(real_chat, PROMPTS["contradicts"], "It was in Leith.", SAID)
    )

    assert grade is None or 0 <= grade <= 100
    assert probability is None or 0 <= probability <= 1


def assert_quoted(reading: Answer) -> None:
    rounds = {each.round_id: each for each in ROUNDS}
    items: list[Evidence | Note] = [*reading.evidence, *reading.notes]
    for item in items:
        assert item.quote
        assert find_quote(item.quote, rounds[item.round_id]) == item.quote
