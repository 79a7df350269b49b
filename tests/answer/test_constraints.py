"""Sentences of people with all sorts of lives; none is from the planted messages."""

import asyncio

import pytest

from daybook.answer.constraints import EmbeddedExamples
from daybook.conversation.language import ConstraintKind
from daybook.models.embedding import Embedder
from daybook.text.english import ENGLISH

BODY, DIET = ConstraintKind.BODY, ConstraintKind.DIET


@pytest.fixture(scope="module")
def examples(minilm: Embedder) -> EmbeddedExamples:
    given = ENGLISH.texts.examples
    assert given is not None
    return asyncio.run(EmbeddedExamples.of(given(), minilm))


async def kind_of(sentence: str, minilm: Embedder, examples: EmbeddedExamples) -> ConstraintKind | None:
    like, unlike = examples.constraints.nearest(await minilm.embed([sentence]))
    cue = ENGLISH.constraint_in(sentence, lambda: sentence)
    return cue.kind if cue and float(like[0]) - float(unlike[0]) >= cue.least else None


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I'm allergic to sesame, so I always read the label.", BODY),
        ("My lips swell up when I eat mango.", BODY),
        ("Aspirin gives me hives.", BODY),
        ("Turns out I'm lactose intolerant.", BODY),
        ("Garlic doesn't agree with me.", BODY),
        ("I've been vegan for three years now.", DIET),
        ("We keep halal at home.", DIET),
        ("I haven't touched alcohol since March.", DIET),
        ("I gave up meat last winter.", DIET),
        ("My cardiologist has me on a low-sodium diet.", DIET),
    ],
)
async def test_what_every_reply_must_heed_is_told_in_many_ways(
    sentence: str, kind: ConstraintKind, minilm: Embedder, examples: EmbeddedExamples
) -> None:
    assert await kind_of(sentence, minilm, examples) is kind


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm not allergic to anything.",
        "I love a good vegan burger.",
        "Are you allergic to cats?",
        "What do vegetarians eat at Christmas?",
        "He promised that he had stopped drinking.",
        "Don't mention the ending in your summary.",
        "I never eat breakfast before nine.",
        "My knee hurts when I run.",
        "We talked about the budget again.",
        "I read a book about kosher law.",
    ],
)
async def test_what_only_sounds_like_it_is_none(
    sentence: str, minilm: Embedder, examples: EmbeddedExamples
) -> None:
    assert await kind_of(sentence, minilm, examples) is None
