"""What a rewriting is worth, by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from daybook.embedding import Embedder, Vectors, load_embedder
from daybook.errors import ModelUnavailable
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.training.passages import PassageIndex, ranks_of
from daybook_eval.training.recipe import Hit, Recipe, Reward
from daybook_eval.training.responders import ModelResponder, QuotingResponder
from daybook_eval.training.rewards import hard_reward, soft_rewards, valuer_of
from daybook_prompts import load_prompt
from tests.llm.scripted_chat import ScriptedChat

PASSAGES = (
    "The old mill was built in 1790. It ground rye.",
    "The harbour wall was built in 1844. It is of granite.",
    "The town hall was built in 1931. Its clock is late.",
)


class Directions:
    """Embeds a text by its first letter, so that cosines are known."""

    fingerprint, dim = "directions", 2

    def windows(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        known = {"a": (1.0, 0.0), "b": (0.0, 1.0), "c": (0.6, 0.8)}
        return np.array([known.get(text[:1], (0.0, 0.0)) for text in texts], dtype=np.float32)


@pytest.fixture(scope="module")
def minilm() -> Embedder:
    return load_embedder("minilm")


def example(question: str, rewrite: str, answer: str, passage: str) -> RewritingExample:
    return RewritingExample(
        id="1",
        source="rules",
        dialogue=(),
        question=question,
        rewrite=rewrite,
        answer=answer,
        passage=passage,
    )


@pytest.mark.parametrize(
    ("response", "hit", "value"),
    [
        ("1844", Hit.RESPONSE, 1 + 0.5 + 0.25),  # the same, said in a passage
        ("1790", Hit.RESPONSE, 0.25),  # wrong, but said in one
        ("built in 1844", Hit.RESPONSE, 0.5 + 0.25),  # one of three words and of one: 2 / 4
        ("around 1844", Hit.RESPONSE, 2 / 3),  # nobody said that
        ("around 1844", Hit.GOLD, 2 / 3 + 0.25),
        ("", Hit.GOLD, 0.0),
    ],
)
def test_the_hard_reward_is_rouge_l_and_exact_match_and_hit(response: str, hit: Hit, value: float) -> None:
    found = hard_reward(response, "1844", PASSAGES[:2], alpha=0.5, beta=0.25, hit=hit)

    assert found == pytest.approx(value)


async def test_the_soft_reward_is_the_cosine_with_the_right_rewriting() -> None:
    found = await soft_rewards(["a", "c", "b", ""], ["a", "a", "a", "a"], Directions())

    assert found == pytest.approx([1.0, 0.6, 0.0, 0.0])


async def test_the_fused_reward_adds_lambda_times_the_soft_one(minilm: Embedder) -> None:
    index = await PassageIndex.of(PASSAGES, minilm)
    one = example("When was it built?", "When was the harbour wall built?", "1844", PASSAGES[1])
    rewrites = [one.rewrite, "Is rye healthy?"]
    values = {}
    for reward in Reward:
        recipe = Recipe("none", reward=reward, lambda_=0.5, passages=1, hit=Hit.GOLD)
        valuer = valuer_of(recipe, index, QuotingResponder(), minilm)
        values[reward] = await valuer.value([one, one], rewrites)

    assert values[Reward.HARD] == pytest.approx([1 + 2 / 8, 0.0])  # a sentence of seven words, one right
    assert values[Reward.SOFT][0] == pytest.approx(1.0, abs=1e-3)
    assert values[Reward.FUSED] == pytest.approx(
        [hard + 0.5 * soft for hard, soft in zip(values[Reward.HARD], values[Reward.SOFT], strict=True)]
    )


async def test_a_rewriting_that_names_the_thing_finds_its_passage_first(minilm: Embedder) -> None:
    index = await PassageIndex.of([*PASSAGES, PASSAGES[0]], minilm)

    ranks = await ranks_of(
        index, ["When was the town hall built?", "Who rang?"], [PASSAGES[2], "elsewhere"], limit=3
    )

    assert index.texts == PASSAGES
    assert ranks == [1, None]


async def test_the_quoting_responder_says_the_sentence_that_shares_most_words() -> None:
    responder = QuotingResponder()

    assert (
        await responder.answer("Of what is the harbour wall?", PASSAGES)
        == "The harbour wall was built in 1844."
    )
    assert await responder.answer("Who sings?", PASSAGES) == ""
    assert await responder.answer("Who sings?", []) == ""


async def test_a_chat_model_answers_from_the_passages_and_says_nothing_where_it_fails() -> None:
    model = ScriptedChat(" in 1844 ", ModelUnavailable("away"))
    responder = ModelResponder(model, load_prompt("answer_from_passages"))

    assert await responder.answer("When was the harbour wall built?", PASSAGES) == "in 1844"
    assert await responder.answer("When was the town hall built?", PASSAGES) == ""
    assert PASSAGES[1] in model.requests[0].messages[1].content
    model.assert_spent()
