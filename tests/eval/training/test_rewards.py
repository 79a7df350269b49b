"""The rewards of rewritings, by hand."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from daybook.conversation.errors import BadInput
from daybook.models.embedding import Embedder, Vectors, load_embedder
from daybook_eval.rewriting.example import RewritingExample, Said
from daybook_eval.training.examples import cast_halves, prompt_of, read_training_data, supervised_row
from daybook_eval.training.measure import figures_of, guarded
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.rewards import (
    hard_reward,
    quoted_answer,
    soft_rewards,
)
from daybook_prompts import load_prompt
from tests.eval.small_questions import write_examples

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
    ("response", "value"),
    [
        ("1844", 1 + 0.5 + 0.25),  # the same, and said in a passage
        ("1790", 0.25),
        ("around 1844", 2 / 3 + 0.25),
        ("", 0.0),
    ],
)
def test_the_hard_reward_is_rouge_l_and_exact_match_and_hit(response: str, value: float) -> None:
    assert hard_reward(response, "1844", PASSAGES[:2], alpha=0.5, beta=0.25) == pytest.approx(value)


async def test_the_soft_reward_is_the_cosine_with_the_right_rewriting() -> None:
    right = [example("?", "a", "", "")] * 4

    found = await soft_rewards(right, ["a", "c", "b", ""], Directions())

    assert found == pytest.approx([1.0, 0.6, 0.0, 0.0])


def test_an_answer_is_the_sentence_that_shares_most_words() -> None:
    assert quoted_answer("Of what is the harbour wall?", PASSAGES) == "The harbour wall was built in 1844."
    assert quoted_answer("Who sings?", PASSAGES) == ""
    assert quoted_answer("Who sings?", []) == ""


@pytest.fixture
def cast(tmp_path: Path) -> Path:
    """Two topics in the form of CAsT 2019, of which each has a question that follows another."""
    topics = [
        {
            "number": number,
            "turn": [
                {"number": 1, "raw_utterance": f"What is {thing}?"},
                {"number": 2, "raw_utterance": "Who plays it?"},
            ],
        }
        for number, thing in ((41, "curling"), (42, "lacrosse"))
    ]
    resolved = [
        f"{number}_{turn}\t{text}"
        for number, thing in ((41, "curling"), (42, "lacrosse"))
        for turn, text in ((1, f"What is {thing}?"), (2, f"Who plays {thing}?"))
    ]
    (tmp_path / "cast2019_topics.json").write_text(json.dumps(topics))
    (tmp_path / "cast2019_resolved.tsv").write_text("\n".join(resolved) + "\n")
    return tmp_path


def made(number: int, **more: str) -> RewritingExample:
    return RewritingExample(
        id=f"made-{number}",
        source="rules",
        dialogue=(Said(role="user", content=f"I keep {number} hens."),),
        question="How many eggs do they lay?",
        rewrite=f"How many eggs do {number} hens lay?",
        **more,
    )


def test_even_topics_are_trained_on_and_odd_ones_held_out(cast: Path) -> None:
    even, odd = cast_halves(cast)

    assert [one.rewrite for one in even] == ["Who plays lacrosse?"]
    assert [one.rewrite for one in odd] == ["Who plays curling?"]
    assert odd[0].dialogue == (Said(role="user", content="What is curling?"),)


def test_an_example_that_is_trained_on_cannot_be_held_out(tmp_path: Path) -> None:
    train, held_out = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    write_examples(train, [made(1), made(2)])
    write_examples(held_out, [made(2), made(3)])

    with pytest.raises(BadInput, match="test: 1 examples are trained on as well, the first: made-2"):
        read_training_data(None, [train], [held_out])


def test_the_completion_is_the_right_rewriting_after_the_prompt_that_is_served() -> None:
    prompt = load_prompt("rewrite_trained")

    row = supervised_row(made(2), prompt)

    assert row["prompt"] == prompt_of(made(2), prompt)
    assert '"user: I keep 2 hens."' in row["prompt"][-1]["content"]
    assert row["completion"] == [{"role": "assistant", "content": "How many eggs do 2 hens lay?"}]


def test_served_is_what_passes_the_guard_and_a_question_without_dialogue_is_left_alone() -> None:
    alone = made(2).model_copy(update={"dialogue": ()})

    assert guarded(made(2), "How many eggs do 2 hens lay?", True) == "How many eggs do 2 hens lay?"
    assert guarded(made(2), "How many eggs do geese lay?", True) is None
    assert guarded(alone, "Anything", True) == alone.question


async def test_the_figures_tell_what_was_mended_damaged_and_found() -> None:
    passage, other = "Three hens lay 18 eggs.", "Geese cost money."
    good = made(3).model_copy(update={"question": "How many eggs do 3 hens lay?"})
    examples = [made(3, answer="18", passage=passage), good]
    embedder = load_embedder("minilm")
    by = ([other, passage], embedder, Recipe("none"))

    right = await figures_of(examples, [example_.rewrite for example_ in examples], *by)
    wrong = await figures_of(examples, ["What does money buy?", "What?"], *by, refused=1)

    assert (right.needy, right.f1, right.exact, right.damaged) == (1, 1.0, 1.0, 0)
    assert right.soft == pytest.approx(1.0, abs=1e-3)
    assert (right.recall_1, right.recall_5) == (1.0, 1.0)
    assert (wrong.exact, wrong.damaged, wrong.refused, wrong.recall_1) == (0.0, 1, 1, 0.0)
    assert right.hard is not None
    assert wrong.hard is not None
    assert right.hard > wrong.hard
