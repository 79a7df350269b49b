"""A training run: base, supervised, by rewards, each measured on what was held out.

A run is a folder. `run.json` says how it was made, `log.jsonl` holds the steps, `figures.json` what was
measured, and `base`, `sft` and `rl-…` are models that transformers load. A run that was cut off goes on;
a further reward begins with the supervised model that is there.
"""

import asyncio
import json
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from daybook.conversation.errors import BadInput
from daybook.models.embedding import Embedder
from daybook.models.llm.local_chat import EXTRA, missing_packages
from daybook.settings.environment import read_settings
from daybook_eval.embedders import open_embedder
from daybook_eval.rewriting.example import RewritingExample
from daybook_eval.rewriting.measure import rewritten_by_rules
from daybook_eval.tables import Report, Table, figure
from daybook_eval.training.examples import TrainingData
from daybook_eval.training.measure import by_model, figures_of, guarded, write_rewrites
from daybook_eval.training.recipe import Recipe, Reward
from daybook_eval.training.rewards import PassageIndex, valuer_of
from daybook_prompts import Prompt, load_prompts

PACKAGES = ("torch", "transformers", "trl", "peft", "accelerate", "datasets", "gguf")
_OF_REWARDS = {"rl_steps", "rl_prompts", "group", "rl_rate", "kl", "temperature", "reward", "alpha", "beta"}
_OF_REWARDS |= {"lambda_", "passages", "save_every"}
"""Options that may differ from one command to the next in a run's folder; the supervised model stays."""


def require_packages(*packages: str, command: str) -> None:
    """Say what is missing for training; raises BadInput if a package of the extra is not installed."""
    if missing := missing_packages(packages):
        raise BadInput(
            f"training takes {', '.join(missing)}: {EXTRA} brings PyTorch, transformers, TRL, PEFT and the"
            " reader of GGUF files (on Linux several GB with CUDA; for a CPU install torch first, from"
            " https://download.pytorch.org/whl/cpu)",
            source=command,
        )


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """One run in its folder."""

    out: Path
    recipe: Recipe
    data: TrainingData
    prompt: Prompt
    embedder: Embedder

    def train(self) -> None:
        """Do what is not done yet.

        Raises BadInput if the folder holds a run of another recipe, there is no such base model, or the
        reward needs answers that the examples lack.
        """
        from daybook_eval.training.supervised import prepare_base, train_supervised

        recipe = self.recipe
        if recipe.rl_steps and not self._rewarded_examples():
            raise BadInput(f"reward {recipe.reward} needs answers and passages", source="--train")
        self._describe()
        self._measure("question as put", lambda example: example.question)
        self._measure("rules", rewritten_by_rules)
        prepare_base(recipe.base, self.out / "base")
        self._measure_model("base")
        if not (self.out / "sft").is_dir():
            _tell(f"supervised: {len(self.data.train)} examples, {recipe.sft_steps} steps")
            began = perf_counter()
            train_supervised(
                self.out / "base", self.out / "sft", self.data.train, self.prompt, recipe, self._log
            )
            self._note(seconds={"sft": round(perf_counter() - began)})
        self._measure_model("sft")
        if recipe.rl_steps:
            self._train_by_rewards()
            self._measure_model(recipe.variant)

    def _train_by_rewards(self) -> None:
        from daybook_eval.training.by_rewards import train_by_rewards

        recipe, out = self.recipe, self.out / self.recipe.variant
        if out.is_dir():
            return
        examples = self._rewarded_examples()
        _tell(f"{recipe.variant}: {len(examples)} examples, {recipe.rl_steps} steps")
        began = perf_counter()
        index = asyncio.run(PassageIndex.of([example.passage for example in examples], self.embedder))
        valuer = valuer_of(recipe, index, self.embedder)
        train_by_rewards(self.out / "sft", out, examples, valuer, self.prompt, recipe, self._log)
        seconds = round(perf_counter() - began)
        self._note(seconds={recipe.variant: seconds}, recipes={recipe.variant: asdict(recipe)})

    def _rewarded_examples(self) -> tuple[RewritingExample, ...]:
        return self.data.train if self.recipe.reward is Reward.SOFT else self.data.answerable

    @property
    def _log(self) -> Path:
        return self.out / "log.jsonl"

    def _describe(self) -> None:
        """Keep how the run is made, or see that a run that is there was made so too."""
        described = {
            "recipe": asdict(self.recipe),
            "train": len(self.data.train),
            "train_answerable": len(self.data.answerable),
            "held_out": {name: len(examples) for name, examples in self.data.held_out.items()},
            "prompt": self.prompt.sha256,
            "python": platform.python_version(),
            "packages": {name: version(name) for name in PACKAGES},
        }
        path = self.out / "run.json"
        if path.is_file():
            before = json.loads(path.read_text("utf-8"))
            if differing := _differing(before, json.loads(json.dumps(described))):
                raise BadInput(
                    f"holds a run with another {', '.join(differing)}; name another folder", source=self.out
                )
            return
        self.out.mkdir(parents=True, exist_ok=True)
        _write(path, described)

    def _note(self, **more: Mapping[str, object]) -> None:
        path = self.out / "run.json"
        kept = json.loads(path.read_text("utf-8"))
        for name, values in more.items():
            kept[name] = {**kept.get(name, {}), **values}
        _write(path, kept)

    def _measure_model(self, name: str) -> None:
        """Measure a model as it is, and as it is served: what the guard refuses is done by rules."""
        if not self._lacks(name):
            return
        _tell(f"measuring {name}")
        texts: dict[str, list[str]] = {}
        served: dict[str, list[str]] = {}
        refused: dict[str, int] = {}
        for set_name, examples in self.data.held_out.items():
            written = by_model(self.out / name, examples, self.prompt, bf16=self.recipe.bf16)
            passed = [guarded(example, *made) for example, made in zip(examples, written, strict=True)]
            texts[set_name] = [text for text, _ in written]
            refused[set_name] = passed.count(None)
            served[set_name] = [
                rewritten_by_rules(example) if text is None else text
                for example, text in zip(examples, passed, strict=True)
            ]
        self._keep(name, texts, {})
        self._keep(f"{name}, served", served, refused)

    def _measure(self, name: str, rewrite: Callable[[RewritingExample], str]) -> None:
        if self._lacks(name):
            sets = self.data.held_out.items()
            self._keep(name, {set_name: list(map(rewrite, examples)) for set_name, examples in sets}, {})

    def _lacks(self, name: str) -> bool:
        return name not in read_figures(self.out)

    def _keep(self, name: str, texts: Mapping[str, Sequence[str]], refused: Mapping[str, int]) -> None:
        folder = self.out / "rewrites"
        folder.mkdir(exist_ok=True)
        alike = replace(self.recipe, alpha=1.0, beta=1.0)  # models of other weights are compared
        measured = {}
        for set_name, examples in self.data.held_out.items():
            write_rewrites(folder / f"{set_name} {name}.jsonl", examples, texts[set_name])
            measuring = figures_of(
                examples,
                texts[set_name],
                self.data.passages[set_name],
                self.embedder,
                alike,
                refused=refused.get(set_name, 0),
            )
            measured[set_name] = asdict(asyncio.run(measuring))
        _write(self.out / "figures.json", {**read_figures(self.out), name: measured})


