"""Keeps what a trainer reports of its steps; this module imports transformers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

_KEPT = {
    "loss": "loss",
    "reward": "reward",
    "reward_std": "reward_std",
    "grad_norm": "grad_norm",
    "learning_rate": "learning_rate",
    "kl": "kl",
    "completions/mean_length": "tokens",
    "completions/clipped_ratio": "cut_off",
}
"""What is kept, by the trainer's names."""


class StepLog(TrainerCallback):  # type: ignore[misc]  # it has no types
    """Appends a line to a JSON Lines file for every step that the trainer reports."""

    def __init__(self, path: Path, stage: str) -> None:
        self.path, self.stage = path, stage

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Drop what was kept of steps that are done again."""
        if not self.path.is_file():
            return
        lines = self.path.read_text("utf-8").splitlines(keepends=True)
        entries = [(line, json.loads(line)) for line in lines]
        kept = [
            line
            for line, entry in entries
            if entry["stage"] != self.stage or entry["step"] <= state.global_step
        ]
        self.path.write_text("".join(kept), encoding="utf-8")

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        """Keep a report; those at the end of training, which sum it up, are left out."""
        if not logs or "learning_rate" not in logs:
            return
        values = {ours: round(float(logs[theirs]), 6) for theirs, ours in _KEPT.items() if theirs in logs}
        line = json.dumps({"stage": self.stage, "step": state.global_step, **values})
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
