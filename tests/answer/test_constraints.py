"""Sentences of people with all sorts of lives; none is from the planted messages."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook import Daybook
from daybook.answer.constraints import EmbeddedExamples
from daybook.conversation.language import ConstraintKind
from daybook.models.embedding import Embedder
from daybook.text.english import ENGLISH
from daybook.text.english.sentences import sentence_spans
from tests.text.english.voices import FOREIGN

BODY, DIET = ConstraintKind.BODY, ConstraintKind.DIET


@pytest.fixture(scope="module")
def examples(minilm: Embedder) -> EmbeddedExamples:
    given = ENGLISH.examples
    assert given is not None
    return asyncio.run(EmbeddedExamples.of(given(), minilm))


async def kind_of(sentence: str, minilm: Embedder, examples: EmbeddedExamples) -> ConstraintKind | None:
    like, unlike = examples.constraints.nearest(await minilm.embed([sentence]))
    cue = ENGLISH.constraint_in(sentence, lambda: sentence)
    return cue.kind if cue and cue.states and float(like[0]) - float(unlike[0]) >= cue.least else None


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
        ("I can't eat shrimp.", DIET),
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
        "Our cat is allergic to fish.",
        "My cousin can't eat nuts.",
        "I might go vegan.",
        "You said I'm allergic to cats.",
    ],
)
async def test_what_only_sounds_like_it_is_none(
    sentence: str, minilm: Embedder, examples: EmbeddedExamples
) -> None:
    assert await kind_of(sentence, minilm, examples) is None


@pytest.mark.parametrize(
    ("said", "heeded"),
    [
        (["I'm vegetarian.", "I am no longer vegetarian."], []),
        (["I'm vegetarian.", "I eat meat again, by the way."], []),
        (["I'm allergic to almonds.", "I never said I'm allergic to almonds."], []),
        (["I'm allergic to almonds.", "I had the test, and it turns out I'm not allergic."], []),
        (["I'm allergic to almonds.", "I'm not allergic to kiwi."], ["I'm allergic to almonds."]),
        (["I'm not allergic to almonds.", "I'm allergic to almonds."], ["I'm allergic to almonds."]),
        (["I'm vegan.", "I'm not vegan, I'm vegetarian."], ["I'm not vegan, I'm vegetarian."]),
        (["I'm vegan.", "My wife is no longer vegan."], ["I'm vegan."]),
        (["I'm vegan.", "I stopped being vegan last month."], []),
        (["We went to Bern. I'm allergic to soy. It rained."], ["I'm allergic to soy."]),
        (["It rained all day. " * 150 + "I'm allergic to soy."], ["I'm allergic to soy."]),
        (["Bo wrote: \"I'm allergic to figs.\" I'm allergic to soy."], ["I'm allergic to soy."]),
    ],
)
def test_a_constraint_is_a_sentence_until_a_later_one_ends_it(
    tmp_path: Path, said: list[str], heeded: list[str]
) -> None:
    with Daybook.open(tmp_path) as daybook:
        for day, text in enumerate(said, 1):
            daybook.of("me").append(text, said_at=datetime(2025, 3, day, tzinfo=UTC), session_id=f"s{day}")
        assert [item.quote for item in daybook.constraints(owner="me")] == heeded


@pytest.mark.parametrize(("text", "words"), FOREIGN)
def test_anothers_words_state_no_constraint(text: str, words: str) -> None:
    own = ENGLISH.own_words(text)
    cues = [ENGLISH.constraint_in(text[i:j], lambda i=i, j=j: own[i:j]) for i, j in sentence_spans(text)]  # type: ignore[misc]
    assert not any(cue and cue.states for cue in cues)
