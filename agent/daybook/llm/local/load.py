"""Finds a model's folder, and says what is missing where it cannot be run."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from daybook.errors import BadSettings
from daybook.extras import install
from daybook.llm.local.chat import LocalChat

EXTRA = install("train")
SERVING = ("torch", "transformers")
"""What running a model takes; training takes more."""


def missing_packages(names: Iterable[str]) -> list[str]:
    """List those packages that are not installed; imports none."""
    return [name for name in names if find_spec(name) is None]


def load_local_chat(folder: Path, *, setting: str, deadline: float) -> LocalChat:
    """Make the model of a folder that transformers saved; its weights are read when it is first called.

    Args:
        folder: holds config.json, the weights and the tokenizer.
        setting: names the folder in errors.
        deadline: seconds that one reply may take.

    Raises:
        BadSettings: there is no such model, or PyTorch or transformers are not installed.
    """
    if not (folder / "config.json").is_file():
        raise BadSettings(
            f"{setting}: {folder} holds no model (a folder with config.json, as `daybook-eval train-rewriter`"
            " writes it)"
        )
    if missing := missing_packages(SERVING):
        raise BadSettings(f"{setting}: {' and '.join(missing)} cannot be imported; {EXTRA}")
    return LocalChat(folder.absolute(), deadline)
