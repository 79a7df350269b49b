"""What is trained on and what is held out share no topic and no example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daybook.embedding import load_embedder
from daybook.errors import BadInput
from daybook_eval.rewriting.example import RewritingExample, Said, write_examples
from daybook_eval.training.examples import cast_halves, prompt_of, read_training_data, supervised_rows
from daybook_eval.training.measure import Bench
from daybook_eval.training.recipe import Recipe
from daybook_eval.training.responders import QuotingResponder
from daybook_eval.training.rewriters import guarded
from daybook_prompts import load_prompt


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


def test_a_folder_without_cast_is_named_with_the_file_that_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"--data .*: has no cast2019_topics.json"):
        cast_halves(tmp_path)


def test_an_example_that_is_trained_on_cannot_be_held_out(tmp_path: Path) -> None:
    train, held_out = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    write_examples(train, [made(1), made(2)])
    write_examples(held_out, [made(2), made(3)])

    with pytest.raises(BadInput, match="test: 1 examples are trained on as well, the first: made-2"):
        read_training_data(None, [train], [held_out])


def test_a_limit_shortens_the_held_out_sets_but_not_what_is_searched(tmp_path: Path) -> None:
    train, held_out = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    write_examples(train, [made(1), made(2, answer="4", passage="Two hens lay 4 eggs.")])
    write_examples(held_out, [made(number, answer="1", passage=f"{number} lay.") for number in range(3, 9)])

    data = read_training_data(None, [train], [held_out], limit=2)

    assert [one.id for one in data.answerable] == ["made-2"]
    assert [one.id for one in data.held_out["test"]] == ["made-3", "made-4"]
    assert len(data.passages["test"]) == 6


def test_without_examples_there_is_nothing_to_train_on() -> None:
    with pytest.raises(BadInput, match="nothing to train on"):
        read_training_data(None, [], [])


def test_the_completion_is_the_right_rewriting_after_the_prompt_that_is_served() -> None:
    prompt = load_prompt("rewrite_trained")

    [row] = supervised_rows([made(2)], prompt)

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
    bench = await Bench.of(examples, [other, passage], QuotingResponder(), embedder, Recipe("none"))

    right = await bench.figures([one.rewrite for one in examples])
    wrong = await bench.figures(["What does money buy?", "What?"], refused=1)

    assert (right.needy, right.f1, right.exact, right.damaged) == (1, 1.0, 1.0, 0)
    assert right.soft == pytest.approx(1.0, abs=1e-3)
    assert (right.recall_1, right.recall_5) == (1.0, 1.0)
    assert (wrong.exact, wrong.damaged, wrong.refused, wrong.recall_1) == (0.0, 1, 1, 0.0)
    assert right.hard is not None
    assert wrong.hard is not None
    assert right.hard > wrong.hard
