"""Training and serving with a tiny random model, for real.

PyTorch stands in an environment of its own, which pip makes in some minutes, so that only `pytest -m train`
runs these tests; `.ci/run` does. DAYBOOK_TRAIN_PYTHON names the Python of one that is there already.
"""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from daybook_eval.rewriting.example import RewritingExample, Said
from tests.eval.small_questions import write_examples
from tests.eval.training.training_environment import Run

pytestmark = pytest.mark.train

CHILD = Path(__file__).with_name("training_child.py")
THINGS = ["mill", "bridge", "tower", "chapel", "harbour", "well", "gate", "barn"]


def example(thing: str, year: int) -> RewritingExample:
    return RewritingExample(
        id=thing,
        source="rules",
        dialogue=(Said(role="user", content=f"Tell me about the {thing}."),),
        question="When was it built?",
        rewrite=f"When was the {thing} built?",
        answer=str(year),
        passage=f"The {thing} was built in {year}. It is of stone.",
    )


@pytest.fixture(scope="module")
def files(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with examples to train on, others held out, and the tiny model."""
    folder = tmp_path_factory.mktemp("files")
    examples = [example(thing, 1700 + place) for place, thing in enumerate(THINGS)]
    write_examples(folder / "train.jsonl", examples[:6])
    write_examples(folder / "test.jsonl", examples[6:])
    run(CHILD, "model", folder / "tiny", folder / "train.jsonl")
    return folder


@pytest.fixture(scope="module")
def train(run: Run, files: Path) -> Run:
    """Runs the command over the examples; what is given beats these options."""
    options = ["--base", files / "tiny", "--train", files / "train.jsonl", "--held-out", files / "test.jsonl"]
    options += ["--steps", 250, "--batch", 6, "--rate", "3e-3", "--no-bf16", "--save-every", 50]

    def train_it(*more: object, code: int = 0) -> str:
        return run("-m", "daybook_eval.cli", "train-rewriter", *options, *more, code=code)

    return train_it


@pytest.fixture(scope="module")
def trained(train: Run, files: Path) -> Path:
    """A run, supervised and by the hard reward."""
    folder = files / "run"
    train("--out", folder, "--rl-steps", 4, "--group", 2, "--rl-rate", "1e-6")
    return folder


def steps(folder: Path, stage: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text("utf-8").splitlines()]
    return [line for line in lines if line["stage"] == stage]


def test_supervised_training_lowers_the_loss_and_learns_the_examples(trained: Path) -> None:
    losses = [step["loss"] for step in steps(trained, "sft")]

    assert losses[-1] < losses[0] / 10
    assert [step["step"] for step in steps(trained, "rl-hard")] == [1, 2, 3, 4]


def test_a_run_keeps_its_recipe_figures_rewritings_and_rewards(trained: Path) -> None:
    recipe = json.loads((trained / "run.json").read_text("utf-8"))
    figures = json.loads((trained / "figures.json").read_text("utf-8"))

    assert recipe["recipe"]["sft_steps"] == 250
    assert recipe["packages"]["torch"].startswith("2.")
    assert list(figures) == [
        "question as put",
        "rules",
        *(f"{model}{how}" for model in ("base", "sft", "rl-hard") for how in ("", ", served")),
    ]
    assert figures["base"]["test"]["f1"] < 0.2
    assert figures["base, served"]["test"]["refused"] == 2  # noise, so that the rules' were used
    assert figures["base, served"]["test"]["f1"] == figures["rules"]["test"]["f1"]
    assert (trained / "rewrites" / "test sft.jsonl").is_file()
    assert all("reward" in step for step in steps(trained, "rl-hard"))


def test_the_adapters_of_lora_are_merged_into_a_model_that_serves(train: Run, files: Path) -> None:
    folder = files / "lora"

    train("--out", folder, "--lora", 8, "--steps", 3)

    assert (folder / "sft" / "config.json").is_file()
    assert not (folder / "sft" / "adapter_config.json").exists()


def test_training_by_rewards_raises_a_reward(run: Run, files: Path) -> None:
    folder = files / "toy"
    folder.mkdir()

    run(CHILD, "toy", files / "tiny", folder, files / "train.jsonl")

    rewards = [step["reward"] for step in steps(folder, "rl-hard")]
    assert fmean(rewards[-5:]) > 1.5 * fmean(rewards[:5])


def test_the_trained_rewriter_answers_through_the_graph(run: Run, trained: Path, files: Path) -> None:
    said = run(
        CHILD,
        "ask",
        files / "memory",
        "When was it built?",
        "Tell me about the tower.",
        DAYBOOK_REWRITER=str(trained / "sft"),
    )

    assert json.loads(said) == {"question": "When was the tower built?", "degraded": {}}


def test_a_rewriter_that_takes_too_long_is_cut_off(run: Run, trained: Path, files: Path) -> None:
    arguments = (CHILD, "ask", files / "memory3", "When was it built?", "Tell me about the tower.")

    said = run(*arguments, DAYBOOK_REWRITER=str(trained / "sft"), DAYBOOK_CALL_TIMEOUT="0.001")

    assert "did not come to an end" in json.loads(said)["degraded"]["rewrite"]


def test_a_model_that_writes_noise_leaves_the_question_to_the_rules_and_is_named(
    run: Run, files: Path
) -> None:
    arguments = (CHILD, "ask", files / "memory2", "When was it built?", "Tell me about the tower.")
    by_rules = json.loads(run(*arguments))

    by_noise = json.loads(run(*arguments, DAYBOOK_REWRITER=str(files / "tiny")))

    assert by_noise["question"] == by_rules["question"]
    assert by_noise["degraded"].keys() == {"rewrite"}