def read_figures(out: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Read the figures of a run: by the way of rewriting, by the set; {} where there are none yet."""
    path = out / "figures.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


_SHOWN = ("f1", "exact", "damaged", "refused", "soft", "hard", "recall_1", "recall_5")


def report(out: Path, recipe: Recipe, data: TrainingData) -> Report:
    """Train, and give the figures: a table for each set, a row for each way of rewriting."""
    settings = read_settings()
    prompt = load_prompts(settings.models.prompts)["rewrite_trained"]
    TrainingRun(out, recipe, data, prompt, open_embedder(settings)).train()
    figures = read_figures(out)
    tables = []
    for name in dict.fromkeys(name for by_set in figures.values() for name in by_set):
        ways = {way: by_set[name] for way, by_set in figures.items() if name in by_set}
        first = next(iter(ways.values()))
        title = f"{name}: {first['questions']} questions, {first['needy']} do not stand alone"
        rows = [(way, *(_cell(found[column]) for column in _SHOWN)) for way, found in ways.items()]
        tables.append(Table(title, ("", *_SHOWN), rows, figures=True))
    return Report(tables, figures)


def _cell(value: Any) -> str:
    return figure(value) if value is None or isinstance(value, float) else str(value)


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Name what decides the supervised model and its figures and is not the same."""
    names = [name for name in ("train", "held_out", "prompt") if before[name] != now[name]]
    was, is_ = before["recipe"], now["recipe"]
    return names + [name for name in was if name not in _OF_REWARDS and was[name] != is_.get(name)]


def _write(path: Path, value: object) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    part.replace(path)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
